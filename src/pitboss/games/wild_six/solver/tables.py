"""The counting behind exact Wild Six: every five cards and every discard against every dealer hand.

Let S be the five cards and the replacement. The dealer hands that avoid S and rank at most v are counted by
inclusion-exclusion over the 64 subsets U of S: for each U up to suit isomorphism, a table has the number of hands that
hold all of U and rank at most v. Only the 1.1 million six-card sets that are not isomorphic are ranked.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np

from pitboss.core.cards import JOKER
from pitboss.core.errors import GameError
from pitboss.core.game import Game
from pitboss.core.rule import popcount
from pitboss.hands.bits import NATURALS, SUIT
from pitboss.hands.wild import strength
from pitboss.maths.compile.cpu import fast, on_arrays, shared
from pitboss.maths.exact.suits import (
    BINOMIALS,
    PLACES,
    in_order,
    number_of,
    number_of_part,
    numbered_set,
    places_of,
    ranks_of,
    same_orders,
)
from pitboss.maths.progress import tell

MASKS = sorted(range(64), key=lambda mask: mask.bit_count())
SUBSETS = np.array(MASKS, dtype=np.int64)
# The range of the subsets of each size among them.
PARTS = np.array([(sum(comb(6, k) for k in range(n)), sum(comb(6, k) for k in range(n + 1))) for n in range(7)])


@dataclass(frozen=True)
class Stock:
    """The ranks of a deck, the same in every suit, and its jokers."""

    ranks: int
    jokers: int

    @property
    def places(self) -> np.ndarray:
        """Every card of the deck, the jokers as 52 and 53."""
        naturals = [place for place in range(52) if self.ranks >> place % 13 & 1]
        return np.array([*naturals, *range(52, 52 + self.jokers)], dtype=np.int64)

    @property
    def replacements(self) -> int:
        """The number of cards that can replace a discard."""
        return len(self.places) - 5

    @property
    def dealer_hands(self) -> int:
        """The number of dealer hands for each six cards of a player."""
        return comb(len(self.places) - 6, 6)


def stock_of(game: Game) -> Stock:
    """The cards of a game; its deck must hold the same ranks in every suit, and two jokers at most."""
    jokers = game.deck.counts[JOKER]
    if jokers > 2:
        raise GameError(f"{game.name}: the exact method needs two jokers at most", "no-solver")
    return Stock(ranks_of(game), jokers)


@fast
def list_sets(size, most_jokers, holdings, starts, sets, weights):
    """Lists every set of a size with its suits in descending order, and its weight; returns the number of sets."""
    row = 0
    for jokers in range(min(most_jokers, size) + 1):
        for first_size in range(size - jokers + 1):
            for second_size in range(size - jokers - first_size + 1):
                for third_size in range(size - jokers - first_size - second_size + 1):
                    fourth_size = size - jokers - first_size - second_size - third_size
                    for i in range(starts[first_size], starts[first_size + 1]):
                        a = holdings[i]
                        for j in range(starts[second_size], starts[second_size + 1]):
                            b = holdings[j]
                            if b > a:
                                break
                            for k in range(starts[third_size], starts[third_size + 1]):
                                c = holdings[k]
                                if c > b:
                                    break
                                for n in range(starts[fourth_size], starts[fourth_size + 1]):
                                    d = holdings[n]
                                    if d > c:
                                        break
                                    same = same_orders(a, b, c, d)
                                    if len(sets) > 0:
                                        sets[row] = a | b << 13 | c << 26 | d << 39 | jokers << 52
                                        weights[row] = 24 // same * (most_jokers if jokers == 1 else 1)
                                    row += 1
    return row


@fast
def number_all(sets, binomials, by_number):
    """Writes the row of every listed set at its number."""
    places = np.zeros(8, dtype=np.int64)
    for row in range(len(sets)):
        by_number[number_of(sets[row], binomials, places)] = row


@fast
def spread_rows(first, last, size, binomials, listed, rows):
    """For every set of a size, listed or not, the row of the listed set that equals it up to suit isomorphism."""
    places = np.zeros(8, dtype=np.int64)
    for number in range(first, last):
        # A single joker counts as the first one: the two are interchangeable.
        rows[number] = listed[number_of(in_order(numbered_set(number, size, binomials)), binomials, places)]


@fast
def count_supersets(first, last, sets6, weights6, levels6, subsets, binomials, rows, table):
    """Adds the weight of every six-card set to the tables of some of its subsets, one place past its level."""
    places = np.zeros(8, dtype=np.int64)
    for row in range(len(sets6)):
        places_of(sets6[row], places)
        for which in range(first, last):
            found = rows[number_of_part(places, subsets[which], binomials)]
            table[found, levels6[row] + 1] += weights6[row]


@fast
def add_up(weights, table):
    """Prefix sums: turns weighted counts at each level into counts below each level."""
    for row in range(len(table)):
        total = 0
        for level in range(table.shape[1]):
            total += table[row, level] // weights[row]
            table[row, level] = total


@fast
def holds(cards, card):
    """Whether a set holds a card; it holds the second joker, 53, when it holds both."""
    return (cards >> card & 1) if card < 52 else (cards >> 52 > card - 52)


@fast
def number_below(values, limit):
    """The number of ascending values below a limit, by binary search."""
    low = 0
    high = len(values)
    while low < high:
        middle = (low + high) // 2
        if values[middle] < limit:
            low = middle + 1
        else:
            high = middle
    return low


@fast
def complete_fives(first, last, deck, sets5, every, lists):
    """For listed five-card sets, the levels of all six-card sets that hold them, by insertion sort."""
    for row in range(first, last):
        count = 0
        for card in deck:
            bit = 1 << min(card, 52)
            held = sets5[row]
            if holds(held, card):
                continue
            level = number_below(every, strength(held + bit))
            place = count
            while place > 0 and lists[row, place - 1] > level:
                lists[row, place] = lists[row, place - 1]
                place -= 1
            lists[row, place] = level
            count += 1


@fast
def add_signed(places, part, sign, subsets, binomials, rows, table, levels, below, upto):
    """Adds, for subsets of one size, the dealer sets that hold them and rank below, and up to, each of six levels."""
    for which in range(part[0], part[1]):
        row = rows[number_of_part(places, subsets[which], binomials)]
        for aside in range(6):
            below[aside] += sign * np.int64(table[row, levels[aside]])
            upto[aside] += sign * np.int64(table[row, levels[aside] + 1])


@fast
def add_fives(places, subsets, binomials, rows5, lists, levels, below, upto):
    """Subtracts the dealer sets that hold five of the six cards."""
    for which in range(57, 63):
        row = rows5[number_of_part(places, subsets[which], binomials)]
        for aside in range(6):
            low = number_below(lists[row], levels[aside])
            below[aside] -= low
            while low < lists.shape[1] and lists[row, low] == levels[aside]:
                low += 1
            upto[aside] -= low


@fast
def count_dealers(
    first, last, sets6, levels6, levels5, subsets, parts, binomials,
    rows1, rows2, rows3, rows4, rows5, lists, table0, table1, table2, table3, table4, less, equal,
):  # fmt: skip
    """Counts, for listed six-card sets and each card put aside, the dealer hands below and equal to the other five."""
    places = np.zeros(8, dtype=np.int64)
    levels = np.zeros(6, dtype=np.int64)
    below = np.zeros(6, dtype=np.int64)
    upto = np.zeros(6, dtype=np.int64)
    for row in range(first, last):
        places_of(sets6[row], places)
        for aside in range(6):
            levels[aside] = levels5[rows5[number_of_part(places, 63 ^ (1 << aside), binomials)]]
            below[aside] = table0[levels[aside]]
            upto[aside] = table0[levels[aside] + 1]
        add_signed(places, parts[1], -1, subsets, binomials, rows1, table1, levels, below, upto)
        add_signed(places, parts[2], 1, subsets, binomials, rows2, table2, levels, below, upto)
        add_signed(places, parts[3], -1, subsets, binomials, rows3, table3, levels, below, upto)
        add_signed(places, parts[4], 1, subsets, binomials, rows4, table4, levels, below, upto)
        add_fives(places, subsets, binomials, rows5, lists, levels, below, upto)
        for aside in range(6):
            if levels6[row] < levels[aside]:
                below[aside] += 1
            if levels6[row] <= levels[aside]:
                upto[aside] += 1
            less[row, aside] = below[aside]
            equal[row, aside] = upto[aside] - below[aside]


@fast
def slot_of(cards, ordered, card):
    """The place, among the cards of the ordered set, of a card of the set it was made from."""
    if card >= 52:
        return place_in(ordered, 52)
    holding = cards >> (card // 13) * 13 & 8191
    for suit in range(4):
        if (ordered >> 13 * suit & 8191) == holding:
            return place_in(ordered, 13 * suit + card % 13)
    return 0


@fast
def place_in(cards, card):
    """The number of cards of a set that come before a card."""
    return popcount(cards & ((1 << card) - 1) & NATURALS)


@fast
def value_discards(first, last, deck, sets5, listed6, binomials, less, equal, wins, ties):
    """Counts, for listed five-card sets and each discard, wins and ties over all replacements and dealer hands."""
    places = np.zeros(8, dtype=np.int64)
    held = np.zeros(8, dtype=np.int64)
    for row in range(first, last):
        cards = sets5[row]
        places_of(cards, held)
        for card in deck:
            if holds(cards, card):
                continue
            six = cards + (1 << min(card, 52))
            ordered = in_order(six)
            found = listed6[number_of(ordered, binomials, places)]
            for aside in range(5):
                slot = slot_of(six, ordered, held[aside])
                wins[row, aside] += less[found, slot]
                ties[row, aside] += equal[found, slot]


def sets_of(stock: Stock, size: int) -> tuple[np.ndarray, np.ndarray]:
    """The listed sets of a size and their weights: the number of sets that each stands for."""
    bits = np.array([holding.bit_count() for holding in range(SUIT + 1)])
    there = np.array([holding for holding in range(SUIT + 1) if holding & ~stock.ranks == 0])
    holdings = there[np.argsort(bits[there], kind="stable")]
    starts = np.searchsorted(bits[holdings], np.arange(15)).astype(np.int64)
    nothing = np.zeros(0, dtype=np.int64)
    count = list_sets(size, stock.jokers, holdings, starts, nothing, nothing)
    sets, weights = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    list_sets(size, stock.jokers, holdings, starts, sets, weights)
    return sets, weights


def rows_of(size: int, sets: np.ndarray) -> np.ndarray:
    """By the number of any set of a size, the row of the listed set that equals it up to suit isomorphism."""
    listed = np.full(comb(PLACES, size), -1, dtype=np.int32)
    number_all(sets, BINOMIALS, listed)
    rows = np.zeros(comb(PLACES, size), dtype=np.int32)
    shared(lambda first, last: spread_rows(first, last, size, BINOMIALS, listed, rows), len(rows))
    return rows


@dataclass(frozen=True)
class Solved:
    """Every five-card hand up to suit isomorphism, with the wins and ties of each discard over all that can follow."""

    stock: Stock
    sets5: np.ndarray
    weights5: np.ndarray
    wins: np.ndarray
    ties: np.ndarray
    listed6: np.ndarray
    less: np.ndarray
    equal: np.ndarray


@cache
def solved(stock: Stock) -> Solved:
    """The solved game; it does not depend on pays."""
    listed = {size: sets_of(stock, size) for size in range(1, 7)}
    deck = stock.places
    sets5, weights5 = listed[5]
    sets6, weights6 = listed[6]
    rows = {size: rows_of(size, listed[size][0]) for size in range(1, 6)}
    strengths6, strengths5 = on_arrays(strength)(sets6), on_arrays(strength)(sets5)
    every = np.unique(np.concatenate([strengths6, strengths5]))
    levels6 = np.searchsorted(every, strengths6).astype(np.int16)
    levels5 = np.searchsorted(every, strengths5).astype(np.int16)
    lists = np.zeros((len(sets5), len(deck) - 5), dtype=np.int16)
    shared(lambda first, last: complete_fives(first, last, deck, sets5, every, lists), len(sets5))
    table0 = np.zeros(len(every) + 1, dtype=np.int64)
    np.add.at(table0, levels6.astype(np.int64) + 1, weights6)
    table0 = np.cumsum(table0)
    tables: dict[int, np.ndarray] = {}

    def table_of(size: int) -> None:
        # A weighted count of one level is below 48 times the hands that hold four cards, which fits in two bytes.
        kind = np.uint16 if size == 4 else np.uint32
        table = np.zeros((len(listed[size][0]), len(every) + 1), dtype=kind)
        first, last = PARTS[size]
        count_supersets(first, last, sets6, weights6, levels6, SUBSETS, BINOMIALS, rows[size], table)
        add_up(listed[size][1], table)
        tables[size] = table

    with ThreadPoolExecutor(2) as pool:
        for done, _ in enumerate(pool.map(table_of, (4, 3, 2, 1))):
            tell("tabulating dealer hands", done + 1, 4)
    less, equal = np.zeros((len(sets6), 6), dtype=np.int32), np.zeros((len(sets6), 6), dtype=np.int32)
    shared(
        lambda first, last: count_dealers(
            first, last, sets6, levels6, levels5, SUBSETS, PARTS, BINOMIALS,
            rows[1], rows[2], rows[3], rows[4], rows[5], lists,
            table0, tables[1], tables[2], tables[3], tables[4], less, equal,
        ),
        len(sets6),
        "counting dealer hands",
    )  # fmt: skip
    tables.clear()
    listed6 = np.full(comb(PLACES, 6), -1, dtype=np.int32)
    number_all(sets6, BINOMIALS, listed6)
    wins, ties = np.zeros((len(sets5), 5), dtype=np.int64), np.zeros((len(sets5), 5), dtype=np.int64)
    args = deck, sets5, listed6, BINOMIALS, less, equal, wins, ties
    shared(lambda first, last: value_discards(first, last, *args), len(sets5), "weighing discards")
    return Solved(stock, sets5, weights5, wins, ties, listed6, less, equal)
