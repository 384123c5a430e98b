"""How much one may ask: rates that count what a question costs, and room for long work beside the coach's."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.core.errors import RequestError
from pitboss.server import figures, questions
from pitboss.server.figures import Figures
from pitboss.server.limits import Rate
from pitboss.server.questions import KeptGames, Teachings
from pitboss.server.settings import Limits
from tests.support.house import DRAW_FIVE, HIGH_CARD, among_the_games
from tests.support.loops import run_apart
from tests.support.server import GAME, Room, running

TOO_MANY = (429, "request/too-many")


def test_a_question_counts_by_what_it_asks_for():
    now = [0.0]
    rate = Rate(10, 60, lambda: now[0])
    rate.check("ann", 8)
    with pytest.raises(RequestError, match="at most 10 in 60 s"):
        rate.check("ann", 3)
    rate.check("ann", 0)
    rate.check("bob", 1000)  # More than there can ever be counts as all there is.
    with pytest.raises(RequestError):
        rate.check("bob")
    now[0] = 60.0
    rate.check("bob", 10)


def session(*stakes: int) -> dict[str, Any]:
    return {"parts": [{"game": "high-card", "bets": {"ante": f"{each}.00"}} for each in stakes], "rounds": [0]}


def test_every_part_of_a_session_that_must_be_solved_for_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(questions, "KEPT", KeptGames())
    with running(tmp_path, limits=Limits(0, 0, 0, 6)) as room:
        room.service.solve_rate.clock = float  # The time stands still.
        nobody = room.nobody()
        assert nobody.post("/expectation", session(5, 10, 15))["parts"]
        for _ in range(2):  # What is at hand counts once, however many parts it has.
            assert nobody.post("/expectation", session(5, 10, 15))["parts"]
        assert nobody.refused("POST", "/expectation", session(20, 25)) == TOO_MANY


def test_how_often_the_workbench_is_asked_is_limited(tmp_path: Path):
    with running(tmp_path, limits=Limits(0, 0, 0, 0, 2)) as room:
        room.service.pricing_rate.clock = float  # The time stands still.
        nobody = room.nobody()
        assert nobody.post("/pricing", {"game": GAME})["entries"]
        assert nobody.post("/pricing", {"game": "no-such-game"})["entries"] is None
        for path, body in (("/pricing", {"game": GAME}), ("/reports", {"game": GAME, "format": "json"})):
            assert nobody.refused("POST", path, body) == TOO_MANY


def test_the_coach_answers_while_par_sheets_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    begun, is_done = threading.Semaphore(0), threading.Event()

    def report(*_: object) -> bytes:
        begun.release()
        assert is_done.wait(60)
        return b"{}"

    with running(tmp_path) as room:
        monkeypatch.setattr(room.service.workbench, "report", report)
        asks = [threading.Thread(target=_report, args=(room,)) for _ in range(3)]
        for each in asks:
            each.start()
        try:
            assert all(begun.acquire(timeout=60) for _ in range(2))
            hand = {"game": GAME, "deal": {"player": "6s 4h"}, "reason": False}
            assert room.nobody().post("/advice", hand)["best"]
            assert not begun.acquire(blocking=False)  # The third sheet waits for the first two.
        finally:
            is_done.set()
            for each in asks:
                each.join(60)


def _report(room: Room) -> None:
    room.nobody().ask("POST", "/reports", {"game": GAME, "format": "json"})


def test_what_nobody_waits_for_does_not_pile_up(monkeypatch: pytest.MonkeyPatch):
    solved: list[Callable[[], Any]] = []
    two = DRAW_FIVE.build(), HIGH_CARD.build()
    monkeypatch.setattr(figures, "MOST_WAITING", 1)
    monkeypatch.setattr(questions, "MOST_WAITING", 1)

    async def story() -> None:
        never = asyncio.Event()

        async def solve(work: Callable[[], Any]) -> None:
            solved.append(work)
            await never.wait()

        known, taught = Figures(solve), Teachings(solve)
        for each in two:
            assert await known.of([each], 0) == [None]
            assert known.are_pending(each)  # Whoever waits asks again.
            assert not await taught.are_ready(each, 0)
        await asyncio.sleep(0.01)
        assert len(solved) == 2  # One for either.
        monkeypatch.setattr(figures, "MOST_WAITING", 3)
        assert await known.of([two[0]], 0, always=True) == [None]
        assert not known._are_too_many()
        assert await known.of(list(two), 0, always=True) == [None, None]
        monkeypatch.setattr(figures, "MOST_WAITING", 2)
        assert known._are_too_many()

    run_apart(story)


def test_a_game_is_built_once_while_it_is_kept():
    kept = KeptGames(most=1)
    with among_the_games():
        first = kept.build(GAME)
        assert kept.build(GAME, {}) is first
        assert kept.build(GAME, {"decks": "1"}) is not first
        assert kept.build(GAME) is not first
