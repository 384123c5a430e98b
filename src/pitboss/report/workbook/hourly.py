"""The house's win per hour on the workbook's first sheet: pace and stake are inputs, and the wins follow."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from pitboss.core.meters import DOLLAR
from pitboss.report.format import entry_title
from pitboss.report.subject import Assumed
from pitboss.report.workbook.entries import Entry
from pitboss.report.workbook.entry_page import PLACE
from pitboss.report.workbook.page import Live, Page, at

HEADS = ("Wager", "Stake", "House win per round", "House win per hour", "SD per hour", "Handle per hour")
LIMITS = {"Rounds per hour": (1, 10_000, "Rounds that are dealt in an hour."), "Stake": (0.01, 10**6, "Dollars.")}
NOTE = (
    "House win is the expected win of the house on one player (theo). SD is its standard deviation, for independent "
    "rounds. Handle is all that is staked, raises included. A bet with a fixed price keeps its price."
)


def put_hourly(page: Page, row: int, entries: Sequence[Entry], assumed: Assumed) -> int:
    """Writes the two inputs and a row for each entry; returns the next free row."""
    values = (Fraction(assumed.pace), Fraction(assumed.stake_cents, DOLLAR))
    kinds = ("count", "money")
    page.put(row, 0, "House win per hour", role="section")
    cells = []
    for place, (label, value, kind) in enumerate(zip(LIMITS, values, kinds, strict=True), row + 1):
        least, most, words = LIMITS[label]
        page.put(place, 0, label, role="label")
        page.put(place, 1, value, kind, "input")
        rule = {"validate": "decimal", "criteria": "between", "minimum": least, "maximum": most}
        page.sheet.data_validation(place, 1, place, 1, {**rule, "input_message": words, "error_message": words})
        cells.append(at(place, 1))
    pace, stake = cells
    page.heads(row + 3, HEADS)
    for place, entry in enumerate(entries, row + 4):
        put_row(page, place, entry, (pace, stake), values)
    page.put(row + 4 + len(entries), 0, NOTE, role="note")
    return row + 6 + len(entries)


def put_row(page: Page, row: int, entry: Entry, cells: tuple[str, str], values: tuple[Fraction, Fraction]) -> None:
    """Writes what the house wins on one entry, as formulas of the inputs and of the entry's sheet."""
    (pace, stake), (rounds, dollars) = cells, values
    own, shown = entry.figures, {figure: f"'{entry.sheet}'!{cell}" for figure, cell in PLACE.items()}
    unit, times = (Fraction(1), "") if entry.in_dollars else (dollars, f"*{stake}")
    first = entry.analysis.stakes[entry.wagers[0].name]
    page.put(row, 0, entry_title(entry.game, entry.name))
    if entry.in_dollars:
        page.put(row, 1, first, "money")
    else:
        page.put(row, 1, Live(f"={stake}", dollars), "money")
    win, deviation = -own.ev * unit, sqrt(own.variance) * float(unit)
    formulas = (
        (f"=-{shown['Expected value']}{times}", win),
        (f"={at(row, 2)}*{pace}", win * rounds),
        (f"={shown['Standard deviation']}{times}*SQRT({pace})", deviation * sqrt(rounds)),
        (f"={shown['Average stake']}{times}*{pace}", own.average_stake * unit * rounds),
    )
    for column, (formula, value) in enumerate(formulas, 2):
        page.put(row, column, Live(formula, value), "money", "live")
