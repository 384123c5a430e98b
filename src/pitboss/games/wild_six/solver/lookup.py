"""The best discard of every hand of Wild Six as tables that a simulation looks it up in.

Hands are numbered up to suit isomorphism, and the card to throw is stored under the number of the hand.
"""

from itertools import product
from math import comb, prod

import numpy as np

from pitboss.core.game import Game
from pitboss.core.rule import lowest
from pitboss.games.wild_six.solver.discards import discards, scores
from pitboss.games.wild_six.solver.tables import stock_of
from pitboss.hands.bits import SUIT, card_bit
from pitboss.maths.codegen.program import Policy
from pitboss.maths.compile.cpu import fast, shared
from pitboss.maths.tally.tally import Staked

HELD = 5
RANKED = (1 << 11) - 1  # Mask of a holding's number among the holdings with as many cards.
JOKER_THROWN = 4 << 4


@fast
def descending(hand, codes):
    """The codes of the four suits' holdings, each with its suit, in descending order by a sorting network."""
    a = int(codes[hand & SUIT]) << 2
    b = int(codes[hand >> 13 & SUIT]) << 2 | 1
    c = int(codes[hand >> 26 & SUIT]) << 2 | 2
    d = int(codes[hand >> 39 & SUIT]) << 2 | 3
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    return a | b << 16 | c << 32 | d << 48


@fast
def isomorphism_number(ordered, sizes, starts):
    """The number of a hand by its ordered codes; hands with the same suit lengths are numbered together."""
    a = ordered >> 13 & 7
    b = ordered >> 29 & 7
    c = ordered >> 45 & 7
    d = ordered >> 61
    number = (ordered >> 50 & RANKED) * sizes[c] + (ordered >> 34 & RANKED)
    number = number * sizes[b] + (ordered >> 18 & RANKED)
    number = number * sizes[a] + (ordered >> 2 & RANKED)
    return number + starts[a | b << 3 | c << 6 | d << 9]


@fast
def best_discard(hand, codes, sizes, starts, thrown):
    """The card to throw, looked up by the number of the hand: its rank, and its suit's place in the order."""
    ordered = descending(hand, codes)
    known = int(thrown[isomorphism_number(ordered, sizes, starts)])
    suit = 4 if known == JOKER_THROWN else ordered >> 16 * (known >> 4) & 3
    return 1 << 13 * suit + (known & 15)


def numbering() -> tuple[tuple[np.ndarray, np.ndarray, np.ndarray], int]:
    """The tables that number hands up to suit isomorphism, and the count of numbers.

    They are: for each holding of a suit, its length and its number among holdings of that length; for each length, the
    count of holdings; and for the lengths of four suits, three bits each, the first number of their hands.
    """
    counts = np.array([holding.bit_count() for holding in range(SUIT + 1)])
    codes = np.zeros(SUIT + 1, dtype=np.int32)
    for count in range(HELD + 1):
        same = np.flatnonzero(counts == count)
        codes[same] = np.arange(len(same)) | count << RANKED.bit_length()
    sizes = np.array([comb(13, count) for count in range(8)], dtype=np.int64)
    starts = np.zeros(8**4, dtype=np.int64)
    total = 0
    for each in product(range(HELD + 1), repeat=4):
        if HELD - 2 <= sum(each) <= HELD and list(each) == sorted(each, reverse=True):
            starts[sum(count << 3 * place for place, count in enumerate(each))] = total
            total += prod(comb(13, count) for count in each)
    return (codes, sizes, starts), total


@fast
def write_thrown(first, last, sets, best, codes, sizes, starts, thrown):
    """Stores the throws of listed hands under their numbers; of suits with equal holdings, the first in order."""
    for row in range(first, last):
        left = sets[row] & ((1 << 52) - 1)
        for _ in range(best[row]):
            left &= left - 1
        ordered = descending(sets[row], codes)
        known = JOKER_THROWN
        if left:
            suit = lowest(left) // 13
            held = sets[row] >> 13 * suit & SUIT
            place = 0
            while sets[row] >> 13 * (ordered >> 16 * place & 3) & SUIT != held:
                place += 1
            known = place << 4 | lowest(left) % 13
        thrown[isomorphism_number(ordered, sizes, starts)] = known


def policy(game: Game, stakes: Staked, names: tuple[str, ...]) -> Policy:
    """The best discard of every hand, as tables."""
    stock = stock_of(game)
    table = discards(stock)
    deals = stock.replacements * stock.dealer_hands
    best = np.argmax(scores(game, stakes, table["wins"], table["ties"], deals)[0], axis=1)
    numbers, total = numbering()
    thrown = np.zeros(total, dtype=np.int8)
    args = table["sets"], best, *numbers, thrown
    shared(lambda first, last: write_thrown(first, last, *args), len(best))
    return Policy("discard", card_bit, best_discard, (*numbers, thrown))
