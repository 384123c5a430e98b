"""Reads the figures of a report back from its blocks: numbers in cells and sentences, and what charts are drawn from."""

import re
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from unittest import mock

from pitboss.core.pays import Odds, Pay, Prize
from pitboss.report.document import Block, Chart, DataTable, Document, Section
from pitboss.report.render import charts, rows

# Parts of captions, and marks: all wording that the tests look for is here.
NET_TABLE = "net results"
FIGURES = "Figures"
RESULTS = "Results of a session"
RUIN = "Risk of ruin"
HOUSE_WINS = "House win from one player"
THEO = "Theoretical win"
STRATEGIES = "Named strategies"
MISSED = "Instructive hands"
WORTHS = "Average value of each option"
SIMULATION = "Simulation against"
CHECKS = "Checks made"
METERS = "The meters"
LONG_RUN = "In the long run"
ANY_AMOUNT = "any amount"  # Where a bet favours the player whatever a meter shows.
MIXED = "Mixed levels"
NOTHING = "nothing"  # What the best strategy costs.
NORMAL_DIFFERS = "differs"  # In the note under results, where a normal curve would mislead.
FAVOURS = "favours the player"
RARER = "is rarer than"
# What the report has to use, written again.
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
BANDS = ((0.025, 0.975), (0.005, 0.995))
OPERATOR = (1_000, 10_000, 100_000, 1_000_000)
USABLE = 0.01
VOLATILITY = Fraction(1645, 1000)
RARE = Fraction(1, 10**8)
NUMBER = re.compile(r"(<?)(−?)(\$?)(\d[\d,]*(?:\.(\d+))?)(?:e(−?\d+))?( ?%)?")
PAYS = {"lose": Fraction(-1), "push": Fraction(0)}
CHARTS = {"lines": charts, "fan": charts, "session_bins": charts, "decision_map": charts, "bars": rows}


def agrees(cell: str, value: float | Fraction) -> bool:
    """Whether a cell begins with this number, to half a unit of its last digit; with %, whether it is this share."""
    found = NUMBER.match(cell)
    if found is None:
        return False
    below, minus, _, digits, decimals, exponent, percent = found.groups()
    printed = float(digits.replace(",", "")) * (-1 if minus else 1)
    tens = int((exponent or "0").replace("−", "-"))
    unit = 10.0 ** (tens - len(decimals or ""))
    meant = float(value) * (100 if percent else 1)
    if below:
        return -1e-9 <= meant < printed
    if percent and not printed:  # What is not nothing never reads as nothing.
        return abs(meant) < 1e-7
    return abs(printed * 10.0**tens - meant) <= unit * 0.500001 + 1e-11 * abs(meant)


def same(cell: str, value: float | Fraction, whose: object = "") -> None:
    """The whole cell is this number."""
    found = NUMBER.match(cell)
    assert found is not None, (whose, cell)
    assert found[0] == cell, (whose, cell)
    assert agrees(cell, value), (whose, cell, float(value))


def mentions(text: str, *values: float | Fraction) -> None:
    """A sentence has each of these numbers in it."""
    found = [each[0] for each in NUMBER.finditer(text)]
    for value in values:
        assert any(agrees(each, value) for each in found), (text, float(value))


def number_in(cell: str) -> str:
    """A cell without the mark behind its number."""
    found = NUMBER.match(cell)
    assert found is not None, cell
    return found[0]


def amount_of(cell: str) -> Fraction:
    """An exact number with its sign, in units or in dollars: `+0.95`, `-$5`."""
    return Fraction(cell.replace("−", "-").replace("$", "").replace(",", ""))


def pays_of(cell: str) -> Fraction | str:
    """What a cell of pays says."""
    odds = re.fullmatch(r"(−?\d+) to (\d+)", cell.replace(",", ""))
    return Fraction(int(odds[1].replace("−", "-")), int(odds[2])) if odds else PAYS.get(cell, cell)


def pay_is(cell: str, pay: Pay) -> bool:
    """Whether a cell says this pay."""
    if isinstance(pay, Odds):
        return pays_of(cell) == pay.net
    if isinstance(pay, Prize):
        said = ("−" if pay.cents < 0 else "") + f"${abs(pay.cents) / 100:.2f}".removesuffix(".00")
        return cell.replace(",", "") == said
    return cell == f"meter {pay.number}"


@dataclass(frozen=True)
class Printed:
    """A section as it is written, with whatever its charts were drawn from."""

    section: Section
    drawn: Mapping[str, tuple[str, tuple[Any, ...], Mapping[str, Any]]]

    def blocks(self) -> list[Block]:
        return [block for each in Document("", "", (), (self.section,)).every_section() for block in each.blocks]

    def tables(self, caption: str) -> list[DataTable]:
        return [each for each in self.blocks() if isinstance(each, DataTable) and caption in each.caption]

    def table(self, caption: str) -> DataTable:
        (found,) = self.tables(caption)
        return found

    def charts(self, kind: str) -> list[tuple[Chart, tuple[Any, ...], Mapping[str, Any]]]:
        """Those of a kind, each with what it was drawn from."""
        found = [each for each in self.blocks() if isinstance(each, Chart)]
        return [(each, *self.drawn[each.svg][1:]) for each in found if self.drawn[each.svg][0] == kind]

    def part(self, place: int) -> "Printed":
        return Printed(self.section.sections[place], self.drawn)


def printed(write: Callable[[], Section | None]) -> Printed:
    """What is written, charts caught instead of drawn."""
    drawn: dict[str, tuple[str, tuple[Any, ...], Mapping[str, Any]]] = {}

    def catching(name: str) -> Callable[..., charts.Drawing]:
        def catch(*arguments: Any, **more: Any) -> charts.Drawing:
            key = f"<svg {len(drawn)}>"
            drawn[key] = (name, arguments, more)
            return charts.Drawing(key, "")

        return catch

    with ExitStack() as patched:
        for name, module in CHARTS.items():
            patched.enter_context(mock.patch.object(module, name, catching(name)))
        section = write()
    assert section is not None
    return Printed(section, drawn)
