"""Two servers on one PostgreSQL database: what is played at one is watched at the other, and either goes on."""

import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from pitboss.table.requests import OpenTable
from pitboss.table.sql_store import SqlStore
from tests.support import postgres
from tests.support.server import Person, Room, on_store, play, seated


@pytest.fixture
def rooms() -> Iterator[tuple[Room, Room]]:
    with postgres.database() as url, ExitStack() as stack:
        first, second = (stack.enter_context(on_store(SqlStore(url))) for _ in range(2))
        yield first, second


def test_what_is_played_at_one_server_is_watched_at_the_other(rooms: tuple[Room, Room]):
    here, there = rooms
    ann = here.guest()
    her_second = Person(there.client, ann.token, **ann.told)
    table = seated(here, ann)
    with her_second.watching(table) as socket:
        play(table, ann)
        play(table, her_second)
        events = ann.get(f"/tables/{table}/events")["events"]
        assert [socket.receive_json() for _ in events] == events
    assert ann.get("/me") == her_second.get("/me")


def test_a_session_that_ends_at_one_server_ends_at_the_other(rooms: tuple[Room, Room], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("pitboss.server.people.CACHED_S", 0)
    here, there = rooms
    ann = here.guest()
    her_second = Person(there.client, ann.token, **ann.told)
    assert her_second.get("/me")
    ann.delete("/sessions/current")
    assert her_second.refused("GET", "/me") == (401, "auth/required")


def test_a_server_makes_ready_what_another_one_opened(rooms: tuple[Room, Room]):
    here, there = rooms
    opening = OpenTable("three-each", bots={"1": "optimal"})
    assert not there.service.coach.is_ready(opening)
    here.supervisor().post("/tables", {"game": "three-each", "bots": {"1": "optimal"}})
    limit = time.monotonic() + 120
    while not there.service.coach.is_ready(opening):
        assert time.monotonic() < limit, "the other server does not make it ready"
        time.sleep(0.05)
