"""Three Streets: a bet to take back, one of several sizes, and one more with a pair. Numbers are those of rules.md."""

from enum import IntEnum
from typing import Annotated

from pitboss.core.cards import Card, Code, Deck, Hand, rank
from pitboss.core.game import CHOSEN, Choose, Deal, Equal, Face, Game, Line, Place, Raise, Show, Wager
from pitboss.core.options import Option, Options
from pitboss.core.rule import rule

RANKS = 5
FACES = tuple(13 * suit + rank for suit in range(2) for rank in range(RANKS))


def rank_counter(card: Card) -> Code:
    """Three bits a rank."""
    return 1 << 3 * rank(card)


Ranks = Annotated[Hand, rank_counter]


class First(IntEnum):
    """What becomes of the second bet."""

    LET_IT_RIDE = 0
    TAKE_BACK = 1


class Second(IntEnum):
    """The bet on the first street."""

    FOLD = 0
    BET_1 = 1
    BET_2 = 2
    BET_4 = 3


class Third(IntEnum):
    """The bet on the last street."""

    CHECK = 0
    BET_3 = 1


class Result(IntEnum):
    """How a hand ends against the dealer's."""

    LOST = 0
    TIED = 1
    WON = 2


class Pair(IntEnum):
    """How the pair bet ends."""

    NO_PAIR = 0
    PAIR = 1


@rule
def points(hand: Ranks) -> int:
    """Rule 2: ranks count 1 to 5, and ten more for every pair."""
    total = 0
    for place in range(RANKS):
        held = hand >> 3 * place & 7
        total += (place + 1) * held
        if held >= 2:
            total += 10
    return total


@rule
def stays(second: Second) -> int:
    """Rule 5: who folds is asked no more."""
    return second != Second.FOLD


@rule
def may_bet(player: Ranks, first_card: Ranks, second: Second) -> int:
    """Rule 4: four bets take a pair."""
    return second != Second.BET_4 or points(player + first_card) > 12


@rule
def result(player: Ranks, first_card: Ranks, second_card: Ranks, dealer: Ranks, second: Second) -> Result:
    """Rule 6: the higher points win, and who folds loses."""
    if second == Second.FOLD:
        return Result.LOST
    mine = points(player + first_card + second_card)
    other = points(dealer + first_card + second_card)
    if mine > other:
        return Result.WON
    return Result.TIED if mine == other else Result.LOST


@rule
def pair(player: Ranks) -> Pair:
    """Rule 7: two cards of a rank."""
    return Pair.PAIR if points(player) > 10 else Pair.NO_PAIR


OPTIONS: tuple[Option, ...] = ()


def build(options: Options) -> Game:
    """Three Streets."""
    line = Line(result, options.pays("result", Result))
    return Game(
        name="three-streets",
        version=1,
        title="Three Streets",
        summary="two cards, two more for everybody, and a bet at each turn",
        deck=Deck("ten cards", FACES),
        seats=1,
        steps=(
            Deal("player", 2, to=Place.SEAT, face=Face.DOWN),
            Deal("dealer", 2, to=Place.DEALER, face=Face.DOWN),
            Choose(
                "first",
                First,
                sees=("player",),
                raises={First.TAKE_BACK: Raise("blind", of="blind", times=-1, cites="rule 3")},
            ),
            Deal("first_card", 1, to=Place.COMMUNITY, face=Face.UP),
            Choose(
                "second",
                Second,
                sees=("player", "first_card"),
                legal=may_bet,
                raises={
                    Second.BET_1: Raise("street", of="ante", cites="rule 4"),
                    Second.BET_2: Raise("street", of="ante", times=2, cites="rule 4"),
                    Second.BET_4: Raise("street", of="ante", times=4, cites="rule 4"),
                },
                cites={Second.FOLD: "rule 5"},
            ),
            Deal("second_card", 1, to=Place.COMMUNITY, face=Face.UP),
            Choose(
                "third",
                Third,
                sees=("player", "first_card", "second_card"),
                when=stays,
                raises={Third.BET_3: Raise("last", of="ante", times=3, cites="rule 5")},
            ),
            Show("dealer", when=stays),
        ),
        wagers=(
            Wager("ante", (line,), required=True),
            Wager("blind", (line,), stake=Equal("ante"), required=True),
            Wager("street", (line,), stake=CHOSEN),
            Wager("last", (line,), stake=CHOSEN),
            Wager("pair", (Line(pair, options.pays("pair", Pair)),)),
        ),
        gathers={"five": ("player", "first_card", "second_card"), "three": ("player", "first_card")},
        labels={"player": "your cards"},
        alike=(),
    )
