"""Numbers of card sets, in colexicographic order, for counting opponents by inclusion and exclusion.

The hands an opponent can have beside some cards S are counted over the subsets U of S: with alternating signs, those
that hold all of U, read from a table a size of U under the number of U. A set is a bit a card, thirteen a suit, and
above them a counter of jokers; in counting, jokers are two cards, 52 and 53, that are alike.
"""

from math import comb

import numpy as np

from pitboss.maths.compile.cpu import fast

PLACES = 54
BINOMIALS = np.array([[comb(n, k) for k in range(8)] for n in range(PLACES + 1)], dtype=np.int64)


@fast
def places_of(cards, places):
    """The cards of a set in rising order, jokers as 52 and 53; how many."""
    count = 0
    for place in range(52):
        if cards >> place & 1:
            places[count] = place
            count += 1
    for joker in range(cards >> 52):
        places[count] = 52 + joker
        count += 1
    return count


@fast
def number_of(cards, binomials, places):
    """The number of a set among all sets of its size."""
    count = places_of(cards, places)
    number = 0
    for place in range(count):
        number += binomials[places[place], place + 1]
    return number


@fast
def numbered_set(number, size, binomials):
    """The set that has this number among all sets of a size."""
    cards = 0
    top = 53
    for place in range(size, 0, -1):
        while binomials[top, place] > number:
            top -= 1
        number -= binomials[top, place]
        cards += 1 << min(top, 52)
        top -= 1
    return cards


@fast
def number_of_part(places, mask, binomials):
    """The number of the part of a set that a mask of places picks."""
    number = 0
    count = 0
    for place in range(6):
        if mask >> place & 1:
            count += 1
            number += binomials[places[place], count]
    return number
