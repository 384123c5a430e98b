"""Requests: what may be asked of a card room, as frozen records; who asks, and what is answered.

An action has a text form (`action_json`), which is hashed to tell a repeated request from another one under the same
key, and is kept in the audit log.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, TypeAlias

from pitboss.core.errors import CODES, PitbossError
from pitboss.core.steps import Answer as Option

SYSTEM = "system"
"""The account and role of the card room itself, which calls tables to time."""

OTHER = "other"
REASONS = ("misdeal", "exposed-card", "wrong-count", OTHER)
"""The reasons for which a supervisor may void a round; the note says what the other reason is."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: an account, and its role (`guest`, `player`, `supervisor`, `auditor` or `system`)."""

    account: str
    role: str


@dataclass(frozen=True)
class OpenTable:
    """A table is opened: any game, its options and pay tables, limits, seats, times, bots by seat, and its link."""

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    paytables: str | None = None
    seats: int | None = None
    step_cents: int = 100
    limit_cents: int = 1_000_000
    bet_ms: int | None = 20_000
    decide_ms: int | None = 30_000
    bots: Mapping[str, str] = field(default_factory=dict)
    """The names of strategies by seat."""
    private: bool = False
    """Whether only its opener, and supervisors, may sit down."""
    link: str | None = None
    """The progressive link whose meters the table shares; a link of its own where none is named."""
    shuffle: str | None = None
    """When the cards are shuffled: one of the ways that the game allows, its first where none is named."""


@dataclass(frozen=True)
class SitDown:
    """The caller takes a seat, the first free one where none is named."""

    table: str
    seat: int | None = None
    client_seed: str | None = None


@dataclass(frozen=True)
class SetClientSeed:
    """A seat gives the seed of its own that the next shuffle mixes in; None takes it back."""

    table: str
    seat: int
    client_seed: str | None


@dataclass(frozen=True)
class StandUp:
    """A seat becomes free, when the round is over where it is in one."""

    table: str
    seat: int


@dataclass(frozen=True)
class Bet:
    """A seat bets these cents by wager, instead of what it had bet before."""

    table: str
    seat: int
    bets: Mapping[str, int]


@dataclass(frozen=True)
class Rebet:
    """A seat bets what it bet last."""

    table: str
    seat: int


@dataclass(frozen=True)
class TakeBetBack:
    """A seat takes its bets back before the round begins."""

    table: str
    seat: int


@dataclass(frozen=True)
class SitRoundOut:
    """A seat does not bet in the next round."""

    table: str
    seat: int


@dataclass(frozen=True)
class Choose:
    """A seat answers a choice; `option` is a name, a card, or a list of cards, as in JSON, or an option of the core."""

    table: str
    seat: int
    choice: str
    option: str | list[str] | Option


@dataclass(frozen=True)
class CallTime:
    """The time of a table is up; the card room itself asks."""

    table: str


@dataclass(frozen=True)
class VoidRound:
    """A supervisor calls a round off, at any phase, for one of `REASONS`."""

    round: str
    reason: str
    note: str = ""


@dataclass(frozen=True)
class CloseTable:
    """A table takes no more bets; the round in play is its last."""

    table: str
    note: str = ""


@dataclass(frozen=True)
class ChangeTable:
    """A supervisor changes the limits or times of a table while no bets lie on it; None leaves a value as it is."""

    table: str
    note: str
    step_cents: int | None = None
    limit_cents: int | None = None
    bet_ms: int | None = None
    decide_ms: int | None = None


@dataclass(frozen=True)
class MakeAccount:
    """An account is made, with play money to start with; its id is in the answer."""

    name: str
    role: str
    password_hash: str | None = None
    cents: int = 100_000


@dataclass(frozen=True)
class ClaimAccount:
    """A guest gives its own account a name and a password, and keeps wallet, seats and rounds."""

    name: str
    password_hash: str


@dataclass(frozen=True)
class DisableAccount:
    """An account may do nothing from now on; its rounds in play conclude, and its seats become free."""

    account: str
    note: str


@dataclass(frozen=True)
class EnableAccount:
    """A disabled account may play again."""

    account: str
    note: str


