"""Progressive meters as plain data: settlement takes meters and returns them changed.

A bet on a progressive adds its shares when it is placed, so an award includes this round's. A meter pays its amount
rounded up to a whole dollar, the house funding the rounding, and starts again at its seed. Where meters are kept
between rounds is the table's business, not settlement's.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pitboss.core.errors import FormatError
from pitboss.core.money import cents, dollars

DOLLAR = 100


@dataclass(frozen=True)
class MeterState:
    """One meter: its seed, the share that each bet adds, and the amount that it shows now."""

    number: int
    words: str
    seed_cents: int
    share_cents: int
    amount_cents: int


@dataclass(frozen=True)
class Award:
    """An award of a meter to a seat; `rounded_cents` of it are the rounding, which the house pays."""

    seat: int
    paid_cents: int
    rounded_cents: int


@dataclass(frozen=True)
class MeterMove:
    """The change of one meter in one round: before + fed + rounded - paid, with each restart from the seed."""

    before: MeterState
    fed_cents: int
    awards: tuple[Award, ...]

    @property
    def after(self) -> MeterState:
        """The meter as the next round finds it."""
        amount = self.before.seed_cents if self.awards else self.before.amount_cents + self.fed_cents
        return replace(self.before, amount_cents=amount)

    @property
    def reseeded_cents(self) -> int:
        """The cents that the house puts in to restart the meter: the seed, once for every award."""
        return len(self.awards) * self.before.seed_cents


def rounded_up(cents: int) -> int:
    """The award of a meter that shows this amount, rounded up to whole dollars; the house adds the difference."""
    return -(-cents // DOLLAR) * DOLLAR


def fed(meters: tuple[MeterState, ...], bets: int) -> dict[int, MeterMove]:
    """The meters, by number, after `bets` progressive bets were placed."""
    return {meter.number: MeterMove(meter, bets * meter.share_cents, ()) for meter in meters}


def awarded(move: MeterMove, seat: int) -> MeterMove:
    """The meter after it paid a seat."""
    amount = move.after.amount_cents
    paid = rounded_up(amount)
    return replace(move, awards=(*move.awards, Award(seat, paid, paid - amount)))


def move_text(move: MeterMove) -> str:
    """`1500.00   fed 0.50   paid 1501.00 to seat 2   now 1000.00`."""
    paid = [f"paid {dollars(award.paid_cents)} to seat {award.seat}" for award in move.awards]
    parts = [dollars(move.before.amount_cents), f"fed {dollars(move.fed_cents)}", *paid]
    return "   ".join([*parts, f"now {dollars(move.after.amount_cents)}"])


def read_meters(tables: Mapping[str, Any], source: str, bet_cents: int) -> tuple[MeterState, ...]:
    """The meters of a parsed `meters.toml`; a meter without an amount shows its seed."""
    meters = []
    for number, table in enumerate(tables.get("meter", ()), 1):
        missing = {"words", "seed", "share"} - set(table)
        if missing:
            raise FormatError(f"{source}, meter {number}: {sorted(missing)[0]} is missing")
        amounts = [cents(table[name]) for name in ("seed", "share", "amount" if "amount" in table else "seed")]
        meters.append(MeterState(number, table["words"], *amounts))
    if not meters or sum(meter.share_cents for meter in meters) > bet_cents:
        raise FormatError(f"{source}: the shares of all meters must fit into one bet of {dollars(bet_cents)}")
    return tuple(meters)


@dataclass(frozen=True)
class MeterChoice:
    """The values of the option for meters: the shipped example, or the operator's own amounts."""

    example: tuple[MeterState, ...]

    def parse(self, text: str) -> tuple[MeterState, ...]:
        """The meters that a text sets: `example`, or one amount a meter with commas between."""
        if text.lower() == "example":
            return self.example
        try:
            read = [cents(amount) for amount in text.split(",")]
        except FormatError:
            raise ValueError(text) from None
        if len(read) != len(self.example) or min(read) < 0:
            raise ValueError(text)
        return tuple(replace(meter, amount_cents=amount) for meter, amount in zip(self.example, read, strict=True))

    def text(self, value: tuple[MeterState, ...]) -> str:
        return "example" if value == self.example else ",".join(dollars(meter.amount_cents) for meter in value)

    def words(self) -> str:
        amounts = ",".join(dollars(meter.seed_cents).removesuffix(".00") for meter in self.example)
        return f"example or {len(self.example)} amounts with commas between, such as {amounts}"

    def first(self) -> str:
        return "example"

    def listed(self) -> tuple[str, ...]:
        """No values to compare: the amounts change with every bet."""
        return ()
