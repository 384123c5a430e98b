"""House edges for the lists of games: worked out in the background, told as soon as they are at hand.

Games that are solved in seconds come first, and those that take minutes have a lane of their own, so that no quick
question waits behind one. In either lane the quickest is next, but a game that somebody asks about goes before.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from pitboss.api import figures_at_hand, has_kept_figures
from pitboss.core.game import Game
from pitboss.maths.compile.code_cache import results
from pitboss.solving import MINUTES_S, seconds_to_solve

if TYPE_CHECKING:
    from pitboss.maths.tally.analysis import Analysis

PATIENCE_S = 5
"""How long an answer waits for figures; later ones have them."""
MOST_KEPT, MOST_WAITING = 200, 32
"""Analyses that are kept, and how many may wait to be worked out."""
Solve = Callable[[Callable[[], Any]], Awaitable[Any]]
Told = Callable[[Game, "Analysis | None"], None]


@dataclass
class _Turn:
    """A game that waits in a lane."""

    name: str
    seconds: int
    may_go: asyncio.Future[None]
    is_asked: bool = False


class _Lane:
    """Work that is done one piece at a time, the quickest first."""

    def __init__(self) -> None:
        self.turns: list[_Turn] = []
        self._is_taken = False

    async def enter(self, name: str, seconds: int, is_asked: bool) -> None:
        """Waits until it is this game's turn; `leave` must follow."""
        loop = asyncio.get_running_loop()
        turn = _Turn(name, seconds, loop.create_future(), is_asked)
        self.turns.append(turn)
        loop.call_soon(self._admit)  # Those that come together are all there before the quickest is picked.
        await turn.may_go

    def leave(self) -> None:
        """Lets the next one in."""
        self._is_taken = False
        self._admit()

    def _admit(self) -> None:
        self.turns = [each for each in self.turns if not each.may_go.done()]  # Some may have been cancelled.
        if self._is_taken or not self.turns:
            return
        following = min(self.turns, key=lambda each: (not each.is_asked, each.seconds))
        self.turns.remove(following)
        self._is_taken = True
        following.may_go.set_result(None)


class Figures:
    """The exact analyses of games with their options, each worked out once by `solve`, on another thread."""

    def __init__(self, solve: Solve) -> None:
        self._solve = solve
        self._known: dict[str, asyncio.Future[Analysis | None]] = {}
        self._asked: set[str] = set()
        self._estimates, self._quick, self._slow = _Lane(), _Lane(), _Lane()
        self._unestimated, self._estimated = 0, asyncio.Event()

    async def load_kept(self, games: Callable[[], list[Game]]) -> None:
        """Reads the analyses that are on disk, so that the first visitor finds them; the others wait for a question."""
        if not any(results().glob("*")):
            return  # Not even the mathematics is loaded then.
        for game in await self._solve(lambda: [each for each in games() if has_kept_figures(each)]):
            self._task(game, always=True)

    async def work_out(self, games: list[Game], tell: Told) -> None:
        """Works out all these games, and tells each as it is done; None for one without exact figures."""

        async def one(game: Game) -> None:
            task = self._task(game, always=True)
            assert task is not None
            await asyncio.wait([task])
            tell(game, task.result() if not task.cancelled() and not task.exception() else None)

        await asyncio.gather(*map(one, games))

    async def of(
        self, games: list[Game], patience_s: float | None = PATIENCE_S, always: bool = False
    ) -> "list[Analysis | None]":
        """The analyses of games; None for one that cannot be had, or not in time (without an end for None).

        While many wait, no more are begun but those that must be `always`: the house's own games, which are few.
        """
        wanted = [self._task(game, always) for game in games]
        pending = [each for each in wanted if each is not None and not each.done()]
        if pending and patience_s != 0:
            await asyncio.wait(pending, timeout=patience_s)
        return [each.result() if each and each.done() and not each.exception() else None for each in wanted]

    def prefer(self, game: Game) -> None:
        """Has a game worked out before others that are as slow: somebody asks about it."""
        name = setup_name(game)
        self._asked.add(name)
        self._task(game, always=False)
        for turn in (*self._estimates.turns, *self._quick.turns, *self._slow.turns):
            turn.is_asked |= turn.name == name

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
            self._unestimated += 1
            self._known[name] = asyncio.ensure_future(self._worked_out(name, game))
        return self._known[name]

    async def _worked_out(self, name: str, game: Game) -> "Analysis | None":
        try:
            seconds = await self._in_turn(self._estimates, name, 0, partial(seconds_to_solve, game))
        finally:
            self._unestimated -= 1
            if not self._unestimated:
                self._estimated.set()
        if self._unestimated:  # Of the games asked about together, the quickest is to come first.
            self._estimated.clear()
            await self._estimated.wait()
        lane = self._slow if seconds >= MINUTES_S else self._quick
        return await self._in_turn(lane, name, seconds, partial(figures_at_hand, game))

    async def _in_turn(self, lane: _Lane, name: str, seconds: int, work: Callable[[], Any]) -> Any:
        await lane.enter(name, seconds, name in self._asked)
        try:
            return await self._solve(work)
        finally:
            lane.leave()


def setup_name(game: Game) -> str:
    """A game with its options and pay tables, as one text."""
    pays = ",".join(table.sha256[:16] for table in game.pay_tables.values())
    return f"{game.name} {game.options.line()} {pays}"
