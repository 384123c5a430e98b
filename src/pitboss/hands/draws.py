"""Hands that are not complete yet: whether their cards can become one straight or flush, and what pairs they hold."""

from pitboss.core.rule import popcount, rule
from pitboss.hands.bits import SUIT, Bits, holding, paired, top_rank, tripled

FOUR_IN_A_ROW = 0b1111


@rule
def same_suit(hand: Bits) -> int:
    """Whether all cards are of one suit."""
    return hand & SUIT == hand or hand & SUIT << 13 == hand or hand & SUIT << 26 == hand or hand >> 39 << 39 == hand


@rule
def pairs_of(hand: Bits) -> int:
    """The ranks that a hand holds twice or more."""
    return paired(holding(hand, 0), holding(hand, 1), holding(hand, 2), holding(hand, 3))


@rule
def triples_of(hand: Bits) -> int:
    """The ranks that a hand holds three times or more."""
    return tripled(holding(hand, 0), holding(hand, 1), holding(hand, 2), holding(hand, 3))


@rule
def spans(ranks: int, width: int) -> int:
    """Whether all ranks lie among `width` ranks in a row, the ace above the king."""
    return top_rank(ranks) < (ranks & -ranks) << width


@rule
def aces_low(ranks: int) -> int:
    """These ranks with the ace below the two; the two is then the second bit."""
    return (ranks << 1 | ranks >> 12) & SUIT


@rule
def fits(ranks: int, width: int) -> int:
    """Whether all ranks lie among `width` ranks in a row, the ace high or low."""
    return spans(ranks, width) or spans(aces_low(ranks), width)


@rule
def gaps(ranks: int, count: int) -> int:
    """How many ranks are missing between `count` different ones of a straight: 0 to 2; 3 where they make none."""
    wide = 2 if fits(ranks, 5) and count <= 3 else 3
    less = 1 if fits(ranks, count + 1) and count <= 4 else wide
    none = 0 if fits(ranks, count) else less
    return none if popcount(ranks) == count else 3


@rule
def is_outside(ranks: int) -> int:
    """Whether four ranks are in a row, with a rank on either side that would complete a straight."""
    low = ranks & -ranks
    return ranks == FOUR_IN_A_ROW * low and ranks >> 12 == 0
