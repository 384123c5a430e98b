"""The shapes of requests and answers, for checking what comes in and for the OpenAPI document."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Money = Annotated[
    str, Field(max_length=24, pattern=r"^-?[0-9]{1,15}(\.[0-9]{1,2})?$", examples=["5.00"], description="Dollars.")
]
Amount = Annotated[
    str, Field(max_length=24, pattern=r"^[0-9]{1,12}(\.[0-9]{1,2})?$", examples=["5.00"], description="Dollars.")
]
Seat = Annotated[int, Field(ge=1, le=99)]
Name = Annotated[str, Field(min_length=1, max_length=100)]
Text = Annotated[str, Field(max_length=500)]
Seconds = Annotated[int, Field(ge=1, le=86_400)]
Options = Annotated[dict[Name, Annotated[str | int, Field(union_mode="left_to_right")]], Field(max_length=40)]
PayTables = Annotated[str, Field(max_length=100_000)]
Link = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}$")]


def is_storable(value: Any) -> bool:
    """Whether every text in a JSON value can be written as UTF-8 and holds no NUL."""
    if isinstance(value, str):
        return "\0" not in value and not any("\ud800" <= letter <= "\udfff" for letter in value)
    if isinstance(value, dict):
        return all(is_storable(key) and is_storable(each) for key, each in value.items())
    return all(map(is_storable, value)) if isinstance(value, list) else True


class Body(BaseModel):
    """A request: fields that it does not know are refused, and numbers are not read from text."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _storable(cls, given: Any) -> Any:
        """Refuses text that no database takes."""
        if not is_storable(given):
            raise ValueError("a text holds a character that cannot be stored")
        return given


