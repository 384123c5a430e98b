"""The most that the seats of one round can win together, where it can be counted.

No seat wins more than the largest result of one seat, so the number of seats times that is an upper bound. One deal
that pays every seat so much proves that the bound is reached. Where rules see few kinds of cards, every deal is tried,
by branch and bound over the hands that the seats can hold beside each other, and the largest sum is exact.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement, product
from math import comb, lcm, prod

import numpy as np

from pitboss.core.game import Deal
from pitboss.core.script import codes_of
from pitboss.maths.seats.results import SeatResults, seat_piles, table_piles

MOST_HANDS = 40_000  # Hands of a seat that are listed; with more of them, nothing is counted.
MOST_DEALS = 2_000_000  # Hands of a seat times cards of the table, up to which every deal is tried.
TRIED = 8  # Cards of the table that are tried in search of a deal that reaches the bound, where there are more.
MOST_STEPS = 20_000  # Of one search where every deal is tried; a search that needs more decides nothing.
FEW_STEPS = 500  # Of one search for a deal that reaches the bound.


@dataclass(frozen=True)
class Layouts:
    """Every way to fill some piles, by the kinds of their cards."""

    faces: dict[str, np.ndarray]
    """By pile: a row for each way, with a face of each kind in the place of the cards."""
    counts: np.ndarray
    """By way: how many cards of each kind it takes."""


class Exposure:
    """The largest sums of a round's results for some seats that all make the same bets."""

    def __init__(self, results: SeatResults, seats: int) -> None:
        self.results, self.seats = results, seats
        game = results.game
        tables = [codes_of(game, coder) for coder in results.coders]
        kinds = Counter(tuple(codes[face] for codes in tables) for face in game.deck.faces)
        self.deck = np.array(list(kinds.values()), dtype=np.int64)
        face_of = {tuple(codes[face] for codes in tables): face for face in game.deck.faces}
        self.faces = [face_of[kind] for kind in kinds]

    @cached_property
    def hands(self) -> Layouts | None:
        """What one seat can hold; None where that is too much to list."""
        piles = seat_piles(self.results.game)
        return self._layouts(piles) if self._ways(piles) <= MOST_HANDS else None

    def _ways(self, piles: list[Deal]) -> int:
        """The ways to fill piles, if the deck had any number of cards of each kind."""
        return prod(comb(len(self.faces) + deal.count - 1, deal.count) for deal in piles)

    def _layouts(self, piles: list[Deal]) -> Layouts:
        kinds = range(len(self.faces))
        found = []
        for way in product(*(combinations_with_replacement(kinds, deal.count) for deal in piles)):
            taken = np.bincount([kind for pile in way for kind in pile], minlength=len(self.faces))
            if (taken <= self.deck).all():
                found.append((way, taken))
        faces = {
            deal.pile: np.array([[self.faces[kind] for kind in way[place]] for way, _ in found], dtype=np.int64)
            for place, deal in enumerate(piles)
        }
        return Layouts(faces, np.array([taken for _, taken in found], dtype=np.int64).reshape(len(found), -1))

    @cached_property
    def every_deal(self) -> bool:
        """Whether every deal is tried: there are few, and no pile is left out of some rounds."""
        game = self.results.game
        few = self._ways(seat_piles(game)) * self._ways(table_piles(game)) <= MOST_DEALS
        return few and all(deal.when is None for deal in game.piles.values())

    def _tables(self) -> Iterator[tuple[dict[str, np.ndarray], np.ndarray]]:
        """Cards of the table with the number of each kind that they take: all of them, or some spread over the deck."""
        piles = table_piles(self.results.game)
        if self._ways(piles) <= MOST_HANDS:
            layouts = self._layouts(piles)
            count = len(layouts.counts)
            step = 1 if self.every_deal else max(1, count // TRIED)
            for place in range(0, count, step):
                yield {pile: faces[place] for pile, faces in layouts.faces.items()}, layouts.counts[place]

    @cached_property
    def judged(self) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """For each cards of the table: what is left of the deck, the hands it has, and their nets by wager."""
        assert self.hands is not None
        found = []
        for table, taken in self._tables():
            left = self.deck - taken
            fits = (self.hands.counts <= left).all(axis=1)
            own = {pile: faces[fits] for pile, faces in self.hands.faces.items()}
            shared = {pile: np.tile(faces, (int(fits.sum()), 1)) for pile, faces in table.items()}
            found.append((left, self.hands.counts[fits], self.results.nets({**own, **shared})))
        return found

    def most(self, amounts: Mapping[str, Fraction], largest: Fraction) -> Fraction | None:
        """The largest sum, in dollars; None where only the bound is known.

        `amounts` are the dollars that a unit of each wager's result stands for, `largest` is the most that one seat
        wins.
        """
        if self.hands is None:
            return None
        factors = [
            amounts.get(name, Fraction(0)) / scale
            for name, scale in zip(self.results.wagers, self.results.scales, strict=True)
        ]
        whole = lcm(*(each.denominator for each in factors), largest.denominator)
        weights = np.array([int(each * whole) for each in factors], dtype=np.int64)
        bound = int(largest * whole) * self.seats
        sure = self.every_deal
        best, steps = (None, MOST_STEPS) if sure else (bound - 1, FEW_STEPS)
        for left, counts, nets in self.judged:
            search = Search(nets @ weights, counts, self.seats, best, steps)
            best = search.best(left)
            sure = sure and search.finished
            if best == bound:
                return Fraction(best, whole)
        return Fraction(best, whole) if sure and best is not None else None


class Search:
    """Branch and bound: one hand for each seat, all from what is left of a deck, with the largest sum of values."""

    def __init__(self, values: np.ndarray, counts: np.ndarray, seats: int, known: int | None, most: int) -> None:
        order = np.argsort(-values, kind="stable")
        self.values, self.counts, self.seats = values[order], counts[order], seats
        self.found, self.steps, self.most = known, 0, most

    @property
    def finished(self) -> bool:
        """Whether the search has ended by itself."""
        return self.steps <= self.most

    def best(self, left: np.ndarray) -> int | None:
        """The largest sum, or the one known before where none is larger."""
        self._go(np.arange(len(self.values)), left, self.seats, 0)
        return self.found

    def _go(self, hands: np.ndarray, left: np.ndarray, seats: int, total: int) -> None:
        if seats == 0:
            self.found = total
            return
        hands = hands[(self.counts[hands] <= left).all(axis=1)]
        for place, hand in enumerate(hands):
            value = int(self.values[hand])
            if self.found is not None and total + seats * value <= self.found:
                return
            self.steps += 1
            if not self.finished:
                return
            self._go(hands[place:], left - self.counts[hand], seats - 1, total + value)
