"""The best four of four or five cards: three of a kind beats a flush, and four of a kind a straight flush.

Straights and flushes have four cards. A-2-3-4 is the lowest straight.
"""

from enum import IntEnum

from pitboss.core.rule import popcount, rule
from pitboss.hands.bits import SUIT, Bits, flush_suit, made, paired, top_rank, top_ranks, tripled

STRAIGHT_TOPS = 0b1111111111100  # A straight is four high or higher.


class Kind(IntEnum):
    """The kinds of hand, the weakest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    STRAIGHT = 3
    FLUSH = 4
    THREE_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    FOUR_OF_A_KIND = 7


@rule
def straight_top(ranks: int) -> int:
    """The top rank of the best four in a row, as a bit; 0 where there are none."""
    line = ranks << 1 | ranks >> 12  # The ace is above the king and below the two.
    both = line & line << 1
    return top_rank((both & both << 2) >> 1 & STRAIGHT_TOPS)


@rule
def strength(hand: Bits) -> int:
    """The strength of the best four of four or five cards, a number that is higher for a better hand."""
    clubs = hand & SUIT
    diamonds = (hand >> 13) & SUIT
    hearts = (hand >> 26) & SUIT
    spades = hand >> 39
    flush = flush_suit(clubs, diamonds, hearts, spades, 4)
    # A hand with a flush looks for a straight in that suit only: any other straight is worth less than the flush.
    run = straight_top(flush if flush else clubs | diamonds | hearts | spades)
    straight = made(Kind.STRAIGHT, 0, run) if run else 0
    suited = made(Kind.STRAIGHT_FLUSH, 0, run) if run else made(Kind.FLUSH, 0, top_ranks(flush, 4))
    return max(matched(clubs, diamonds, hearts, spades), suited if flush else straight)


@rule
def matched(clubs: int, diamonds: int, hearts: int, spades: int) -> int:
    """The best hand of equal ranks, or of high cards."""
    ranks = clubs | diamonds | hearts | spades
    pairs = paired(clubs, diamonds, hearts, spades)
    three = tripled(clubs, diamonds, hearts, spades)
    four = clubs & diamonds & hearts & spades
    best = made(Kind.HIGH_CARD, 0, top_ranks(ranks, 4))
    best = made(Kind.PAIR, pairs, top_ranks(ranks & ~pairs, 2)) if pairs else best
    best = made(Kind.TWO_PAIR, pairs, 0) if popcount(pairs) == 2 else best
    best = made(Kind.THREE_OF_A_KIND, three, top_rank(ranks & ~three)) if three else best
    return made(Kind.FOUR_OF_A_KIND, four, 0) if four else best
