"""Deals one table after the other from a stream of the simulation's, in plain Python."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from pitboss.core.cards import Card
from pitboss.core.game import Game, Place
from pitboss.core.script import TABLE
from pitboss.maths.codegen import deals
from pitboss.maths.codegen.emit import indented
from pitboss.maths.codegen.program import dealing_order
from pitboss.maths.compile import words


class Dealer:
    """Every pile of every seat, whether or not the round will look at it, as a fused loop deals them."""

    def __init__(self, game: Game, seats: int) -> None:
        self.order = dealing_order(game)
        self.masked = len(game.deck) <= deals.MOST_MASKED
        self.piles = {
            (pile, seat): deal.count
            for pile, deal in game.piles.items()
            for seat in (range(1, seats + 1) if deal.to is Place.SEAT else (TABLE,))
        }
        sizes = list(self.piles.values())
        if self.masked:
            lines, placing = deals.masks(sizes, len(game.deck)), []
        else:
            lines, placing = deals.places(sum(sizes), len(game.deck))
        names = [f"c{place}" for place in range(len(sizes))] if self.masked else [f"v{n}" for n in range(sum(sizes))]
        text = ["def deal(a, b):", " bad = -1", " while bad < 0:", "  bad = 0", *indented(lines, 2)]
        text += [*indented(placing, 1), f" return a, b, ({', '.join(names)},)"]
        scope: dict[str, Any] = {
            "rotated": words.rotated,
            "summed": words.summed,
            "shifted": words.shifted,
            "int32": int,
        }
        exec("\n".join(text), scope)
        self._deal = scope["deal"]
        self.state = 0, 0

    def start(self, seed: int) -> None:
        """Begins the stream of a seed."""
        one, other = deals.first_streams(np.array([seed], dtype=np.uint64))
        self.state = int(one[0]), int(other[0])

    def deal(self) -> Mapping[tuple[str, int], tuple[Card, ...]]:
        """The cards of one round, by pile and seat."""
        *state, found = self._deal(*self.state)
        self.state = state[0], state[1]
        if not self.masked:
            cards = iter(found)
            return {key: tuple(self.order[next(cards)] for _ in range(count)) for key, count in self.piles.items()}
        return {
            key: tuple(card for place, card in enumerate(self.order) if mask >> place & 1)
            for key, mask in zip(self.piles, found, strict=True)
        }