class NewAccount(Body):
    """A name and a password; a role other than player only a supervisor may give."""

    name: Annotated[str, Field(min_length=2, max_length=40, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
    password: Annotated[str, Field(min_length=8, max_length=200)]
    role: Literal["player", "supervisor", "auditor"] = "player"


class SignIn(Body):
    """A name and a password, or the token of the supervisor's link that the server printed."""

    name: Annotated[str, Field(max_length=40)] = ""
    password: Annotated[str, Field(max_length=200)] = ""
    link: Annotated[str, Field(max_length=100)] = ""


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


class NewVoid(Body):
    """Why a round is voided."""

    reason: Literal["misdeal", "exposed-card", "wrong-count", "other"]
    note: Text = ""


class NewMoney(Body):
    """An amount of play money and a note."""

    amount: Amount
    note: Text = ""


class Why(Body):
    """The reason for what a supervisor does."""

    note: Text


class MeterChange(Body):
    """The change of a meter in dollars, and why."""

    amount: Money
    note: Text


class _Question(Body):
    game: Name
    options: Options = Field(default_factory=dict)
    paytables: PayTables | None = None
    bets: Annotated[dict[Name, Amount], Field(max_length=40)] = Field(default_factory=dict)
    step: Amount = "1.00"
    limit: Amount = "10000.00"


Cards = Annotated[str, Field(max_length=400, examples=["As Kd 4h"])]


class AdviceQuestion(_Question):
    """A hand, as `pitboss advise` takes it."""

    deal: Annotated[dict[Name, Cards], Field(max_length=40)]
    seen: Cards = ""


class SettlementQuestion(_Question):
    """The cards and choices of one seat, as `pitboss settle` takes them, or a whole round as its text."""

    game: Annotated[str, Field(max_length=100)] = ""
    deal: Annotated[dict[Name, Cards], Field(max_length=40)] = Field(default_factory=dict)
    choose: Annotated[dict[Name, Cards], Field(max_length=40)] = Field(default_factory=dict)
    round: Annotated[str, Field(max_length=100_000)] = ""


class AnalysisQuestion(_Question):
    """A game and a strategy, as `pitboss analyze` takes them."""

    strategy: Name = "optimal"


class Told(BaseModel):
    """An answer."""

    model_config = ConfigDict(extra="allow")


class Problem(BaseModel):
    """A problem of RFC 9457."""

    type: str
    title: str
    status: int
    detail: str
    code: str = Field(examples=["bet/below-step"])


class Account(Told):
    """A new account or session."""

    account: str
    name: str
    role: str
    token: str
    balance: Money | None = None


class SeatHeld(Told):
    """A seat at a table."""

    table: str
    seat: int


class Me(Told):
    """Who is signed in."""

    account: str
    name: str
    role: str
    balance: Money
    seats: list[SeatHeld]


class Person(Told):
    """An account as supervisors and auditors see it."""

    account: str
    name: str
    role: str
    made_ms: int
    disabled: bool


class People(Told):
    """Accounts."""

    accounts: list[Person]


class Disabled(Told):
    """Whether an account is disabled."""

    account: str
    disabled: bool


class Games(Told):
    """The games."""

    games: list[dict[str, Any]]


class GameTold(Told):
    """A game with its options: all that is needed to draw a table."""

    name: str
    title: str
    version: int
    summary: str
    seats: int
    wagers: list[dict[str, Any]]
    choices: list[dict[str, Any]]
    options: list[dict[str, Any]]
    steps: list[dict[str, Any]]
    grids: dict[str, Any]


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


class RoundTold(Told):
    """A round."""

    id: str
    table: str
    number: int
    game: str
    status: str
    opened_ms: int
    ended_ms: int | None
    void_reason: str | None


class Rounds(Told):
    """Rounds, the newest first."""

    rounds: list[RoundTold]


class Voided(Told):
    """A round that was voided."""

    round: str
    status: str
    reason: str
    seq: int


class Paid(Told):
    """Play money that was paid in or out."""

    account: str
    balance: Money
    entry: str


class MeterSet(Told):
    """A meter that was changed."""

    link: str
    number: int
    amount: Money


class Settlement(Told):
    """What every bet returns, as `pitboss settle --json` prints it."""

    game: str | None = None
    lines: list[dict[str, Any]] = []
    net: Money
    explanation: list[str] = []


class Advice(Told):
    """The value of every choice, as `pitboss advise --json` prints it."""

    game: str
    choice: str
    options: list[dict[str, Any]]
    best: str


class Analysis(Told):
    """Exact figures, as `pitboss analyze --json` prints them."""

    game: str
    version: int
    method: str
    strategy: str
    wagers: dict[str, Any]


class LedgerAccount(Told):
    """A ledger account."""

    name: str
    balance: Money


class LedgerAccounts(Told):
    """Ledger accounts with their balances."""

    accounts: list[LedgerAccount]


class LedgerEntry(Told):
    """An entry of the ledger; its legs sum to nothing."""

    seq: int
    id: str
    kind: str
    at_ms: int
    round: str | None
    note: str
    reverses: str | None
    legs: list[dict[str, str]]


class LedgerEntries(Told):
    """Entries of the ledger in order."""

    entries: list[LedgerEntry]
    last: int


class AuditTold(Told):
    """A record of the audit log."""

    seq: int
    at_ms: int
    kind: str
    actor: str
    subject: str
    body: dict[str, Any]
    hash: str


class Audit(Told):
    """Records of the audit log in order."""

    records: list[AuditTold]
    last: int


class Anchors(Told):
    """Signatures over the audit log."""

    anchors: list[dict[str, Any]]


class Meter(Told):
    """A progressive meter."""

    link: str
    number: int
    amount: Money


class Meters(Told):
    """Progressive meters, and the history of one link where it was asked for."""

    meters: list[Meter]
    movements: list[dict[str, Any]] = []


class Health(Told):
    """Whether the server lives, or is ready."""

    status: str


class Problems(Told):
    """Every code of a problem, its meaning and its status."""

    problems: list[dict[str, Any]]
