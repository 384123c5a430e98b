"""Tropical Stud Poker: five cards against a dealer who needs ace-king. Numbers are those of rules.md."""

from collections.abc import Mapping
from enum import IntEnum

from pitboss.core.cards import ACE, EVERY_SUIT, KING, STANDARD
from pitboss.core.game import CHOSEN, Choose, Deal, Face, Game, Line, Place, Raise, Reads, Show, Wager
from pitboss.core.options import Options
from pitboss.core.rule import rule
from pitboss.hands import words
from pitboss.hands.bits import Bits, kind
from pitboss.hands.five_card import Kind, strength

# What it sees ---------------------------------------------------------------------------------------------------------

# `Bits`: every card. `dealers` is the dealer's hand, the open card and the other four.

# Outcomes -------------------------------------------------------------------------------------------------------------


class Play(IntEnum):
    """The player's choice."""

    FOLD = 0
    RAISE = 1


class Ante(IntEnum):
    """How the Ante ends."""

    LOST = 0
    TIED = 1
    NOT_QUALIFIED = 2
    WON = 3


class Raised(IntEnum):
    """How the raise ends: as the Ante does, and a win by the player's hand."""

    LOST = 0
    TIED = 1
    NOT_QUALIFIED = 2
    WON = 3
    TWO_PAIR = 4
    THREE_OF_A_KIND = 5
    STRAIGHT = 6
    FLUSH = 7
    FULL_HOUSE = 8
    FOUR_OF_A_KIND = 9
    STRAIGHT_FLUSH = 10
    ROYAL_FLUSH = 11


ACE_KING = 1 << ACE | 1 << KING
RAISED = tuple(Raised)
PAIR = int(Kind.PAIR)
ABOVE = Raised.TWO_PAIR - Kind.TWO_PAIR  # A win with two pair or better is its kind of hand and so much more.

# Rules ----------------------------------------------------------------------------------------------------------------


@rule
def qualifies(dealers: Bits) -> int:
    """Rule 5 and ruling H18: the dealer needs ace and king, or a better hand."""
    return strength(dealers) >= ACE_KING


@rule
def stays(play: Play) -> int:
    """Rule 5: the dealer's hand matters only to a player who stays in."""
    return play == Play.RAISE


@rule
def compared(player: Bits, dealers: Bits) -> Ante:
    """Rules 5 and 6: the hands are compared if the dealer qualifies."""
    won = Ante.WON if strength(player) > strength(dealers) else Ante.TIED
    ended = Ante.LOST if strength(player) < strength(dealers) else won
    return ended if qualifies(dealers) else Ante.NOT_QUALIFIED


@rule
def ante(player: Bits, dealers: Bits, play: Play) -> Ante:
    """Rules 4 to 6: a fold gives up the Ante."""
    return Ante.LOST if play == Play.FOLD else compared(player, dealers)


@rule
def raised(player: Bits, dealers: Bits) -> Raised:
    """Rules 5 to 7: a win pays by the player's hand."""
    won = max(kind(strength(player)), PAIR) + ABOVE
    return RAISED[won if compared(player, dealers) == Ante.WON else compared(player, dealers)]


# The round ------------------------------------------------------------------------------------------------------------

STEPS = (
    Deal("player", 5, to=Place.SEAT, face=Face.DOWN),
    Deal("dealer_card", 1, to=Place.DEALER, face=Face.UP),
    Deal("dealer", 4, to=Place.DEALER, face=Face.DOWN),
    Choose(
        "play",
        Play,
        sees=("player", "dealer_card"),
        raises={Play.RAISE: Raise("raise", of="ante", times=2, cites="rule 4, ruling H17")},
        cites={Play.FOLD: "rule 4"},
    ),
    Show("dealer", when=stays),
    Show("player"),
)


def hand_words(hand: Bits) -> str:
    """A hand of five: `pair of kings`, `straight, nine high`."""
    return words.hand_words(Kind(kind(strength(hand))), strength(hand))


def player_words(player: Bits) -> str:
    """The player's hand."""
    return hand_words(player)


def dealer_words(dealers: Bits) -> str:
    """The dealer's five cards, and a remark where they do not qualify."""
    return hand_words(dealers) + ("" if qualifies(dealers) else ", does not qualify")


def against_words(player: Bits, dealers: Bits, play: Play) -> str:
    """How the two hands compare."""
    if play == Play.FOLD:
        return "folded"
    if not qualifies(dealers):
        return f"{hand_words(player)}; the dealer's {hand_words(dealers)} does not qualify"
    return words.against(hand_words(player), hand_words(dealers), compared(player, dealers))


# Citations by outcome, where the docstring of the judging rule cites more than what decided it.
ANTE_CITES: Mapping[int, str] = {
    Ante.LOST: "rules 2 and 6",
    Ante.TIED: "rules 2 and 6, ruling H19",
    Ante.NOT_QUALIFIED: "rule 5, ruling H18",
    Ante.WON: "rules 2 and 6",
}
RAISED_CITES: Mapping[int, str] = {
    **dict.fromkeys(Raised, "rules 6 and 7"),
    Raised.LOST: "rules 2 and 6",
    Raised.TIED: "rules 2 and 6, ruling H19",
    Raised.NOT_QUALIFIED: "rule 5, ruling H18",
}

# The game -------------------------------------------------------------------------------------------------------------

OPTIONS = ()


def build(options: Options) -> Game:
    """Tropical Stud Poker with these options."""
    return Game(
        name="tropical-stud-poker",
        version=1,
        title="Tropical Stud Poker",
        summary="five cards against a dealer who shows one of them and needs ace-king",
        deck=STANDARD,
        seats=7,
        steps=STEPS,
        wagers=(
            Wager("ante", (Line(ante, options.pays("ante", Ante), cites=ANTE_CITES),), required=True),
            Wager("raise", (Line(raised, options.pays("raise", Raised), cites=RAISED_CITES),), stake=CHOSEN),
        ),
        main=("ante", "raise"),
        words={"player": player_words, "dealer": dealer_words, "ante": against_words, "raise": against_words},
        labels={
            "ante": "Ante",
            "raise": "Raise",
            "player": "your cards",
            "dealer_card": "dealer's open card",
            "dealer": "dealer's other cards",
        },
        gathers={"dealers": ("dealer_card", "dealer")},
        alike=EVERY_SUIT,
        reads=Reads.BY_RANK,
    )
