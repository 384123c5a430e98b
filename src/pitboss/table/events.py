"""Events: everything that happens at a table, in order. `seen_by` is an event as one seat may see it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from pitboss.core.cards import Card
from pitboss.core.game import Game
from pitboss.core.meters import MeterMove
from pitboss.core.script import TABLE, Stakes
from pitboss.core.settle import SettledLine
from pitboss.core.steps import Answer, Cards


@dataclass(frozen=True)
class Seated:
    """An account took a seat."""

    seat: int
    account: str


@dataclass(frozen=True)
class Leaving:
    """A seat will become free when the round ends; until then the published default plays it."""

    seat: int


@dataclass(frozen=True)
class Left:
    """A seat became free."""

    seat: int


@dataclass(frozen=True)
class BetsPlaced:
    """A seat bet, or bet otherwise than before."""

    seat: int
    stakes: Stakes


@dataclass(frozen=True)
class BetsTakenBack:
    """A seat took its bets back before the round began, and has yet to bet or sit out."""

    seat: int


@dataclass(frozen=True)
class SatOut:
    """A seat will not bet in the next round."""

    seat: int


@dataclass(frozen=True)
class Shuffled:
    """The cards were shuffled."""


@dataclass(frozen=True)
class RoundBegan:
    """No more bets; the first card follows."""

    round: int
    bets: Mapping[int, Stakes]


@dataclass(frozen=True)
class CardsDealt:
    """Cards came onto a pile of a seat, or of the table (seat 0); `cards` is None to those who may not look."""

    pile: str
    seat: int
    count: int
    cards: tuple[Card, ...] | None
    words: str
    """The hand in words, as its owner may read them."""


@dataclass(frozen=True)
class PileShown:
    """A pile was turned face up for everybody."""

    pile: str
    seat: int
    cards: tuple[Card, ...]
    words: str
    """The hand in words, as everybody may read them."""


@dataclass(frozen=True)
class ChoiceAsked:
    """A seat is asked for a choice; `legal` is empty to others where it names cards of a hand."""

    seat: int
    name: str
    legal: tuple[Answer, ...]
    deadline_ms: int | None


@dataclass(frozen=True)
class ChoiceMade:
    """A seat chose, and staked more (or took a stake back); `option` is None to others where it names cards."""

    seat: int
    name: str
    option: Answer | None
    raised_cents: int


@dataclass(frozen=True)
class Settled:
    """One line of one bet was settled; `words` say why, to the seat that bet."""

    line: SettledLine
    words: str


@dataclass(frozen=True)
class MeterMoved:
    """A progressive meter was fed, and perhaps paid."""

    move: MeterMove


@dataclass(frozen=True)
class RoundOver:
    """The round is settled, with what each seat won or lost; betting on the next one is open."""

    round: int
    net_cents: Mapping[int, int]


@dataclass(frozen=True)
class RoundVoided:
    """The round was called off, and every bet came back."""

    round: int
    reason: str


TableEvent: TypeAlias = (
    Seated
    | Leaving
    | Left
    | BetsPlaced
    | BetsTakenBack
    | SatOut
    | Shuffled
    | RoundBegan
    | CardsDealt
    | PileShown
    | ChoiceAsked
    | ChoiceMade
    | Settled
    | MeterMoved
    | RoundOver
    | RoundVoided
)


def seen_by(game: Game, event: TableEvent, viewer: int) -> TableEvent:
    """An event as one seat, or a spectator (0), may see it: without the cards and words of hands that are hidden."""
    if isinstance(event, CardsDealt):
        own = event.seat == viewer != TABLE
        return event if game.piles[event.pile].visible(own=own) else replace(event, cards=None, words="")
    if isinstance(event, Settled):
        return event if event.line.seat == viewer else replace(event, words="")
    if isinstance(event, ChoiceAsked) and event.seat != viewer:
        return replace(event, legal=())  # What is legal may depend on cards that only this seat sees.
    if isinstance(event, ChoiceMade) and event.seat != viewer and isinstance(game.choices[event.name].options, Cards):
        return replace(event, option=None)
    return event
