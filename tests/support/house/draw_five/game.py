"""Draw Five: two cards, perhaps a third, more points than the dealer. Numbers are those of rules.md."""

from enum import IntEnum
from typing import Annotated

from pitboss.core.cards import Card, Code, Hand, rank, shoe
from pitboss.core.game import Choose, Deal, Face, Game, Line, Place, Show, Shuffle, Wager
from pitboss.core.options import Columns, Option, Options, Percent, Whole
from pitboss.core.rule import rule

COUNTER = 3  # Bits a counter; a hand has at most three cards of one value.
VALUES = 4


def value_counter(card: Card) -> Code:
    """Rule 1: a hand is four counters, one a value."""
    return 1 << COUNTER * (rank(card) % VALUES)


Values = Annotated[Hand, value_counter]


class Draw(IntEnum):
    """The player's choice."""

    STAND = 0
    DRAW = 1


class Result(IntEnum):
    """How the regular wager ends."""

    LOST = 0
    TIED = 1
    WON = 2


class Tie(IntEnum):
    """How the Tie Bet ends."""

    NO_TIE = 0
    TIED = 1


@rule
def points(hand: Values) -> int:
    """Rule 3."""
    total = 0
    for number in range(1, VALUES):
        total += number * ((hand >> COUNTER * number) & ((1 << COUNTER) - 1))
    return total % 5


@rule
def player_draws(draw: Draw) -> int:
    """Rule 4."""
    return draw == Draw.DRAW


@rule
def dealer_must_draw(dealer: Values) -> int:
    """Rule 5."""
    return points(dealer) <= 2


@rule
def regular(player: Values, player_card: Values, dealer: Values, dealer_card: Values) -> Result:
    """Rule 6."""
    mine = points(player + player_card)
    theirs = points(dealer + dealer_card)
    if mine > theirs:
        return Result.WON
    return Result.LOST if mine < theirs else Result.TIED


@rule
def tie(player: Values, player_card: Values, dealer: Values, dealer_card: Values) -> Tie:
    """Rule 7."""
    if points(player + player_card) == points(dealer + dealer_card):
        return Tie.TIED
    return Tie.NO_TIE


STEPS = (
    Deal("player", 2, to=Place.SEAT, face=Face.DOWN),
    Deal("dealer", 2, to=Place.DEALER, face=Face.DOWN),
    Choose("draw", Draw, sees=("player",)),
    Deal("player_card", 1, to=Place.SEAT, face=Face.DOWN, when=player_draws),
    Show("dealer"),
    Deal("dealer_card", 1, to=Place.DEALER, face=Face.UP, when=dealer_must_draw),
    Show("player"),
    Show("player_card"),
)
OPTIONS = (
    Option("decks", Whole(1, 8), "decks in the shoe", default="8"),
    Option("commission", Percent(0, 5), "share of a regular win that the house takes", default="5%"),
    Option("tie", Columns(), "pay table of the Tie Bet"),
)


def build(options: Options) -> Game:
    """Draw Five with these options."""
    main = Line(regular, options.pays("regular", Result))
    return Game(
        name="draw-five",
        version=1,
        title="Draw Five",
        summary="two cards, draw one or stand, more points than the dealer",
        deck=shoe(options["decks"]),
        seats=9,
        steps=STEPS,
        wagers=(
            Wager("regular", (main,), required=True, commission=options["commission"]),
            Wager("tie", (Line(tie, options.pays("tie", Tie)),)),
        ),
        labels={"regular": "regular wager", "tie": "Tie Bet", "player": "your cards"},
        alike=(0, 1, 2, 3),
        shuffles=(Shuffle.CUT_CARD, Shuffle.CONTINUOUS),
    )
