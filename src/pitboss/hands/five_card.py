"""Hands of five cards without jokers, as poker ranks them; a royal flush is a kind of its own."""

from enum import IntEnum

from pitboss.core.rule import popcount, rule
from pitboss.hands.bits import SUIT, Bits, made, paired, top_of_run, tripled

STRAIGHT_TOPS = 0b1111111111000  # A straight is five high or higher.


class Kind(IntEnum):
    """The kinds of hand, the weakest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


@rule
def straight_top(ranks: int) -> int:
    """The top rank of the best five in a row among up to seven ranks, as a bit; 0 where there are none."""
    line = ranks << 1 | ranks >> 12  # The ace is above the king and below the two.
    both = line & line << 1
    return top_of_run((both & both << 2 & line << 4) >> 1 & STRAIGHT_TOPS)


@rule
def suited(run: int, flush: int) -> int:
    """The strength of a flush of these five ranks, with the top of the best straight in their suit."""
    best = made(Kind.STRAIGHT_FLUSH, 0, run) if run else made(Kind.FLUSH, 0, flush)
    return made(Kind.ROYAL_FLUSH, 0, 0) if run >> 12 else best


@rule
def strength(hand: Bits) -> int:
    """The strength of a hand of five, a number that is higher for a better hand."""
    clubs = hand & SUIT
    diamonds = (hand >> 13) & SUIT
    hearts = (hand >> 26) & SUIT
    spades = hand >> 39
    ranks = clubs | diamonds | hearts | spades
    pairs = paired(clubs, diamonds, hearts, spades)
    three = tripled(clubs, diamonds, hearts, spades)
    four = clubs & diamonds & hearts & spades
    run = straight_top(ranks)
    straight = made(Kind.STRAIGHT, 0, run) if run else made(Kind.HIGH_CARD, 0, ranks)
    one_suit = ranks == clubs or ranks == diamonds or ranks == hearts or ranks == spades
    best = suited(run, ranks) if one_suit else straight
    # Equal ranks leave no room for a straight or a flush of five cards.
    best = made(Kind.TWO_PAIR if popcount(pairs) == 2 else Kind.PAIR, pairs, ranks & ~pairs) if pairs else best
    best = made(Kind.FULL_HOUSE if pairs != three else Kind.THREE_OF_A_KIND, three, ranks & ~three) if three else best
    return made(Kind.FOUR_OF_A_KIND, four, ranks & ~four) if four else best
