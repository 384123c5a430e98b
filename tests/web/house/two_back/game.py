"""Two Back: three equal bets, two of which can be taken back. Numbers are those of rules.md."""

from enum import IntEnum
from typing import Annotated

from pitboss.core.cards import STANDARD, Card, Code, Hand, rank
from pitboss.core.game import Choose, Deal, Equal, Face, Game, Line, Place, Raise, Show, Wager
from pitboss.core.options import Option, Options
from pitboss.core.rule import rule


def kind_code(card: Card) -> Code:
    """Seven kinds of card, two ranks each, four bits each to count them."""
    return 1 << 4 * (rank(card) // 2)


Kinds = Annotated[Hand, kind_code]


class Ride(IntEnum):
    """Both choices."""

    LET_IT_RIDE = 0
    TAKE_BACK = 1


class Result(IntEnum):
    """How a bet that is left ends."""

    LOST = 0
    WON = 1


@rule
def result(player: Kinds, third: Kinds, fourth: Kinds) -> Result:
    """Rules 2 and 4."""
    hand = player + third + fourth
    total = 0
    for kind in range(7):
        total += (hand >> 4 * kind & 15) * kind
    return Result.WON if total >= 19 else Result.LOST


OPTIONS: tuple[Option, ...] = ()


def build(options: Options) -> Game:
    """Two Back."""
    line = Line(result, options.pays("ride", Result))
    return Game(
        name="two-back",
        version=1,
        title="Two Back",
        summary="three bets and five cards; two of the bets can be taken back",
        deck=STANDARD,
        seats=4,
        steps=(
            Deal("player", 3, to=Place.SEAT, face=Face.DOWN),
            Deal("third", 1, to=Place.COMMUNITY, face=Face.DOWN),
            Deal("fourth", 1, to=Place.COMMUNITY, face=Face.DOWN),
            Choose("first", Ride, sees=("player",), raises={Ride.TAKE_BACK: Raise("bet_1", of="bet_1", times=-1)}),
            Show("third"),
            Choose(
                "second", Ride, sees=("player", "third"), raises={Ride.TAKE_BACK: Raise("bet_2", of="bet_2", times=-1)}
            ),
            Show("fourth"),
            Show("player"),
        ),
        wagers=(
            Wager("bet_1", (line,), required=True),
            Wager("bet_2", (line,), stake=Equal("bet_1"), required=True),
            Wager("bet_3", (line,), stake=Equal("bet_1"), required=True),
        ),
    )
