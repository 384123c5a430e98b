"""The books: double entry in whole cents. Every transaction has an id that its caller chose, and legs that sum to 0.

Ledger accounts go by name: a wallet for each player; escrow, house and commission for each table; a meter for each
number of a progressive link; `rounding`, which rounds awards up; and `cashier`, where play money comes from. A wallet
never goes below 0; the others may.

A `Book` holds the balances that one batch of requests has locked, and the entries that the batch makes. Money that is
bet is held in escrow (reserve); the end of the round settles it (post) or reverses it (void). The same id with the same
content is booked once, however often it is asked for; the same id with other content is refused.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.core.errors import FundsError, LedgerError
from pitboss.core.meters import MeterMove
from pitboss.core.money import dollars
from pitboss.table.records import Entry, MeterMovement
from pitboss.table.wallet import Hold, Posting

CASHIER, ROUNDING = "cashier", "rounding"
WALLET = "wallet/"

Leg = tuple[str, int]


def wallet(account: str) -> str:
    """The ledger account of a player's money."""
    return WALLET + account


def escrow(table: str) -> str:
    """The ledger account of the money that is held for rounds in play."""
    return f"escrow/{table}"


def house(table: str) -> str:
    """The ledger account of what a table wins and loses."""
    return f"house/{table}"


def commission(table: str) -> str:
    """The ledger account of the commission that a table takes."""
    return f"commission/{table}"


def meters_of(link: str) -> str:
    """What the names of the ledger accounts of a link's meters begin with."""
    return f"meter/{link}/"


def meter(link: str, number: int) -> str:
    """The ledger account of one progressive meter."""
    return f"{meters_of(link)}{number}"


class Mark(NamedTuple):
    """A place in a book to go back to."""

    entries: int
    movements: int


class Book:
    """The locked balances of one batch, moved by the entries that it makes, in order."""

    def __init__(
        self,
        balances: Mapping[str, int],
        last_seq: int,
        at_ms: int,
        find: Callable[[str], Entry | None] = lambda _: None,
    ) -> None:
        """`last_seq` is the number of the last entry that is stored; `find` looks a stored entry up by its id."""
        self.balances = dict(balances)
        self.entries: list[Entry] = []
        self.movements: list[MeterMovement] = []
        self._first_seq, self._at_ms, self._find = last_seq + 1, at_ms, find
        self._by_id: dict[str, Entry] = {}

    def balance(self, name: str) -> int:
        """The cents of a ledger account after all entries made so far."""
        try:
            return self.balances[name]
        except KeyError:
            raise LedgerError(f"the ledger account {name!r} is not locked for this batch", "not-open") from None

    def entry(self, id: str) -> Entry | None:
        """The entry of an id, made by this batch or stored before."""
        return self._by_id.get(id) or self._find(id)

    def post(
        self,
        id: str,
        kind: str,
        legs: Iterable[Leg],
        *,
        round: str | None = None,
        note: str = "",
        reverses: str | None = None,
        movements: Sequence[MeterMovement] = (),
    ) -> Entry:
        """Books a transaction, or returns the one that was booked under this id with the same content.

        Legs of one account are added up, and those of nothing are left out.
        """
        sums: defaultdict[str, int] = defaultdict(int)
        for name, cents in legs:
            sums[name] += cents
        kept = tuple((name, cents) for name, cents in sums.items() if cents)
        content = (kind, round, note, reverses, kept)
        before = self.entry(id)
        if before is not None:
            if (before.kind, before.round, before.note, before.reverses, before.legs) != content:
                raise LedgerError(f"the ledger has another transaction under the id {id!r}", "reused-id")
            return before
        off = sum(sums.values())
        if off:
            raise LedgerError(f"the legs of {id!r} sum to {dollars(off)}; they must sum to 0.00", "unbalanced")
        for name, cents in kept:
            have = self.balance(name)
            if cents < 0 and have + cents < 0 and name.startswith(WALLET):
                raise _funds(kind, name.removeprefix(WALLET), -cents, have, round)
        entry = Entry(self._first_seq + len(self.entries), id, kind, self._at_ms, round, note, reverses, kept)
        for name, cents in kept:
            self.balances[name] += cents
        self.entries.append(entry)
        self._by_id[id] = entry
        self.movements += movements
        return entry

    def mark(self) -> Mark:
        """The book as it is now, to go back to when a request is refused half-way."""
        return Mark(len(self.entries), len(self.movements))

    def rollback(self, mark: Mark) -> None:
        """Takes everything back that was booked after a mark."""
        for entry in self.entries[mark.entries :]:
            del self._by_id[entry.id]
            for name, cents in entry.legs:
                self.balances[name] -= cents
        del self.entries[mark.entries :]
        del self.movements[mark.movements :]


def _funds(kind: str, account: str, cents: int, have: int, round: str | None) -> FundsError:
    if kind == "withdrawal":
        return FundsError(f"{dollars(cents)} cannot be withdrawn: {account} has {dollars(have)}", "withdrawal")
    if kind == "void":
        return FundsError(
            f"round {round} cannot be voided: {account} has {dollars(have)} left of the {dollars(cents)} to give back",
            "void",
        )
    return FundsError(f"{dollars(cents)} cannot be set aside: {account} has {dollars(have)}", "bet")


def deposit(book: Book, account: str, key: str, cents: int, note: str = "") -> Entry:
    """Moves play money from the cashier to a wallet; `key` is that of the request."""
    return book.post(f"deposit:{account}:{key}", "deposit", [(CASHIER, -cents), (wallet(account), cents)], note=note)


