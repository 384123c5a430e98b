"""The best play of 3 Card Blitz as a loop can follow it: by its points, or by a weight for what each suit holds.

With equal points a hand is worth more the more dealer hands stay below it: coefficients of a product of four
polynomials, one a suit, as `counts` says. The logarithm of a product is a sum, so there are weights near those
logarithms whose sum is above 0 for the hands to play and for no others. They are found by trying: whenever a hand comes
out wrong, the weights of its four holdings move by one. Where that finds none, the formula decides hand by hand.
"""

import numpy as np

from pitboss.games.three_card_blitz.game import Blind, Play, blind
from pitboss.games.three_card_blitz.solver.counts import MOST, WIDTH
from pitboss.hands.bits import SUIT
from pitboss.maths.compile.cpu import fast

UNSURE = 2
BLINDS = len(Blind)
FINENESS = 1 << 16  # Steps of a weight for a doubling of the dealer hands: enough to tell all hands apart.
MOST_ROUNDS = 2000  # Of all hands; what can be settled is settled in a tenth of them.


@fast
def weighed_play(hand, total, sure, weights):
    """Whether a hand is best played: known by its points, or by what its suits weigh together."""
    known = sure[total]
    if known < UNSURE:
        return known & 1  # As it is, in a form that proves the answer to be an option.
    column = known - UNSURE
    weight = weights[column, hand & SUIT] + weights[column, hand >> 13 & SUIT]
    weight += weights[column, hand >> 26 & SUIT] + weights[column, hand >> 39]
    return 1 if weight > 0 else 0


def weighed(cards: np.ndarray, totals: np.ndarray, plays: np.ndarray, ways: np.ndarray) -> tuple[np.ndarray, ...]:
    """The tables of `weighed_play` for these hands; nothing where no weights tell them apart."""
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


def unanimous(kinds: np.ndarray, plays: np.ndarray, size: int) -> np.ndarray:
    """For each kind of hand: 0 where all are folded, 1 where all are played, 2 where some are."""
    played, dealt = np.bincount(kinds, weights=plays, minlength=size), np.bincount(kinds, minlength=size)
    return np.where(played == 0, 0, np.where(played == dealt, 1, UNSURE)).astype(np.int64)


def suit_weights(cards: np.ndarray, plays: np.ndarray, ways: np.ndarray) -> np.ndarray | None:
    """A weight for each holding of a suit, so that hands to play weigh more than 0 and others do not; or none found.

    Holdings that leave the dealer the same ways are one kind, so that some hundred thousand hands are far fewer.
    """
    rows = ways.reshape(SUIT + 1, -1)
    _, first, kinds = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    kinds = kinds.reshape(-1)
    held = np.sort(np.stack([kinds[cards >> 13 * suit & SUIT] for suit in range(4)]), axis=0)
    alike = np.unique(held[0] << 40 | held[1] << 27 | held[2] << 14 | held[3] << 1 | plays)
    held = np.stack([alike >> place & SUIT for place in (40, 27, 14, 1)], axis=1)
    # The dealer's seven of the cards left are as if each came with odds of about one to four.
    left = ways[first].sum(axis=1) @ 4 ** np.arange(WIDTH - 1, -1, -1)
    weights = np.round(FINENESS * np.log2(left)).astype(np.int64)
    wanted = alike & 1
    weights -= np.sort(weights[held].sum(axis=1))[np.count_nonzero(wanted == 0)] // 4
    return weights[kinds] if settle(held, wanted, weights, MOST_ROUNDS) == 0 else None


@fast
def settle(held, wanted, weights, most):
    """Moves weights until every hand comes out right, but not for ever; returns how many came out wrong at last."""
    wrong = 0
    for _ in range(most):
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
    """Whether a hand is best played, where no weights will do: by its points, or by counting dealer hands."""
    if sure[total] != UNSURE:
        return sure[total] & 1
    case = total * BLINDS + blind(hand, 0, Play.PLAY)
    below = at_most(hand, total - 1, ways)
    equal = at_most(hand, total, ways) - below
    gain = below * worth[case, 0] + equal * worth[case, 1] + (dealers[0] - below - equal) * worth[case, 2]
    return 1 if gain > dealers[0] * worth[case, 3] else 0


@fast
def at_most(hand, limit, ways):
    """Dealer hands of seven that score at most a limit: two suits make some of the cards, two suits the others."""
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
