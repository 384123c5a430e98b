"""The best five of five, six or seven cards without jokers; the kinds are those of `five_card`.

Seven cards have at most one suit that is long enough for a flush, and with a flush neither a full house nor four of a
kind: those would take eight cards. At most two cards are too many, so every hand takes the same steps, without a loop.
"""

from pitboss.core.rule import rule
from pitboss.hands.bits import SUIT, Bits, flush_suit, made, paired, top_rank, top_ranks, tripled
from pitboss.hands.five_card import Kind, straight_top, suited


@rule
def strength(hand: Bits) -> int:
    """The strength of the best five of five to seven cards, a number that is higher for a better hand."""
    clubs = hand & SUIT
    diamonds = (hand >> 13) & SUIT
    hearts = (hand >> 26) & SUIT
    spades = hand >> 39
    flush = flush_suit(clubs, diamonds, hearts, spades, 5)
    # A hand with a flush looks for a straight in that suit only: any other straight is worth less than the flush.
    run = straight_top(flush if flush else clubs | diamonds | hearts | spades)
    straight = made(Kind.STRAIGHT, 0, run) if run else 0
    best = matched(clubs, diamonds, hearts, spades)
    return max(best, suited(run, best_ranks(flush, 5)) if flush else straight)


@rule
def matched(clubs: int, diamonds: int, hearts: int, spades: int) -> int:
    """The best hand of equal ranks, or of high cards."""
    ranks = clubs | diamonds | hearts | spades
    pairs = paired(clubs, diamonds, hearts, spades)
    three = top_rank(tripled(clubs, diamonds, hearts, spades))
    four = clubs & diamonds & hearts & spades
    pair = top_rank(pairs & ~three)
    both = pair | top_rank(pairs & ~pair)
    best = made(Kind.HIGH_CARD, 0, best_ranks(ranks, 5))
    best = made(Kind.PAIR, pair, best_ranks(ranks & ~pair, 3)) if pair else best
    best = made(Kind.TWO_PAIR, both, top_rank(ranks & ~both)) if both != pair else best
    best = made(Kind.THREE_OF_A_KIND, three, best_ranks(ranks & ~three, 2)) if three else best
    best = made(Kind.FULL_HOUSE, three, pair) if three and pair else best
    return made(Kind.FOUR_OF_A_KIND, four, top_rank(ranks & ~four)) if four else best


@rule
def best_ranks(ranks: int, count: int) -> int:
    """The `count` highest of at most `count` + 2 ranks."""
    return top_ranks(top_ranks(ranks, count), count)
