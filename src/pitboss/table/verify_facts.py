"""What a verification passes on: rounds as the records tell them, jobs for the rules, and what was found wrong.

Jobs hold nothing but plain values, so that other processes can do them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, NamedTuple

from pitboss.core.money import cents
from pitboss.table import ledger
from pitboss.table.proof import VOIDED
from pitboss.table.records import Entry, MeterMovement, RoundRecord, SeatRecord

PlayedKey = tuple[str, str, str]
"""Table, account and wager."""


class Sums(NamedTuple):
    """What was played on a wager: the columns of `records.Played` after its key."""

    rounds: int = 0
    staked_cents: int = 0
    total_cents: int = 0
    net_cents: int = 0
    squares: int = 0
    largest_cents: int = 0

    def plus(self, other: "Sums") -> "Sums":
        """The sums of both, and the larger of the largest stakes."""
        largest = max(self.largest_cents, other.largest_cents)
        return Sums(*(mine + its for mine, its in zip(self[:-1], other[:-1], strict=True)), largest)


@dataclass(frozen=True)
class Finding:
    """The first record of a database that breaks an invariant, and how."""

    invariant: str
    """`I1` to `I12`."""
    record: str
    """Such as `round r_7f3a90c2_12` or `entry 7`."""
    audit_seq: int
    """The number of the audit record at which it was found."""
    words: str

    def __str__(self) -> str:
        return f"{self.invariant}, {self.record}: {self.words}"


class WrongError(Exception):
    """An invariant does not hold."""

    def __init__(self, invariant: str, record: str, words: str) -> None:
        super().__init__(words)
        self.invariant, self.record, self.words = invariant, record, words


@dataclass
class RoundFacts:
    """A round as the events and entries tell it, which the audit log vouches for."""

    id: str
    table: str
    opening: str
    """How its table was opened, as JSON; says which game it is."""
    shuffle: str = ""
    first_card: int = 0
    number: int = 0
    opened_ms: int | None = None
    bets: dict[int, dict[str, str]] = field(default_factory=dict)
    """What lies on the table, in dollars by seat and wager."""
    accounts: dict[int, str] = field(default_factory=dict)
    """Whose the seats are, once the round has begun."""
    has_begun: bool = False
    events: list[dict[str, Any]] = field(default_factory=list)
    """Bets, cards and choices as the round's document has them."""
    lines: list[dict[str, Any]] = field(default_factory=list)
    """The settled lines that were published."""
    meters_told: list[dict[str, Any]] = field(default_factory=list)
    raised: dict[int, int] = field(default_factory=dict)
    """Cents that seats have added in mid-round."""
    net: dict[str, str] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    movements: list[MeterMovement] = field(default_factory=list)
    amounts: dict[str, dict[int, int]] = field(default_factory=dict)
    """The cents of the meters before the entries of the kinds `feed` and `settle`, by number."""
    status: str = "open"
    ended_ms: int | None = None
    void_reason: str | None = None

    @property
    def staked(self) -> dict[int, int]:
        """The cents that the seats have bet, raises left out."""
        return {seat: sum(map(cents, bets.values())) for seat, bets in self.bets.items()}

    @property
    def held(self) -> dict[tuple[int, str], int]:
        """The cents held for the round by seat and wallet."""
        sums: dict[tuple[int, str], int] = {}
        for entry in self.entries:
            if entry.kind == "hold":
                seat = int(entry.id.split(":")[2])
                for name, amount in entry.legs:
                    if name.startswith(ledger.WALLET):
                        sums[seat, name] = sums.get((seat, name), 0) - amount
        return sums


@dataclass(frozen=True)
class EndedRound:
    """A round that has ended: what the records tell of it, and its rows; records as tuples, which travel faster."""

    audit_seq: int
    facts: tuple[Any, ...]
    """The fields of `Ended`."""
    row: tuple[Any, ...] | None
    seats: tuple[tuple[Any, ...], ...]


class Ended(NamedTuple):
    """What the check of an ended round needs of its `RoundFacts`."""

    id: str
    table: str
    opening: str
    shuffle: str
    first_card: int
    number: int
    opened_ms: int | None
    accounts: dict[int, str]
    has_begun: bool
    status: str
    events: list[dict[str, Any]]
    lines: list[dict[str, Any]]
    meters_told: list[dict[str, Any]]
    net: dict[str, str]
    raised: dict[int, int]
    amounts: dict[str, dict[int, int]]
    staked: dict[int, int]
    held: dict[tuple[int, str], int]
    legs: dict[str, dict[str, int]]
    """The legs of the entries of the kinds `feed` and `settle`."""
    movements: list[tuple[Any, ...]]


as_row: Mapping[type, Callable[[Any], tuple[Any, ...]]] = {
    kind: attrgetter(*(each.name for each in fields(kind))) for kind in (RoundRecord, SeatRecord, MeterMovement)
}
"""Records as tuples of their fields."""


def ended_round(audit_seq: int, facts: RoundFacts, row: RoundRecord | None, seats: Iterable[SeatRecord]) -> EndedRound:
    """The job of checking a round that has ended."""
    told = Ended(
        facts.id,
        facts.table,
        facts.opening,
        facts.shuffle,
        facts.first_card,
        facts.number,
        facts.opened_ms,
        facts.accounts,
        facts.has_begun,
        facts.status,
        facts.events,
        facts.lines,
        facts.meters_told,
        facts.net,
        facts.raised,
        facts.amounts,
        facts.staked if facts.status == VOIDED else {},
        facts.held,
        {entry.kind: dict(entry.legs) for entry in facts.entries if entry.kind in ("feed", "settle")},
        [as_row[MeterMovement](each) for each in facts.movements],
    )
    shown = None if row is None else as_row[RoundRecord](row)
    return EndedRound(audit_seq, tuple(told), shown, tuple(map(as_row[SeatRecord], seats)))


@dataclass(frozen=True)
class SettledThenVoided:
    """A settled round that is voided later: what was played is taken back."""

    audit_seq: int
    opening: str
    table: str
    document: str
    meters: str
    accounts: Mapping[int, str]


@dataclass(frozen=True)
class RevealedShuffle:
    """A shuffle whose seed was revealed, with all cards that were dealt from it, in order."""

    audit_seq: int
    opening: str
    id: str
    commitment: str
    client_seeds: str
    seed: str
    cards: Sequence[str]


Job = EndedRound | SettledThenVoided | RevealedShuffle


@dataclass
class Checked:
    """What came of some jobs: the first that is wrong, and what was played."""

    finding: Finding | None = None
    played: dict[PlayedKey, Sums] = field(default_factory=dict)


def check_same(wanted: Any, found: Any, invariant: str, record: str) -> None:
    """Refuses a row that is not the one which the records vouch for, and names the first column that differs."""
    if wanted == found:
        return
    for name in wanted.__slots__:
        due, was = getattr(wanted, name), getattr(found, name)
        if due != was:
            raise WrongError(invariant, record, f"{name} is {_short(was)}; by the records it is {_short(due)}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
