"""A table server in this process, over a database of its own, and people who call it."""

import json
import logging
import secrets
from collections.abc import Generator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from pitboss.server.app import make_app
from pitboss.server.logs import open_log
from pitboss.server.service import Service
from pitboss.server.settings import Settings
from pitboss.table.keys import HouseKey
from pitboss.table.sql_store import SqlStore
from tests.support.house import among_the_games

ADDRESS = "http://127.0.0.1:8036"
SOCKETS = "ws://127.0.0.1:8036"
API = "/api/v1"


class Person:
    """Somebody who calls a server with a token of their own, and a fresh key for every request."""

    def __init__(self, client: TestClient, token: str = "", **told: Any) -> None:
        self.client, self.token, self.told = client, token, told
        self.account = told.get("account", "")

    def ask(self, method: str, path: str, body: Any = None, key: str | None = None, **headers: str) -> Any:
        """The response to a call under `/api/v1`, or at the root where the path begins with two slashes."""
        self.client.cookies.clear()
        if self.token:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        headers["Idempotency-Key"] = key or secrets.token_hex(8)
        where = path[1:] if path.startswith("//") else f"{API}{path}"
        return self.client.request(method, where, json=body, headers=headers)

    def get(self, path: str) -> Any:
        """The document that a call answers with."""
        return self._done(self.ask("GET", path))

    def post(self, path: str, body: Any = None, key: str | None = None) -> Any:
        return self._done(self.ask("POST", path, {} if body is None else body, key))

    def delete(self, path: str) -> Any:
        return self._done(self.ask("DELETE", path))

    def refused(
        self, method: str, path: str, body: Any = None, key: str | None = None, **headers: str
    ) -> tuple[int, str]:
        """The status and code of a call that must be refused with a problem."""
        response = self.ask(method, path, body, key, **headers)
        assert response.headers["content-type"] == "application/problem+json", response.text
        problem = response.json()
        assert problem["status"] == response.status_code
        assert problem["detail"]
        assert problem["title"]
        return response.status_code, problem["code"]

    def _done(self, response: Any) -> Any:
        assert response.status_code < 300, response.text
        return response.json() if response.content else None

    @contextmanager
    def watching(self, table: str, after: int = 0) -> Generator[Any]:
        """A WebSocket that watches a table."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        self.client.cookies.clear()
        path = f"{SOCKETS}{API}/tables/{table}/live?after={after}"
        socket = self.client.websocket_connect(path, headers=headers).__enter__()
        try:
            yield socket
        finally:
            # The client closes the socket and at once cancels the task that serves it. Where that task is just waiting
            # for a task of its own, the client takes the cancellation that it asked for to be a failure.
            with suppress(CancelledError):
                socket.__exit__(None, None, None)

    def watched(self, table: str, until: int, after: int = 0) -> list[dict[str, Any]]:
        """The events of a table from a number on, up to another, as a WebSocket gives them."""
        with self.watching(table, after) as socket:
            return [json.loads(socket.receive_text()) for _ in range(until - after)]


class Room:
    """A server and the people at it."""

    def __init__(self, client: TestClient, service: Service) -> None:
        self.client, self.service = client, service

    def nobody(self) -> Person:
        """Somebody who is not signed in."""
        return Person(self.client)

    def guest(self) -> Person:
        """A new guest."""
        told = self.nobody().post("/guests")
        return Person(self.client, **told)

    def supervisor(self) -> Person:
        """A new supervisor."""
        told = self.nobody().post("/sessions", {"link": self.service.people.new_link()})
        return Person(self.client, **told)

    def member(self, role: str, by: Person, name: str) -> Person:
        """A new account that a supervisor makes."""
        told = by.post("/accounts", {"name": name, "password": "correct horse", "role": role})
        return Person(self.client, **told)

    def metric(self, name: str, **labels: str) -> float:
        """What Prometheus is told of a name with exactly these labels; 0 where nothing is."""
        families = text_string_to_metric_families(self.client.get("/metrics").text)
        found = [
            each.value for family in families for each in family.samples if (each.name, each.labels) == (name, labels)
        ]
        return found[0] if found else 0.0


@contextmanager
def running(folder: Path, level: int = logging.CRITICAL, **settings: Any) -> Generator[Room]:
    """A server over a database in a folder, with the toy games; what was there before goes on."""
    with on_store(SqlStore(str(folder / "tables.db")), level, **settings) as room:
        yield room


@contextmanager
def on_store(store: SqlStore, level: int = logging.CRITICAL, **settings: Any) -> Generator[Room]:
    """A server over a store, with the toy games; all servers of these tests have the same key."""
    service = Service(Settings("", **settings), store, HouseKey(b"k" * 32), open_log(level))
    with among_the_games(), TestClient(make_app(service), base_url=ADDRESS, client=("127.0.0.1", 50000)) as client:
        yield Room(client, service)


GAME = "draw-five"
"""A toy with a shoe and a choice."""
EVERY_ROUND = "three-each"
"""A toy that is shuffled for every round, with a choice to fold."""


def seated(room: Room, *people: Person, **opening: Any) -> str:
    """A table that the first of these people opened, with all of them at it in order; a supervisor opens it for many."""
    opener = room.supervisor() if len(people) > 1 else people[0]
    body = {"game": GAME, "private": len(people) == 1, "bet_seconds": None, "decide_seconds": None, **opening}
    table = opener.post("/tables", body)["id"]
    for seat, person in enumerate(people, 1):
        assert person.post(f"/tables/{table}/seats", {"seat": seat})["seat"] == seat
    return table


def play(table: str, *people: Person, amount: str = "5.00") -> str:
    """Plays a round: everybody bets and stands; its id."""
    for seat, person in enumerate(people, 1):
        told = person.post(f"/tables/{table}/bets", {"seat": seat, "bets": {"regular": amount}})
    round_id = told["round"]
    for seat, person in enumerate(people, 1):
        seen = person.get(f"/tables/{table}")
        if seen["round"] == round_id and seat in (seen["need"] or {}).get("seats", ()):
            legal = seen["need"]["legal"][str(seat)]
            person.post(f"/tables/{table}/choices", {"seat": seat, "choice": "draw", "option": legal[-1]})
    return round_id
