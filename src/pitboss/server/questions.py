"""Questions about games: the game that one names, built once and kept, its strategy in words, and the house rules."""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from pitboss import games
from pitboss.core.game import Game
from pitboss.core.money import cents
from pitboss.core.pays import Custom
from pitboss.core.settle import House

MOST_KEPT = 64
PATIENCE_S = 0.5
"""How long advice waits for its reason; the strategy of a large game takes a minute to be worked out once."""


class KeptGames:
    """The games asked about last: what is worked out once for a game, such as its strategy in words, stays with it."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self.most = most
        self._known: OrderedDict[tuple[Any, ...], Game] = OrderedDict()
        self._lock = threading.Lock()

    def build(self, name: str, options: Mapping[str, str], paytables: str | None) -> Game:
        """A game by name with its options set, and pay tables as their text."""
        key = name, tuple(sorted(options.items())), paytables or "", tuple(games.find())
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
        built = games.build(name, options, custom_of(paytables))
        with self._lock:
            self._known[key] = built
            while len(self._known) > self.most:
                self._known.popitem(last=False)
        return built


KEPT = KeptGames()


class Teachings:
    """The strategies of games in words, which reasons are made of: each worked out once, in the background."""

    def __init__(self, solve: Callable[[Callable[[], Any]], Awaitable[Any]]) -> None:
        self._solve = solve
        self._known: dict[Any, asyncio.Future[Any]] = {}

    async def are_ready(self, game: Game, patience_s: float = PATIENCE_S) -> bool:
        """Whether reasons can be given for a game's choices at once; waits a moment for them."""
        key = game.name, game.options.line(), tuple(table.sha256 for table in game.pay_tables.values())
        if key not in self._known:
            if len(self._known) >= MOST_KEPT:
                self._known = {each: task for each, task in self._known.items() if not task.done()}
            self._known[key] = asyncio.ensure_future(self._solve(partial(_learn, game)))
        task = self._known[key]
        await asyncio.wait([task], timeout=patience_s)
        return task.done() and task.exception() is None


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
    return KEPT.build(body.game, {name: str(value) for name, value in body.options.items()}, body.paytables)
