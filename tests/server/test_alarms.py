"""The alarm of a table that has left its band, as Prometheus is told of it."""

import threading
from collections.abc import Iterator
from fractions import Fraction
from typing import NoReturn

import pytest

from pitboss.core.errors import StoreError
from pitboss.server import alarms
from pitboss.table.performance import WagerFigures
from tests.support.server import EVERY_ROUND, Person, Room, running

ALARMS, JUDGED = "pitboss_performance_alarms", "pitboss_performance_tables"


@pytest.fixture
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with running(tmp_path_factory.mktemp("alarms")) as room:
        yield room


def opened(by: Person, player: Person, **how: object) -> str:
    """A table with a player at it."""
    body = {"game": EVERY_ROUND, "bet_seconds": None, "decide_seconds": None, **how}
    table = by.post("/tables", body)["id"]
    player.post(f"/tables/{table}/seats", {"seat": 1})
    return table


def lose(table: str, player: Person) -> None:
    player.post(f"/tables/{table}/bets", {"seat": 1, "bets": {"ante": "5.00"}})
    player.post(f"/tables/{table}/choices", {"seat": 1, "choice": "play", "option": "fold"})


def know(room: Room, size: Fraction | int) -> None:
    """Hands the server exact figures of the game, so that it need not work them out, with results of this size."""
    figures = WagerFigures(("ante", "play"), "ante", Fraction(0), Fraction(size) ** 2, Fraction(size), Fraction(size))
    room.service.wager_figures[EVERY_ROUND, (), None] = {"main": figures}


TINY = Fraction(1, 1000)
"""A size by which the band is so narrow that no table stays in it."""


def test_tables_outside_their_band_are_counted_once_their_figures_are_known(room: Room):
    boss, ann = room.supervisor(), room.guest()
    table, practice = opened(boss, ann), opened(ann, ann, private=True)
    lose(table, ann)
    lose(practice, ann)
    assert (room.metric(JUDGED), room.metric(ALARMS)) == (0, 0)
    know(room, 2)
    assert boss.get(f"/tables/{table}/performance")["alarm"] is False
    assert (room.metric(JUDGED), room.metric(ALARMS)) == (1, 0)
    know(room, TINY)
    assert (room.metric(JUDGED), room.metric(ALARMS)) == (1, 1)
    assert boss.get(f"/tables/{table}/performance")["alarm"] is True
    boss.post(f"/tables/{table}/close", {"note": "the shift ends"})
    assert (room.metric(JUDGED), room.metric(ALARMS)) == (0, 0)


def test_a_table_is_judged_again_only_when_something_has_happened(room: Room, monkeypatch: pytest.MonkeyPatch):
    boss, ann = room.supervisor(), room.guest()
    table = opened(boss, ann)
    know(room, TINY)
    assert room.metric(ALARMS) == 0  # No round was played.
    lose(table, ann)
    assert room.metric(ALARMS) == 1
    looked: list[str] = []
    real = room.service.store.list_played
    monkeypatch.setattr(room.service.store, "list_played", lambda id: looked.append(id) or real(id))
    assert room.metric(ALARMS) == 1
    assert not looked
    lose(table, ann)
    assert room.metric(ALARMS) == 1
    assert looked == [table]


def test_metrics_are_told_while_the_database_fails_or_hangs(room: Room, monkeypatch: pytest.MonkeyPatch):
    boss, ann = room.supervisor(), room.guest()
    table = opened(boss, ann)
    lose(table, ann)
    know(room, TINY)
    assert room.metric(ALARMS) == 1

    def fails() -> NoReturn:
        raise StoreError("the database is away")

    is_back = threading.Event()

    def hangs() -> NoReturn:
        is_back.wait(60)
        fails()

    monkeypatch.setattr(room.service.store, "list_tables", fails)
    assert room.metric(ALARMS) == 1
    monkeypatch.setattr(alarms, "WAIT_S", 0)
    monkeypatch.setattr(room.service.store, "list_tables", hangs)
    assert room.metric(ALARMS) == 1
    is_back.set()