def withdraw(book: Book, account: str, key: str, cents: int, note: str = "") -> Entry:
    """Moves play money from a wallet to the cashier; FundsError where the wallet holds less."""
    return book.post(
        f"withdrawal:{account}:{key}", "withdrawal", [(wallet(account), -cents), (CASHIER, cents)], note=note
    )


def reserve(book: Book, table: str, round_id: str, hold: Hold) -> Entry:
    """Moves a stake from a wallet into the table's escrow; a negative one comes back."""
    return book.post(
        f"hold:{round_id}:{hold.seat}:{hold.part}",
        "hold",
        [(wallet(hold.account), -hold.cents), (escrow(table), hold.cents)],
        round=round_id,
    )


def feed(book: Book, table: str, round_id: str, link: str, shares: Mapping[int, int]) -> Entry:
    """Moves the shares of a round's progressive bets from the house to the meters, cents by number."""
    id = f"feed:{round_id}"
    return book.post(
        id,
        "feed",
        [(house(table), -sum(shares.values())), *((meter(link, number), cents) for number, cents in shares.items())],
        round=round_id,
        movements=[
            MeterMovement(link, number, id, "increment", cents, round_id, "")
            for number, cents in shares.items()
            if cents
        ],
    )


def settle(
    book: Book,
    table: str,
    round_id: str,
    postings: Sequence[Posting],
    *,
    commission_cents: int = 0,
    link: str = "",
    moves: Sequence[MeterMove] = (),
) -> Entry:
    """Ends a round: holds leave escrow, every wallet is paid, meters pay and restart, the house takes the rest.

    `moves` are the changes of the link's meters at settlement, which were fed when the round began.
    """
    id = f"settle:{round_id}"
    held = sum(each.cents for posting in postings for each in posting.holds)
    legs = [(escrow(table), -held)]
    for posting in postings:
        back = sum(each.cents for each in posting.holds) + posting.net_cents
        legs.append((wallet(posting.account), back))
    legs.append((commission(table), commission_cents))
    movements = []
    for move in moves:
        number, seed = move.before.number, move.before.seed_cents
        for award in move.awards:
            for kind, cents in (("round-up", award.rounded_cents), ("award", -award.paid_cents), ("restart", seed)):
                legs.append((meter(link, number), cents))
                note = f"seat {award.seat}" if kind == "award" else ""
                if cents:
                    movements.append(MeterMovement(link, number, id, kind, cents, round_id, note))
            legs.append((ROUNDING, -award.rounded_cents))
    legs.append((house(table), -sum(cents for _, cents in legs)))
    return book.post(id, "settle", legs, round=round_id, movements=movements)


def void(book: Book, round_id: str, entries: Iterable[Entry], movements: Iterable[MeterMovement], note: str) -> Entry:
    """Reverses everything that a round booked: `entries` and `movements` are all of the round, stored or in this batch.

    FundsError where a wallet no longer holds what it was paid.
    """
    id = f"void:{round_id}"
    booked = [entry for entry in entries if entry.kind != "void"]
    return book.post(
        id,
        "void",
        [(name, -cents) for entry in booked for name, cents in entry.legs],
        round=round_id,
        note=note,
        reverses=",".join(entry.id for entry in booked),
        movements=[
            MeterMovement(each.link, each.number, id, "void", -each.cents, round_id, f"{each.kind} of {each.entry}")
            for each in movements
            if each.kind != "void"
        ],
    )


def change_meter(
    book: Book, id: str, link: str, number: int, cents: int, *, source: str, kind: str = "seed", note: str = ""
) -> Entry:
    """Moves cents from another ledger account into a meter: its first seed, or a supervisor's `adjustment`."""
    return book.post(
        id,
        f"meter-{kind}",
        [(source, -cents), (meter(link, number), cents)],
        note=note,
        movements=[MeterMovement(link, number, id, kind, cents, None, note)],
    )


@dataclass
class LedgerWallet:
    """The wallets behind one table, in the book of the batch that is being carried out.

    Holds are booked at once. The end of a round is only taken down, in `posted` or `voided`: the table does not say
    what its commission and its meters were, or why it is void. Whoever drives the table books it with `settle` or
    `void`.
    """

    table: str
    round_id: Callable[[int], str]
    """The id of the table's round of a number."""
    book: Book = field(default_factory=lambda: Book({}, 0, 0))
    """Replaced for every batch."""
    posted: tuple[Posting, ...] | None = None
    voided: bool = False

    def balance(self, account: str) -> int:
        """The cents that an account can still stake."""
        return self.book.balance(wallet(account))

    def reserve(self, hold: Hold) -> None:
        reserve(self.book, self.table, self.round_id(hold.round), hold)

    def post(self, postings: Sequence[Posting]) -> None:
        """Takes down how the round ended for every seat, for `settle`."""
        self.posted = tuple(postings)

    def void(self, holds: Sequence[Hold]) -> None:
        """Takes down that the round was called off, for `void`."""
        self.voided = True

    def settle(
        self, number: int, *, commission_cents: int = 0, link: str = "", moves: Sequence[MeterMove] = ()
    ) -> Entry:
        """Books the postings that were taken down as the end of the round of a number."""
        postings, self.posted = self.posted, None
        assert postings is not None, f"round {self.round_id(number)} has not ended"
        return settle(
            self.book,
            self.table,
            self.round_id(number),
            postings,
            commission_cents=commission_cents,
            link=link,
            moves=moves,
        )
