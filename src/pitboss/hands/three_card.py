"""Hands of three cards: a straight beats a flush, and three of a kind both. A-2-3 is the lowest straight."""

from enum import IntEnum

from pitboss.core.rule import popcount, rule
from pitboss.hands.bits import SUIT, Bits, made, paired

ACE_TWO_THREE = 0b1000000000011


class Kind(IntEnum):
    """The kinds of hand, the weakest first."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


@rule
def straight_top(ranks: int) -> int:
    """The top of three ranks in a row, as a bit (A-2-3 has the three on top); 0 where they are not in a row."""
    low = ranks & -ranks
    if ranks == 0b111 * low:
        return 0b100 * low
    if ranks == ACE_TWO_THREE:
        return 0b10
    return 0


@rule
def strength(hand: Bits) -> int:
    """The strength of a hand of three, a number that is higher for a better hand."""
    clubs = hand & SUIT
    diamonds = (hand >> 13) & SUIT
    hearts = (hand >> 26) & SUIT
    spades = hand >> 39
    ranks = clubs | diamonds | hearts | spades
    if popcount(ranks) == 1:
        return made(Kind.THREE_OF_A_KIND, ranks, 0)
    if popcount(ranks) == 2:
        pair = paired(clubs, diamonds, hearts, spades)
        return made(Kind.PAIR, pair, ranks & ~pair)
    run = straight_top(ranks)
    if ranks == clubs or ranks == diamonds or ranks == hearts or ranks == spades:
        return made(Kind.STRAIGHT_FLUSH, 0, run) if run else made(Kind.FLUSH, 0, ranks)
    if run:
        return made(Kind.STRAIGHT, 0, run)
    return made(Kind.HIGH_CARD, 0, ranks)
