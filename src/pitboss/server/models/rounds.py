"""Rounds: their records, proofs and reports, and voids."""

from typing import Any, Literal

from pydantic import Field

from pitboss.server.models.parts import Body, Money, Text, Told

Result = Literal["won", "lost", "pushed", "voided", "open"]
Sought = Literal["won", "lost", "pushed", "settled", "voided", "open"]
"""What rounds are listed by: a result, or `settled` for any result that money was paid by."""


class NewVoid(Body):
    """Why a round is voided; where the reason is `other`, the note says which."""

    reason: Literal["misdeal", "exposed-card", "wrong-count", "other"]
    note: Text = ""


class RoundTold(Told):
    """A round; `staked`, `net` and `result` are those of the caller's seats, or of all seats to the house.

    A list that was asked for with `graded` or `lost` has the `decisions` of these seats in short.
    """

    id: str
    table: str
    number: int
    game: str
    status: str
    opened_ms: int
    ended_ms: int | None
    void_reason: str | None
    staked: Money
    net: Money | None
    result: Result
    seats: list[dict[str, Any]]
    decisions: dict[str, Any] | None = None
    links: dict[str, str]


class Rounds(Told):
    """Rounds, the newest first; `next` is what `before` goes on with, null at the end."""

    rounds: list[RoundTold]
    next: str | None


class Grades(Told):
    """The decisions of a round: what every option was worth in dollars, the grade, and the EV given up.

    `fault` says why they could not be graded; it is empty where they were.
    """

    round: str
    decisions: list[dict[str, Any]]
    lost: dict[str, Any] | None = Field(description="What the decisions gave up together, in dollars.")
    fault: str
    waits: bool = Field(description="Whether the reasons are still being put in words: ask again.")


class RoundExport(Told):
    """A round that has ended, with everything that replays it; `document` holds its cards and choices in order."""

    round: str
    table: str
    number: int
    game: str
    status: str
    opened: str
    ended: str | None
    seats: list[dict[str, Any]]
    document: dict[str, Any]
    meters: list[Any]


class Proof(Told):
    """Everything that verifies the shuffle and the payouts of a round, as `pitboss verify` reads it."""

    format: str
    round: str
    status: str
    shuffle: dict[str, Any]
    first_card: int
    cards: list[str]
    document: dict[str, Any]
    seats: dict[str, dict[str, Money]]


class Dispute(Told):
    """One round for a dispute: cards, choices, money, citations, and who did what when.

    `grids` are the pay tables in force, by name; `shuffle` has the commitment, the players' client seeds, and the seed
    once it is revealed.
    """

    round: dict[str, Any]
    document: dict[str, Any]
    grids: dict[str, Any]
    seats: list[dict[str, Any]]
    explanation: list[str]
    events: list[dict[str, Any]]
    entries: list[dict[str, Any]]
    who: list[dict[str, Any]]
    transcript: str
    shuffle: dict[str, Any] | None


class Voided(Told):
    """A round that was voided."""

    round: str
    status: str
    reason: str
    seq: int
