"""Ranks poker hands of five or six cards with up to two jokers.

A hand is 52 bits, thirteen a suit from the two up, and above them a counter of jokers. `strength` is the value of the
best five cards, and comparing two of them compares the hands: the kind of hand on top, then two groups of thirteen
bits, the ranks that make it and the ranks that break ties. A joker never needs to be tried: each kind of hand says how
many cards it may lack.
"""

from enum import IntEnum
from typing import Annotated

from pitboss.cards import JOKER, Card, Code, Hand
from pitboss.rule import highest, popcount, rule

SUIT = (1 << 13) - 1
JOKERS = 52
ROYAL = 0b1111100000000
WHEEL = 0b1000000001111
GROUP = 13  # Bits of a group of ranks in a strength.
HOLDINGS = 3 << 13  # A suit's cards, or a hand's ranks, with none, one or two jokers above them.


def card_bit(card: Card) -> Code:
    """Everything: a bit a card, and a counter for the jokers, who are alike."""
    return 1 << (JOKERS if card == JOKER else card)


Bits = Annotated[Hand, card_bit]


class Kind(IntEnum):
    """Ruling W3: the kinds of hand, the weakest first; royal flushes are one kind."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9
    ROYAL_FLUSH = 10


@rule(table=HOLDINGS)
def straight_top(holding: int) -> int:
    """Ruling W3: the top rank of the best straight among these ranks and jokers, as a bit; 0 where there is none."""
    ranks = holding & SUIT
    jokers = holding >> 13
    for low in range(8, -1, -1):
        if popcount(ranks & (ROYAL >> (8 - low))) + jokers >= 5:
            return 1 << (low + 4)
    if popcount(ranks & WHEEL) + jokers >= 5:
        return 1 << 3
    return 0


@rule(table=HOLDINGS)
def flush_ranks(holding: int) -> int:
    """Ruling W2: the five ranks of the best flush in one suit, jokers the highest missing; 0 where there is none."""
    ranks = holding & SUIT
    jokers = holding >> 13
    if popcount(ranks) + jokers < 5:
        return 0
    ranks = top_ranks(ranks, 5 - jokers)
    for _joker in range(jokers):
        ranks |= 1 << highest(SUIT & ~ranks)
    return ranks


@rule
def top_ranks(ranks: int, count: int) -> int:
    """The highest ranks, no more than so many."""
    while popcount(ranks) > count:
        ranks &= ranks - 1
    return ranks


@rule
def top_rank(ranks: int) -> int:
    """The highest rank as a bit, 0 where there is none."""
    if ranks == 0:
        return 0
    return 1 << highest(ranks)


@rule
def made(kind: int, ranks: int, kickers: int) -> int:
    """A strength: the kind, the ranks that make it, the ranks that break ties."""
    return (kind << 2 * GROUP) | (ranks << GROUP) | kickers


@rule
def kind(strength: int) -> int:
    """The kind of hand of a strength."""
    return strength >> 2 * GROUP


@rule
def strength(hand: Bits) -> int:
    """Rule 4: the best five cards of a hand of five or six."""
    clubs = hand & SUIT
    diamonds = (hand >> 13) & SUIT
    hearts = (hand >> 26) & SUIT
    spades = (hand >> 39) & SUIT
    wild = (hand >> JOKERS) << 13
    suited = 0
    if longest_suit(clubs, diamonds, hearts, spades) + (hand >> JOKERS) >= 5:
        # The ranks of a flush, read as a number, compare as flushes do: the largest is the best suit's.
        suited = max(
            max(flush_ranks(clubs | wild), flush_ranks(diamonds | wild)),
            max(flush_ranks(hearts | wild), flush_ranks(spades | wild)),
        )
        run = max(
            max(straight_top(clubs | wild), straight_top(diamonds | wild)),
            max(straight_top(hearts | wild), straight_top(spades | wild)),
        )
        if run == 1 << 12:
            return made(Kind.ROYAL_FLUSH, 0, 0)
        if run:
            # Only five of a kind ranks above it, and no six cards can be both.
            return made(Kind.STRAIGHT_FLUSH, 0, run)
    best = matched(clubs, diamonds, hearts, spades, wild)
    if kind(best) >= Kind.FULL_HOUSE:
        return best
    if suited:
        return made(Kind.FLUSH, 0, suited)
    run = straight_top(clubs | diamonds | hearts | spades | wild)
    if run:
        return made(Kind.STRAIGHT, 0, run)
    return best


@rule
def longest_suit(clubs: int, diamonds: int, hearts: int, spades: int) -> int:
    """How many cards the longest suit has."""
    return max(max(popcount(clubs), popcount(diamonds)), max(popcount(hearts), popcount(spades)))


@rule
def matched(clubs: int, diamonds: int, hearts: int, spades: int, wild: int) -> int:
    """The best hand of equal ranks: each joker joins the ranks that are already most."""
    jokers = wild >> 13
    ones = clubs | diamonds | hearts | spades
    twos = (clubs & diamonds) | (hearts & spades) | ((clubs | diamonds) & (hearts | spades))
    threes = (clubs & diamonds & (hearts | spades)) | (hearts & spades & (clubs | diamonds))
    fours = clubs & diamonds & hearts & spades
    if jokers == 0:
        return matched_naturally(ones, twos, threes, fours)
    if jokers == 1:
        return matched_with_one(ones, twos, threes, fours)
    return matched_with_two(ones, twos, threes)


@rule
def matched_naturally(ones: int, twos: int, threes: int, fours: int) -> int:
    """Without a joker."""
    if fours:
        return made(Kind.FOUR_OF_A_KIND, fours, top_rank(ones & ~fours))
    if threes:
        best = top_rank(threes)
        pair = top_rank(twos & ~best)
        if pair:
            return made(Kind.FULL_HOUSE, best, pair)
        return made(Kind.THREE_OF_A_KIND, best, top_ranks(ones & ~best, 2))
    if popcount(twos) >= 2:
        pairs = top_ranks(twos, 2)
        return made(Kind.TWO_PAIR, pairs, top_rank(ones & ~pairs))
    if twos:
        return made(Kind.PAIR, twos, top_ranks(ones & ~twos, 3))
    return made(Kind.HIGH_CARD, 0, top_ranks(ones, 5))


@rule
def matched_with_one(ones: int, twos: int, threes: int, fours: int) -> int:
    """With one joker, which joins the longest, and of equals the highest."""
    if fours:
        return made(Kind.FIVE_OF_A_KIND, fours, 0)
    if threes:
        best = top_rank(threes)
        return made(Kind.FOUR_OF_A_KIND, best, top_rank(ones & ~best))
    if popcount(twos) >= 2:
        best = top_rank(twos)
        return made(Kind.FULL_HOUSE, best, top_rank(twos & ~best))
    if twos:
        return made(Kind.THREE_OF_A_KIND, twos, top_ranks(ones & ~twos, 2))
    best = top_rank(ones)
    return made(Kind.PAIR, best, top_ranks(ones & ~best, 3))


@rule
def matched_with_two(ones: int, twos: int, threes: int) -> int:
    """With both jokers, which join the same rank."""
    if threes:
        return made(Kind.FIVE_OF_A_KIND, threes, 0)
    if twos:
        best = top_rank(twos)
        return made(Kind.FOUR_OF_A_KIND, best, top_rank(ones & ~best))
    best = top_rank(ones)
    return made(Kind.THREE_OF_A_KIND, best, top_ranks(ones & ~best, 2))


@rule
def has_natural_royal(hand: Bits) -> int:
    """Ruling W8: ace to ten of one suit without a joker's help."""
    for suit in range(4):
        if (hand >> 13 * suit) & ROYAL == ROYAL:
            return 1
    return 0
