"""The best play of 3 Card Blitz as a loop can follow it: by points, or by a perceptron on the holdings of the suits.

Of hands with equal points, the one with more dealer hands below it is worth more. Their number is a coefficient of a
product of four polynomials, one per suit (see `counts`). The logarithm of a product is a sum, so weights near those
logarithms can separate the hands to play, whose sum is above 0, from the others. The perceptron algorithm finds them:
whenever a hand is on the wrong side, the weights of its four holdings move by one. Where it does not converge, the
counting formula decides hand by hand.
"""

import numpy as np

from pitboss.games.three_card_blitz.game import Blind, Play, blind
from pitboss.games.three_card_blitz.solver.counts import MOST, WIDTH
from pitboss.hands.bits import SUIT
from pitboss.maths.compile.cpu import fast

UNSURE = 2
BLINDS = len(Blind)
FINENESS = 1 << 16  # Weight of a doubling of the dealer hands: enough to tell all hands apart.
MOST_EPOCHS = 2000  # A perceptron that converges here takes a tenth of them.


@fast
def weighed_play(hand, total, sure, weights):
    """Whether to play a hand: known by its points, or by the sum of its suits' weights."""
    known = sure[total]
    if known < UNSURE:
        return known & 1  # Unchanged; the mask proves that the answer is an option.
    column = known - UNSURE
    weight = weights[column, hand & SUIT] + weights[column, hand >> 13 & SUIT]
    weight += weights[column, hand >> 26 & SUIT] + weights[column, hand >> 39]
    return 1 if weight > 0 else 0


def weighed(cards: np.ndarray, totals: np.ndarray, plays: np.ndarray, ways: np.ndarray) -> tuple[np.ndarray, ...]:
    """The tables of `weighed_play` for these hands; empty where no weights separate them."""
    sure = unanimous(totals, plays, MOST + 1)
    columns: list[np.ndarray] = []
    for total in np.flatnonzero(sure == UNSURE).tolist():
        rows = np.flatnonzero(totals == total)
        found = suit_weights(cards[rows], plays[rows], ways[:, total - 1 : total + 1])
        if found is None:
            return ()
        sure[total] = UNSURE + len(columns)
        columns.append(found)
    return sure, np.array(columns, dtype=np.int32).reshape(-1, SUIT + 1)


def unanimous(totals: np.ndarray, plays: np.ndarray, size: int) -> np.ndarray:
    """For each number of points: 0 where all hands are folded, 1 where all are played, 2 where some are."""
    played, dealt = np.bincount(totals, weights=plays, minlength=size), np.bincount(totals, minlength=size)
    return np.where(played == 0, 0, np.where(played == dealt, 1, UNSURE)).astype(np.int64)


def suit_weights(cards: np.ndarray, plays: np.ndarray, ways: np.ndarray) -> np.ndarray | None:
    """A weight for each holding of a suit, so that only hands to play weigh more than 0; None if there are none.

    Holdings that leave the dealer the same polynomial are one kind, which leaves far fewer hands to separate.
    """
    rows = ways.reshape(SUIT + 1, -1)
    _, first, kinds = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    kinds = kinds.reshape(-1)
    held = np.sort(np.stack([kinds[cards >> 13 * suit & SUIT] for suit in range(4)]), axis=0)
    alike = np.unique(held[0] << 40 | held[1] << 27 | held[2] << 14 | held[3] << 1 | plays)
    held = np.stack([alike >> place & SUIT for place in (40, 27, 14, 1)], axis=1)
    # The polynomial at 1/4, the odds that a card left is one of the dealer's: the logarithms to begin with.
    left = ways[first].sum(axis=1) @ 4 ** np.arange(WIDTH - 1, -1, -1)
    weights = np.round(FINENESS * np.log2(left)).astype(np.int64)
    wanted = alike & 1
    weights -= np.sort(weights[held].sum(axis=1))[np.count_nonzero(wanted == 0)] // 4
    return weights[kinds] if train_perceptron(held, wanted, weights, MOST_EPOCHS) == 0 else None


@fast
def train_perceptron(held, wanted, weights, epochs):
    """Trains the weights until all hands are separated, or for `epochs`; returns the errors of the last epoch."""
    wrong = 0
    for _ in range(epochs):
        wrong = 0
        for row in range(len(held)):
            weight = 0
            for suit in range(4):
                weight += weights[held[row, suit]]
            if (weight > 0) != (wanted[row] == 1):
                wrong += 1
                for suit in range(4):
                    weights[held[row, suit]] += 1 if wanted[row] == 1 else -1
        if wrong == 0:
            break
    return wrong


@fast
def counted_play(hand, total, sure, worth, ways, dealers):
    """Whether to play a hand, without weights: known by its points, or by counting dealer hands."""
    if sure[total] != UNSURE:
        return sure[total] & 1
    case = total * BLINDS + blind(hand, 0, Play.PLAY)
    below = at_most(hand, total - 1, ways)
    equal = at_most(hand, total, ways) - below
    gain = below * worth[case, 0] + equal * worth[case, 1] + (dealers[0] - below - equal) * worth[case, 2]
    return 1 if gain >= dealers[0] * worth[case, 3] else 0


@fast
def at_most(hand, limit, ways):
    """The number of dealer hands of seven that score at most a limit: one coefficient of the product of four."""
    a = hand & SUIT
    b = hand >> 13 & SUIT
    c = hand >> 26 & SUIT
    d = hand >> 39
    found = 0
    for cards in range(WIDTH):
        first = 0
        for power in range(cards + 1):
            first += ways[a, limit, power] * ways[b, limit, cards - power]
        rest = WIDTH - 1 - cards
        second = 0
        for power in range(rest + 1):
            second += ways[c, limit, power] * ways[d, limit, rest - power]
        found += first * second
    return found
