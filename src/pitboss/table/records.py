"""The records of a card room: what its database holds, a frozen class for each kind of row.

Money is integer cents, times are milliseconds since 1970 in UTC, documents are JSON texts. The records say nothing of
how they are stored (`store`) or what they mean to the books (`ledger`), the log (`audit`) or a table (`floor`).
"""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Person:
    """An account that can sign in: a guest, a player, a supervisor or an auditor."""

    id: str
    name: str
    """Unique without regard to case; a guest's is made up."""
    role: str
    password_hash: str | None
    made_ms: int
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table: how it was opened, and the state it is in after its last stored command."""

    id: str
    opening: str
    """The JSON of the request that opened it: game, options, pay tables, limits, seats, times, bots, link."""
    opened_by: str
    private: bool
    status: str
    """`open`; `closing` where the round in play is the last; `closed`."""
    seq: int
    """The number of its last event."""
    state: str
    """The table's state (`snapshot`), without a seed or an undealt card in clear."""
    deadline_ms: int | None
    """When the table must be called to time; None where it waits for nobody."""


@dataclass(frozen=True, slots=True)
class EventRecord:
    """One event of a table, whole, as the house knows it; `views` says who may see what of it."""

    table: str
    seq: int
    round: str | None
    at_ms: int
    body: str


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round, from the opening of its bets to its one end."""

    id: str
    table: str
    number: int
    game: str
    status: str
    """`open`, `settled` or `voided`; a round that was settled and then voided is voided."""
    shuffle: str
    first_card: int
    """The place in the shuffled deck of the first card that the round was dealt."""
    document: str
    """The round as `core.codec` writes it: header and events."""
    meters: str
    """The meters that the round was settled with, as JSON; `[]` where it has none."""
    opened_ms: int
    ended_ms: int | None = None
    void_reason: str | None = None


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """One seat of one round: whose it was, what was staked in all, and what came back."""

    round: str
    seat: int
    account: str
    staked_cents: int
    returned_cents: int | None = None


@dataclass(frozen=True, slots=True)
class ShuffleRecord:
    """One shuffle: committed before the bets close, revealed when every round dealt from it has ended."""

    id: str
    table: str
    commitment: str
    """SHA-256 of the seed, in hexadecimal."""
    sealed_seed: str
    """The seed under the house's key; a database alone does not tell it."""
    client_seeds: str
    """The players' seeds by seat, as JSON, fixed when the cards are shuffled."""
    seed: str | None = None
    """The seed in hexadecimal, once it is revealed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One transaction of the ledger; its legs sum to nothing."""

    seq: int
    id: str
    """Chosen by the caller: the same id is never booked twice."""
    kind: str
    at_ms: int
    round: str | None
    note: str
    reverses: str | None
    legs: tuple[tuple[str, int], ...]
    """Cents by ledger account, in the order they were booked."""


@dataclass(frozen=True, slots=True)
class RequestRecord:
    """A request that was carried out, by who asked and under which key, with its answer."""

    account: str
    key: str
    content_hash: str
    status: int
    answer: str


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """One link of the audit chain."""

    seq: int
    at_ms: int
    kind: str
    actor: str
    subject: str
    body: str
    """Canonical JSON, with the digests of the events and entries that the record vouches for."""
    hash: str
    """SHA-256 over the hash of the record before and everything above."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A signature over the head of the audit chain."""

    audit_seq: int
    hash: str
    at_ms: int
    public_key: str
    signature: str


@dataclass(frozen=True, slots=True)
class MeterMovement:
    """One change of one progressive meter, with the entry that booked it."""

    link: str
    number: int
    entry: str
    kind: str
    """`seed`, `increment`, `round-up`, `award`, `restart`, `void` or `adjustment`."""
    cents: int
    round: str | None
    note: str


@dataclass(frozen=True, slots=True)
class Played:
    """What one account has played at one table on one wager since the table opened; sums over settled rounds."""

    table: str
    account: str
    wager: str
    rounds: int
    staked_cents: int
    """First stakes, by which exact figures are measured."""
    total_cents: int
    """All stakes, raises included."""
    net_cents: int
    """To the player."""
    squares: int
    """The sum of the squares of the first stakes: what the variance is measured by."""
    largest_cents: int | None
    """The largest first stake of a round, which a void does not lower; None where a round is from before it was kept.

    Stakes of one account in several seats are one stake, here and in `squares`.
    """


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """One sign-in; the token itself is known to its holder alone."""

    token_hash: str
    """SHA-256 of the opaque token, in hexadecimal."""
    account: str
    made_ms: int
    expires_ms: int
    revoked: bool = False


@dataclass(frozen=True, slots=True)
class SignInFailures:
    """The sign-ins in a row that failed for one name, or from one address, and how long it is locked out."""

    subject: str
    """`name/<name>` in lower case, or `address/<address>`."""
    count: int
    first_ms: int
    """When the first failure of the row happened; a new row starts after a success or when the first is old."""
    locked_until_ms: int = 0


@dataclass(frozen=True, slots=True)
class Head:
    """The last numbers of the ledger and the audit chain."""

    entry_seq: int
    audit_seq: int
    audit_hash: str


Record: TypeAlias = (
    Person
    | TableRecord
    | EventRecord
    | RoundRecord
    | SeatRecord
    | ShuffleRecord
    | Entry
    | RequestRecord
    | AuditRecord
    | Anchor
    | MeterMovement
    | Played
    | SessionRecord
    | SignInFailures
)
