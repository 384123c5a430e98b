"""The hand evaluator on arrays: ranks any number of hands of five or six cards, with up to two jokers, at once.

    >>> import numpy as np
    >>> from pitboss.core.cards import parse_cards
    >>> from pitboss.games.wild_six.arrays import hands_of, kinds, strengths
    >>> hands = hands_of(np.array([parse_cards("As Ks Qs Js JK 2c"), parse_cards("Ac Ad Ah As JK JK")]))
    >>> [kind.name for kind in kinds(strengths(hands))]
    ['ROYAL_FLUSH', 'FIVE_OF_A_KIND']

A larger strength is a better hand, and equal ones tie. The strengths come from the game's own rule.
"""

import numpy as np

from pitboss.core.cards import FACES
from pitboss.core.errors import CardError
from pitboss.hands.bits import JOKERS, NATURALS, card_bit, kind
from pitboss.hands.wild import Kind, strength
from pitboss.maths.compile.cpu import on_arrays

CODES = np.array([card_bit(face) for face in range(FACES)], dtype=np.int64)


def hands_of(cards: np.ndarray) -> np.ndarray:
    """Rows of five or six cards as hands; refuses numbers that are not cards, and a card twice in one row."""
    cards = np.asarray(cards)
    if cards.ndim != 2 or cards.shape[1] not in (5, 6) or not np.issubdtype(cards.dtype, np.integer):
        raise CardError(
            f"cards of shape {cards.shape} and kind {cards.dtype}: give rows of five or six whole numbers", "count"
        )
    wrong = (cards < 0) | (cards >= FACES)
    if wrong.any():
        raise CardError(f"no card {cards[wrong][0]}: a card is a whole number from 0 to {FACES - 1}", "unknown")
    hands = CODES[cards].sum(axis=1)
    held = np.bitwise_count(hands & NATURALS) + (hands >> JOKERS)
    wrong = (held != cards.shape[1]) | (hands >> JOKERS > 2)
    if wrong.any():
        raise CardError(
            f"row {np.argmax(wrong)}, {cards[wrong][0].tolist()}: a card twice, or more than two jokers", "used-up"
        )
    return hands


def strengths(hands: np.ndarray, check: bool = True) -> np.ndarray:
    """The strength of every hand, on all cores; `check` refuses numbers that are not hands, and costs some speed."""
    hands = np.asarray(hands)
    if check:
        if hands.ndim != 1 or not np.issubdtype(hands.dtype, np.integer):
            raise CardError(
                f"hands of shape {hands.shape} and kind {hands.dtype}: give one row of whole numbers", "count"
            )
        hands = hands.astype(np.int64)
        jokers = hands >> JOKERS
        held = np.bitwise_count(hands & NATURALS) + jokers
        wrong = (hands < 0) | (jokers > 2) | (held < 5) | (held > 6)
        if wrong.any():
            place = int(np.argmax(wrong))
            raise CardError(
                f"hand {place}, {hands[place]}: a hand is five or six cards with at most two jokers", "count"
            )
    return on_arrays(strength)(hands.astype(np.int64, copy=False))


def kinds(strengths: np.ndarray) -> list[Kind]:
    """The kind of hand of every strength."""
    return [Kind(kind(int(each))) for each in strengths]
