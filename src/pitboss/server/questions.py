"""Questions about games: the game that one names, built once and kept, its strategy in words, and the house rules."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from pitboss import games
from pitboss.core.game import Game
from pitboss.core.memory import Memory
from pitboss.core.money import cents
from pitboss.core.pays import Custom
from pitboss.core.settle import House
from pitboss.solving import is_at_hand, takes_minutes

MOST_GAMES, MOST_TAUGHT = 128, 64
MOST_WAITING = 8
"""Strategies that may wait to be put in words; for more games, a reason is not promised yet."""
PATIENCE_S = 0.5
"""How long advice waits for its reason; the strategy of a large game takes a minute to be worked out once."""


class KeptGames:
    """The games asked about last: what is worked out once for a game, such as its strategy in words, stays with it."""

    def __init__(self, most: int = MOST_GAMES) -> None:
        self._known: Memory[Game] = Memory(most)

    def build(self, name: str, options: Mapping[str, str] | None = None, custom: Custom | None = None) -> Game:
        """A game as `games.build` makes it; the same one for the same options and pay tables."""
        given = dict(options or {})
        key = name, tuple(sorted(given.items())), custom.text if custom else "", tuple(games.find())
        return self._known.found(key, lambda: games.build(name, given, custom))


KEPT = KeptGames()
"""The one place where games that are asked about, drilled or graded are built."""


class Teachings:
    """The strategies of games in words, which reasons are made of: each worked out once, in the background.

    The strategy of a game that takes minutes to be solved waits until it is, and holds up no other game's.
    """

    def __init__(self, solve: Callable[[Callable[[], Any]], Awaitable[Any]]) -> None:
        self._solve = solve
        self._turns = {False: asyncio.Semaphore(1), True: asyncio.Semaphore(1)}
        """By whether a game is slow: one strategy at a time."""
        self._known: dict[Any, asyncio.Future[Any]] = {}

    async def are_ready(self, game: Game, patience_s: float = PATIENCE_S) -> bool:
        """Whether reasons can be given for a game's choices at once; waits a moment for them."""
        key = game.name, game.options.line(), tuple(table.sha256 for table in game.pay_tables.values())
        if key not in self._known and not await asyncio.to_thread(is_at_hand, game):
            return False
        is_slow = key not in self._known and await asyncio.to_thread(takes_minutes, game)
        if key not in self._known:
            if sum(not task.done() for task in self._known.values()) >= MOST_WAITING:
                return False
            if len(self._known) >= MOST_TAUGHT:
                self._known = {each: task for each, task in self._known.items() if not task.done()}
            self._known[key] = asyncio.ensure_future(self._in_turn(is_slow, partial(_learn, game)))
        task = self._known[key]
        await asyncio.wait([task], timeout=patience_s)
        return task.done() and task.exception() is None

    async def _in_turn(self, is_slow: bool, work: Callable[[], Any]) -> Any:
        async with self._turns[is_slow]:
            return await self._solve(work)


def _learn(game: Game) -> None:
    from pitboss.coach.reasons import teaching_of  # Imported late: with the mathematics, a server starts slower.

    teaching_of(game)


def house_of(body: Any) -> House:
    """The chip step and limit of a question."""
    return House(cents(body.step), cents(body.limit))


def custom_of(paytables: str | None) -> Custom | None:
    """The pay tables of a question, where it brings any."""
    return Custom(paytables, "the pay tables") if paytables else None


def game_of(body: Any) -> Game:
    """The game of a question with its options."""
    options = {name: str(value) for name, value in body.options.items()}
    return KEPT.build(body.game, options, custom_of(body.paytables))
