"""The rest of the database, compared with what the log tells: rows that are open, sums, balances, counts, anchors."""

import json
from array import array
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from pitboss.core.cards import card_text
from pitboss.core.money import dollars
from pitboss.table import ledger
from pitboss.table.audit import ROW_KEYS, anchor_message, row_digest, row_name
from pitboss.table.keys import is_signed
from pitboss.table.proof import OPEN, SETTLED, VOIDED
from pitboss.table.records import (
    Anchor,
    EventRecord,
    Played,
    Record,
    RequestRecord,
    RoundRecord,
    SeatRecord,
    SessionRecord,
    ShuffleRecord,
    SignInFailures,
    TableRecord,
)
from pitboss.table.store import Store
from pitboss.table.verify_books import Books
from pitboss.table.verify_events import TableFacts
from pitboss.table.verify_facts import (
    PlayedKey,
    RoundFacts,
    Sums,
    WrongError,
    check_same,
)
from pitboss.table.verify_rounds import Rules


def short_hash(text: str) -> int:
    """Eight bytes of a text, to remember many in little room."""
    return hash(text) & 0xFFFF_FFFF_FFFF_FFFF


@dataclass
class Seen:
    """Everything that the log has told so far."""

    books: Books
    trusted: frozenset[str] | None
    """The public keys of the house; None where they are not known."""
    audit_seq: int = 0
    hashes: "array[int]" = field(default_factory=lambda: array("Q"))
    """The short hashes of the records' own hashes, for anchors."""
    tables: dict[str, TableFacts] = field(default_factory=dict)
    rows: dict[str, str] = field(default_factory=dict)
    """The last digests of the rows that the log vouches for itself."""
    played: dict[PlayedKey, Sums] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    opened: "array[int]" = field(default_factory=lambda: array("Q"))
    """Rounds in the order of their first bets, by short hash."""
    ahead: dict[str, RoundRecord] = field(default_factory=dict)
    """Rows of rounds that are void already, where the log has only come to their settlement."""
    touched: set[str] = field(default_factory=set)
    """Tables with events since the last step."""
    touched_rows: set[str] = field(default_factory=set)

    def ended(self, facts: RoundFacts, row: RoundRecord | None, seats: int) -> None:
        """Compares the end of a round with its row, which may be ahead of the log."""
        self.counts["rounds"] += 1
        self.counts["seats"] += seats
        if row is None:
            return
        if facts.status == SETTLED and row.status == VOIDED:
            self.ahead[facts.id] = row
            return
        _check_end(row, facts.status, facts.ended_ms, facts.void_reason)

    def voided(self, id: str, row: RoundRecord, at_ms: int, reason: str) -> None:
        """Compares the void of a settled round with its row."""
        self.ahead.pop(id, None)
        _check_end(row, VOIDED, at_ms, reason)


def _check_end(row: RoundRecord, status: str, ended_ms: int | None, reason: str | None) -> None:
    for column, due in (("status", status), ("ended_ms", ended_ms), ("void_reason", reason)):
        if getattr(row, column) != due:
            words = f"{column} is {getattr(row, column)!r}; by the records it is {due!r}"
            raise WrongError("I7", f"round {row.id}", words)


def check_touched(seen: Seen, store: Store, rules: Rules) -> None:
    """Compares the rows that the records since the last step have changed."""
    _check_tables(seen, store, rules, seen.touched)
    _check_rows(seen, store, seen.touched_rows)
    _check_balances(seen, store)
    _check_counts(seen, store, (RoundRecord, ShuffleRecord, RequestRecord))
    if seen.ahead:
        raise WrongError("I7", f"round {min(seen.ahead)}", "it is void, and no event tells that")


def check_rest(seen: Seen, store: Store, rules: Rules, anchors: Collection[Anchor]) -> None:
    """Compares every row that the store holds, and refuses rows that no record vouches for."""
    seen.touched, seen.touched_rows = set(seen.tables), set(seen.rows)
    check_touched(seen, store, rules)
    persons = store.persons()
    for row in (*store.list_tables(), *persons):
        if row_name(row) not in seen.rows:
            raise WrongError("I10", row_name(row).replace("/", " ", 1), "no audit record vouches for it")
    for person in persons:
        if [each.id for each in store.persons(name=person.name)] != [person.id]:
            raise WrongError("I10", f"person {person.id}", "name_key is not its name without regard to case")
    _check_counts(seen, store, (SeatRecord, EventRecord, Played))
    _check_vouched(seen, store)
    _check_order(seen, store)
    _check_anchors(seen, [*store.list_anchors(), *anchors])


