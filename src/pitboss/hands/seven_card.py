"""The best five of five, six or seven cards without jokers; the kinds are those of `five_card`.

Seven cards have at most one suit that is long enough for a flush, and with a flush neither a full house nor four of a
kind: those would take eight cards. At most two cards are too many, so every hand takes the same steps, without a loop:
the ranks that make the hand, the ranks left over, and how many of these the hand keeps.
"""

from pitboss.core.rule import popcount, rule
from pitboss.hands.bits import SUIT, Bits, flush_suit, made, paired, top_ranks, tripled
from pitboss.hands.five_card import Kind, straight_top


@rule
def strength(hand: Bits) -> int:
    """The strength of the best five of five to seven cards, a number that is higher for a better hand."""
    clubs = hand & SUIT
    diamonds = (hand >> 13) & SUIT
    hearts = (hand >> 26) & SUIT
    spades = hand >> 39
    flush = flush_suit(clubs, diamonds, hearts, spades, 5)
    ranks = clubs | diamonds | hearts | spades
    pairs = paired(clubs, diamonds, hearts, spades)
    three = top_ranks(tripled(clubs, diamonds, hearts, spades), 1)
    four = clubs & diamonds & hearts & spades
    two = top_ranks(pairs, 2)
    others = pairs ^ three  # With three of a kind, the pairs beside it.
    # The ranks that make the hand, the other ranks, and how many of these are kept; HIGH_CARD to TWO_PAIR count pairs.
    count = popcount(two)
    best = made(count, two, 0)
    rest = ranks ^ two
    keep = 5 - 2 * count
    best = made(Kind.FULL_HOUSE if others else Kind.THREE_OF_A_KIND, three, 0) if three else best
    rest = (others if others else ranks ^ three) if three else rest
    keep = (1 if others else 2) if three else keep
    best = made(Kind.FOUR_OF_A_KIND, four, 0) if four else best
    rest = ranks ^ four if four else rest
    keep = 1 if four else keep
    best = made(Kind.FLUSH, 0, 0) if flush else best
    rest = flush if flush else rest
    keep = 5 if flush else keep
    # A hand with a flush looks for a straight in that suit only: any other straight is worth less than the flush.
    run = straight_top(flush if flush else ranks)
    straight = made(Kind.STRAIGHT_FLUSH, 0, run) if flush else made(Kind.STRAIGHT, 0, run)
    straight = made(Kind.ROYAL_FLUSH, 0, 0) if flush and run >> 12 else straight
    return straight if run else best | best_ranks(rest, keep)


@rule
def best_ranks(ranks: int, count: int) -> int:
    """The `count` highest of at most `count` + 2 ranks."""
    fewer = ranks & (ranks - 1) if popcount(ranks) > count else ranks
    return fewer & (fewer - 1) if popcount(ranks) > count + 1 else fewer
