"""House edges in the background: those kept on disk are read at the start, the others wait for a question."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.core.game import Game
from pitboss.server import figures
from pitboss.server.figures import Figures
from tests.support.house import DRAW_FIVE, HIGH_CARD
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
        await asyncio.sleep(0)
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