def _check_tables(seen: Seen, store: Store, rules: Rules, ids: Iterable[str]) -> None:
    for id in sorted(ids):
        facts = seen.tables[id]
        beyond = store.events(id, facts.seq, 1)
        if beyond:
            raise WrongError("I10", f"event {beyond[0].seq} of table {id}", "no audit record vouches for it")
        held = facts.held_cents
        if seen.books.balances[ledger.escrow(id)] != held:
            has = dollars(seen.books.balances[ledger.escrow(id)])
            raise WrongError("I3", ledger.escrow(id), f"it has {has}; the bets of open rounds are {dollars(held)}")
        known = rules.known(facts.opening)
        facts.check_cards({card_text(card): count for card, count in known.game.deck.counts.items()})
        if facts.shuffle is not None:
            row = next(iter(store.found(ShuffleRecord, [facts.shuffle.id])), None)
            facts.shuffle.check_row(row)
        for each in facts.rounds.values():
            _check_open_round(each, store, known.game.name)
        _check_played(seen, store, id)


def _check_open_round(facts: RoundFacts, store: Store, game: str) -> None:
    name = f"round {facts.id}"
    row = next(iter(store.found(RoundRecord, [facts.id])), None)
    if row is None:
        raise WrongError("I7", name, "it is open, and has no row")
    assert facts.opened_ms is not None
    wanted = RoundRecord(
        facts.id,
        facts.table,
        facts.number,
        game,
        OPEN,
        facts.shuffle,
        facts.first_card,
        "",
        "[]",
        facts.opened_ms,
    )
    check_same(wanted, row, "I7", name)
    bets = facts.staked if facts.has_begun else {}
    seats = [SeatRecord(facts.id, seat, facts.accounts[seat], staked) for seat, staked in sorted(bets.items())]
    found = store.found(SeatRecord, [facts.id])
    if len(seats) != len(found):
        raise WrongError("I8", name, f"{len(seats)} seats play it, and {len(found)} are recorded")
    for due, was in zip(seats, found, strict=True):
        check_same(due, was, "I8", f"seat {was.seat} of {name}")


def _check_played(seen: Seen, store: Store, table: str) -> None:
    try:
        rows = {(row.table, row.account, row.wager): row for row in store.found(Played, [table])}
    except ValueError as error:
        raise WrongError("I8", f"sums of what was played at table {table}", str(error)) from None
    known = {key for key in seen.played if key[0] == table}
    for key in sorted({*rows, *known}):
        name = f"sums of {key[1]} on {key[2]} at table {table}"
        if key not in rows or key not in seen.played:
            why = "no round was played" if key in rows else "they are missing"
            raise WrongError("I8", name, why)
        wanted = Played(*key, *seen.played[key])
        if rows[key].largest_cents is None:  # The row is older than the column.
            wanted = replace(wanted, largest_cents=None)
        check_same(wanted, rows[key], "I8", name)


def _check_rows(seen: Seen, store: Store, names: Collection[str]) -> None:
    """Rows that the log vouches for one by one: none may differ, or be missing."""
    for kind, (word, key) in ROW_KEYS.items():
        wanted = {name.partition("/")[2] for name in names if name.startswith(f"{word}/")}
        for row in store.found(kind, sorted(wanted)):
            wanted.discard(getattr(row, key))
            if row_digest(row) != seen.rows[row_name(row)]:
                raise WrongError("I10", f"{word} {getattr(row, key)}", "its row is not what the log vouches for")
            if isinstance(row, TableRecord):
                _check_clock(row)
        if wanted:
            raise WrongError("I10", f"{word} {min(wanted)}", "the log vouches for its row, which is missing")


def _check_clock(row: TableRecord) -> None:
    """The deadline of a table is its clock and one of its two times later."""
    opening, since = json.loads(row.opening), json.loads(row.state)["table"]["since_ms"]
    limits = {None if limit is None or since is None else since + limit for limit in _limits(opening)}
    if row.status == "closed":
        limits = {None}
    if row.deadline_ms not in limits:
        raise WrongError(
            "I10", f"table {row.id}", f"deadline_ms is {row.deadline_ms}; its clock says {min(limits, key=str)}"
        )