@dataclass(frozen=True)
class Deposit:
    """A supervisor pays play money into a wallet."""

    account: str
    cents: int
    note: str = ""


@dataclass(frozen=True)
class Withdraw:
    """A supervisor pays play money out of a wallet."""

    account: str
    cents: int
    note: str = ""


@dataclass(frozen=True)
class AdjustMeter:
    """A supervisor changes a progressive meter by these cents, for a reason."""

    link: str
    number: int
    cents: int
    note: str


@dataclass(frozen=True)
class Note:
    """The card room takes something down in the audit log: a sign-in, a start, a changed setting."""

    kind: str
    subject: str
    body: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Look:
    """The caller looks at a table; nothing is changed, and no key is needed."""

    table: str


TableAction: TypeAlias = (
    SitDown
    | SetClientSeed
    | StandUp
    | Bet
    | Rebet
    | TakeBetBack
    | SitRoundOut
    | Choose
    | CallTime
    | CloseTable
    | ChangeTable
    | Look
)
HouseAction: TypeAlias = (
    OpenTable
    | VoidRound
    | MakeAccount
    | ClaimAccount
    | DisableAccount
    | EnableAccount
    | Deposit
    | Withdraw
    | AdjustMeter
    | Note
)
Action: TypeAlias = TableAction | HouseAction

SEAT_ACTIONS = (SetClientSeed, StandUp, Bet, Rebet, TakeBetBack, SitRoundOut, Choose)
KEYLESS = (Look, CallTime, Note)
"""Actions that need no idempotency key: they change nothing, or the card room itself asks for them."""
SECRET = ("password_hash",)
"""Fields that no log and no answer holds."""


@dataclass(frozen=True)
class Request:
    """An action, who asks for it, and the key under which a repetition is told from another request."""

    caller: Caller
    action: Action
    key: str | None = None


@dataclass(frozen=True)
class Answer:
    """What a request is answered: an HTTP status, and a JSON document (a problem where it is 400 or more)."""

    status: int
    body: Mapping[str, Any]


STATUS = {
    "setup": 422,
    "game": 422,
    "grid": 422,
    "option": 422,
    "house": 422,
    "format": 422,
    "rules": 422,
    "bet": 422,
    "card": 422,
    "choice": 422,
    "turn": 409,
    "funds": 409,
    "ledger": 409,
    "auth": 403,
    "table": 409,
    "request": 422,
    "engine": 500,
    "key": 503,
    "store": 503,
    # Codes whose status is not that of their kind.
    "table/unknown": 404,
    "table/round-unknown": 404,
    "table/account-unknown": 404,
    "request/key-missing": 400,
    "request/invalid": 400,
    "request/failed": 500,
    "request/unknown": 404,
    "request/method": 405,
    "request/too-large": 413,
    "request/too-many": 429,
    "request/busy": 503,
    "auth/required": 401,
    "auth/wrong": 401,
    "auth/locked": 429,
    "auth/name-taken": 409,
    "store/conflict": 409,
}
"""The HTTP status of an error, by its code or by the kind that the code begins with."""


def problem(error: PitbossError) -> Answer:
    """An error as the answer to a request: a problem of RFC 9457 with a `code`, and a sentence naming the value."""
    status = STATUS.get(error.code, STATUS.get(error.kind, 500))
    title = CODES.get(error.code, error.code)
    return Answer(status, {"title": title, "status": status, "detail": str(error), "code": error.code})


def action_json(action: Action) -> dict[str, Any]:
    """An action as a JSON document: its name and its fields, without secrets."""
    told: dict[str, Any] = {"action": type(action).__name__}
    for name in _told_fields(type(action)):
        told[name] = _plain(getattr(action, name))
    return told


@cache
def _told_fields(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.name not in SECRET)


def _plain(value: Any) -> Any:
    if type(value) in (str, int):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value


def subject_of(request: Request, answer: Answer) -> str:
    """What a request is about, for the audit log: its round, table, account or link, else what its answer names."""
    action = request.action
    for name in ("round", "table", "account", "link", "id"):
        text = getattr(action, name, None)
        if isinstance(text, str):
            return text
    return str(answer.body.get("id") or answer.body.get("account") or request.caller.account)
