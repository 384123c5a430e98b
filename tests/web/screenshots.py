"""Makes the pictures of docs/screenshots: `python -m tests.web.screenshots`.

Every game in mid-round with the coach and at its end, the lobby and the panels; 1440 and 390 wide, dark and light.
"""

import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from pitboss import games
from pitboss.core.pays import Odds
from tests.conftest import FLAGS
from tests.support.machine import system_browser
from tests.support.served import Served
from tests.web.pages import Person
from tests.web.test_rounds import answer

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
WIDE, PHONE = ViewportSize(width=1440, height=900), ViewportSize(width=390, height=844)
QUALITY = 82


def take(page: Page, name: str) -> None:
    """One picture, once nothing moves."""
    page.wait_for_timeout(250)
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)


def of_game(who: Person, game: str, name: str) -> None:
    """A game while it asks, with the coach's values where it asks, and at its end."""
    who.play_now(game)
    who.press("Space")
    if not who.is_over():
        who.press("?")
        who.see(".ev.best")
        take(who.page, f"{name}-choice")
        answer(who)
    take(who.page, f"{name}-over")


def of_workbench(who: Person, game: str, width: str, scheme: str) -> None:
    """The workbench with a changed table beside the printed one, and with two tables."""
    wager = games.build(game).wagers[-1]
    table = wager.lines[0].pays
    rows = [(table.outcomes(each).name, pay.net) for each, pay in table.pays.items() if isinstance(pay, Odds)]
    pays = [f"pay={table.grid}/{table.column}/{row}={net + 1}" for row, net in rows if net > 0][-2:]
    for name, query in (("workbench", "&".join(pays)), ("workbench-two", "&b.".join(("b=b", *pays)))):
        who.page.goto(f"{who.url}/workbench.html?game={quote(game)}&bet={wager.name}&{query}")
        who.page.locator("#ended .plot").wait_for(timeout=120_000)
        take(who.page, f"{name}-{width}-{scheme}")


def of_everything(browser: Browser, url: str, wanted: list[str]) -> None:
    """Every page and game; in each size one scheme, then the other."""
    for width, size in (("1440", WIDE), ("390", PHONE)):
        for scheme in ("dark", "light"):
            context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
            who = Person(context.new_page(), url)
            who.lobby()
            expect(who.page.get_by_text("being computed")).to_have_count(0, timeout=60_000)
            expect(who.page.locator(".fan")).to_have_count(who.page.locator(".tile").count(), timeout=60_000)
            take(who.page, f"lobby-{width}-{scheme}")
            for game in wanted:
                of_game(who, game, f"{game.replace('+', '-and-')}-{width}-{scheme}")
            who.press("t")
            take(who.page, f"pays-{width}-{scheme}")
            of_workbench(who, max(wanted, key=lambda each: len(games.build(each).pay_tables)), width, scheme)
            context.close()


def main() -> None:
    """Starts a server and a browser, and takes every picture."""
    FOLDER.mkdir(exist_ok=True)
    wanted = sys.argv[1:] or [*games.find(), *games.attached()]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Served(f"{folder}/tables.db", Path(folder) / "key")
        try:
            browser = playwright.chromium.launch(executable_path=system_browser(), args=FLAGS)
            of_everything(browser, f"http://127.0.0.1:{server.port}", wanted)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
