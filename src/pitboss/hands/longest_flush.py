"""The longest flush of a hand: more cards of one suit win, then their ranks from the top. No other hand counts.

Of two flushes of one length the higher is the hand's. The kind of a strength is the number of its cards.
"""

from pitboss.core.rule import popcount, rule
from pitboss.hands.bits import SUIT, Bits, made

SPREAD = 15  # A suit's fourteen places, an ace below the two and one above the king, and a gap.


@rule
def strength(hand: Bits) -> int:
    """The strength of the longest flush of a hand, a number that is higher for a better one."""
    clubs = suited(hand & SUIT)
    diamonds = suited((hand >> 13) & SUIT)
    hearts = suited((hand >> 26) & SUIT)
    spades = suited(hand >> 39)
    return max(max(clubs, diamonds), max(hearts, spades))


@rule
def suited(ranks: int) -> int:
    """The strength of a flush of these ranks."""
    return made(popcount(ranks), 0, ranks)


@rule
def straight_cards(hand: Bits) -> int:
    """The cards of the longest straight flush if they are four or five, 6 for more, and 0 for fewer.

    All suits are looked at together, each with the ace at both ends and a gap above.
    """
    places = ranks_in_line(hand & SUIT) | ranks_in_line((hand >> 13) & SUIT) << SPREAD
    places |= ranks_in_line((hand >> 26) & SUIT) << 2 * SPREAD | ranks_in_line(hand >> 39) << 3 * SPREAD
    two = places & places >> 1  # A bit stays where so many ranks in a row begin.
    four = two & two >> 2
    five = four & places >> 4
    six = four & two >> 4
    return 6 if six else 5 if five else 4 if four else 0


@rule
def ranks_in_line(ranks: int) -> int:
    """The ranks of one suit with the ace above the king and below the two."""
    return ranks << 1 | ranks >> 12
