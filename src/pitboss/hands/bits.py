"""Hands as bits: one bit per card, thirteen per suit from the two up, and above them a counter of jokers.

A strength is one number that compares hands: the kind of hand on top, then two groups of thirteen bits, the ranks that
make it and the ranks that break ties. Rules without loops and tables let compiled code rank many hands side by side.
"""

from collections.abc import Iterable
from typing import Annotated

from pitboss.core.cards import Card, Code, Hand
from pitboss.core.rule import popcount, rule

SUIT = (1 << 13) - 1
JOKERS = 52  # The lowest bit of the counter of jokers.
NATURALS = (1 << JOKERS) - 1
GROUP = 13  # Bits of a group of ranks in a strength.
ROYAL = 0b1111100000000
LOWEST = 1 | 1 << 13 | 1 << 26 | 1 << 39  # The two of every suit.
TENS = LOWEST << 8
QUEENS = LOWEST << 10


def card_bit(card: Card) -> Code:
    """The code of a card: the bit of its face; the bit of a joker begins a counter above all others."""
    return 1 << card


Bits = Annotated[Hand, card_bit]


def hand_of(cards: Iterable[Card]) -> Hand:
    """The hand that some cards make."""
    return sum(map(card_bit, cards))


@rule
def holding(hand: Bits, suit: int) -> int:
    """The ranks of one suit in a hand."""
    return (hand >> 13 * suit) & SUIT


@rule
def ranks_of(hand: Bits) -> int:
    """The ranks in a hand, of any suit."""
    return (hand | hand >> 13 | hand >> 26 | hand >> 39) & SUIT


@rule
def paired(clubs: int, diamonds: int, hearts: int, spades: int) -> int:
    """The ranks that at least two suits hold."""
    return (clubs & diamonds) | (hearts & spades) | ((clubs | diamonds) & (hearts | spades))


@rule
def tripled(clubs: int, diamonds: int, hearts: int, spades: int) -> int:
    """The ranks that at least three suits hold."""
    return (clubs & diamonds & (hearts | spades)) | (hearts & spades & (clubs | diamonds))


@rule
def flush_suit(clubs: int, diamonds: int, hearts: int, spades: int, need: int) -> int:
    """The ranks of the one suit that holds `need` cards or more, 0 where there is none."""
    flush = clubs if popcount(clubs) >= need else 0
    flush |= diamonds if popcount(diamonds) >= need else 0
    flush |= hearts if popcount(hearts) >= need else 0
    flush |= spades if popcount(spades) >= need else 0
    return flush


@rule
def top_rank(ranks: int) -> int:
    """The highest rank as a bit, 0 where there is none."""
    below = ranks | ranks >> 1  # Sets all bits below the highest; `highest` would be slower for many hands at once.
    below |= below >> 2
    below |= below >> 4
    below |= below >> 8
    return below ^ below >> 1


@rule
def top_of_run(ranks: int) -> int:
    """The highest of some ranks next to each other, as a bit; 0 where there are none.

    Up to seven cards are too few for straights apart from each other, so the tops of their straights are such ranks.
    """
    return ranks & ~(ranks >> 1)


@rule
def top_ranks(ranks: int, count: int) -> int:
    """The `count` highest of at most `count` + 1 ranks."""
    return ranks & (ranks - 1) if popcount(ranks) > count else ranks


@rule
def made(kind: int, ranks: int, kickers: int) -> int:
    """A strength: the kind, the ranks that make it, the ranks that break ties."""
    return (kind << 2 * GROUP) | (ranks << GROUP) | kickers


@rule
def has_natural_royal(hand: Bits) -> int:
    """Ace to ten of one suit, without the help of a joker."""
    pairs = hand & hand >> 1  # A bit stays where the next rank is held too.
    fours = pairs & pairs >> 2
    return fours & hand >> 4 & TENS != 0


@rule
def kind(strength: int) -> int:
    """The kind of hand of a strength."""
    return strength >> 2 * GROUP
