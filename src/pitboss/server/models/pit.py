"""The pit: what supervisors and auditors see of tables, rounds, meters and the newest records of the books."""

from typing import Any

from pitboss.server.models.books import AuditTold, LedgerEntry
from pitboss.server.models.parts import Money, Told


class PitWords(Told):
    """The words of the house: reasons for a void, kinds of audit records, roles, and the sum of a large win."""

    reasons: list[str]
    kinds: dict[str, str]
    significant: list[str]
    roles: list[str]
    large_win: Money


class PitTable(Told):
    """A table as the house sees it; the fields of an opening are in `opening`."""

    id: str
    game: str
    status: str
    phase: str
    round: str
    opened_by: dict[str, str]
    opening: dict[str, Any]
    seated: list[dict[str, Any]]
    rounds: int
    drop: Money
    win: Money
    hold: float | None
    trend: list[Money]


class PitTables(Told):
    """Tables as the house sees them, and how many there are."""

    tables: list[PitTable]
    total: int
    at_ms: int


class PitRound(Told):
    """A round with what was staked in it and what the house won; null while it is in play."""

    id: str
    table: str
    number: int
    game: str
    status: str
    void_reason: str | None
    opened_ms: int
    ended_ms: int | None
    staked: Money
    win: Money | None
    seats: list[dict[str, Any]]


class PitRounds(Told):
    """Rounds, the newest first; `next` is the id before which to go on, null at the end."""

    rounds: list[PitRound]
    next: str | None


class MeterHistory(Told):
    """The meters of a link as they rose and fell, and their newest changes; `whole` where nothing older is left out."""

    link: str
    whole: bool
    meters: list[dict[str, Any]]
    changes: list[dict[str, Any]]


class RecentAudit(Told):
    """Records of the audit log, the newest first, and names of accounts; `next` is where to go on, null at the end."""

    records: list[AuditTold]
    names: dict[str, str]
    next: int | None
    head: int


class RecentEntries(Told):
    """Entries of the ledger, the newest first, and names of accounts; `next` is where to go on, null at the end."""

    entries: list[LedgerEntry]
    names: dict[str, str]
    next: int | None
    head: int


class ChainChecked(Told):
    """Whether every record of the audit log has the hash of its content, and every signature is the house's."""

    holds: bool
    records: int
    anchors: int
    hash: str
    fault: dict[str, Any] | None
