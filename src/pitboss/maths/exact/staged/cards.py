"""Sets of cards in numbers: subsets in colexicographic order, suits renamed, and which sets stand for others.

A set is a mask with one bit per face. The places of cards among some others are numbered from 0; the sets of a size
have the colexicographic rank C(a, 1) + C(b, 2) + ... of their places a < b < ...
"""

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


@fast
def part_ranks(places, row, most, count, binomials, ranks):
    """Fills `ranks` with the numbers of all subsets of up to `most` cards of a set, and returns how many there are.

    The subsets of each size have a table of their own, one after the other; the sign of a number says whether its
    subset is even (inclusion) or odd (exclusion), so that numbers begin at 1.
    """
    size = places.shape[1]
    found = 0
    for mask in range(1 << size):
        number = 0
        taken = 0
        for each in range(size):
            if mask >> each & 1:
                taken += 1
                number += binomials[int(places[row, each]), taken]
        if taken <= most:
            for smaller in range(taken):
                number += binomials[count, smaller]
            ranks[found] = -1 - number if taken & 1 else 1 + number
            found += 1
    return found


def parts_of(places: np.ndarray, most: int, count: int) -> np.ndarray:
    """The numbers of the subsets of every set, by row (see `part_ranks`)."""
    width = sum(comb(places.shape[1], taken) for taken in range(most + 1))
    found = np.zeros((len(places), width), dtype=np.int32)
    fill_parts(places, most, count, BINOMIALS, found)
    return found


@fast
def fill_parts(places, most, count, binomials, found):
    """Fills a table of the numbers of subsets."""
    for row in range(len(places)):
        part_ranks(places, row, most, count, binomials, found[row])


def counters(count: int, most: int) -> int:
    """The number of sets of up to `most` cards among `count`."""
    return sum(comb(count, size) for size in range(most + 1))
