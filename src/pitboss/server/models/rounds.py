"""Rounds: their records, proofs and reports, and voids."""

from typing import Any, Literal

from pitboss.server.models.parts import Body, Money, Text, Told


class NewVoid(Body):
    """Why a round is voided."""

    reason: Literal["misdeal", "exposed-card", "wrong-count", "other"]
    note: Text = ""


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
    links: dict[str, str]


class Rounds(Told):
    """Rounds, the newest first."""

    rounds: list[RoundTold]


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
    """One round for a dispute: cards, choices, money, citations, and who did what when."""

    round: dict[str, Any]
    document: dict[str, Any]
    seats: list[dict[str, Any]]
    explanation: list[str]
    events: list[dict[str, Any]]
    entries: list[dict[str, Any]]
    who: list[dict[str, Any]]


class Voided(Told):
    """A round that was voided."""

    round: str
    status: str
    reason: str
    seq: int
