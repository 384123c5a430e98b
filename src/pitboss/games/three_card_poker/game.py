"""3 Card Poker: three cards against a dealer who needs a queen. Numbers are those of rules.md."""

from collections.abc import Mapping
from enum import IntEnum

from pitboss.core.cards import EVERY_SUIT, QUEEN, STANDARD
from pitboss.core.game import CHOSEN, Choose, Deal, Face, Game, Line, Place, Raise, Reads, Show, Wager
from pitboss.core.options import Columns, Option, Options
from pitboss.core.rule import rule
from pitboss.hands import words
from pitboss.hands.bits import Bits, kind
from pitboss.hands.three_card import Kind, strength

# What it sees ---------------------------------------------------------------------------------------------------------

# `Bits`: every card. Hands are ranked by `strength` (rule 2), and comparing two of them compares the hands.

# Outcomes -------------------------------------------------------------------------------------------------------------


class Play(IntEnum):
    """The player's choice."""

    FOLD = 0
    PLAY = 1


class Result(IntEnum):
    """How Ante and Play end."""

    LOST = 0
    TIED = 1
    NOT_QUALIFIED = 2
    WON = 3


class Bonus(IntEnum):
    """How the Ante Bonus ends."""

    NO_BONUS = 0
    STRAIGHT = 1
    THREE_OF_A_KIND = 2
    STRAIGHT_FLUSH = 3


KINDS = tuple(Kind)  # Rule 2: the kinds of hand, the weakest first; Pair Plus ends as one of them.

# Rules ----------------------------------------------------------------------------------------------------------------


@rule
def qualifies(dealer: Bits) -> int:
    """Rule 5: the dealer needs queen high or better."""
    return strength(dealer) >= 1 << QUEEN


@rule
def decides(has_ante: int) -> int:
    """Rule 4: only a player with an Ante decides."""
    return has_ante


@rule
def stays(play: Play) -> int:
    """Rule 5: the dealer's hand matters only to a player who stays in."""
    return play == Play.PLAY


@rule
def result(player: Bits, dealer: Bits) -> Result:
    """Rules 5 and 6: the hands are compared if the dealer qualifies."""
    if not qualifies(dealer):
        return Result.NOT_QUALIFIED
    if strength(player) > strength(dealer):
        return Result.WON
    if strength(player) < strength(dealer):
        return Result.LOST
    return Result.TIED


@rule
def ante(player: Bits, dealer: Bits, play: Play) -> Result:
    """Rules 4 to 6: a fold gives up the Ante."""
    if play == Play.FOLD:
        return Result.LOST
    return result(player, dealer)


@rule
def ante_bonus(player: Bits, play: Play) -> Bonus:
    """Rule 7 and ruling H1: whatever the dealer holds, but not after a fold."""
    if play == Play.FOLD:
        return Bonus.NO_BONUS
    if kind(strength(player)) == Kind.STRAIGHT_FLUSH:
        return Bonus.STRAIGHT_FLUSH
    if kind(strength(player)) == Kind.THREE_OF_A_KIND:
        return Bonus.THREE_OF_A_KIND
    if kind(strength(player)) == Kind.STRAIGHT:
        return Bonus.STRAIGHT
    return Bonus.NO_BONUS


@rule
def pair_plus(player: Bits) -> Kind:
    """Rule 8: the player's hand alone."""
    return KINDS[kind(strength(player))]


# The round ------------------------------------------------------------------------------------------------------------

STEPS = (
    Deal("player", 3, to=Place.SEAT, face=Face.DOWN),
    Deal("dealer", 3, to=Place.DEALER, face=Face.DOWN),
    Choose(
        "play",
        Play,
        sees=("player",),
        raises={Play.PLAY: Raise("play", of="ante", cites="rule 4")},
        when=decides,
        cites={Play.FOLD: "rule 4, ruling H1"},
    ),
    Show("dealer", when=stays),
    Show("player"),
)


def player_words(player: Bits) -> str:
    """A hand: `pair of kings`, `straight, nine high`."""
    return words.hand_words(Kind(kind(strength(player))), strength(player))


def dealer_words(dealer: Bits) -> str:
    """The dealer's hand, and a remark where it does not qualify."""
    return player_words(dealer) + ("" if qualifies(dealer) else ", does not qualify")


def against_words(player: Bits, dealer: Bits, play: Play) -> str:
    """How the two hands compare."""
    if play == Play.FOLD:
        return "folded"
    if not qualifies(dealer):
        return f"{player_words(player)}; the dealer's {player_words(dealer)} does not qualify"
    return words.against(player_words(player), player_words(dealer), result(player, dealer))


# Citations by outcome, where the docstring of the judging rule cites more than what decided it.
RESULT_CITES: Mapping[int, str] = {
    Result.LOST: "rule 6",
    Result.TIED: "rule 6, ruling H1",
    Result.NOT_QUALIFIED: "rule 5, ruling H1",
    Result.WON: "rule 6",
}

# The game -------------------------------------------------------------------------------------------------------------

OPTIONS = (Option("pair_plus", Columns(), "pay table of Pair Plus"),)


def build(options: Options) -> Game:
    """3 Card Poker with these options."""
    ante_lines = (
        Line(ante, options.pays("ante", Result), cites=RESULT_CITES),
        Line(ante_bonus, options.pays("ante_bonus", Bonus)),
    )
    return Game(
        name="three-card-poker",
        version=1,
        title="3 Card Poker",
        summary="three cards against a dealer who needs a queen",
        deck=STANDARD,
        seats=7,
        steps=STEPS,
        wagers=(
            Wager("ante", ante_lines, required=True, unless="pair_plus"),
            Wager("play", (Line(result, options.pays("play", Result), cites=RESULT_CITES),), stake=CHOSEN),
            Wager("pair_plus", (Line(pair_plus, options.pays("pair_plus", Kind)),)),
        ),
        main=("ante", "play"),
        words={
            "player": player_words,
            "dealer": dealer_words,
            "ante": against_words,
            "play": against_words,
            "pair_plus": player_words,
        },
        labels={"ante": "Ante", "play": "Play", "pair_plus": "Pair Plus", "player": "your cards"},
        alike=EVERY_SUIT,
        reads=Reads.BY_RANK,
    )
