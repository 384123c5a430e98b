"""The counting behind exact 3 Card Blitz: every player hand, and the dealer hands below and equal to it.

Generating functions: a dealer hand scores at most t when each of its suits does, so the number of such hands of seven
cards is the coefficient of x^7 in a product of four polynomials, one per suit, whose coefficient of x^k counts the sets
of k cards left in that suit that score at most t. Player hands are listed up to suit isomorphism: their four holdings
are in descending order.
"""

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np

from pitboss.core.errors import GameError
from pitboss.core.game import Game
from pitboss.core.rule import tabulate
from pitboss.games.three_card_blitz.game import suit_points
from pitboss.hands.bits import SUIT
from pitboss.maths.compile.cpu import fast, shared
from pitboss.maths.exact.suits import ranks_of, same_orders

MOST = 31
WIDTH = 8  # Coefficients kept, for hands of up to seven cards; a constant, so that the compiler unrolls loops.


@dataclass(frozen=True)
class Size:
    """The ranks of a deck, the same in every suit, and how many cards a hand has."""

    ranks: int
    cards: int

    @property
    def deck(self) -> int:
        """The number of cards."""
        return 4 * self.ranks.bit_count()

    @property
    def dealer_hands(self) -> int:
        """The number of dealer hands for each player hand."""
        return comb(self.deck - self.cards, self.cards)


def size_of(game: Game) -> Size:
    """The size of a game; its deck must hold the same ranks in every suit."""
    if game.piles["player"].count >= WIDTH:
        raise GameError(f"{game.name}: the exact method counts hands of up to {WIDTH - 1} cards", "no-solver")
    return Size(ranks_of(game), game.piles["player"].count)


@cache
def ways_at_most(size: Size) -> np.ndarray:
    """By cards gone from a suit, limit and count: the number of sets of the cards left that score at most the limit."""
    holdings = np.arange(SUIT + 1)
    counts = np.array([holding.bit_count() for holding in range(SUIT + 1)])
    worth = np.array(tabulate(suit_points))
    sets = (
        (worth[:, None, None] <= np.arange(MOST + 1)[None, :, None])
        & (counts[:, None, None] == np.arange(WIDTH)[None, None, :])
        & (holdings & ~size.ranks == 0)[:, None, None]
    )
    sums = sets.astype(np.int64)
    for place in range(13):
        with_card = np.flatnonzero(holdings >> place & 1)
        sums[with_card] += sums[with_card ^ (1 << place)]
    return np.ascontiguousarray(sums[SUIT ^ holdings])


@fast
def count_hands(first, last, cards, masks, starts, counts, tops, found):
    """Counts the hands in descending order that have each of some holdings as their largest."""
    for place in range(first, last):
        number = 0
        left = cards - counts[tops[place]]
        for second_count in range(left + 1):
            for i in range(starts[second_count], starts[second_count + 1]):
                if masks[i] > tops[place]:
                    break
                for third_count in range(left - second_count + 1):
                    rest = left - second_count - third_count
                    for j in range(starts[third_count], starts[third_count + 1]):
                        if masks[j] > masks[i]:
                            break
                        # Holdings of one size are in ascending order, so those no larger than the third come first.
                        number += np.searchsorted(masks[starts[rest] : starts[rest + 1]], masks[j] + 1)
        found[place] = number


@fast
def fill_hands(first, last, cards, masks, starts, counts, tops, offsets, worth, ways, hands, weights, below, equal):
    """Lists every hand in descending order: its cards, its weight, and the dealer hands below and equal to it."""
    pairs, threes = np.zeros((32, WIDTH), dtype=np.int64), np.zeros((32, WIDTH), dtype=np.int64)
    has_pair, has_three = np.zeros(32, dtype=np.int64), np.zeros(32, dtype=np.int64)
    for place in range(first, last):
        row = offsets[place]
        left = cards - counts[tops[place]]
        for second_count in range(left + 1):
            for i in range(starts[second_count], starts[second_count + 1]):
                if masks[i] > tops[place]:
                    break
                has_pair[:] = 0
                for third_count in range(left - second_count + 1):
                    rest = left - second_count - third_count
                    for j in range(starts[third_count], starts[third_count + 1]):
                        if masks[j] > masks[i]:
                            break
                        row = fill_row(
                            row, cards, tops[place], masks[i], masks[j], masks[starts[rest] : starts[rest + 1]],
                            worth, ways, has_pair, pairs, has_three, threes, hands, weights, below, equal,
                        )  # fmt: skip


