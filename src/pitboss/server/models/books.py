"""The books: ledger, audit log, meters, and what tables have won."""

from typing import Any

from pydantic import Field

from pitboss.server.models.parts import Body, Money, Text, Told


class MeterChange(Body):
    """The change of a meter in dollars, and why."""

    amount: Money
    note: Text


class Performance(Told):
    """Actual against theoretical win of a table."""

    table: str


class Course(Told):
    """The win of a table after each of its last rounds; `whole` where they are all of them."""

    table: str
    game: str
    entry: str
    whole: bool
    points: list[dict[str, Any]]


class MeterSet(Told):
    """A meter that was changed."""

    link: str
    number: int
    amount: Money


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
    movements: list[dict[str, Any]] = Field(default_factory=list)