def _limits(opening: dict[str, Any]) -> tuple[int | None, int | None]:
    return opening["bet_ms"], opening["decide_ms"]


def _check_balances(seen: Seen, store: Store) -> None:
    """I2, and I1 of all entries together."""
    due, found = seen.books.balances, store.list_accounts()
    for name in sorted({*due, *found}):
        if due.get(name, 0) != found.get(name, 0):
            words = f"its balance is {dollars(found.get(name, 0))}; its legs sum to {dollars(due.get(name, 0))}"
            raise WrongError("I2", f"ledger account {name}", words)
    for name, amount in seen.books.meters.items():
        if due.get(name, 0) != amount:
            raise WrongError("I4", f"ledger account {name}", f"its changes sum to {dollars(amount)}")


def _check_counts(seen: Seen, store: Store, kinds: Iterable[type[Record]]) -> None:
    """Every row was compared by its key; more rows than that are nobody's, and fewer were used twice (I6)."""
    open_rounds = [each for table in seen.tables.values() for each in table.rounds.values()]
    playing = [each for each in open_rounds if each.has_begun]
    in_use = sum(each.shuffle is not None for each in seen.tables.values())
    due: dict[type, tuple[str, str, int]] = {
        RoundRecord: ("I7", "rounds", seen.counts["rounds"] + len(open_rounds)),
        SeatRecord: ("I8", "seats", seen.counts["seats"] + sum(len(each.bets) for each in playing)),
        ShuffleRecord: ("I9", "shuffles", seen.counts["shuffles"] + in_use),
        RequestRecord: ("I6", "requests", seen.counts["requests"]),
        EventRecord: ("I10", "events", seen.counts["events"]),
        Played: ("I8", "sums of what was played", len(seen.played)),
    }
    for kind in kinds:
        invariant, name, wanted = due[kind]
        count = store.count(kind)
        if count != wanted:
            raise WrongError(invariant, f"the table of {name}", f"it has {count} rows; the log tells of {wanted}")


def _check_vouched(seen: Seen, store: Store) -> None:
    """Sessions and failed sign-ins were compared by their keys; more rows than the log vouches for are nobody's."""
    vouched = Counter(name.partition("/")[0] for name in seen.rows)
    for kind, name in ((SessionRecord, "sessions"), (SignInFailures, "failed sign-ins")):
        count, wanted = store.count(kind), vouched[ROW_KEYS[kind][0]]
        if count != wanted:
            raise WrongError("I10", f"the table of {name}", f"it has {count} rows; the log vouches for {wanted}")


def _check_order(seen: Seen, store: Store) -> None:
    count = 0
    for place, id in enumerate(store.round_ids()):
        if place >= len(seen.opened) or seen.opened[place] != short_hash(id):
            raise WrongError("I7", f"round {id}", f"it is listed as number {place + 1}, where another was opened")
        count += 1
    if count != len(seen.opened):
        raise WrongError("I7", "the list of rounds", f"it has {count} of the {len(seen.opened)} that were opened")
    odd = store.misnumbered()
    if odd is not None:
        raise WrongError("I10", odd, "they do not lie as they were booked")


def _check_anchors(seen: Seen, anchors: Iterable[Anchor]) -> None:
    """Signatures over the chain, those of the database and those that were kept elsewhere."""
    for anchor in anchors:
        name = f"anchor of audit record {anchor.audit_seq}"
        if not 1 <= anchor.audit_seq <= seen.audit_seq:
            raise WrongError(
                "I10", name, f"the log ends with record {seen.audit_seq}: records that were signed are gone"
            )
        if seen.hashes[anchor.audit_seq - 1] != short_hash(anchor.hash):
            raise WrongError("I10", name, "it signs another hash than the record has")
        message = anchor_message(anchor.audit_seq, anchor.hash, anchor.at_ms, anchor.public_key)
        if not is_signed(message, anchor.signature, anchor.public_key):
            raise WrongError("I10", name, "its signature does not verify")
        if seen.trusted is not None and anchor.public_key not in seen.trusted:
            raise WrongError("I10", name, "it is signed with a key that is not the house's")
        seen.counts["anchors"] += 1
