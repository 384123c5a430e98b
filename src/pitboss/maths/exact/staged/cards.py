"""Sets of cards in numbers: subsets in colexicographic order, suits renamed, and which sets stand for others.

A set is a mask with one bit per face. The places of cards among some others are numbered from 0; the sets of a size
have the colexicographic rank C(a, 1) + C(b, 2) + ... of their places a < b < ...
"""

from dataclasses import dataclass
from math import comb

import numpy as np

from pitboss.core.rule import popcount
from pitboss.maths.compile.cpu import fast
from pitboss.maths.compile.words import multiplied, signed

MOST_SIZE = 8
BINOMIALS = np.array([[comb(n, k) for k in range(MOST_SIZE + 1)] for n in range(64)], dtype=np.int64)


THIRD, FIFTH, SEVENTH = (signed(pow(each, -1, 1 << 64)) for each in (3, 5, 7))
"""Factors that divide multiples of 3, 5 and 7 exactly, as words wrap around: vectors have no division."""


@fast
def subsets(count, size):
    """The number of subsets of a size (up to `MOST_SIZE`) of `count` things: the binomial coefficient."""
    found = count if size > 0 else 1
    found = found * (count - 1) >> 1 if size > 1 else found
    found = multiplied(found * (count - 2), THIRD) if size > 2 else found
    found = found * (count - 3) >> 2 if size > 3 else found
    found = multiplied(found * (count - 4), FIFTH) if size > 4 else found
    found = multiplied(found * (count - 5) >> 1, THIRD) if size > 5 else found
    found = multiplied(found * (count - 6), SEVENTH) if size > 6 else found
    return found * (count - 7) >> 3 if size > 7 else found


@fast
def set_rank(cards, size, deck):
    """The rank of a set of this size among all such sets of the cards of a deck, without a table.

    The number of cards is known beforehand, so that compiled code has no loop, and ranks many sets side by side.
    """
    rank = 0
    for taken in range(1, size + 1):
        low = cards & -cards
        rank += subsets(popcount(deck & (low - 1)), taken)
        cards ^= low
    return rank


@fast
def renamed_mask(cards, orders, which):
    """A set with each suit moved to the suit that an order names; a joker stays."""
    moved = (cards >> 52) << 52
    for suit in range(4):
        moved |= ((cards >> 13 * suit) & 8191) << 13 * int(orders[which, suit])
    return moved


def all_places(count: int, size: int) -> np.ndarray:
    """The places of every set of a size among `count` cards, by rank."""
    places = np.zeros((comb(count, size), size), dtype=np.int8)
    if size:
        fill_places(places, count)
    return places


@fast
def fill_places(places, count):
    """Fills rows with the places of every set, ascending by rank."""
    size = places.shape[1]
    now = np.arange(size)
    for row in range(len(places)):
        for each in range(size):
            places[row, each] = now[each]
        each = 0
        while each < size - 1 and now[each] + 1 == now[each + 1]:
            now[each] = each
            each += 1
        now[each] += 1


@fast
def masks_of(faces, places, masks):
    """Fills `masks` with the sets of cards at some places among `faces`."""
    for row in range(len(places)):
        mask = 0
        for each in range(places.shape[1]):
            mask |= 1 << int(faces[int(places[row, each])])
        masks[row] = mask


@fast
def standing(masks, orders, fixing, weights):
    """The weight of each set: how many sets the renamings `fixing` make of it if it is the least of them, else 0."""
    count = len(fixing)
    for row in range(len(masks)):
        cards, same = int(masks[row]), 0
        for each in range(count):
            other = renamed_mask(cards, orders, int(fixing[each]))
            if other < cards:
                same = -1
                break
            if other == cards:
                same += 1
        weights[row] = count // same if same > 0 else 0


@dataclass(frozen=True)
class Parts:
    """How the subsets of a set are numbered: those of each size in colexicographic order, the smaller sizes first.

    Subsets below `most` cards have counters, in columns with the even ones (inclusion) before the odd ones (exclusion).
    Subsets of `most` cards follow, each with its rank among all sets of that size.
    """

    size: int
    slots: np.ndarray
    """By mask of a set's cards: the column of the subset, -1 for none."""
    taken: np.ndarray
    """By mask: the number of its cards."""
    first: np.ndarray
    """By number of cards: the number of the first subset."""
    even: int
    counted: int
    """The number of columns of subsets that have counters."""
    width: int

    @property
    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """What `part_ranks` needs."""
        return self.slots, self.taken, self.first


def parts_of(size: int, largest: int, most: int, count: int) -> Parts:
    """The numbering of subsets of up to `largest` cards of sets of a size, where all cards are `count`."""
    taken = np.bitwise_count(np.arange(1 << size)).astype(np.int64)
    masks = np.arange(1 << size)
    counted = (taken < most) & (taken <= largest)
    groups = [masks[counted & (taken % 2 == 0)], masks[counted & (taken % 2 == 1)]]
    groups.append(masks[(taken == most) & (taken <= largest)])
    order = np.concatenate(groups)
    slots = np.full(1 << size, -1, dtype=np.int64)
    slots[order] = np.arange(len(order))
    first = np.array([counters(count, each - 1) if each < most else 0 for each in range(size + 1)], dtype=np.int64)
    even = len(groups[0])
    return Parts(size, slots, taken, first, even, even + len(groups[1]), len(order))


@fast
def part_ranks(places, row, slots, taken, first, binomials, ranks, found, at):
    """Fills row `at` of `found` with the numbers of the subsets of one set (see `Parts`).

    `ranks` has a place for each subset.
    """
    ranks[0] = 0
    if slots[0] >= 0:
        found[at, slots[0]] = first[0]
    for each in range(places.shape[1]):
        place, half = int(places[row, each]), 1 << each
        for mask in range(half, 2 * half):
            size = taken[mask]
            rank = ranks[mask - half] + binomials[place, size]
            ranks[mask] = rank
            if slots[mask] >= 0:
                found[at, slots[mask]] = rank + first[size]


@fast
def fill_parts(places, slots, taken, first, binomials, found):
    """Fills a table, by row, with the numbers of the subsets of sets."""
    ranks = np.zeros(len(slots), dtype=np.int64)
    for row in range(len(places)):
        part_ranks(places, row, slots, taken, first, binomials, ranks, found, row)


def counters(count: int, most: int) -> int:
    """The number of sets of up to `most` cards among `count`."""
    return sum(comb(count, size) for size in range(most + 1))
