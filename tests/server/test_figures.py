"""House edges in the background: those kept on disk are read at the start, the others wait for a question.

Quick games come first, and those that take minutes hold up no other.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.core.game import Game
from pitboss.server import figures
from pitboss.server.figures import Figures
from pitboss.solving import MINUTES_S
from tests.support.house import DRAW_FIVE, HIGH_CARD, THREE_STREETS
from tests.support.loops import run_apart

KEPT = "high-card"


@pytest.mark.parametrize("is_empty", [True, False])
def test_what_is_kept_is_there_before_anybody_asks(is_empty: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    solved: list[str] = []

    def at_hand(game: Game) -> Any:
        solved.append(game.name)
        return f"figures of {game.name}"

    async def solve(work: Callable[[], Any]) -> Any:
        return work()

    async def story() -> None:
        built = [DRAW_FIVE.build(), HIGH_CARD.build()]
        known = Figures(solve)
        await known.load_kept(lambda: built)
        await _rest()
        assert solved == ([] if is_empty else [KEPT])
        assert await known.of(built, 0) == [None, None if is_empty else f"figures of {KEPT}"]
        assert [known.are_pending(each) for each in built] == [True, is_empty]
        assert None not in await known.of(built)
        assert sorted(solved) == ["draw-five", KEPT]

    if not is_empty:
        tmp_path.joinpath("a-result.json").touch()
    monkeypatch.setattr(figures, "results", lambda: tmp_path)
    monkeypatch.setattr(figures, "has_kept_figures", lambda game: game.name == KEPT)
    monkeypatch.setattr(figures, "figures_at_hand", at_hand)
    run_apart(story)


def test_quick_games_come_first_and_slow_ones_hold_up_no_other(monkeypatch: pytest.MonkeyPatch):
    """In the lane of the slow ones, too, the quickest is next, but what somebody asks for goes before."""
    order: list[str] = []
    held: dict[str, asyncio.Event] = {}
    built = [each.build() for each in (DRAW_FIVE, THREE_STREETS, HIGH_CARD)]
    slow = built[0]
    others = [replace(slow, name=f"slow-{number}") for number in range(3)]
    seconds = {"draw-five": 200, "slow-0": 300, "slow-1": 250, "slow-2": 400, "high-card": 3, "three-streets": 1}

    async def solve(work: Callable[[], Any]) -> Any:
        name = work()
        if not isinstance(name, str):
            return name
        order.append(name)
        await held.setdefault(name, asyncio.Event()).wait()
        return f"figures of {name}"

    async def story() -> None:
        known, told = Figures(solve), list[str]()
        all_games = [*built, *others]
        working = asyncio.ensure_future(known.work_out(all_games, lambda game, _: told.append(game.name)))
        await _rest()
        assert sorted(order) == ["draw-five", "three-streets"]  # One of either lane.
        assert all(known.are_pending(each) for each in all_games)
        known.prefer(others[2])
        held["three-streets"].set()
        await _rest()
        assert told == ["three-streets"]
        for name in ("high-card", "draw-five", "slow-2", "slow-1", "slow-0"):
            held.setdefault(name, asyncio.Event()).set()
            await _rest()
        assert [name for name in order if seconds[name] < MINUTES_S] == ["three-streets", "high-card"]
        assert [name for name in order if seconds[name] >= MINUTES_S] == ["draw-five", "slow-2", "slow-1", "slow-0"]
        await working
        assert not any(known.are_pending(each) for each in all_games)

    monkeypatch.setattr(figures, "seconds_to_solve", lambda game: seconds[game.name])
    monkeypatch.setattr(figures, "figures_at_hand", lambda game: game.name)
    run_apart(story)


async def _rest() -> None:
    """Lets everything run that can."""
    for _ in range(50):
        await asyncio.sleep(0)
