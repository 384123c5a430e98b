"""The best discard of every hand of Wild Six as tables that a simulation looks it up in.

A hand is numbered up to the names of its suits, and the card to throw stands under its number.
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
RANKED = (1 << 11) - 1  # Room for the number of a suit's holding among those of its count.
JOKER_THROWN = 4 << 4


@fast
def falling(hand, codes):
    """The codes of the four suits' holdings, each with its suit below it, in falling order: 16 bits each."""
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
def number_up_to_names(ordered, sizes, starts):
    """The number of a hand by its ordered codes: hands of the same counts in their suits are numbered together."""
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
    """The card to throw: its rank and its suit's place in falling order, looked up under the number of the hand."""
    ordered = falling(hand, codes)
    known = int(thrown[number_up_to_names(ordered, sizes, starts)])
    suit = 4 if known == JOKER_THROWN else ordered >> 16 * (known >> 4) & 3
    return 1 << 13 * suit + (known & 15)


def numbering() -> tuple[tuple[np.ndarray, np.ndarray, np.ndarray], int]:
    """The tables that number hands up to the names of the suits, and how many numbers there are.

    They are: by holding of a suit its count, and its number among holdings of that count; by count how many holdings
    there are; and by the counts of four suits, three bits each, where their hands begin.
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
    """What listed hands throw, under their numbers; of suits that hold the same, the first in falling order throws."""
    for row in range(first, last):
        left = sets[row] & ((1 << 52) - 1)
        for _ in range(best[row]):
            left &= left - 1
        ordered = falling(sets[row], codes)
        known = JOKER_THROWN
        if left:
            suit = lowest(left) // 13
            held = sets[row] >> 13 * suit & SUIT
            place = 0
            while sets[row] >> 13 * (ordered >> 16 * place & 3) & SUIT != held:
                place += 1
            known = place << 4 | lowest(left) % 13
        thrown[number_up_to_names(ordered, sizes, starts)] = known


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
