"""The events of one table followed in order: its seats, its shuffle, and its rounds until they end.

`TableFacts` is told every event, and every entry of a round, that the audit log vouches for. It keeps what is open, and
hands over what has ended for the rules to check.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pitboss.core.money import cents
from pitboss.table.audit import canonical_json, sha256
from pitboss.table.proof import OPEN, SETTLED, VOIDED
from pitboss.table.records import Entry, EventRecord, ShuffleRecord
from pitboss.table.round_life import CLOSED_REASON
from pitboss.table.verify_facts import RoundFacts, WrongError

Body = dict[str, Any]

DOCUMENT_FIELDS = {
    "dealt": ("type", "pile", "seat", "cards"),
    "chose": ("type", "seat", "choice", "option"),
}
"""What of an event the document of a round has."""
LINE_FIELDS = ("seat", "wager", "line", "stake", "outcome", "pays", "commission", "returned", "net")
METER_FIELDS = ("link", "number", "fed", "awards", "amount")


@dataclass
class ShuffleFacts:
    """A shuffle as the events tell it."""

    id: str
    table: str
    commitment: str
    sealed_hash: str
    client_seeds: Mapping[str, str] = field(default_factory=dict)
    seed: str | None = None
    cards: list[str] = field(default_factory=list)
    """All cards that were dealt from it, in order."""

    def check_row(self, row: ShuffleRecord | None) -> None:
        """Refuses a row that is not what the events tell."""
        name = f"shuffle {self.id}"
        if row is None:
            raise WrongError("I9", name, "it was committed to, and has no row")
        if row.seed is not None and self.seed is None:
            raise WrongError("I12", name, "its row has the seed, which was not revealed")
        seeds = canonical_json(self.client_seeds)
        told = ("table", self.table), ("commitment", self.commitment), ("client_seeds", seeds), ("seed", self.seed)
        for column, due in told:
            if getattr(row, column) != due:
                raise WrongError("I9", name, f"{column} is {getattr(row, column)!r}; by the records it is {due!r}")
        if sha256(row.sealed_seed) != self.sealed_hash:
            raise WrongError("I9", name, "sealed_seed is not the one that was recorded with the commitment")


@dataclass(frozen=True)
class News:
    """What an event tells: a round was opened (by its id), a round or a shuffle ended, a settled round was voided."""

    opened: str | None = None
    round: RoundFacts | None = None
    shuffle: ShuffleFacts | None = None
    voided_later: str | None = None
    reason: str = ""
    at_ms: int = 0


@dataclass
class TableFacts:
    """One table as its events tell it."""

    id: str
    opening: str
    link: str
    """The progressive link whose meters it shares."""
    seq: int = 0
    status: str = OPEN
    accounts: dict[int, str] = field(default_factory=dict)
    shuffle: ShuffleFacts | None = None
    shuffles: int = 0
    """How many shuffles were committed to."""
    rounds: dict[str, RoundFacts] = field(default_factory=dict)
    """Rounds that have not ended."""
    last_number: int = 0
    """The number of the last round that has ended."""

    def round(self, id: str) -> RoundFacts:
        """The open round of an id; the first hold or bet on it opens it."""
        if id not in self.rounds:
            self.rounds[id] = RoundFacts(id, self.id, self.opening)
        return self.rounds[id]

    @property
    def held_cents(self) -> int:
        """What is held for the rounds that have not ended."""
        return sum(amount for each in self.rounds.values() for amount in each.held.values())

    def booked(self, entry: Entry) -> None:
        """Takes down an entry of one of the table's rounds."""
        assert entry.round is not None
        facts = self.round(entry.round)
        if entry.kind in ("feed", "settle") and any(each.kind == entry.kind for each in facts.entries):
            raise WrongError("I7", f"entry {entry.seq}", f"round {entry.round} has a {entry.kind} already")
        facts.entries.append(entry)

    def told(self, event: EventRecord, body: Body) -> Sequence[News]:
        """Takes down an event with its body, and returns what it tells."""
        self.seq = event.seq
        kind = body["type"]
        if kind in _OF_ROUND:
            if event.round is None:
                raise self._wrong(event, f"{kind!r} names no round")
            if kind == "voided":
                return self._voided(event, body)
            return _OF_ROUND[kind](self, self._open_round(event, kind), event, body) or ()
        handler = _OF_TABLE.get(kind)
        if handler is None:
            raise self._wrong(event, f"no such event: {kind!r}")
        return handler(self, event, body) or ()

    def _wrong(self, event: EventRecord, words: str, invariant: str = "I8") -> WrongError:
        return WrongError(invariant, f"event {event.seq} of table {event.table}", words)

    def _open_round(self, event: EventRecord, kind: str) -> RoundFacts:
        assert event.round is not None
        facts = self.rounds.get(event.round)
        if facts is None or (facts.opened_ms is None and kind != "bet"):
            if kind in ("bet-taken-back", "sat-out"):  # Of a round that nobody has bet on.
                return RoundFacts(event.round, self.id, self.opening)
            if kind != "bet":
                raise self._wrong(event, f"{kind!r} of round {event.round}, which is not open", "I7")
            facts = self.round(event.round)
        return facts

    def _bet(self, facts: RoundFacts, event: EventRecord, body: Body) -> list[News]:
        is_first = facts.opened_ms is None
        if is_first:
            facts.opened_ms, facts.number = event.at_ms, int(facts.id.rpartition("_")[2])
            facts.opening = self.opening
            if facts.number <= self.last_number:
                raise self._wrong(event, f"round {facts.id} has ended already", "I7")
            facts.shuffle = self.shuffle.id if self.shuffle else ""
        facts.bets[body["seat"]] = body["bets"]
        return [News(opened=facts.id)] if is_first else []

    def _taken_back(self, facts: RoundFacts, event: EventRecord, body: Body) -> None:
        if not facts.has_begun:
            facts.bets.pop(body["seat"], None)

    def _shuffled(self, facts: RoundFacts, event: EventRecord, body: Body) -> None:
        shuffle = self.shuffle
        if shuffle is None or (body["shuffle"], body["commitment"]) != (shuffle.id, shuffle.commitment):
            raise self._wrong(event, f"the cards were shuffled by {body['shuffle']}, which was not committed to", "I9")
        if shuffle.cards:
            raise self._wrong(event, f"shuffle {shuffle.id} was dealt from before", "I9")
        shuffle.client_seeds = body["client_seeds"]

    def _began(self, facts: RoundFacts, event: EventRecord, body: Body) -> None:
        bets = {int(seat): stakes for seat, stakes in body["bets"].items()}
        if facts.has_begun or bets != facts.bets:
            raise self._wrong(event, f"round {facts.id} began with other bets than were placed")
        if self.shuffle is None:
            raise self._wrong(event, f"round {facts.id} began without a shuffle that was committed to", "I9")
        facts.has_begun, facts.accounts = True, {seat: self.accounts[seat] for seat in bets}
        facts.shuffle, facts.first_card = self.shuffle.id, len(self.shuffle.cards)
        facts.events.append({"type": "bets", "seats": body["bets"]})

    def _dealt(self, facts: RoundFacts, event: EventRecord, body: Body) -> None:
        assert self.shuffle is not None
        facts.events.append({name: body[name] for name in DOCUMENT_FIELDS["dealt"]})
        self.shuffle.cards += body["cards"]

    def _chose(self, facts: RoundFacts, event: EventRecord, body: Body) -> None:
        facts.events.append({name: body[name] for name in DOCUMENT_FIELDS["chose"]})
        seat = body["seat"]
        facts.raised[seat] = facts.raised.get(seat, 0) + cents(body["raised"])

    def _settled(self, facts: RoundFacts, event: EventRecord, body: Body) -> None:
        facts.lines.append({name: body[name] for name in LINE_FIELDS})

    def _meter(self, facts: RoundFacts, event: EventRecord, body: Body) -> None:
        facts.meters_told.append({name: body[name] for name in METER_FIELDS})

    def _nothing(self, *_: object) -> None:
        """What is shown and asked follows from the cards and the rules."""

    def _over(self, facts: RoundFacts, event: EventRecord, body: Body) -> list[News]:
        if not any(each.kind == "settle" for each in facts.entries):
            raise self._wrong(event, f"round {facts.id} is over, and no entry settles it", "I7")
        facts.net = body["net"]
        return [self._end(facts, SETTLED, event.at_ms)]

    def _end(self, facts: RoundFacts, status: str, at_ms: int, reason: str | None = None) -> News:
        del self.rounds[facts.id]
        facts.status, facts.ended_ms, facts.void_reason = status, at_ms, reason
        self.last_number = max(self.last_number, facts.number)
        return News(round=facts)

    def _voided(self, event: EventRecord, body: Body) -> list[News]:
        assert event.round is not None
        facts = self.rounds.get(event.round)
        if facts is None:
            return [News(voided_later=event.round, reason=body["reason"], at_ms=event.at_ms)]
        if not any(each.kind == "void" for each in facts.entries):
            raise self._wrong(event, f"round {facts.id} is void, and no entry reverses it", "I7")
        if not facts.has_begun:
            facts.events.clear()
        return [self._end(facts, VOIDED, event.at_ms, body["reason"])]

    def _seated(self, event: EventRecord, body: Body) -> None:
        self.accounts[body["seat"]] = body["account"]

    def _left(self, event: EventRecord, body: Body) -> None:
        self.accounts.pop(body["seat"], None)
        for facts in self.rounds.values():
            if not facts.has_begun:
                facts.bets.pop(body["seat"], None)

    def _committed(self, event: EventRecord, body: Body) -> None:
        if self.shuffle is not None:
            raise self._wrong(event, f"shuffle {self.shuffle.id} was not revealed before the next commitment", "I9")
        self.shuffles += 1
        self.shuffle = ShuffleFacts(body["shuffle"], self.id, body["commitment"], body["sealed"])

    def _revealed(self, event: EventRecord, body: Body) -> list[News]:
        shuffle = self.shuffle
        if shuffle is None or body["shuffle"] != shuffle.id:
            raise self._wrong(event, f"shuffle {body['shuffle']} is revealed, which is not in use", "I12")
        for facts in self.rounds.values():
            if facts.has_begun:
                raise self._wrong(event, f"shuffle {shuffle.id} is revealed while round {facts.id} is open", "I12")
        shuffle.seed, self.shuffle = body["seed"], None
        if body["client_seeds"] != shuffle.client_seeds:
            raise self._wrong(event, f"shuffle {shuffle.id} is revealed with other client seeds", "I9")
        return [News(shuffle=shuffle)]

    def _closing(self, event: EventRecord, body: Body) -> None:
        self.status = "closing"

    def _closed(self, event: EventRecord, body: Body) -> list[News]:
        self.status = "closed"
        for facts in self.rounds.values():
            if facts.bets:
                raise self._wrong(event, f"the table closed while round {facts.id} was open", "I7")
        return [self._end(facts, VOIDED, event.at_ms, CLOSED_REASON) for facts in list(self.rounds.values())]

    def check_cards(self, counts: Mapping[str, int]) -> None:
        """Refuses cards that the deck does not hold as often as they were dealt from a shuffle not yet revealed."""
        for card, count in Counter(self.shuffle.cards if self.shuffle else ()).items():
            if count > counts.get(card, 0):
                assert self.shuffle is not None
                raise WrongError("I9", f"shuffle {self.shuffle.id}", f"{card} was dealt {count} times")


_OF_ROUND: Mapping[str, Any] = {
    "bet": TableFacts._bet,
    "bet-taken-back": TableFacts._taken_back,
    "sat-out": TableFacts._taken_back,
    "shuffled": TableFacts._shuffled,
    "began": TableFacts._began,
    "meter": TableFacts._meter,
    "dealt": TableFacts._dealt,
    "shown": TableFacts._nothing,
    "asked": TableFacts._nothing,
    "chose": TableFacts._chose,
    "settled": TableFacts._settled,
    "over": TableFacts._over,
    "voided": TableFacts._voided,
}
_OF_TABLE: Mapping[str, Any] = {
    "opened": TableFacts._nothing,
    "changed": TableFacts._nothing,
    "client-seed": TableFacts._nothing,
    "leaving": TableFacts._nothing,
    "seated": TableFacts._seated,
    "left": TableFacts._left,
    "committed": TableFacts._committed,
    "revealed": TableFacts._revealed,
    "closing": TableFacts._closing,
    "closed": TableFacts._closed,
}
