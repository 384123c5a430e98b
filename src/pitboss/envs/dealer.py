"""The dealer of environments: the cards of one round after the other, from a stream of random words."""

import operator
from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import islice
from typing import Any

import numpy as np

from pitboss.core.cards import Card, parse_cards
from pitboss.core.errors import CardError, FormatError, OptionError, unknown
from pitboss.core.game import Game, Place
from pitboss.core.round import Round
from pitboss.core.script import TABLE, Dealt, NeedCards, check_count
from pitboss.maths.codegen import deals, names
from pitboss.maths.codegen.emit import indented
from pitboss.maths.codegen.piles import dealing_order, is_masked
from pitboss.maths.codegen.program import TOOLS
from pitboss.maths.compile.generated import defined
from pitboss.maths.simulate.limits import MOST_SEED

DRAWN_FROM = 2**63  # A seed that nobody gives is drawn from the numbers below this.
Owned = tuple[str, int]
"""A pile and its owner: a seat, or the table."""


class Dealer:
    """Deals the rounds of one table from a stream of the simulation's, in plain Python.

    Every pile of every seat is dealt, whether or not the round will look at it, as a generated loop does.
    """

    def __init__(self, game: Game, seats: int) -> None:
        self.order = tuple(dealing_order(game))
        self.masked = is_masked(game)
        self.piles = {
            (pile, seat): deal.count
            for pile, deal in game.piles.items()
            for seat in (range(1, seats + 1) if deal.to is Place.SEAT else (TABLE,))
        }
        self.states = np.zeros((2, 1), dtype=np.int64)
        """The stream's two words; a generated loop reads and writes them too."""
        self.started = False
        self.cards: Mapping[Owned, tuple[Card, ...]] = {}

    def seed(self, seed: int | None, source: np.random.Generator, table: int = 0) -> None:
        """Starts the stream of a seed and a table; without a seed, goes on, or starts at a random seed."""
        if seed is not None or not self.started:
            first = int(source.integers(DRAWN_FROM)) if seed is None else checked_seed(seed)
            self.states[:] = deals.table_streams(first, table, table + 1)
            self.started = True

    def deal(self, given: Mapping[Owned, tuple[Card, ...]] | None = None) -> None:
        """Deals the cards of the next round, by pile and owner; piles in `given` get those cards."""
        deal = _dealing(tuple(self.piles.values()), len(self.order), self.masked)
        *state, found = deal(*self.states[:, 0].tolist())
        self.states[:, 0] = state
        if given:
            self.cards = self._around(given)
        elif self.masked:
            self.cards = {
                key: tuple(card for place, card in enumerate(self.order) if mask >> place & 1)
                for key, mask in zip(self.piles, found, strict=True)
            }
        else:
            faces = (self.order[place] for place in found)
            self.cards = {key: tuple(islice(faces, count)) for key, count in self.piles.items()}

    def _around(self, given: Mapping[Owned, tuple[Card, ...]]) -> dict[Owned, tuple[Card, ...]]:
        """The given cards, and a uniform deal of the others: shuffled by a generator that the stream's state seeds."""
        left = Counter(self.order)
        left.subtract(card for cards in given.values() for card in cards)
        shuffler = np.random.Generator(np.random.PCG64(self.states[:, 0].view(np.uint64).tolist()))
        rest = iter(shuffler.permutation(sorted(left.elements())).tolist())
        return {key: given.get(key) or tuple(sorted(islice(rest, count))) for key, count in self.piles.items()}

    def go_on(self, played: Round) -> Round:
        """The round with every card that it waits for dealt."""
        while isinstance(need := played.need(), NeedCards):
            played = played.after(Dealt(need.pile, need.seat, self.cards[need.pile, need.seat]))
        return played


@cache
def _dealing(sizes: tuple[int, ...], cards: int, masked: bool) -> Any:
    """The function that deals piles of these sizes in plain Python, from and to the two words of a stream."""
    if masked:
        lines, placement = deals.masks(sizes, cards), []
        found = [names.mask(place) for place in range(len(sizes))]
    else:
        lines, placement = deals.places(sum(sizes), cards)
        found = [names.place(card) for card in range(sum(sizes))]
    text = ["def deal(a, b):", " bad = -1", " while bad < 0:", "  bad = 0", *indented(lines, 2)]
    text += [*indented(placement, 1), f" return a, b, ({', '.join(found)},)"]
    return defined("\n".join(text), {**TOOLS, "int32": int}, "deal")


def checked_seed(seed: object) -> int:
    """A seed; refuses what is no whole number, and one out of range."""
    try:
        number = operator.index(seed)  # ty: ignore[invalid-argument-type]
    except TypeError:
        raise OptionError(f"seed {seed!r}: give a whole number from 0 to 2^64 - 1") from None
    if not 0 <= number <= MOST_SEED:
        raise OptionError(f"seed {number}: give a whole number from 0 to 2^64 - 1")
    return number


def checked_table(table: object) -> int:
    """The number of a table under a seed; refuses what is no whole number from 0."""
    if not isinstance(table, int | np.integer) or table < 0:
        raise OptionError(f"table {table!r}: give the table's number under the seed, a whole number from 0")
    return int(table)


def given_cards(game: Game, given: Mapping[str, object], seats: int) -> dict[Owned, tuple[Card, ...]]:
    """The cards that options of `reset` name, by pile: `{"player": "Qs 6h 4d"}`; refuses what cannot be dealt.

    At a table of several seats a seat's pile is written with its seat: `{"player 2": "Qs 6h 4d"}`. An option that is no
    text is left to wrappers.
    """
    cards: dict[Owned, tuple[Card, ...]] = {}
    for name, text in given.items():
        if not isinstance(text, str):
            continue
        pile, seat = _owned(game, name, seats)
        try:
            cards[pile, seat] = tuple(sorted(parse_cards(text)))
        except FormatError as error:
            raise CardError(f"{name}: {error}", "unknown") from None
        check_count(game.piles[pile], seat, cards[pile, seat])
    together = tuple(card for each in cards.values() for card in each)
    game.deck.check(together, Counter())
    return cards


def _owned(game: Game, name: str, seats: int) -> Owned:
    pile, _, seat = name.partition(" ")
    if pile not in game.piles:
        raise OptionError(f"reset options: {unknown('pile', pile, game.piles)}")
    if game.piles[pile].to is not Place.SEAT:
        if seat:
            raise OptionError(f"reset options: {name!r}: {pile} belongs to the table, not to a seat")
        return pile, TABLE
    if not seat:
        return pile, 1
    if not seat.isdecimal() or not 1 <= int(seat) <= seats:
        raise OptionError(f"reset options: {name!r}: there are seats 1 to {seats}")
    return pile, int(seat)
