"""House edges for the lists of games: worked out in the background, told as soon as they are at hand."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from pitboss.api import figures_at_hand, has_kept_figures
from pitboss.core.game import Game
from pitboss.maths.compile.code_cache import results

if TYPE_CHECKING:
    from pitboss.maths.tally.analysis import Analysis

PATIENCE_S = 5
"""How long an answer waits for figures; later ones have them."""
MOST_KEPT, MOST_WAITING = 200, 32
"""Analyses that are kept, and how many may wait to be worked out."""


class Figures:
    """The exact analyses of games with their options, each worked out once."""

    def __init__(self, solve: Callable[[Callable[[], Any]], Awaitable[Any]]) -> None:
        self._solve = solve
        self._known: dict[str, asyncio.Future[Analysis | None]] = {}

    async def load_kept(self, games: Callable[[], list[Game]]) -> None:
        """Reads the analyses that are on disk, so that the first visitor finds them; the others wait for a question."""
        if not any(results().glob("*")):
            return  # Not even the mathematics is loaded then.
        for game in await self._solve(lambda: [each for each in games() if has_kept_figures(each)]):
            self._task(game, always=True)

    async def of(
        self, games: list[Game], patience_s: float = PATIENCE_S, always: bool = False
    ) -> "list[Analysis | None]":
        """The analyses of games; None for one that cannot be had, or not in time.

        While many wait, no more are begun but those that must be `always`: the house's own games, which are few.
        """
        wanted = [self._task(game, always) for game in games]
        pending = [each for each in wanted if each is not None and not each.done()]
        if pending and patience_s:
            await asyncio.wait(pending, timeout=patience_s)
        return [each.result() if each and each.done() and not each.exception() else None for each in wanted]

    def are_pending(self, game: Game) -> bool:
        """Whether the analysis of a game is being worked out, or will be when it is asked for again."""
        task = self._known.get(setup_name(game))
        return self._are_too_many() if task is None else not task.done()

    def _are_too_many(self) -> bool:
        return sum(not each.done() for each in self._known.values()) >= MOST_WAITING

    def _task(self, game: Game, always: bool) -> "asyncio.Future[Analysis | None] | None":
        name = setup_name(game)
        if name not in self._known:
            if not always and self._are_too_many():
                return None
            if len(self._known) >= MOST_KEPT:
                self._known = {key: each for key, each in self._known.items() if not each.done()}
            self._known[name] = asyncio.ensure_future(self._solve(partial(figures_at_hand, game)))
        return self._known[name]


def setup_name(game: Game) -> str:
    """A game with its options and pay tables, as one text."""
    pays = ",".join(table.sha256[:16] for table in game.pay_tables.values())
    return f"{game.name} {game.options.line()} {pays}"
