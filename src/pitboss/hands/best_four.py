"""The best four of five cards against a dealer who needs a king: what games of this kind share.

A pair of aces is what a player needs for a larger bet, and a hand that ranks above it will do as well.
"""

from enum import IntEnum

from pitboss.core.cards import ACE, KING
from pitboss.core.rule import rule
from pitboss.hands.bits import GROUP, Bits, kind
from pitboss.hands.four_card import Kind, strength
from pitboss.hands.words import against, hand_words

KING_HIGH = 1 << KING
ACES = Kind.PAIR << 2 * GROUP | 1 << ACE << GROUP
FOUR_ACES = Kind.FOUR_OF_A_KIND << 2 * GROUP | 1 << ACE << GROUP


class Showdown(IntEnum):
    """How two hands compare, the dealer's first."""

    LOST = 0
    TIED = 1
    NOT_QUALIFIED = 2
    WON = 3


@rule
def has_aces(hand: Bits) -> int:
    """Whether a hand is a pair of aces or better."""
    return strength(hand) >= ACES


@rule
def has_king(hand: Bits) -> int:
    """Whether a hand is king high or better."""
    return strength(hand) >= KING_HIGH


@rule
def has_straight(hand: Bits) -> int:
    """Whether a hand is a straight or better."""
    return kind(strength(hand)) >= Kind.STRAIGHT


@rule
def has_four_aces(hand: Bits) -> int:
    """Whether a hand is the highest there is."""
    return strength(hand) >= FOUR_ACES


@rule
def higher(player: Bits, dealer: Bits) -> Showdown:
    """The higher hand wins, whatever the dealer holds."""
    won = Showdown.WON if strength(player) > strength(dealer) else Showdown.TIED
    return Showdown.LOST if strength(player) < strength(dealer) else won


@rule
def showdown(player: Bits, dealer: Bits) -> Showdown:
    """The higher hand wins, if the dealer has king high or better."""
    return higher(player, dealer) if has_king(dealer) else Showdown.NOT_QUALIFIED


def four_words(hand: Bits) -> str:
    """The best four cards: `pair of kings`, `straight, nine high`."""
    return hand_words(Kind(kind(strength(hand))), strength(hand))


def dealer_words(dealer: Bits) -> str:
    """The dealer's hand, and a remark where it does not qualify."""
    return four_words(dealer) + ("" if has_king(dealer) else ", does not qualify")


def higher_words(player: Bits, dealer: Bits) -> str:
    """How two hands compare: `pair of kings beats the dealer's ace high`."""
    return against(four_words(player), four_words(dealer), higher(player, dealer))


def showdown_words(player: Bits, dealer: Bits) -> str:
    """How two hands compare, if the dealer's qualifies."""
    if has_king(dealer):
        return higher_words(player, dealer)
    return f"{four_words(player)}; the dealer's {four_words(dealer)} does not qualify"
