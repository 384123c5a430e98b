"""Questions about games: the game that one names, built once and kept, and the house rules it is asked under."""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from pitboss import games
from pitboss.core.game import Game
from pitboss.core.money import cents
from pitboss.core.pays import Custom
from pitboss.core.settle import House

MOST_KEPT = 64


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


def house_of(body: Any) -> House:
    """The chip step and limit of a question."""
    return House(cents(body.step), cents(body.limit))


def custom_of(paytables: str | None) -> Custom | None:
    """The pay tables of a question, where it brings any."""
    return Custom(paytables, "the pay tables") if paytables else None


def game_of(body: Any) -> Game:
    """The game of a question with its options."""
    return KEPT.build(body.game, {name: str(value) for name, value in body.options.items()}, body.paytables)
