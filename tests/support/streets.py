"""Streets: a small game with several decisions, raises of one to four times, and a bet that can be taken back.

Two cards each and one in the middle. Before the middle card a player may raise three or four times the ante, and take
the second of two equal bets back; after it, who has not raised raises once or folds. The higher sum of ranks wins.
"""

from enum import IntEnum
from typing import Annotated, Any

from pitboss.core.cards import Card, Code, Deck, Hand, card, rank
from pitboss.core.game import CHOSEN, Choose, Deal, Equal, Face, Game, Line, Place, Raise, Show, Strategy, Wager
from pitboss.core.options import Options
from pitboss.core.pays import read_grids
from pitboss.core.rule import rule
from pitboss.maths.exact.decide import exact
from pitboss.maths.tally.analysis import Analysis
from pitboss.report.subject import Assumed, Subject
from tests.support.house import HIGH_CARD

GRIDS = read_grids(
    '''
[even]
grid = """
         printed
WON        1
TIED      push
LOST      lose
"""
[blind]
grid = """
         printed
HIGH      3:2
WON       push
TIED      push
LOST      lose
"""
''',
    "streets.toml",
)


def rank_code(card: Card) -> Code:
    """Ranks, the two lowest."""
    return rank(card) + 2


Ranks = Annotated[Hand, rank_code]


class Second(IntEnum):
    """The first choice, about the second bet."""

    LEAVE = 0
    TAKE_BACK = 1


class Early(IntEnum):
    """The second choice."""

    CHECK = 0
    RAISE_3 = 1
    RAISE_4 = 2


class Late(IntEnum):
    """The last choice, of a player who has checked."""

    FOLD = 0
    RAISE_1 = 1


class Result(IntEnum):
    LOST = 0
    TIED = 1
    WON = 2


class Blind(IntEnum):
    LOST = 0
    TIED = 1
    WON = 2
    HIGH = 3


@rule
def checked(early: Early) -> int:
    """Rule 3: who has raised is not asked again."""
    return early == Early.CHECK


@rule
def folded(early: Early, late: Late) -> int:
    return early == Early.CHECK and late == Late.FOLD


@rule
def result(player: Ranks, dealer: Ranks, early: Early, late: Late) -> Result:
    """Rule 4."""
    if folded(early, late) or player < dealer:
        return Result.LOST
    return Result.TIED if player == dealer else Result.WON


@rule
def second_result(player: Ranks, dealer: Ranks) -> Result:
    """Rule 5: the second bet stays in play after a fold."""
    if player < dealer:
        return Result.LOST
    return Result.TIED if player == dealer else Result.WON


@rule
def blind_result(player: Ranks, middle: Ranks, dealer: Ranks, early: Early, late: Late) -> Blind:
    """Rule 6."""
    if folded(early, late) or player < dealer:
        return Blind.LOST
    if player == dealer:
        return Blind.TIED
    return Blind.HIGH if player + middle >= 19 else Blind.WON


@rule
def second_by_rule(player: Ranks) -> Second:
    return Second.TAKE_BACK if player < 9 else Second.LEAVE


@rule
def early_by_rule(player: Ranks) -> Early:
    if player >= 12:
        return Early.RAISE_4
    return Early.RAISE_3 if player == 11 else Early.CHECK


@rule
def late_by_rule(player: Ranks, middle: Ranks) -> Late:
    return Late.RAISE_1 if player + middle >= 12 else Late.FOLD


PLAY = Strategy("by-rule", "for tests", {"second_bet": second_by_rule, "early": early_by_rule, "late": late_by_rule})
STEPS = (
    Deal("player", 2, to=Place.SEAT, face=Face.DOWN),
    Deal("dealer", 2, to=Place.DEALER, face=Face.DOWN),
    Choose(
        "second_bet",
        Second,
        sees=("player",),
        raises={Second.TAKE_BACK: Raise("second", of="second", times=-1)},
    ),
    Choose(
        "early",
        Early,
        sees=("player",),
        raises={
            Early.RAISE_3: Raise("play", of="ante", times=3),
            Early.RAISE_4: Raise("play", of="ante", times=4),
        },
    ),
    Deal("middle", 1, to=Place.COMMUNITY, face=Face.UP),
    Choose("late", Late, sees=("player", "middle"), raises={Late.RAISE_1: Raise("play", of="ante")}, when=checked),
    Show("dealer"),
)


def streets(**changes: Any) -> Game:
    """The game on cards of six ranks in two suits."""
    even = GRIDS["even"].table("printed", Result)
    parts: dict[str, Any] = {
        "name": "streets",
        "version": 1,
        "title": "Streets",
        "summary": "a toy with three decisions",
        "deck": Deck("12-card deck", tuple(sorted(card(number, suit) for number in range(6) for suit in range(2)))),
        "seats": 3,
        "steps": STEPS,
        "wagers": (
            Wager("ante", (Line(result, even),), required=True),
            Wager("blind", (Line(blind_result, GRIDS["blind"].table("printed", Blind)),), Equal("ante"), required=True),
            Wager("play", (Line(result, even),), stake=CHOSEN),
            Wager("second", (Line(second_result, even),), required=True),
        ),
        "options": Options({}, dict(GRIDS)),
        "main": ("ante", "blind", "play", "second"),
        "labels": {"ante": "Ante", "blind": "Blind", "play": "Play", "second": "second bet"},
    }
    return Game(**{**parts, **changes})


def streets_subject(**changes: Any) -> Subject:
    """A report on the game as `PLAY` plays it; its texts are those of another toy."""
    game = streets(**changes)
    subject = Subject(HIGH_CARD, {}, None, Assumed(rounds=2_000), built=game)
    subject.__dict__["analysis"] = Analysis(game, exact(game, PLAY))
    subject.__dict__["player"] = PLAY
    return subject
