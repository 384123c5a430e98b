"""Seeded bugs: faults of the program, put in by hand, each of which the simulation must find, by the invariant it breaks.

A bug replaces a part of the world (its disk, its servers, its shuffle) or patches a function of the program.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from pitboss.core.cards import Card, Deck
from pitboss.table import batch, floor, ledger, live_table, round_life, views
from pitboss.table.batch import Batch
from pitboss.table.ledger import Book
from pitboss.table.records import Entry, MeterMovement
from pitboss.table.shuffle import ClientSeeds, words
from tests.support import memory_store
from tests.support.simulation.disk import UnlockedDisk, UnsyncedDisk
from tests.support.simulation.world import HONEST, Faults


def modulo_order(deck: Deck, seed: bytes, shuffle_id: str, client_seeds: ClientSeeds) -> tuple[Card, ...]:
    """A shuffle that takes every word modulo the number of places, also those that fill no whole cycle."""
    stream: Iterator[int] = words(seed, shuffle_id, client_seeds)
    order = list(deck.faces)
    for place in range(len(order) - 1, 0, -1):
        other = next(stream) % (place + 1)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


@dataclass(frozen=True)
class Bug:
    """A seeded bug: the invariants that it breaks, what it makes the world of, and what it patches."""

    breaks: tuple[str, ...]
    faults: Faults = HONEST
    patch: Callable[[pytest.MonkeyPatch], None] = lambda _: None


def _hasty(patch: pytest.MonkeyPatch) -> None:
    """Events are published before they are written."""
    records = Batch.records

    def early(work: Any) -> Any:
        work.transaction.store.told_early += work.news
        return records(work)

    patch.setattr(Batch, "records", early)


def _no_ids(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(floor._Work, "_keep", lambda *_: None)


def _leak(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(views.EVERYBODY, "dealt", ("pile", "seat", "count", "cards"))


def _paid_twice(patch: pytest.MonkeyPatch) -> None:
    """The award of a meter is booked once more, to the house's loss."""
    settle = ledger.settle

    def twice(
        book: Book, table: str, round_id: str, *given: Any, link: str = "", moves: Any = (), **more: Any
    ) -> Entry:
        entry = settle(book, table, round_id, *given, link=link, moves=moves, **more)
        for award in (award for move in moves for award in move.awards):
            id, name, paid = f"award:{round_id}", ledger.meter(link, 1), award.paid_cents
            movement = MeterMovement(link, 1, id, "award", -paid, round_id, "")
            book.post(id, "award", [(name, -paid), (ledger.house(table), paid)], round=round_id, movements=[movement])
            break
        return entry

    patch.setattr(ledger, "settle", twice)


def _lost_leg(patch: pytest.MonkeyPatch) -> None:
    """A settlement forgets the house's leg, and nobody adds the legs up."""
    post = Book.post

    def unbalanced(self: Book, id: str, kind: str, legs: Any, **more: Any) -> Entry:
        entry = post(self, id, kind, legs, **more)
        if kind == "settle" and len(entry.legs) > 2:
            self.entries[-1] = replace(entry, legs=entry.legs[:-1])
        return entry

    patch.setattr(Book, "post", unbalanced)


def _kept_escrow(patch: pytest.MonkeyPatch) -> None:
    """A settlement pays the wallets out of the house, and leaves the stakes in escrow."""
    post = Book.post

    def kept(self: Book, id: str, kind: str, legs: Any, **more: Any) -> Entry:
        if kind == "settle":
            legs = [(name.replace("escrow/", "house/"), cents) for name, cents in legs]
        return post(self, id, kind, legs, **more)

    patch.setattr(Book, "post", kept)


def _overdraft(patch: pytest.MonkeyPatch) -> None:
    """Nobody asks whether a wallet holds enough, neither the book nor the database."""
    balance = Book.balance
    patch.setattr(Book, "balance", lambda book, name: balance(book, name) + 10**6 * name.startswith(ledger.WALLET))
    patch.setattr(memory_store, "WALLET", "no such account/")


def _forgotten_void(patch: pytest.MonkeyPatch) -> None:
    """A void in play is written down, and its entries are not."""
    patch.setattr(round_life, "_book_void", lambda *_: None)


def _generous(patch: pytest.MonkeyPatch) -> None:
    """Every seat is paid a dollar more than the rules say."""
    posting = ledger.settle

    def more(book: Book, table: str, round_id: str, postings: Any, **rest: Any) -> Entry:
        postings = [replace(each, net_cents=each.net_cents + 100) for each in postings]
        return posting(book, table, round_id, postings, **rest)

    patch.setattr(ledger, "settle", more)


def _unvouched(patch: pytest.MonkeyPatch) -> None:
    """The records of voids and deposits vouch for no entries."""
    vouched = floor.vouched
    patch.setattr(floor, "vouched", lambda entries=(), events=(): vouched(entries[:-1], events))


def _early_reveal(patch: pytest.MonkeyPatch) -> None:
    """The seed of a round is revealed when the round begins."""
    begin = round_life._begin_round

    def early(work: Batch, live: live_table.LiveTable, events: Any) -> None:
        begin(work, live, events)
        assert live.shuffle is not None
        work.shuffles[live.shuffle.id] = replace(live.shuffle, seed=live._seed.hex())

    patch.setattr(round_life, "_begin_round", early)


def _stale_table(patch: pytest.MonkeyPatch) -> None:
    """A server takes its own copy of a table for the newest, and numbers its events as if it were."""
    load = Batch.load

    def stale(self: Batch, rows: Any, cached: Any) -> None:
        rows = list(rows)
        load(self, [row for row in rows if row.id not in cached], cached)
        self.tables |= {row.id: cached[row.id] for row in rows if row.id in cached}
        for row in rows:
            self.tables[row.id].seq = row.seq

    patch.setattr(batch.Batch, "load", stale)


BUGS = {
    "lost update": Bug(("I2", "I5"), replace(HONEST, disk=UnlockedDisk)),
    "publish before store": Bug(("I11",), patch=_hasty),
    "missing id": Bug(("I6", "I11"), patch=_no_ids),
    "modulo shuffle": Bug(("I9",), replace(HONEST, order=modulo_order)),
    "leaked dealer card": Bug(("P4",), patch=_leak),
    "unfsynced commit": Bug(("I11", "I10"), replace(HONEST, disk=UnsyncedDisk)),
    "meter paid twice": Bug(("I4",), patch=_paid_twice),
    "an entry without its last leg": Bug(("I1",), patch=_lost_leg),
    "stakes left in escrow": Bug(("I3",), patch=_kept_escrow),
    "no check of funds": Bug(("I5",), patch=_overdraft),
    "a void that books nothing": Bug(("I3", "I7"), patch=_forgotten_void),
    "a payout above the rules": Bug(("I8",), patch=_generous),
    "entries without an audit record": Bug(("I10",), patch=_unvouched),
    "a seed revealed in play": Bug(("I12",), patch=_early_reveal),
    "a table that another server changed": Bug(("I3", "I6", "I7", "I8", "I9", "I10", "I11"), patch=_stale_table),
}
"""By name: those that the issue lists, then at least one for every other invariant."""
