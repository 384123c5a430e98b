"""A small game that uses every part of the vocabulary: the tests of the core are written on it.

Swap: two cards each; a player may name one to throw away for a hidden one; the higher sum of ranks wins.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Any

from pitboss.core.cards import STANDARD, Card, Code, Hand, rank
from pitboss.core.errors import OptionError, unknown
from pitboss.core.game import CHOSEN, Cards, Choose, Deal, Equal, Face, Fixed, Game, Line, Place, Raise, Show, Wager
from pitboss.core.options import Choice, Options, Setting, Whole
from pitboss.core.pays import Custom, PayTable, read_grids
from pitboss.core.rule import rule

GRIDS = read_grids(
    '''
[ante]
grid = """
         printed
WON        1
TIED      push
LOST      lose
"""
[lucky]
grid = """
         printed
ACE       $20
NO_ACE    $0
"""
''',
    "toy.toml",
)


def rank_code(card: Card) -> Code:
    """Ranks, the two lowest."""
    return rank(card) + 2


Ranks = Annotated[Hand, rank_code]


class Swap(IntEnum):
    KEEP = 0
    SWAP = 1


class Result(IntEnum):
    LOST = 0
    TIED = 1
    WON = 2


class Lucky(IntEnum):
    NO_ACE = 0
    ACE = 1


@rule
def swaps(swap: Swap) -> int:
    """Rule 1."""
    return swap == Swap.SWAP


@rule
def may_throw(player: Ranks, thrown: Ranks) -> int:
    """Rule 2: aces stay, unless both are."""
    return thrown < 14 or player == 28


@rule
def result(player: Ranks, thrown: Ranks, player_card: Ranks, dealer: Ranks) -> Result:
    """Rule 3."""
    mine = player - thrown + player_card
    if mine > dealer:
        return Result.WON
    if mine == dealer:
        return Result.TIED
    return Result.LOST


@rule
def lucky(player_card: Ranks) -> Lucky:
    """Rule 4."""
    if player_card == 14:
        return Lucky.ACE
    return Lucky.NO_ACE


@rule
def anybody_lucky(has_lucky: int) -> int:
    """Rule 5."""
    return has_lucky


STEPS = (
    Deal("player", 2, to=Place.SEAT, face=Face.DOWN),
    Deal("dealer", 2, to=Place.DEALER, face=Face.DOWN),
    Choose("swap", Swap, sees=("player",), raises={Swap.SWAP: Raise("swap", of="ante")}),
    Choose("thrown", Cards("player"), sees=("player",), legal=may_throw, when=swaps),
    Deal("player_card", 1, to=Place.SEAT, face=Face.HIDDEN, when=swaps),
    Deal("bonus", 1, to=Place.COMMUNITY, face=Face.UP, when=anybody_lucky),
    Show("dealer"),
    Show("player_card"),
)


def wagers(ante: PayTable | None = None) -> tuple[Wager, ...]:
    line = Line(result, ante or GRIDS["ante"].table("printed", Result))
    return (
        Wager("ante", (line,), required=True),
        Wager("side", (line,), stake=Equal("ante")),
        Wager("swap", (line,), stake=CHOSEN),
        Wager(
            "lucky", (Line(lucky, GRIDS["lucky"].table("printed", Lucky)),), stake=Fixed(500, kept=True), needs="side"
        ),
    )


def player_words(player: Ranks) -> str:
    return f"sum {player}"


def thrown_words(thrown: Ranks) -> str:
    return f"threw {thrown}"


def toy(**changes) -> Game:
    parts: dict[str, Any] = {
        "name": "toy",
        "version": 1,
        "title": "Toy",
        "summary": "a toy",
        "deck": STANDARD,
        "seats": 3,
        "steps": STEPS,
        "wagers": wagers(),
        "words": {"player": player_words, "swap": thrown_words},
    }
    return Game(**{**parts, **changes})


def build(name: str, texts: Mapping[str, str], custom: Custom | None = None) -> Game:
    """The toy as a catalogue would build it: an option that changes nothing, and one for the pay table of the ante."""
    if name != "toy":
        raise OptionError(unknown("game", name, ["toy"]))
    grids = dict(GRIDS)
    if custom:
        grids["ante"] = grids["ante"].joined(read_grids(custom.text, custom.source)["ante"])
    columns = grids["ante"].columns
    settings = {
        "mood": Setting("mood", Whole(1, 8), 8, "changes nothing"),
        "ante": Setting("ante", Choice(columns), columns[-1], "pay table of the ante", "ante"),
    }
    options = Options(settings, grids).with_texts(texts)
    return toy(options=options, wagers=wagers(options.pays("ante", Result)))
