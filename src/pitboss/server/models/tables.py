"""Tables: how they are opened and played at, what is seen of them, and their events."""

from typing import Annotated, Any, Literal

from pydantic import Field

from pitboss.server.models.parts import Amount, Body, Link, Money, Name, Options, PayTables, Seat, Seconds, Text, Told


class NewTable(Body):
    """How a table is opened."""

    game: Name
    options: Options = Field(default_factory=dict)
    paytables: PayTables | None = None
    seats: Seat | None = None
    step: Amount = "1.00"
    limit: Amount = "10000.00"
    bet_seconds: Seconds | None = 20
    decide_seconds: Seconds | None = 30
    bots: Annotated[dict[Annotated[str, Field(pattern=r"^[1-9][0-9]?$")], Name], Field(max_length=99)] = Field(
        default_factory=dict
    )
    private: bool = False
    link: Link | None = None
    shuffle: Literal["every-round", "cut-card", "continuous"] | None = None


class TableChange(Body):
    """What a supervisor changes at a table between rounds, and why."""

    note: Text
    step: Amount | None = None
    limit: Amount | None = None
    bet_seconds: Seconds | None = None
    decide_seconds: Seconds | None = None


class NewSeat(Body):
    """A seat, the first free one where none is named, and the player's own seed for the shuffle."""

    seat: Seat | None = None
    client_seed: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")] | None = None


class ClientSeed(Body):
    """The player's own seed for the next shuffle; null takes it back."""

    client_seed: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")] | None


class NewBets(Body):
    """The bets of a seat by wager, in dollars."""

    seat: Seat
    bets: Annotated[dict[Name, Amount], Field(min_length=1, max_length=40)]


class OfSeat(Body):
    """A seat."""

    seat: Seat


class NewChoice(Body):
    """A seat's answer to a choice: the name of an option, a card, or a list of cards."""

    seat: Seat
    choice: Name
    option: Name | Annotated[list[Annotated[str, Field(max_length=10)]], Field(max_length=60)]


class TableSummary(Told):
    """A table in the list of tables."""

    id: str
    game: str
    status: str
    private: bool
    seats: int
    taken: int


class Tables(Told):
    """The tables that the caller may see."""

    tables: list[TableSummary]


class Opened(Told):
    """A table that was opened, or changed."""

    id: str
    seq: int
    game: str
    seats: int
    step: Money
    limit: Money
    commitment: str | None = None


class TableSeen(Told):
    """A table as the caller may see it."""

    id: str
    game: str
    status: str
    private: bool
    seq: int
    round: str
    phase: str
    need: dict[str, Any] | None
    seats: dict[str, dict[str, Any]]
    free_seats: list[int]
    piles: list[dict[str, Any]]
    bets: dict[str, dict[str, Money]]
    dealt: int
    commitment: str | None


class Closed(Told):
    """A table that is closed, or closing after the round in play."""

    id: str
    status: str
    seq: int


class Played(Told):
    """A command of a seat that was carried out; `seq` is the table's last event, `round` the round it was about."""

    table: str
    seat: int
    round: str
    seq: int
    balance: Money


class Event(Told):
    """One numbered event of a table; the other fields depend on its type."""

    seq: int
    type: str


class Events(Told):
    """Events of a table in order; `last` is the number of the last one."""

    table: str
    events: list[Event]
    last: int
