"""Three Each: three cards each, played or folded, the higher sum wins. Numbers are those of rules.md."""

from enum import IntEnum
from typing import Annotated

from pitboss.core.cards import STANDARD, Card, Code, Hand, rank
from pitboss.core.game import Choose, Deal, Face, Game, Line, Place, Show, Wager
from pitboss.core.options import Option, Options
from pitboss.core.rule import rule


def rank_code(card: Card) -> Code:
    """Ranks, the two lowest."""
    return rank(card) + 2


Ranks = Annotated[Hand, rank_code]


class Play(IntEnum):
    """The player's choice."""

    FOLD = 0
    PLAY = 1


class Result(IntEnum):
    """How the ante ends."""

    LOST = 0
    TIED = 1
    WON = 2


@rule
def plays(play: Play) -> int:
    """Rule 3."""
    return play == Play.PLAY


@rule
def result(player: Ranks, dealer: Ranks, play: Play) -> Result:
    """Rules 2 and 3."""
    if play == Play.FOLD or player < dealer:
        return Result.LOST
    return Result.TIED if player == dealer else Result.WON


OPTIONS: tuple[Option, ...] = ()


def build(options: Options) -> Game:
    """Three Each."""
    return Game(
        name="three-each",
        version=1,
        title="Three Each",
        summary="three cards each, and the higher sum wins",
        deck=STANDARD,
        seats=5,
        steps=(
            Deal("player", 3, to=Place.SEAT, face=Face.DOWN),
            Deal("dealer", 3, to=Place.DEALER, face=Face.DOWN),
            Choose("play", Play, sees=("player",)),
            Show("dealer", when=plays),
            Show("player", when=plays),
        ),
        wagers=(Wager("ante", (Line(result, options.pays("ante", Result)),), required=True),),
        alike=(0, 1, 2, 3),
    )
