"""Reads a workbook with the standard library, and computes it with a formula library."""

import io
import re
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import isclose, sqrt
from typing import Any
from xml.etree import ElementTree

import numpy as np
from xlsxwriter.utility import xl_rowcol_to_cell

from pitboss.maths.tally.analysis import Analysis
from pitboss.report.workbook.entry_page import PLACE

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # What the library's own source is warned of is no failure here.
    import formulas
XML = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


@cache
def compiled_formula(text: str) -> Any:
    return formulas.Parser().ast(text)[1].compile()


@dataclass(frozen=True)
class Sheets:
    """A workbook read from its bytes with the standard library alone, and computed by the formula library."""

    packed: bytes

    @cached_property
    def parts(self) -> dict[str, bytes]:
        with zipfile.ZipFile(io.BytesIO(self.packed)) as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    @cached_property
    def names(self) -> dict[str, str]:
        """Every sheet, and the part it is kept in."""
        listed = ElementTree.fromstring(self.parts["xl/workbook.xml"]).iter(f"{XML}sheet")
        return {each.attrib["name"]: f"xl/worksheets/sheet{number}.xml" for number, each in enumerate(listed, 1)}

    @cached_property
    def cells(self) -> dict[tuple[str, str], tuple[str, Any]]:
        """By sheet and cell: its formula, if it has one, and its value as stored."""
        strings = ElementTree.fromstring(self.parts["xl/sharedStrings.xml"])
        texts = ["".join(part.text or "" for part in each.iter(f"{XML}t")) for each in strings]
        found = {}
        for name, part in self.names.items():
            for cell in ElementTree.fromstring(self.parts[part]).iter(f"{XML}c"):
                formula, value = cell.find(f"{XML}f"), cell.findtext(f"{XML}v") or ""
                kind = cell.attrib.get("t", "n")
                stored = texts[int(value)] if kind == "s" else float(value) if kind == "n" and value else value
                found[name, cell.attrib["r"]] = ("" if formula is None else f"={formula.text}", stored)
        return found

    def computed(self, inputs: Mapping[tuple[str, str], float] | None = None) -> dict[tuple[str, str], Any]:
        """Every formula's value, from formulas and inputs alone: nothing that is stored beside a formula is used."""
        known: dict[tuple[str, str], Any] = dict(inputs or {})
        sheets = {name.upper(): name for name in self.names}

        def value(sheet: str, cell: str) -> Any:
            if (sheet, cell) not in known:
                formula, stored = self.cells[sheet, cell]
                known[sheet, cell] = result(sheet, formula) if formula else stored
            return known[sheet, cell]

        def result(sheet: str, formula: str) -> Any:
            function = compiled_formula(formula)
            found = np.asarray(function(*(argument(sheet, place) for place in function.inputs))).item()
            return found if isinstance(found, str) else float(found)

        def argument(sheet: str, place: str) -> Any:
            own, _, cells = place.rpartition("!")
            sheet = sheets[own.strip("'")] if own else sheet
            first, _, last = cells.partition(":")
            if not last:
                return value(sheet, first)
            column = re.sub(r"\d", "", first)
            rows = range(int(re.sub(r"\D", "", first)), int(re.sub(r"\D", "", last)) + 1)
            return np.array([[value(sheet, f"{column}{row}")] for row in rows], object)

        return {key: value(*key) for key, (formula, _) in self.cells.items() if formula}

    def tabs(self, analysis: Analysis) -> dict[str, str]:
        """The sheet of every entry of the game as set, in the order of the entries."""
        return dict(zip(analysis.entries, list(self.names)[1:], strict=False))

    def text(self, sheet: str, row: int, column: int) -> str:
        stored = self.cells.get((sheet, cell(row, column)), ("", ""))[1]
        return stored if isinstance(stored, str) else ""

    def tables(self, sheet: str) -> Iterator[tuple[int, list[str]]]:
        """The row of heads of every table on a sheet, and the heads."""
        for row in range(5, 200):
            heads = [self.text(sheet, row, column) for column in range(30)]
            if heads[0] in ("Outcome", "Wager", "Meter") or "Combinations" in heads:
                yield row, list(filter(None, heads))


def cell(row: int, column: int) -> str:
    return xl_rowcol_to_cell(row, column)


def close(one: float, other: Fraction | float) -> bool:
    return isclose(one, float(other), rel_tol=1e-12, abs_tol=1e-15)


def figures_of(analysis: Analysis, entry: str) -> dict[str, Fraction | float]:
    """The figures of an entry from the analysis alone, by the heads they have in the workbook."""
    each = analysis.figures[entry]
    return {
        "House edge": analysis.edge(entry),
        "Expected value": each.ev,
        "Element of risk": each.element_of_risk,
        "RTP": 1 - each.element_of_risk,
        "Hit frequency": each.hit_frequency,
        "Variance": each.variance,
        "Standard deviation": sqrt(each.variance),
        "Volatility index, 90 %": 1.645 * sqrt(each.variance),
        "Average stake": each.average_stake,
    }


def check_figures(computed: Mapping[tuple[str, str], Any], sheet: str, analysis: Analysis, entry: str) -> None:
    for figure, exact in figures_of(analysis, entry).items():
        assert close(computed[sheet, PLACE[figure].replace("$", "")], exact), (sheet, figure)
