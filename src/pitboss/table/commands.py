"""Commands: requests that players and the house may make of a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from pitboss.core.steps import Answer


@dataclass(frozen=True)
class Sit:
    """An account takes a seat, from the next round on."""

    seat: int
    account: str


@dataclass(frozen=True)
class Leave:
    """A seat becomes free; its bets for the next round come back.

    A seat that is in a round is played by the published default from now on, and becomes free when the round ends.
    """

    seat: int


@dataclass(frozen=True)
class PlaceBets:
    """A seat bets these cents by wager, instead of what it had bet before. The last seat's bets begin the round."""

    seat: int
    stakes: Mapping[str, int]


@dataclass(frozen=True)
class TakeBack:
    """A seat takes back the bets it placed, or its decision to sit out, before the round begins; it may bet anew."""

    seat: int


@dataclass(frozen=True)
class SitOut:
    """A seat does not bet in the next round; bets it had placed come back."""

    seat: int


@dataclass(frozen=True)
class MakeChoice:
    """A seat answers a choice."""

    seat: int
    name: str
    option: Answer


@dataclass(frozen=True)
class CallTime:
    """The time for bets or for a choice is up.

    Seats without a bet sit out. For seats that have not chosen, the table takes the default that the game publishes
    with the choice (ruling G8).
    """


@dataclass(frozen=True)
class Void:
    """The round, or the betting on it, is called off, as after a misdeal: every bet comes back and the meters stay."""

    reason: str


Command: TypeAlias = Sit | Leave | PlaceBets | TakeBack | SitOut | MakeChoice | CallTime | Void
