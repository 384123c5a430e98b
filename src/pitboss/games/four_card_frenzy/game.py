"""4 Card Frenzy: the best four of five against a dealer, and Odds on both hands. Numbers are those of rules.md."""

from collections.abc import Mapping
from enum import IntEnum

from pitboss.core.cards import EVERY_SUIT, STANDARD
from pitboss.core.game import CHOSEN, Choose, Deal, Equal, Face, Game, Line, Place, Raise, Reads, Show, Wager
from pitboss.core.options import Options
from pitboss.core.rule import rule
from pitboss.hands import best_four
from pitboss.hands.best_four import Showdown, has_aces, has_four_aces, higher, showdown
from pitboss.hands.bits import Bits, kind
from pitboss.hands.four_card import Kind, strength

# What it sees ---------------------------------------------------------------------------------------------------------

# `Bits`: every card. Hands are the best four of five (rule 2), ranked by `strength`.

# Outcomes -------------------------------------------------------------------------------------------------------------


class Play(IntEnum):
    """The player's choice; a raise is so many Antes."""

    FOLD = 0
    RAISE_1 = 1
    RAISE_2 = 2
    RAISE_3 = 3


class Odds(IntEnum):
    """How Odds ends; with less than a straight it wins nothing."""

    LOST = 0
    BEATEN_STRAIGHT = 1
    BEATEN_FLUSH = 2
    BEATEN_THREE_OF_A_KIND = 3
    BEATEN_STRAIGHT_FLUSH = 4
    BEATEN_FOUR_OF_A_KIND = 5
    TIED = 6
    WON = 7
    STRAIGHT = 8
    FLUSH = 9
    THREE_OF_A_KIND = 10
    STRAIGHT_FLUSH = 11
    FOUR_OF_A_KIND = 12
    FOUR_ACES = 13


ODDS = tuple(Odds)

# Rules ----------------------------------------------------------------------------------------------------------------


@rule
def may_raise(player: Bits, play: Play) -> int:
    """Rule 4 and ruling H25: two or three Antes need a pair of aces or better."""
    return play <= Play.RAISE_1 or has_aces(player)


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
def odds(player: Bits, dealer: Bits, play: Play) -> Odds:
    """Rules 4, 7 and 8, rulings H27 to H29: pays by the player's hand, higher or lower than the dealer's."""
    better = max(kind(strength(player)) - Kind.STRAIGHT + 1, 0)  # How far the hand is above two pair.
    won = Odds.FOUR_ACES if has_four_aces(player) else ODDS[better + Odds.WON]
    level = Odds.TIED if higher(player, dealer) == Showdown.TIED else won
    ended = ODDS[better] if higher(player, dealer) == Showdown.LOST else level
    return Odds.LOST if play == Play.FOLD else ended


# The round ------------------------------------------------------------------------------------------------------------

STEPS = (
    Deal("player", 5, to=Place.SEAT, face=Face.DOWN),
    Deal("dealer", 5, to=Place.DEALER, face=Face.DOWN),
    Choose(
        "play",
        Play,
        sees=("player",),
        legal=may_raise,
        raises={
            Play.RAISE_1: Raise("raise", of="ante", cites="rule 4"),
            Play.RAISE_2: Raise("raise", of="ante", times=2, cites="rule 4, ruling H25"),
            Play.RAISE_3: Raise("raise", of="ante", times=3, cites="rule 4, ruling H25"),
        },
        cites={Play.FOLD: "rule 4, ruling H29"},
    ),
    Show("dealer", when=stays),
    Show("player"),
)


def player_words(player: Bits) -> str:
    """The best four cards: `pair of kings`, `straight, nine high`."""
    return best_four.four_words(player)


def ante_words(player: Bits, dealer: Bits, play: Play) -> str:
    """How the two hands compare, if the dealer qualifies."""
    return "folded" if play == Play.FOLD else best_four.showdown_words(player, dealer)


def odds_words(player: Bits, dealer: Bits, play: Play) -> str:
    """How the two hands compare."""
    return "folded" if play == Play.FOLD else best_four.higher_words(player, dealer)


# Citations by outcome, where the docstring of the judging rule cites more than what decided it.
RESULT_CITES: Mapping[int, str] = {
    **dict.fromkeys(Showdown, "rules 2 and 6"),
    Showdown.NOT_QUALIFIED: "rule 5, ruling H26",
}
ODDS_CITES: Mapping[int, str] = {
    **dict.fromkeys(Odds, "rules 2 and 7, ruling H27"),
    **dict.fromkeys(ODDS[: Odds.TIED], "rules 2 and 8, rulings H27 and H28"),
}

# The game -------------------------------------------------------------------------------------------------------------

OPTIONS = ()


def build(options: Options) -> Game:
    """4 Card Frenzy with these options."""
    return Game(
        name="four-card-frenzy",
        version=1,
        title="4 Card Frenzy",
        summary="the best four of five cards against a dealer who needs a king, and Odds on both hands",
        deck=STANDARD,
        seats=7,
        steps=STEPS,
        wagers=(
            Wager("ante", (Line(ante, options.pays("ante", Showdown), cites=RESULT_CITES),), required=True),
            Wager(
                "odds",
                (Line(odds, options.pays("odds", Odds), cites=ODDS_CITES),),
                stake=Equal("ante"),
                required=True,
            ),
            Wager("raise", (Line(result, options.pays("raise", Showdown), cites=RESULT_CITES),), stake=CHOSEN),
        ),
        main=("ante", "odds", "raise"),
        words={
            "player": player_words,
            "dealer": best_four.dealer_words,
            "ante": ante_words,
            "odds": odds_words,
            "raise": ante_words,
        },
        labels={"ante": "Ante", "odds": "Odds", "raise": "Raise", "player": "your cards"},
        alike=EVERY_SUIT,
        reads=Reads.BY_RANK,
    )
