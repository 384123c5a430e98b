"""High Card: one card each, the higher rank wins. Numbers are those of rules.md."""

from enum import IntEnum
from typing import Annotated

from pitboss.core.cards import STANDARD, Card, Code, Hand, rank
from pitboss.core.game import Deal, Face, Game, Line, Place, Show, Wager
from pitboss.core.options import Columns, Option, Options
from pitboss.core.rule import rule


def rank_code(card: Card) -> Code:
    """Ranks, the two lowest."""
    return rank(card) + 2


Ranks = Annotated[Hand, rank_code]


class Result(IntEnum):
    """How the ante ends."""

    LOST = 0
    TIED = 1
    WON = 2


class Tie(IntEnum):
    """How the bet on a tie ends."""

    NO_TIE = 0
    TIED = 1


@rule
def result(player: Ranks, dealer: Ranks) -> Result:
    """Rule 2."""
    if player > dealer:
        return Result.WON
    return Result.TIED if player == dealer else Result.LOST


@rule
def tie(player: Ranks, dealer: Ranks) -> Tie:
    """Rule 3."""
    return Tie.TIED if player == dealer else Tie.NO_TIE


OPTIONS = (Option("ante", Columns(), "pay table of the ante"),)


def build(options: Options) -> Game:
    """High Card with these options."""
    return Game(
        name="high-card",
        version=1,
        title="High Card",
        summary="one card each, and the higher one wins",
        deck=STANDARD,
        seats=5,
        steps=(
            Deal("player", 1, to=Place.SEAT, face=Face.UP),
            Deal("dealer", 1, to=Place.DEALER, face=Face.DOWN),
            Show("dealer"),
        ),
        wagers=(
            Wager("ante", (Line(result, options.pays("ante", Result)),), required=True),
            Wager("tie", (Line(tie, options.pays("tie", Tie)),)),
        ),
        alike=(0, 1, 2, 3),
    )
