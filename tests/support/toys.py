"""Two small games whose rules forbid some answers, and ways to play them that keep to the rules or break them.

Press: two cards against one; a player with anything but two deuces may press the bet, twice with 20 or more.
Split: a player sets two of four cards apart as the low hand, which may not be worth more than the other two.
"""

from enum import IntEnum
from typing import Annotated

from pitboss.core.cards import STANDARD, Card, Code, Deck, Hand, rank, shoe
from pitboss.core.game import (
    Cards,
    Choose,
    Deal,
    Face,
    Game,
    Line,
    Place,
    Raise,
    Show,
    Shuffle,
    Step,
    Strategy,
    Wager,
)
from pitboss.core.pays import read_grids
from pitboss.core.rule import Rule, lowest, rule, rule_name

GRIDS = read_grids(
    '''
[ante]
grid = """
         printed
WON        1
TIED      push
LOST      lose
"""
''',
    "toys.toml",
)
TWO_DECKS = shoe(2)


class Result(IntEnum):
    LOST = 0
    TIED = 1
    WON = 2


class Press(IntEnum):
    NO = 0
    ONCE = 1
    TWICE = 2


def rank_code(card: Card) -> Code:
    """Ranks, the two lowest."""
    return rank(card) + 2


def kind_code(card: Card) -> Code:
    """Seven kinds of card, two ranks each, four bits each to count them."""
    return 1 << 4 * (rank(card) // 2)


Ranks = Annotated[Hand, rank_code]
Kinds = Annotated[Hand, kind_code]


@rule
def may_decide(player: Ranks) -> int:
    """Rule 1: nobody presses two deuces."""
    return player > 4


@rule
def may_press(player: Ranks, press: Press) -> int:
    """Rule 2: twice with 20 or more alone."""
    return press < Press.TWICE or player >= 20


@rule
def higher(player: Ranks, dealer: Ranks, press: Press) -> Result:
    """Rule 3: the dealer's card counts double, and a press costs a point."""
    if player - press > 2 * dealer:
        return Result.WON
    if player - press == 2 * dealer:
        return Result.TIED
    return Result.LOST


@rule
def press_by_rule(player: Ranks) -> Press:
    """Twice where that is allowed, else once."""
    return Press.TWICE if player >= 20 else Press.ONCE


@rule
def press_always(player: Ranks) -> Press:
    """Twice, whether that is allowed or not."""
    return Press.TWICE


@rule
def press_points(player: Ranks) -> int:
    """A number that is no option."""
    return player


@rule
def worth(hand: Kinds) -> int:
    """What a hand is worth: its kinds, added up."""
    total = 0
    for kind in range(7):
        total += (hand >> 4 * kind & 15) * kind
    return total


@rule
def may_split(player: Kinds, low: Kinds) -> int:
    """Rule 1: the low hand is not worth more than the other."""
    return worth(low) <= worth(player - low)


@rule
def split_result(player: Kinds, low: Kinds, dealer: Kinds) -> Result:
    """Rule 2: the low hand against the dealer's, unless the other beats it by far."""
    if worth(low) > worth(dealer) or worth(player - low) > worth(dealer) + 6:
        return Result.WON
    if worth(low) == worth(dealer):
        return Result.TIED
    return Result.LOST


@rule
def lowest_two(player: Kinds) -> Kinds:
    """The two lowest cards."""
    found = 0
    left = 2
    for kind in range(7):
        count = min(player >> 4 * kind & 15, left)
        found += count << 4 * kind
        left -= count
    return found


@rule
def lowest_one(player: Kinds) -> Kinds:
    """One card, where two must be named."""
    return 1 << 4 * (lowest(player) // 4)


@rule
def highest_two(player: Kinds) -> Kinds:
    """The two highest cards, which is seldom allowed."""
    return player - lowest_two(player)


@rule
def two_highest_kinds(player: Kinds) -> Kinds:
    """Two cards of the highest kind, held or not."""
    return (player - player) + (2 << 24)


def strategy(choice: str, answer: Rule) -> Strategy:
    return Strategy(rule_name(answer).replace("_", "-"), "for tests", {choice: answer})


PRESS_BY_RULE, PRESS_ALWAYS, PRESS_POINTS = (
    strategy("press", each) for each in (press_by_rule, press_always, press_points)
)
LOWEST_TWO, LOWEST_ONE, HIGHEST_TWO, TWO_HIGHEST_KINDS = (
    strategy("low", each) for each in (lowest_two, lowest_one, highest_two, two_highest_kinds)
)


def toy(name: str, deck: Deck, steps: tuple[Step, ...], outcome: Rule) -> Game:
    return Game(
        name=name,
        version=1,
        title=name.title(),
        summary="a toy",
        deck=deck,
        seats=2,
        steps=steps,
        wagers=(Wager("ante", (Line(outcome, GRIDS["ante"].table("printed", Result)),), required=True),),
        shuffles=(Shuffle.EVERY_ROUND, Shuffle.CUT_CARD),
    )


def press(deck: Deck = STANDARD) -> Game:
    steps = (
        Deal("player", 2, to=Place.SEAT, face=Face.DOWN),
        Deal("dealer", 1, to=Place.DEALER, face=Face.DOWN),
        Choose(
            "press",
            Press,
            sees=("player",),
            legal=may_press,
            raises={Press.ONCE: Raise("ante", of="ante"), Press.TWICE: Raise("ante", of="ante", times=2)},
            when=may_decide,
        ),
        Show("dealer"),
    )
    return toy("press", deck, steps, higher)


def split(deck: Deck = STANDARD) -> Game:
    steps = (
        Deal("player", 4, to=Place.SEAT, face=Face.DOWN),
        Deal("dealer", 2, to=Place.DEALER, face=Face.DOWN),
        Choose("low", Cards("player", 2), sees=("player",), legal=may_split),
        Show("dealer"),
    )
    return toy("split", deck, steps, split_result)
