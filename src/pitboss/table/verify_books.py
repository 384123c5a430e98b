"""The ledger followed entry by entry: its sums, its wallets, its meters, and what every kind of entry may move."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pitboss.core.money import dollars
from pitboss.table import ledger
from pitboss.table.house_actions import table_of_round
from pitboss.table.records import Entry, MeterMovement
from pitboss.table.verify_events import TableFacts
from pitboss.table.verify_facts import WrongError

METER = "meter/"
OF_ROUND = ("hold", "feed", "settle", "void")


@dataclass(frozen=True)
class LaterVoid:
    """The entry that voids a round which had ended, and the changes of meters that it booked."""

    audit_seq: int
    entry: Entry
    movements: tuple[MeterMovement, ...]


class Books:
    """Balances and meters by the entries so far."""

    def __init__(self) -> None:
        self.balances: Counter[str] = Counter()
        self.meters: Counter[str] = Counter()
        """The cents of every meter by the sum of its changes."""

    def book(
        self, entry: Entry, movements: Sequence[MeterMovement], tables: Mapping[str, TableFacts], audit_seq: int
    ) -> LaterVoid | None:
        """Takes an entry in, with the changes of meters that name it; returns the void of a round that had ended."""
        name = f"entry {entry.seq}"
        off = sum(amount for _, amount in entry.legs)
        if off:
            raise WrongError("I1", name, f"the legs of {entry.id} sum to {dollars(off)}")
        later = self._of_round(entry, movements, tables, audit_seq) if entry.round is not None else None
        if entry.round is None:
            _check_cashier(entry, movements)
        for account, amount in entry.legs:
            self.balances[account] += amount
            if self.balances[account] < 0 and account.startswith(ledger.WALLET):
                raise WrongError("I5", name, f"{account} is at {dollars(self.balances[account])} after {entry.id}")
        self._move_meters(entry, movements)
        return later

    def _of_round(
        self, entry: Entry, movements: Sequence[MeterMovement], tables: Mapping[str, TableFacts], audit_seq: int
    ) -> LaterVoid | None:
        assert entry.round is not None
        table = tables.get(table_of_round(entry.round))
        if table is None or entry.kind not in OF_ROUND:
            raise WrongError("I1", f"entry {entry.seq}", f"{entry.id} is not an entry of a round at a table here")
        if entry.kind == "void" and entry.round not in table.rounds:
            return LaterVoid(audit_seq, entry, tuple(movements))
        facts = table.round(entry.round)
        if entry.kind == "void":
            check_void(entry, movements, facts.entries, facts.movements)
        elif entry.kind != "hold":
            facts.amounts[entry.kind] = self._meters_at(table)
        table.booked(entry)
        facts.movements += movements
        return None

    def _meters_at(self, table: TableFacts) -> dict[int, int]:
        """The meters of a table's link by number."""
        start = ledger.meter(table.link, 0).removesuffix("0")
        return {int(name.removeprefix(start)): amount for name, amount in self.meters_of(start)}

    def meters_of(self, start: str) -> list[tuple[str, int]]:
        """The balances of ledger accounts that begin so."""
        return [(name, self.balances[name]) for name in self.meters if name.startswith(start)]

    def _move_meters(self, entry: Entry, movements: Sequence[MeterMovement]) -> None:
        """I4: what an entry books on meters is what their changes say."""
        due = {name: amount for name, amount in entry.legs if name.startswith(METER)}
        changes: Counter[str] = Counter()
        for each in movements:
            changes[ledger.meter(each.link, each.number)] += each.cents
        for name in sorted({*due, *changes}):
            if due.get(name, 0) != changes[name]:
                words = f"{entry.id} moves {name} by {dollars(due.get(name, 0))}, and its changes say "
                raise WrongError("I4", f"entry {entry.seq}", f"{words}{dollars(changes[name])}")
            self.meters[name] += changes[name]


def _check_cashier(entry: Entry, movements: Sequence[MeterMovement]) -> None:
    """An entry outside rounds: play money paid in or out, or a meter seeded or adjusted."""
    name = f"entry {entry.seq}"
    accounts = {account for account, _ in entry.legs}
    wallets = {account for account in accounts if account.startswith(ledger.WALLET)}
    meters = [account for account in accounts if account.startswith(METER)]
    if entry.kind in ("deposit", "withdrawal"):
        paid = sum(amount for account, amount in entry.legs if account in wallets)
        is_right = len(wallets) == 1 and accounts == {ledger.CASHIER, *wallets}
        if not is_right or (paid > 0) != (entry.kind == "deposit"):
            raise WrongError("I1", name, f"the {entry.kind} {entry.id} is not between the cashier and one wallet")
        return
    kind = entry.kind.removeprefix("meter-")
    if kind not in ("seed", "adjustment") or len(meters) > 1 or len(accounts) > 2 or wallets:
        raise WrongError("I1", name, f"no such entry outside a round: {entry.kind} {entry.id}")
    if kind == "adjustment" and not entry.note.strip():
        raise WrongError("I4", name, f"a meter was adjusted without a reason: {entry.id}")
    for account in meters:
        link, _, number = account.removeprefix(METER).rpartition("/")
        amount = dict(entry.legs)[account]
        if list(movements) != [MeterMovement(link, int(number), entry.id, kind, amount, None, entry.note)]:
            raise WrongError("I4", name, f"the change of {account} is not recorded as {entry.id} booked it")


def check_void(
    entry: Entry, movements: Iterable[MeterMovement], booked: Sequence[Entry], moved: Iterable[MeterMovement]
) -> None:
    """The entry of a void gives everything back that its round has booked, and moves its meters exactly back."""
    name = f"entry {entry.seq}"
    due: Counter[str] = Counter()
    for each in booked:
        if each.kind == "void":
            raise WrongError("I7", name, f"round {entry.round} was voided before")
        for account, amount in each.legs:
            due[account] -= amount
    if dict(entry.legs) != {account: amount for account, amount in due.items() if amount}:
        raise WrongError("I8", name, f"{entry.id} does not give back what round {entry.round} booked")
    if entry.reverses != ",".join(each.id for each in booked):
        raise WrongError("I8", name, f"{entry.id} reverses other entries than those of round {entry.round}")
    wanted = [
        replace(each, entry=entry.id, kind="void", cents=-each.cents, note=f"{each.kind} of {each.entry}")
        for each in moved
    ]
    if list(movements) != wanted:
        raise WrongError("I4", name, f"{entry.id} does not move the meters of round {entry.round} exactly back")
