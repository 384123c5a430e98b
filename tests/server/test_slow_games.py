"""A game that takes minutes to be solved: nobody waits for it, everybody is told, and play goes on meanwhile."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss import api, solving
from pitboss.core.errors import GameError, RequestError
from pitboss.core.game import Game
from pitboss.core.memory import Memory
from pitboss.games import build
from pitboss.server import coaching, figures
from pitboss.server.coaching import HouseCoach, ready_all
from pitboss.server.questions import KEPT
from pitboss.server.routes import hands
from pitboss.server.settings import Limits
from pitboss.server.workbench import Workbench
from pitboss.table.requests import OpenTable
from tests.support.server import EVERY_ROUND, Room, running, seated

HAND = {"game": EVERY_ROUND, "deal": {"player": "2c 3c 4c"}, "bets": {"ante": "10.00"}}
DECISION = "ante 10.00 | player 2c 3c 4c"


@pytest.fixture
def may_solve(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """While it is not set, the game of these tests is being solved, and takes long."""
    event, real = threading.Event(), api.figures_at_hand

    def solve(game: Game) -> Any:
        event.wait(60)
        return real(game)

    monkeypatch.setattr(solving, "_seconds", lambda game: 1000 if game.name == EVERY_ROUND else 0)
    monkeypatch.setattr(solving, "has_kept_figures", lambda game: event.is_set())
    monkeypatch.setattr(Workbench, "is_at_hand", lambda self, game: event.is_set())
    monkeypatch.setattr(figures, "figures_at_hand", solve)
    monkeypatch.setattr(hands, "needs_best_play", lambda *asked: True)
    monkeypatch.setattr(KEPT, "_known", Memory(9))  # Games that stay know already that they are solved.
    yield event
    event.set()


@pytest.fixture
def room(tmp_path: Path, may_solve: threading.Event) -> Iterator[Room]:
    with running(tmp_path, limits=Limits(0, 0, 0, 0)) as room:
        yield room


def test_the_coach_says_that_it_waits_and_answers_after_that(room: Room, may_solve: threading.Event):
    nobody = room.nobody()
    told = nobody.post("/advice", HAND)
    assert "is being solved exactly" in told["pending"]
    assert told.get("options") is None
    for path, body in (
        ("/drill", {"game": EVERY_ROUND}),
        ("/drill/values", {"game": EVERY_ROUND, "decision": DECISION}),
        ("/examples", {"game": EVERY_ROUND, "kind": "close"}),
        ("/expectation", {"parts": [{"game": EVERY_ROUND, "bets": {"ante": "5.00"}}], "rounds": [0]}),
        ("/pricing", {"game": EVERY_ROUND}),
    ):
        answer = nobody.ask("POST", path, body)
        assert (answer.status_code, answer.json()["code"]) == (503, "request/busy"), path
    may_solve.set()
    told = nobody.post("/advice", HAND)
    assert told.get("pending") is None
    assert len(told["options"]) == 2


def test_rounds_are_played_and_graded_once_the_game_is_solved(room: Room, may_solve: threading.Event):
    ann = room.guest()
    table = seated(room, ann, game=EVERY_ROUND)
    done = ann.post(f"/tables/{table}/bets", {"seat": 1, "bets": {"ante": "5.00"}})["round"]
    ann.post(f"/tables/{table}/choices", {"seat": 1, "choice": "play", "option": "fold"})
    assert "is being solved exactly" in ann.get(f"/rounds/{done}/grades")["fault"]
    may_solve.set()
    told = ann.get(f"/rounds/{done}/grades")
    assert not told["fault"]
    assert len(told["decisions"]) == 1


@pytest.mark.usefixtures("house")
def test_bots_play_the_published_default_until_the_best_play_is_ready(
    may_solve: threading.Event, monkeypatch: pytest.MonkeyPatch
):
    coach = HouseCoach()
    opening = OpenTable(EVERY_ROUND, bots={"2": "optimal"})
    monkeypatch.setattr(coaching, "build_game", lambda opening, make: build(opening.game))
    assert ready_all(coach, [opening]) == [opening]
    played = coaching._asking(build(EVERY_ROUND))
    assert played is not None
    with pytest.raises(GameError, match="not ready yet"):
        coach(played, 1)
    may_solve.set()
    assert ready_all(coach, [opening]) == []
    assert coach(played, 1) in (0, 1)


@pytest.mark.usefixtures("house")
def test_what_is_asked_of_a_game_that_is_not_solved_is_refused_in_words(may_solve: threading.Event):
    game = build(EVERY_ROUND)
    with pytest.raises(RequestError, match="takes some minutes, once"):
        solving.check_at_hand(game)
    may_solve.set()
    solving.check_at_hand(game)
