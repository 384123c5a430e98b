"""The best four of four or five cards: three of a kind beats a flush, and four of a kind a straight flush.

Straights and flushes have four cards. A-2-3-4 is the lowest straight.
"""

from enum import IntEnum

from pitboss.core.rule import popcount, rule
from pitboss.hands.bits import SUIT, Bits, flush_suit, made, paired, top_of_run, top_ranks, tripled

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
    """The top rank of the best four in a row among up to five ranks, as a bit; 0 where there are none."""
    line = ranks << 1 | ranks >> 12  # The ace is above the king and below the two.
    both = line & line << 1
    return top_of_run((both & both << 2) >> 1 & STRAIGHT_TOPS)


@rule
def strength(hand: Bits) -> int:
    """The strength of the best four of four or five cards, a number that is higher for a better hand."""
    clubs = hand & SUIT
    diamonds = (hand >> 13) & SUIT
    hearts = (hand >> 26) & SUIT
    spades = hand >> 39
    flush = flush_suit(clubs, diamonds, hearts, spades, 4)
    ranks = clubs | diamonds | hearts | spades
    pairs = paired(clubs, diamonds, hearts, spades)
    three = tripled(clubs, diamonds, hearts, spades)
    four = clubs & diamonds & hearts & spades
    # The ranks that make the hand, the other ranks, and how many of these are kept; HIGH_CARD to TWO_PAIR count pairs.
    count = popcount(pairs)
    best = made(count, pairs, 0)
    rest = ranks ^ pairs
    keep = 4 - 2 * count
    best = made(Kind.THREE_OF_A_KIND, three, 0) if three else best
    rest = ranks ^ three if three else rest
    keep = 1 if three else keep
    best = made(Kind.FOUR_OF_A_KIND, four, 0) if four else best
    keep = 0 if four else keep
    # Four cards of one suit leave no room for three or four of one rank.
    best = made(Kind.FLUSH, 0, 0) if flush else best
    rest = flush if flush else rest
    keep = 4 if flush else keep
    # A hand with a flush looks for a straight in that suit only: any other straight is worth less than the flush.
    run = straight_top(flush if flush else ranks)
    straight = made(Kind.STRAIGHT_FLUSH, 0, run) if flush else made(Kind.STRAIGHT, 0, run)
    return straight if run else best | top_ranks(rest, keep)