@fast
def fill_row(
    row, cards, top, second, third, lasts,
    worth, ways, has_pair, pairs, has_three, threes, hands, weights, below, equal,
):  # fmt: skip
    """Lists the hands with these three holdings and every fourth that is no larger; returns the next row."""
    has_three[:] = 0
    highest_of_three = max(max(worth[top], worth[second]), worth[third])
    for fourth in lasts:
        if fourth > third:
            break
        total = max(highest_of_three, worth[fourth])
        hands[row] = top | second << 13 | third << 26 | fourth << 39
        weights[row] = 24 // same_orders(top, second, third, fourth)
        at_most = 0
        for limit in range(total - 1, total + 1):
            if has_pair[limit] == 0:
                has_pair[limit] = 1
                for degree in range(WIDTH):
                    product = 0
                    for power in range(degree + 1):
                        product += ways[top, limit, power] * ways[second, limit, degree - power]
                    pairs[limit, degree] = product
            if has_three[limit] == 0:
                has_three[limit] = 1
                for degree in range(cards + 1):
                    product = 0
                    for power in range(degree + 1):
                        product += pairs[limit, power] * ways[third, limit, degree - power]
                    threes[limit, cards - degree] = product
            number = 0
            for power in range(WIDTH):
                number += threes[limit, power] * ways[fourth, limit, power]
            if limit == total - 1:
                at_most = number
                below[row] = number
            else:
                equal[row] = number - at_most
        row += 1
    return row


@dataclass(frozen=True)
class Hands:
    """Player hands, the number of hands each stands for, and the dealer hands below and equal to it."""

    cards: np.ndarray
    weight: np.ndarray
    below: np.ndarray
    equal: np.ndarray

    def rows(self, which: np.ndarray) -> "Hands":
        return Hands(self.cards[which], self.weight[which], self.below[which], self.equal[which])


@cache
def all_hands(size: Size) -> Hands:
    """Every player hand up to suit isomorphism: about a twenty-fourth of all 133,784,560."""
    counts = np.array([holding.bit_count() for holding in range(SUIT + 1)], dtype=np.int64)
    there = np.array([each for each in range(SUIT + 1) if each & ~size.ranks == 0 and counts[each] <= size.cards])
    masks = there[np.argsort(counts[there], kind="stable")]
    starts = np.searchsorted(counts[masks], np.arange(size.cards + 2)).astype(np.int64)
    # Large holdings lead many hands: they are interleaved, so that every core gets its share of them.
    tops = np.concatenate([there[part::16] for part in range(16)])
    found = np.zeros(len(tops), dtype=np.int64)
    args = size.cards, masks, starts, counts, tops
    shared(lambda first, last: count_hands(first, last, *args, found), len(tops))
    offsets = np.concatenate([[0], np.cumsum(found)[:-1]]).astype(np.int64)
    total = int(found.sum())
    hands, weights = np.empty(total, dtype=np.int64), np.empty(total, dtype=np.int8)
    enough = np.int32 if size.dealer_hands < 2**31 else np.int64
    below, equal = np.empty(total, dtype=enough), np.empty(total, dtype=enough)
    rest = offsets, np.array(tabulate(suit_points), dtype=np.int64), ways_at_most(size), hands, weights, below, equal
    shared(lambda first, last: fill_hands(first, last, *args, *rest), len(tops), "counting dealer hands")
    return Hands(hands, weights, below, equal)
