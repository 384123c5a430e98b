"""Hands of five or six cards with up to two jokers, each of which stands for any card.

`strength` is the value of the best five cards. A joker never needs to be tried: each kind of hand says how many cards
it may lack. Six cards, jokers among them, have at most one suit that is long enough for a flush, and at most one card
too many. So every hand takes the same steps, without a loop or a table, and many hands can be ranked side by side.
"""

from enum import IntEnum

from pitboss.core.rule import popcount, rule
from pitboss.hands.bits import JOKERS, SUIT, Bits, flush_suit, made, paired, top_rank, top_ranks, tripled
from pitboss.hands.five_card import STRAIGHT_TOPS


class Kind(IntEnum):
    """The kinds of hand, the weakest first; royal flushes with and without a joker are one kind."""

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


# Look-up tables, four bits per entry: the kind by the number of cards of one rank, 0 to 6, alone and with a pair.
KINDS = Kind.PAIR << 8 | Kind.THREE_OF_A_KIND << 12 | Kind.FOUR_OF_A_KIND << 16 | Kind.FIVE_OF_A_KIND * 0x11 << 20
PAIRED = Kind.TWO_PAIR << 8 | Kind.FULL_HOUSE << 12 | Kind.FOUR_OF_A_KIND << 16 | Kind.FIVE_OF_A_KIND * 0x11 << 20


@rule
def straight_top(holding: int) -> int:
    """The top rank of the best straight among these ranks and jokers, as a bit; 0 where there is none.

    Bit-parallel over all ranks: how many of the two, the four and then the five ranks that end there are held.
    """
    jokers = holding >> 13
    ranks = (holding & SUIT) << 1 | (holding >> 12 & 1)  # The ace is above the king and below the two.
    both = ranks & ranks << 1
    either = ranks | ranks << 1
    four = both & both << 2
    three = both & either << 2 | either & both << 2
    two = both | both << 2 | either & either << 2
    fifth = ranks << 4
    tops = four | three & fifth if jokers else four & fifth
    tops = three | two & fifth if jokers == 2 else tops
    return top_rank(tops >> 1 & STRAIGHT_TOPS)


@rule
def flush_ranks(holding: int) -> int:
    """The five ranks of the best flush in one suit, jokers the highest missing; 0 where there is none."""
    ranks = holding & SUIT
    jokers = holding >> 13
    kept = top_ranks(ranks, 5 - jokers)
    with_one = kept | top_rank(SUIT & ~kept)
    with_two = with_one | top_rank(SUIT & ~with_one)
    best = with_two if jokers == 2 else with_one if jokers == 1 else kept
    return best if popcount(ranks) + jokers >= 5 else 0


@rule
def strength(hand: Bits) -> int:
    """The strength of the best five of five or six cards, a number that is higher for a better hand."""
    clubs = hand & SUIT
    diamonds = (hand >> 13) & SUIT
    hearts = (hand >> 26) & SUIT
    spades = (hand >> 39) & SUIT
    jokers = hand >> JOKERS
    # A hand with a flush looks for a straight in that suit only: any other straight is worth less than the flush.
    suit = flush_suit(clubs, diamonds, hearts, spades, 5 - jokers)
    run = straight_top((suit if suit else clubs | diamonds | hearts | spades) | jokers << 13)
    straight = made(Kind.STRAIGHT, 0, run) if run else 0
    best = matched(clubs, diamonds, hearts, spades, jokers)
    return max(best, suited(suit | jokers << 13, run) if suit else straight)


@rule
def suited(holding: int, run: int) -> int:
    """The best hand of one suit and jokers that make a flush, with the top of their straight."""
    flush = made(Kind.FLUSH, 0, flush_ranks(holding))
    best = made(Kind.STRAIGHT_FLUSH, 0, run) if run else flush
    return made(Kind.ROYAL_FLUSH, 0, 0) if run >> 12 else best


@rule
def matched(clubs: int, diamonds: int, hearts: int, spades: int, jokers: int) -> int:
    """The best hand of equal ranks: jokers join the most frequent rank, the highest of equally frequent ones."""
    ones = clubs | diamonds | hearts | spades
    twos = paired(clubs, diamonds, hearts, spades)
    threes = tripled(clubs, diamonds, hearts, spades)
    fours = clubs & diamonds & hearts & spades
    # The most frequent ranks, and how often they occur; a high card alone makes nothing.
    most = ones if jokers else 0
    same = 1 if jokers else 0
    most = twos if twos else most
    same = 2 if twos else same
    most = threes if threes else most
    same = 3 if threes else same
    most = fours if fours else most
    same = jokers + (4 if fours else same)
    best = top_rank(most)
    pair = top_ranks(twos & ~best, 1)
    kind = (PAIRED if pair else KINDS) >> 4 * same & 15
    # Two pair is made of both ranks. The kicker of a full house is its pair; other kickers are the highest ranks left.
    ranks = best | pair if same == 2 else best
    others = (twos if pair and same == 3 else ones) & ~ranks
    cards = same + 2 if pair and same == 2 else same
    return made(kind, ranks, top_ranks(others, 5 - cards))
