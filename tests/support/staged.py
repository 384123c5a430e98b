"""A small game with three choices in a round, for environments: each is asked only after some answers to those before.

Streets: two cards, a second bet, and a card on the board. Open: a hand without an ace may fold, call, or raise three
times. Back: then the board is turned up, and unless it is high the second bet may be taken back. Apart: who keeps the
second bet sets one card apart, not the higher one. What is left is compared with the dealer's card.
"""

from enum import IntEnum

from pitboss.core.cards import STANDARD, Deck
from pitboss.core.game import (
    CHOSEN,
    Cards,
    Choose,
    Deal,
    Equal,
    Face,
    Fixed,
    Game,
    Line,
    Place,
    Raise,
    Show,
    Shuffle,
    Wager,
)
from pitboss.core.pays import read_grids
from pitboss.core.rule import rule
from tests.support.toys import Ranks, Result

GRIDS = read_grids(
    '''
[ante]
grid = """
         printed
WON        1
TIED      push
LOST      lose
"""
[second]
grid = """
         printed
WON       3:2
TIED      push
LOST      lose
"""
[high]
grid = """
         printed
HIGH       $7
LOW        $0
"""
''',
    "staged.toml",
)


class Open(IntEnum):
    FOLD = 0
    CALL = 1
    TRIPLE = 3


class Back(IntEnum):
    KEEP = 0
    TAKE_BACK = 1


class High(IntEnum):
    LOW = 0
    HIGH = 1


@rule
def may_open(player: Ranks) -> int:
    """Rule 1: with a sum of 24 or more nothing is asked."""
    return player < 24


@rule
def plays(player: Ranks, open: Open) -> int:
    """Rule 2: who did not fold goes on; nobody folds who was not asked, but then the board stays down."""
    return player < 24 and open != Open.FOLD


@rule
def may_take_back(player: Ranks, board: Ranks, back: Back) -> int:
    """Rule 3: not when the board is a queen or higher, and not with a sum of five or less."""
    return back == Back.KEEP or (board < 12 and player > 5)


@rule
def keeps(player: Ranks, open: Open, back: Back) -> int:
    """Rule 4: who took the second bet back sets nothing apart."""
    return plays(player, open) and back == Back.KEEP


@rule
def lower(player: Ranks, apart: Ranks) -> int:
    """Rule 5: the card set apart is not higher than the other."""
    return 2 * apart <= player


@rule
def against(player: Ranks, open: Open, apart: Ranks, board: Ranks, dealer: Ranks) -> Result:
    """Rule 6: a fold loses; else what is left, and the board, against twice the dealer's card."""
    if player < 24 and open == Open.FOLD:
        return Result.LOST
    mine = player - apart + board
    if mine > 2 * dealer:
        return Result.WON
    if mine == 2 * dealer:
        return Result.TIED
    return Result.LOST


@rule
def high_card(dealer: Ranks, after: Ranks) -> High:
    """Rule 7: the bet on high cards looks at a card that is dealt only to seats that keep their second bet."""
    if dealer + after > 20:
        return High.HIGH
    return High.LOW


STEPS = (
    Deal("player", 2, to=Place.SEAT, face=Face.DOWN),
    Deal("dealer", 1, to=Place.DEALER, face=Face.DOWN),
    Choose(
        "open",
        Open,
        sees=("player",),
        raises={Open.CALL: Raise("play", of="ante"), Open.TRIPLE: Raise("play", of="ante", times=3)},
        when=may_open,
    ),
    Deal("board", 1, to=Place.COMMUNITY, face=Face.UP, when=plays),
    Choose(
        "back",
        Back,
        sees=("player", "board"),
        legal=may_take_back,
        raises={Back.TAKE_BACK: Raise("second", of="second", times=-1)},
        when=plays,
    ),
    Choose("apart", Cards("player"), sees=("player", "board"), legal=lower, when=keeps),
    Deal("after", 1, to=Place.SEAT, face=Face.HIDDEN, when=keeps),
    Show("dealer"),
    Show("after"),
)


def streets(deck: Deck = STANDARD) -> Game:
    lines = {name: (Line(against, GRIDS[name].table("printed", Result)),) for name in ("ante", "second")}
    return Game(
        name="streets",
        version=1,
        title="Streets",
        summary="a toy",
        deck=deck,
        seats=2,
        steps=STEPS,
        wagers=(
            Wager("ante", lines["ante"], required=True),
            Wager("second", lines["second"], stake=Equal("ante"), required=True),
            Wager("play", lines["ante"], stake=CHOSEN),
            Wager("high", (Line(high_card, GRIDS["high"].table("printed", High)),), stake=Fixed(300, kept=True)),
        ),
        main=("ante", "second", "play"),
        shuffles=(Shuffle.EVERY_ROUND, Shuffle.CUT_CARD),
    )
