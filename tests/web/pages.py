"""A browser at a table: what a person does there, and what the page did meanwhile."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Page, Route, WebSocket, expect

WAIT_MS = 30_000
expect.set_options(timeout=WAIT_MS)  # On a busy machine a page may take far longer than the few seconds of the default.


@dataclass
class Person:
    """Somebody at a page, and what the page sent, got and complained about."""

    page: Page
    url: str
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    messages: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(WAIT_MS)
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", self._listen)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _listen(self, socket: WebSocket) -> None:
        self.requests.append(socket.url)
        socket.on("framereceived", lambda frame: self.messages.append(json.loads(frame)))

    def answers(self, pattern: str, handler: Callable[[Route], None]) -> None:
        """Has requests to an address answered by the test instead of the server.

        This must come before the first page: Chromium tells a page that is open of it some time later, and what the
        page asks for meanwhile still goes to the server.
        """
        assert self.page.url == "about:blank", "a page that is open may miss this"
        self.page.route(pattern, handler)

    def lobby(self) -> Self:
        """Opens the lobby."""
        self.page.goto(self.url)
        self.page.locator(".tile[data-game]").first.wait_for()
        return self

    def play_now(self, game: str) -> Self:
        """Goes from the lobby to a table of one's own by one click."""
        self.lobby()
        self.page.click(f'[data-play="{game}"]')
        return self.ready()

    def arrived(self, page: str) -> Self:
        """Waits until a key or a click has led to another page, which is then drawn; the page before was ready, too."""
        self.page.wait_for_url(f"**/{page}.html*")
        return self.ready()

    def table(self, id: str) -> Self:
        """Opens a table."""
        self.page.goto(f"{self.url}/table.html?id={id}")
        return self.ready()

    def ready(self) -> Self:
        """Waits until the table is drawn."""
        self.page.locator("body[data-ready]").wait_for()
        return self

    def press(self, key: str) -> None:
        """Presses a key."""
        self.page.keyboard.press(key)

    def close_panel(self) -> None:
        """Closes the panel that is open, by its key."""
        self.press("Escape")
        expect(self.page.locator("#panel")).to_have_count(0, timeout=WAIT_MS)

    def text(self, selector: str) -> str:
        """The text of an element."""
        return self.page.locator(selector).inner_text()

    def is_over(self) -> bool:
        """Whether the round is over, the felt being at rest; waits until it is, or until the player is asked."""
        self.page.locator("body[data-phase=asked], body[data-phase=over]").wait_for()
        return self.page.locator("body").get_attribute("data-phase") == "over"

    def opens(self, connections: int) -> None:
        """Waits until the page has opened so many connections to tables, and finds no more than that."""
        for _ in range(WAIT_MS // 50):
            opened = sum("/live" in each for each in self.requests)
            if opened >= connections:
                break
            self.page.wait_for_timeout(50)
        assert opened == connections

    def heard(self, kind: str, times: int = 1) -> list[dict[str, Any]]:
        """The events of a type that came over the connection, once there are so many; the page may show them earlier."""
        for _ in range(WAIT_MS // 50):
            found = [each for each in self.messages if each["type"] == kind]
            if len(found) >= times:
                break
            self.page.wait_for_timeout(50)
        assert len(found) >= times, f"{len(found)} of {times} events {kind} came"
        return found

    def see(self, selector: str) -> None:
        """Waits until an element is seen."""
        expect(self.page.locator(selector).first).to_be_visible(timeout=WAIT_MS)

    def check(self) -> None:
        """Nothing went to another machine, and the page complained of nothing."""
        assert {urlsplit(each).hostname for each in self.requests if not each.startswith("data:")} == {"127.0.0.1"}
        assert not self.complaints
