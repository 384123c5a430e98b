"""Super 4 Poker: the best four of five against a dealer who needs a king. Numbers are those of rules.md."""

from collections.abc import Mapping
from enum import IntEnum

from pitboss.core.cards import EVERY_SUIT, QUEEN, STANDARD
from pitboss.core.game import CHOSEN, Choose, Deal, Equal, Face, Game, Line, Place, Raise, Reads, Show, Wager
from pitboss.core.options import Columns, Option, Options
from pitboss.core.rule import rule
from pitboss.hands import best_four
from pitboss.hands.best_four import Showdown, has_aces, has_four_aces, has_straight, higher, showdown
from pitboss.hands.bits import GROUP, Bits, kind
from pitboss.hands.four_card import Kind, strength

# What it sees ---------------------------------------------------------------------------------------------------------

# `Bits`: every card. Hands are the best four of five (rule 2), ranked by `strength`.

# Outcomes -------------------------------------------------------------------------------------------------------------


class Play(IntEnum):
    """The player's choice; a play is so many Antes."""

    FOLD = 0
    PLAY_1 = 1
    PLAY_2 = 2
    PLAY_3 = 3


class Xtra(IntEnum):
    """How the X-Tra ends."""

    LOST = 0
    NOT_BEATEN = 1
    STRAIGHT = 2
    FLUSH = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    FOUR_OF_A_KIND = 6
    FOUR_ACES = 7


class Bonus(IntEnum):
    """How the Player Bonus ends."""

    LESS = 0
    QUEENS_OR_BETTER = 1
    TWO_PAIR = 2
    STRAIGHT = 3
    FLUSH = 4
    THREE_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    FOUR_OF_A_KIND = 7


XTRAS = tuple(Xtra)
TWO_PAIR = int(Kind.TWO_PAIR)
BELOW = Kind.STRAIGHT - Xtra.STRAIGHT  # The X-Tra ends as the kind of hand less so much, from a straight up.
BONUSES = tuple(Bonus)
QUEENS = Kind.PAIR << 2 * GROUP | 1 << QUEEN << GROUP  # The lowest strength of a pair of queens.

# Rules ----------------------------------------------------------------------------------------------------------------


@rule
def may_play(player: Bits, play: Play) -> int:
    """Rule 4 and ruling H21: two or three Antes need a pair of aces or better."""
    return play <= Play.PLAY_1 or has_aces(player)


@rule
def stays(play: Play) -> int:
    """Rule 5: the dealer's hand matters only to a player who stays in."""
    return play != Play.FOLD


@rule
def result(player: Bits, dealer: Bits) -> Showdown:
    """Rules 5 and 6: the hands are compared if the dealer qualifies."""
    return showdown(player, dealer)


@rule
def ante(player: Bits, dealer: Bits, play: Play) -> Showdown:
    """Rules 4 to 6: a fold gives up the Ante."""
    return Showdown.LOST if play == Play.FOLD else result(player, dealer)


@rule
def xtra(player: Bits, dealer: Bits, play: Play) -> Xtra:
    """Rules 4 and 7, rulings H22 to H24: a straight or better is paid; less loses to a higher hand, and else pushes."""
    paid = Xtra.FOUR_ACES if has_four_aces(player) else XTRAS[max(kind(strength(player)), TWO_PAIR) - BELOW]
    beaten = play == Play.FOLD or (not has_straight(player) and higher(player, dealer) == Showdown.LOST)
    return Xtra.LOST if beaten else paid


@rule
def player_bonus(player: Bits) -> Bonus:
    """Rule 8 and ruling H24: the player's best four alone."""
    return BONUSES[kind(strength(player))] if strength(player) >= QUEENS else Bonus.LESS


# The round ------------------------------------------------------------------------------------------------------------

STEPS = (
    Deal("player", 5, to=Place.SEAT, face=Face.DOWN),
    Deal("dealer", 5, to=Place.DEALER, face=Face.DOWN),
    Choose(
        "play",
        Play,
        sees=("player",),
        legal=may_play,
        raises={
            Play.PLAY_1: Raise("play", of="ante", cites="rule 4"),
            Play.PLAY_2: Raise("play", of="ante", times=2, cites="rule 4, ruling H21"),
            Play.PLAY_3: Raise("play", of="ante", times=3, cites="rule 4, ruling H21"),
        },
        cites={Play.FOLD: "rule 4, ruling H24"},
    ),
    Show("dealer", when=stays),
    Show("player"),
)


def player_words(player: Bits) -> str:
    """The best four cards: `pair of kings`, `straight, nine high`."""
    return best_four.four_words(player)


def ante_words(player: Bits, dealer: Bits, play: Play) -> str:
    """How the two hands compare."""
    return "folded" if play == Play.FOLD else best_four.showdown_words(player, dealer)


def xtra_words(player: Bits, dealer: Bits, play: Play) -> str:
    """The player's hand if it is a straight or better; else how the two hands compare."""
    if play == Play.FOLD:
        return "folded"
    return best_four.four_words(player) if has_straight(player) else best_four.higher_words(player, dealer)


# Citations by outcome, where the docstring of the judging rule cites more than what decided it.
RESULT_CITES: Mapping[int, str] = {
    **dict.fromkeys(Showdown, "rules 2 and 6"),
    Showdown.NOT_QUALIFIED: "rule 5, ruling H22",
}
XTRA_CITES: Mapping[int, str] = {
    **dict.fromkeys(Xtra, "rules 2 and 7, ruling H23"),
    **dict.fromkeys((Xtra.LOST, Xtra.NOT_BEATEN), "rules 2 and 7, ruling H22"),
}

# The game -------------------------------------------------------------------------------------------------------------

OPTIONS = (Option("player_bonus", Columns(), "pay table of the Player Bonus"),)


def build(options: Options) -> Game:
    """Super 4 Poker with these options."""
    return Game(
        name="super-4-poker",
        version=1,
        title="Super 4 Poker",
        summary="the best four of five cards against a dealer who needs a king",
        deck=STANDARD,
        seats=7,
        steps=STEPS,
        wagers=(
            Wager("ante", (Line(ante, options.pays("ante", Showdown), cites=RESULT_CITES),), required=True),
            Wager(
                "xtra",
                (Line(xtra, options.pays("xtra", Xtra), cites=XTRA_CITES),),
                stake=Equal("ante"),
                required=True,
            ),
            Wager("play", (Line(result, options.pays("play", Showdown), cites=RESULT_CITES),), stake=CHOSEN),
            Wager("player_bonus", (Line(player_bonus, options.pays("player_bonus", Bonus)),)),
        ),
        main=("ante", "xtra", "play"),
        words={
            "player": player_words,
            "dealer": best_four.dealer_words,
            "ante": ante_words,
            "xtra": xtra_words,
            "play": ante_words,
            "player_bonus": player_words,
        },
        labels={
            "ante": "Ante",
            "xtra": "X-Tra",
            "play": "Play",
            "player_bonus": "Player Bonus",
            "player": "your cards",
        },
        alike=EVERY_SUIT,
        reads=Reads.BY_RANK,
    )
