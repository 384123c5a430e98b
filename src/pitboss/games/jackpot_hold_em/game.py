"""Jackpot Hold'Em: Xtreme Hold'Em with one shared card face up from the start. Numbers are those of rules.md."""

from enum import IntEnum

from pitboss.core.cards import EVERY_SUIT, STANDARD
from pitboss.core.game import Choose, Deal, Face, Game, Place, Raise, Reads, Show
from pitboss.core.options import Options
from pitboss.hands import hold_em
from pitboss.hands.hold_em import OnFlop, OnRiver, checked, checked_twice, stays

# What it sees ---------------------------------------------------------------------------------------------------------

# `Bits`: every card. The best five of seven are ranked by `seven_card.strength` (rule 2).

# Outcomes -------------------------------------------------------------------------------------------------------------


class TwoCards(IntEnum):
    """The choice on two cards and the open one (rule 4); the others are `OnFlop` and `OnRiver`."""

    CHECK = 0
    PLAY_3 = 1


# Rules ----------------------------------------------------------------------------------------------------------------

# Rules 5 to 12 are those of `hold_em`, under the same numbers; Xtreme Hold'Em shares them.

# The round ------------------------------------------------------------------------------------------------------------

STEPS = (
    Deal("open_card", 1, to=Place.COMMUNITY, face=Face.UP),
    Deal("flop", 2, to=Place.COMMUNITY, face=Face.HIDDEN),
    Deal("last_two", 2, to=Place.COMMUNITY, face=Face.HIDDEN),
    Deal("player", 2, to=Place.SEAT, face=Face.DOWN),
    Deal("dealer", 2, to=Place.DEALER, face=Face.DOWN),
    Choose(
        "two_cards",
        TwoCards,
        sees=("player", "open_card"),
        raises={TwoCards.PLAY_3: Raise("play", of="ante", times=3, cites="rule 4")},
    ),
    Show("flop"),
    Choose(
        "on_flop",
        OnFlop,
        sees=("player", "open_card", "flop"),
        raises={OnFlop.PLAY_2: Raise("play", of="ante", times=2, cites="rule 5")},
        when=checked,
    ),
    Show("last_two"),
    Choose(
        "on_river",
        OnRiver,
        sees=("player", "open_card", "flop", "last_two"),
        raises={OnRiver.PLAY_1: Raise("play", of="ante", cites="rule 6")},
        when=checked_twice,
        cites={OnRiver.FOLD: "rule 6"},
    ),
    Show("dealer", when=stays),
    Show("player"),
)

# The game -------------------------------------------------------------------------------------------------------------

OPTIONS = hold_em.OPTIONS


def build(options: Options) -> Game:
    """Jackpot Hold'Em with these options."""
    return Game(
        name="jackpot-hold-em",
        version=1,
        title="Jackpot Hold'Em",
        summary="the best five of seven against a dealer who needs a pair, one shared card open from the start",
        deck=STANDARD,
        seats=7,
        steps=STEPS,
        wagers=hold_em.wagers(options),
        main=hold_em.MAIN,
        words=hold_em.WORDS,
        labels={**hold_em.LABELS, "open_card": "open card", "flop": "flop", "last_two": "last two"},
        gathers={
            "hand": ("player", "open_card", "flop", "last_two"),
            "dealers_hand": ("dealer", "open_card", "flop", "last_two"),
            "board": ("open_card", "flop", "last_two"),
            "hand_on_flop": ("player", "open_card", "flop"),
            "board_on_flop": ("open_card", "flop"),
        },
        alike=EVERY_SUIT,
        reads=Reads.BY_RANK,
    )
