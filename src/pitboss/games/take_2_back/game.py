"""Take 2 Back: three bets on five cards, two of which may be taken back. Numbers are those of rules.md."""

from enum import IntEnum

from pitboss.core.cards import ACE, EVERY_SUIT, STANDARD, TEN
from pitboss.core.game import Choose, Deal, Equal, Face, Game, Line, Place, Raise, Reads, Show, Wager
from pitboss.core.options import Options
from pitboss.core.rule import rule
from pitboss.hands import five_card, words
from pitboss.hands.bits import GROUP, SUIT, Bits, kind
from pitboss.hands.five_card import strength
from pitboss.hands.three_card import Kind as ThreeKind
from pitboss.hands.three_card import strength as three_card_strength

# What it sees ---------------------------------------------------------------------------------------------------------

# `Bits`: every card. `hand` is the player's three cards and both community cards.

# Outcomes -------------------------------------------------------------------------------------------------------------


class Ride(IntEnum):
    """The player's choice on the first bet, and on the second."""

    LET_IT_RIDE = 0
    TAKE_BACK = 1


class Result(IntEnum):
    """How a bet ends."""

    LESS = 0
    TENS_OR_BETTER = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


class ThreeCard(IntEnum):
    """How Three Card ends."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    MINI_ROYAL = 6


# Both enums go on as the kinds of hand do.
RESULTS = tuple(Result)
THREE_CARD = tuple(ThreeCard)
TENS = five_card.Kind.PAIR << 2 * GROUP | 1 << TEN << GROUP  # The lowest strength of a pair of tens.

# Rules ----------------------------------------------------------------------------------------------------------------


@rule
def result(hand: Bits) -> Result:
    """Rules 2 and 6: a bet is paid by the five cards, from a pair of tens up."""
    return RESULTS[kind(strength(hand))] if strength(hand) >= TENS else Result.LESS


@rule
def three_card_bonus(player: Bits) -> ThreeCard:
    """Rule 7 and ruling H11: the player's own three cards; ace, king and queen of one suit are the mini royal."""
    value = three_card_strength(player)
    is_royal = kind(value) == ThreeKind.STRAIGHT_FLUSH and value & SUIT == 1 << ACE
    return ThreeCard.MINI_ROYAL if is_royal else THREE_CARD[kind(value)]


# The round ------------------------------------------------------------------------------------------------------------

STEPS = (
    Deal("player", 3, to=Place.SEAT, face=Face.DOWN),
    Deal("first_card", 1, to=Place.COMMUNITY, face=Face.HIDDEN),
    Deal("second_card", 1, to=Place.COMMUNITY, face=Face.HIDDEN),
    Choose(
        "first",
        Ride,
        sees=("player",),
        raises={Ride.TAKE_BACK: Raise("bet_1", of="bet_1", times=-1, cites="rule 4, ruling H10")},
    ),
    Show("first_card"),
    Choose(
        "second",
        Ride,
        sees=("player", "first_card"),
        raises={Ride.TAKE_BACK: Raise("bet_2", of="bet_2", times=-1, cites="rule 5, ruling H10")},
    ),
    Show("second_card"),
    Show("player"),
)


def player_words(player: Bits) -> str:
    """The three cards: `pair of kings`, `mini royal`."""
    value = three_card_strength(player)
    if three_card_bonus(player) == ThreeCard.MINI_ROYAL:
        return "mini royal"
    return words.hand_words(ThreeKind(kind(value)), value)


def hand_words(hand: Bits) -> str:
    """All five cards: `full house, threes over eights`."""
    return words.hand_words(five_card.Kind(kind(strength(hand))), strength(hand))


# The game -------------------------------------------------------------------------------------------------------------

BETS = ("bet_1", "bet_2", "bet_3")
OPTIONS = ()


def build(options: Options) -> Game:
    """Take 2 Back with these options."""
    lines = (Line(result, options.pays("bets", Result)),)
    return Game(
        name="take-2-back",
        version=1,
        title="Take 2 Back",
        summary="three bets on five cards, two of which may be taken back",
        deck=STANDARD,
        seats=7,
        steps=STEPS,
        wagers=(
            Wager("bet_1", lines, required=True),
            Wager("bet_2", lines, stake=Equal("bet_1"), required=True),
            Wager("bet_3", lines, stake=Equal("bet_1"), required=True),
            Wager("three_card", (Line(three_card_bonus, options.pays("three_card", ThreeCard)),)),
        ),
        main=BETS,
        words={"player": player_words, **dict.fromkeys(BETS, hand_words), "three_card": player_words},
        labels={
            **{bet: bet.replace("_", " ").capitalize() for bet in BETS},
            "three_card": "Three Card",
            "player": "your cards",
            "first_card": "first community card",
            "second_card": "second community card",
        },
        gathers={
            "hand": ("player", "first_card", "second_card"),
            "four_cards": ("player", "first_card"),
            "community": ("first_card", "second_card"),
        },
        alike=EVERY_SUIT,
        reads=Reads.BY_RANK,
    )
