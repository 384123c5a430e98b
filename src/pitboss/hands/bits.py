"""Hands as bits: a bit a card, thirteen a suit from the two up, and above them a counter of jokers.

A strength is one number that compares hands: the kind of hand on top, then two groups of thirteen bits, the ranks that
make it and the ranks that break ties. The rules here have no loop and no table, so that compiled code ranks many hands
side by side.
"""

from typing import Annotated

from pitboss.core.cards import Card, Code, Hand
from pitboss.core.rule import popcount, rule

SUIT = (1 << 13) - 1
JOKERS = 52  # Where the counter of jokers begins.
NATURALS = (1 << JOKERS) - 1
GROUP = 13  # Bits of a group of ranks in a strength.


def card_bit(card: Card) -> Code:
    """Everything a game can see: a bit a card, thirteen a suit, the two lowest; jokers are counted above them."""
    return 1 << card


Bits = Annotated[Hand, card_bit]


@rule
def holding(hand: Bits, suit: int) -> int:
    """The ranks of one suit in a hand."""
    return (hand >> 13 * suit) & SUIT


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
    below = ranks | ranks >> 1  # Fills all below the highest; `highest` would be slower for many hands at once.
    below |= below >> 2
    below |= below >> 4
    below |= below >> 8
    return below ^ below >> 1


@rule
def top_ranks(ranks: int, count: int) -> int:
    """The `count` highest of at most `count` + 1 ranks."""
    return ranks & (ranks - 1) if popcount(ranks) > count else ranks


@rule
def made(kind: int, ranks: int, kickers: int) -> int:
    """A strength: the kind, the ranks that make it, the ranks that break ties."""
    return (kind << 2 * GROUP) | (ranks << GROUP) | kickers


@rule
def kind(strength: int) -> int:
    """The kind of hand of a strength."""
    return strength >> 2 * GROUP
