"""Three Choices: raise, name a low hand of two cards, stay or leave. Numbers are those of rules.md."""

from enum import IntEnum
from typing import Annotated

from pitboss.core.cards import STANDARD, Card, Code, Hand, rank
from pitboss.core.game import CHOSEN, Cards, Choose, Deal, Face, Game, Line, Place, Raise, Show, Wager
from pitboss.core.options import Option, Options
from pitboss.core.rule import rule


def kind_code(card: Card) -> Code:
    """Seven kinds of card, two ranks each, four bits each to count them."""
    return 1 << 4 * (rank(card) // 2)


Kinds = Annotated[Hand, kind_code]


class Bet(IntEnum):
    """The first choice."""

    CHECK = 0
    RAISE_1 = 1
    RAISE_2 = 2
    RAISE_3 = 3
    RAISE_4 = 4


class Stay(IntEnum):
    """The third choice."""

    LEAVE = 0
    STAY = 1


class Result(IntEnum):
    """How a bet ends."""

    LOST = 0
    TIED = 1
    WON = 2


@rule
def worth(hand: Kinds) -> int:
    """Rule 2: the kinds of a hand, added up."""
    total = 0
    for kind in range(7):
        total += (hand >> 4 * kind & 15) * kind
    return total


@rule
def result(player: Kinds, low: Kinds, dealer: Kinds, stay: Stay) -> Result:
    """Rules 3 and 4."""
    if stay == Stay.LEAVE or worth(player - low) < worth(dealer):
        return Result.LOST
    return Result.TIED if worth(player - low) == worth(dealer) else Result.WON


OPTIONS: tuple[Option, ...] = ()


def build(options: Options) -> Game:
    """Three Choices."""
    raises = {int(option): Raise("raise", of="ante", times=int(option)) for option in Bet if option}
    return Game(
        name="three-choices",
        version=1,
        title="Three Choices",
        summary="four cards, of which two count, and three decisions",
        deck=STANDARD,
        seats=4,
        steps=(
            Deal("player", 4, to=Place.SEAT, face=Face.DOWN),
            Deal("dealer", 2, to=Place.DEALER, face=Face.DOWN),
            Choose("bet", Bet, sees=("player",), raises=raises),
            Choose("low", Cards("player", 2), sees=("player",)),
            Deal("community", 1, to=Place.COMMUNITY, face=Face.UP),
            Choose("stay", Stay, sees=("player", "community")),
            Show("dealer"),
            Show("player"),
        ),
        wagers=(
            Wager("ante", (Line(result, options.pays("ante", Result)),), required=True),
            Wager("raise", (Line(result, options.pays("ante", Result)),), stake=CHOSEN),
        ),
        labels={"low": "low hand"},
    )
