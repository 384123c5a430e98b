"""Hands at the choice of a game: each with its weight, and the exact value of every action with it."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, islice, product
from math import comb, prod
from typing import Any

import numpy as np

from pitboss.core.cards import FACES, JOKER, SUITS
from pitboss.core.errors import OptionError
from pitboss.core.game import Cards
from pitboss.core.meters import DOLLAR
from pitboss.core.script import codes_of
from pitboss.envs.sets import Answered, is_staged, masks_of, sets_of
from pitboss.envs.terms import Terms
from pitboss.hands.bits import card_bit
from pitboss.maths.exact.enumerate import hand_count
from pitboss.maths.exact.solver import deciding, solver_of
from pitboss.maths.strategy.decisions import Decisions

RANKS_A_SUIT = 13
CHUNK = 131_072
NO_ROW = -1


@lru_cache(maxsize=2)
def decided_hands(terms: Terms) -> "DecidedHands":
    """The hands of an environment's terms, solved once."""
    return DecidedHands(terms)


class DecidedHands:
    """The exact value of every option with every hand for which the choice of a game comes up.

    It is for games with one choice that are enumerated or have a solver of their own; others have `Sets`.
    """

    def __init__(self, terms: Terms) -> None:
        game = terms.game
        self.terms = terms
        (self.choice,) = game.choices.values()
        if not any(name in terms.bets for name in game.main_wagers):
            raise OptionError(f"{game.name}: without a bet on {game.main_wagers[0]} there is nothing to decide")
        stakes, names = deciding(game, terms.bets)
        self.decisions: Decisions = solver_of(game).decisions(game, stakes, names, self.choice.name)
        self.unit = Fraction(terms.unit_cents, DOLLAR)
        """The first main stake, in which values are told."""

    @property
    def scale(self) -> Fraction:
        """The number by which a worth is divided to be a value in units."""
        return self.decisions.scale * self.unit

    @cached_property
    def _sorted(self) -> tuple[list[np.ndarray], np.ndarray, np.ndarray]:
        """For each code its different values; the sorted keys of all hands; and the row of each."""
        columns = list(self.decisions.hands.values())
        values = [np.unique(column) for column in columns]
        keys = self._keys(values, columns)
        order = np.argsort(keys, kind="stable")
        return values, keys[order], order

    def _keys(self, values: list[np.ndarray], columns: list[np.ndarray]) -> np.ndarray:
        """One number per hand: its codes as digits; negative where a code occurs in no hand."""
        keys, wrong = np.zeros(len(columns[0]), dtype=np.int64), np.zeros(len(columns[0]), dtype=bool)
        for known, column in zip(values, columns, strict=True):
            place = np.minimum(np.searchsorted(known, column), len(known) - 1)
            wrong |= known[place] != column
            keys = keys * len(known) + place
        return np.where(wrong, NO_ROW, keys)

    def rows(self, sight: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """For every table, the row of its hand among the decisions (-1: nothing is asked) and its suits' new names.

        Decisions may list one hand for all that differ in the names of suits: then suits are put in order first.
        """
        columns = []
        for pile, coder in self.decisions.hands:
            codes = np.array(codes_of(self.terms.game, coder), dtype=np.int64)
            columns.append(sight[:, self.terms.rows.index(pile)] @ codes)
        found, suits = self._found(columns), np.tile(np.arange(len(SUITS)), (len(sight), 1))
        missing = np.flatnonzero(found == NO_ROW)
        if len(missing) and [coder for _, coder in self.decisions.hands] == [card_bit]:
            renamed, order = in_suit_order(columns[0][missing])
            found[missing], suits[missing] = self._found([renamed]), order
        return found, suits

    def _found(self, columns: list[np.ndarray]) -> np.ndarray:
        values, known, order = self._sorted
        keys = self._keys(values, columns)
        place = np.minimum(np.searchsorted(known, keys), len(known) - 1)
        return np.where((known[place] == keys) & (keys != NO_ROW), order[place], NO_ROW)

    def worths(self, sight: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The worth of each action but `pass` with every table's hand, in whole numbers; and whether it is asked."""
        rows, suits = self.rows(sight)
        worth = self.decisions.worth[np.maximum(rows, 0)]
        if not isinstance(self.choice.options, Cards):
            options = [option for name, option in self.terms.actions if name == self.choice.name]
            worth = worth[:, [self.decisions.options.index(option) for option in options]]
        else:
            row = self.terms.rows.index(self.choice.options.pile)
            worth = np.take_along_axis(worth, places_after(sight[:, row], suits, worth.shape[1]), axis=1)
        return worth, rows != NO_ROW

    @cached_property
    def count(self) -> int:
        """The number of different hands that a seat can see at the choice."""
        counts = list(self.terms.game.deck.counts.values())
        return prod(hand_count(counts, self.terms.game.piles[pile].count) for pile in self.terms.rows)

    def every(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """All hands, in chunks: the cards seen, and the number of ways to deal them."""
        game, deck = self.terms.game, self.terms.game.deck.counts
        faces, sizes = sorted(deck), [game.piles[pile].count for pile in self.terms.rows]
        hands = product(*(combinations_with_replacement(faces, size) for size in sizes))
        have = np.array([deck[face] for face in faces])
        while chunk := list(islice(hands, CHUNK)):
            sight = np.zeros((len(chunk), len(sizes), FACES), dtype=np.int8)
            weight, gone = np.ones(len(chunk)), np.zeros((len(chunk), len(faces)), dtype=np.int64)
            for row in range(len(sizes)):
                cards = np.array([hand[row] for hand in chunk])
                at: Any = (np.arange(len(chunk))[:, None], row, cards)
                np.add.at(sight, at, 1)
                held = sight[:, row, faces].astype(np.int64)
                weight = weight * _ways(have - gone, held)
                gone += held
            kept = weight > 0
            yield sight[kept], weight[kept]


def values_of_actions(terms: Terms, sight: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """The exact value of every action with each hand, in units; NaN where nothing is asked.

    `chosen` is what was answered before (`Observing.chosen`).
    """
    if is_staged(terms.game):
        sets = sets_of(terms)
        return sets.values(masks_of(sight), sets.points_of(chosen))
    hands = decided_hands(terms)
    worth, asked = hands.worths(sight)
    found = np.full((len(sight), len(terms.actions)), np.nan)
    found[asked, : worth.shape[1]] = (worth[asked] / float(hands.scale)).astype(float)
    return found


def regrets_of_actions(
    terms: Terms, sight: np.ndarray, chosen: np.ndarray, legal: np.ndarray, numbers: np.ndarray
) -> np.ndarray:
    """What each table's action gives up, in units; 0 where nothing is asked or the action is not legal."""
    lost, allowed = np.zeros(len(numbers)), legal[np.arange(len(legal)), numbers] == 1
    if is_staged(terms.game):
        sets = sets_of(terms)
        points, piles = sets.points_of(chosen), masks_of(sight)
        for number in np.unique(points[allowed]).tolist():
            rows = np.flatnonzero((points == number) & allowed)
            if number in sets.actions:
                given, _ = sets.given_up(Answered(number, piles[rows], np.ones(len(rows)), numbers[rows]))
                lost[rows] = given / float(sets.scale(number))
        return lost
    values = values_of_actions(terms, sight, chosen)
    rows = np.flatnonzero(~np.isnan(values).all(axis=1) & allowed)
    lost[rows] = np.nanmax(values[rows], axis=1) - values[rows, numbers[rows]]
    return lost


def _ways(left: np.ndarray, held: np.ndarray) -> np.ndarray:
    """The number of ways to take `held` cards of each face out of those `left`, by hand."""
    table = np.array([[comb(n, k) for k in range(12)] for n in range(max(2, int(left.max()) + 1))], dtype=float)
    return table[np.maximum(left, 0), held].prod(axis=1)


def in_suit_order(bits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Hands of one bit per card with their suits sorted, descending; and for each suit, the suit it becomes."""
    held = np.stack([bits >> RANKS_A_SUIT * suit & (1 << RANKS_A_SUIT) - 1 for suit in range(len(SUITS))], axis=1)
    order = np.argsort(-held, axis=1, kind="stable")
    became = np.argsort(order, axis=1)
    jokers = bits >> RANKS_A_SUIT * len(SUITS) << RANKS_A_SUIT * len(SUITS)
    moved = [held[:, suit] << RANKS_A_SUIT * became[:, suit] for suit in range(len(SUITS))]
    return sum(moved, jokers), became


def places_after(held: np.ndarray, suits: np.ndarray, count: int) -> np.ndarray:
    """For each place among a hand's cards, the lowest first, the place of that card once suits are renamed."""
    tables = np.arange(len(held))
    faces = np.stack([np.argmax(held.cumsum(axis=1) > place, axis=1) for place in range(count)], axis=1)
    suit = np.minimum(faces // RANKS_A_SUIT, len(SUITS) - 1)
    after = np.where(faces == JOKER, JOKER, suits[tables[:, None], suit] * RANKS_A_SUIT + faces % RANKS_A_SUIT)
    return np.argsort(np.argsort(after, axis=1, kind="stable"), axis=1, kind="stable")
