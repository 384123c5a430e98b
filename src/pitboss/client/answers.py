"""What the server answers, as frozen records. Money is text in dollars, as the server sends it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
Option: TypeAlias = str | list[str]
"""The name of an option, a card, or a list of cards."""


@dataclass(frozen=True)
class Account:
    """A new account or session, with the token that signs its requests."""

    account: str
    token: str
    role: str
    name: str = ""
    balance: str | None = None


@dataclass(frozen=True)
class Me:
    """The account that is signed in: role, balance, and the seats it holds as (table, seat)."""

    account: str
    role: str
    balance: str
    seats: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Need:
    """What a table waits for: `bets` or a `choice`, of these seats, and the legal options of one's own seats."""

    type: str
    seats: tuple[int, ...]
    choice: str = ""
    legal: Mapping[int, list[Option]] = field(default_factory=dict)


@dataclass(frozen=True)
class TableView:
    """A table as the caller may see it; `whole` is the answer with everything that the server told."""

    id: str
    game: str
    status: str
    seq: int
    round: str
    phase: str
    need: Need | None
    seats: Mapping[int, Json]
    bets: Mapping[int, Mapping[str, str]]
    piles: tuple[Json, ...]
    commitment: str | None
    whole: Json = field(repr=False)


@dataclass(frozen=True)
class Opened:
    """A table that was opened; `whole` has its options, limits and times."""

    id: str
    game: str
    seats: int
    whole: Json = field(repr=False)


@dataclass(frozen=True)
class Played:
    """A seat's command that was carried out: the round it was about, the table's last event, and the balance."""

    table: str
    seat: int
    round: str
    seq: int
    balance: str


@dataclass(frozen=True)
class Event:
    """One numbered event of a table; `body` has the fields that its type has."""

    seq: int
    type: str
    body: Json


def event_of(told: Json) -> Event:
    """The event that a JSON document tells."""
    body = {name: value for name, value in told.items() if name not in ("seq", "type")}
    return Event(told["seq"], told["type"], body)


def view_of(told: Json) -> TableView:
    """The table that a JSON document tells."""
    asked = told["need"]
    need = None
    if asked is not None:
        legal = {int(seat): options for seat, options in asked.get("legal", {}).items()}
        need = Need(asked["type"], tuple(asked["seats"]), asked.get("choice", ""), legal)
    same = {name: told[name] for name in ("id", "game", "status", "seq", "round", "phase", "commitment")}
    seats = {int(seat): held for seat, held in told["seats"].items()}
    bets = {int(seat): stakes for seat, stakes in told["bets"].items()}
    return TableView(**same, need=need, seats=seats, bets=bets, piles=tuple(told["piles"]), whole=told)
