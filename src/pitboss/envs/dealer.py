"""Deals one table after the other from a stream of the simulation's, in plain Python."""

from collections.abc import Mapping
from itertools import islice

import numpy as np

from pitboss.core.cards import Card
from pitboss.core.game import Game, Place
from pitboss.core.round import Round
from pitboss.core.script import TABLE, Dealt, NeedCards
from pitboss.maths.codegen import deals, names
from pitboss.maths.codegen.emit import indented
from pitboss.maths.codegen.piles import dealing_order, is_masked
from pitboss.maths.codegen.program import TOOLS
from pitboss.maths.compile.generated import defined


class Dealer:
    """Deals every pile of every seat, whether or not the round will look at it, as a generated loop does."""

    def __init__(self, game: Game, seats: int) -> None:
        self.order = dealing_order(game)
        self.masked = is_masked(game)
        self.piles = {
            (pile, seat): deal.count
            for pile, deal in game.piles.items()
            for seat in (range(1, seats + 1) if deal.to is Place.SEAT else (TABLE,))
        }
        sizes = list(self.piles.values())
        if self.masked:
            lines, placement = deals.masks(sizes, len(game.deck)), []
            found = [names.mask(place) for place in range(len(sizes))]
        else:
            lines, placement = deals.places(sum(sizes), len(game.deck))
            found = [names.place(card) for card in range(sum(sizes))]
        text = ["def deal(a, b):", " bad = -1", " while bad < 0:", "  bad = 0", *indented(lines, 2)]
        text += [*indented(placement, 1), f" return a, b, ({', '.join(found)},)"]
        self._deal = defined("\n".join(text), {**TOOLS, "int32": int}, "deal")
        self.state = 0, 0
        self.cards: Mapping[tuple[str, int], tuple[Card, ...]] = {}

    def start(self, seed: int) -> None:
        """Begins the stream of a seed."""
        one, other = deals.first_streams(np.array([seed], dtype=np.uint64))
        self.state = int(one[0]), int(other[0])

    def deal(self) -> None:
        """Deals the cards of the next round, by pile and seat."""
        *state, found = self._deal(*self.state)
        self.state = state[0], state[1]
        if self.masked:
            self.cards = {
                key: tuple(card for place, card in enumerate(self.order) if mask >> place & 1)
                for key, mask in zip(self.piles, found, strict=True)
            }
        else:
            faces = (self.order[place] for place in found)
            self.cards = {key: tuple(islice(faces, count)) for key, count in self.piles.items()}

    def go_on(self, played: Round) -> Round:
        """The round with every card that it waits for dealt."""
        while isinstance(need := played.need(), NeedCards):
            played = played.after(Dealt(need.pile, need.seat, self.cards[need.pile, need.seat]))
        return played
