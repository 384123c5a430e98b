"""A sheet of the workbook: the look of its cells, their names in formulas, and how they are written."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any, TypeAlias

from xlsxwriter.utility import xl_rowcol_to_cell

from pitboss.core.game import Game
from pitboss.report.render import tokens

Value: TypeAlias = Fraction | float | int | str

NUMBERS = {
    "general": "General",
    "odds": '[=-1]"lose";[=0]"push";General" to 1"',
    "money": '"$"#,##0.00;-"$"#,##0.00',
    "percent": "0.0000%;[Red]-0.0000%",
    "rate": "0.00%",
    "share": "0.0000%",
    "count": "#,##0",
    "large": "0.0000000000E+00",
    "chance": "[<0.000001]0.000000E+00;0.0000000000",
    "often": "#,##0.00",
    "signed": "+0.00000000;-0.00000000;0.00000000",
    "net": "+#,##0.00####;-#,##0.00####;0.00",
    "amount": "#,##0.000000",
    "difference": "+0.0000%;-0.0000%;0",
}
COLOURS = tokens.values(tokens.LIGHT)
HEAD = {
    "bold": True,
    "font_color": COLOURS["--felt-text"],
    "bg_color": COLOURS["--felt-deep"],
    "text_wrap": True,
    "valign": "vcenter",
}
ROLES: Mapping[str, Mapping[str, Any]] = {
    "plain": {},
    "input": {"bg_color": COLOURS["--cell-input"], "border": 1, "border_color": COLOURS["--cell-input-edge"]},
    "shipped": {"font_color": COLOURS["--muted"]},
    "total": {"bold": True, "top": 1},
    "live": {
        "bold": True,
        "bg_color": COLOURS["--cell-live"],
        "border": 1,
        "border_color": COLOURS["--cell-live-edge"],
    },
    "title": {"bold": True, "font_size": 16},
    "section": {"bold": True, "font_size": 12, "font_color": COLOURS["--felt-deep"]},
    "head": {**HEAD, "align": "center"},
    "word head": HEAD,
    "note": {"italic": True, "font_color": COLOURS["--muted"]},
    "aside": {"italic": True, "font_color": COLOURS["--muted"], "indent": 1},
    "warning": {"bold": True, "font_color": COLOURS["--alarm"], "text_wrap": True, "valign": "top"},
    "wrapped": {"text_wrap": True, "valign": "top"},
    "label": {"bold": True, "valign": "top"},
    "digits": {"align": "right"},
    "total digits": {"bold": True, "top": 1, "align": "right"},
    "centred": {"align": "center"},
    "link": {"font_color": COLOURS["--link"], "underline": 1},
}
CHANGED = {"bold": True, "font_color": COLOURS["--cell-changed-ink"], "bg_color": COLOURS["--cell-changed"]}
ROWS_OF_A_PAGE = 80  # The most that are legible on one printed page.
UNFITTED = ("title", "section", "note", "aside", "warning", "wrapped")
"""Roles whose texts may be wider than their column."""


@dataclass(frozen=True)
class Live:
    """A formula, and its exact value as shipped."""

    formula: str
    value: Value


def at(row: int, column: int) -> str:
    """`$B$12`: the cell in this row and column, both counted from 0."""
    return xl_rowcol_to_cell(row, column, row_abs=True, col_abs=True)


def column_range(first: int, last: int, column: int) -> str:
    """`$B$12:$B$15`: the cells of a column from one row to another."""
    return f"{at(first, column)}:{at(last, column)}"


@dataclass(frozen=True)
class Area:
    """The place of a table: its first and last row, and the heads of its columns by key."""

    first: int
    last: int
    heads: Mapping[str, str]

    def column(self, key: str) -> int:
        """The number of a column, counted from 0."""
        return list(self.heads).index(key)

    def cell(self, row: int, key: str) -> str:
        """The name of a cell."""
        return at(row, self.column(key))

    def down(self, key: str) -> str:
        """The name of all cells of a column."""
        return column_range(self.first, self.last, self.column(key))


class Page:
    """A sheet being written, which keeps track of how wide its columns must be."""

    def __init__(self, book: Any, name: str, styles: dict[tuple[str, str], Any]) -> None:
        self.book, self.name, self.styles = book, name, styles
        self.sheet = book.add_worksheet(name)
        self.widths: dict[int, int] = {}
        self.rows = 0

    def style(self, kind: str, role: str) -> Any:
        """The format of a kind of number in a role, made once per workbook."""
        if (kind, role) not in self.styles:
            look = {"num_format": NUMBERS[kind], "font_name": "Calibri", "font_size": 10, **ROLES[role]}
            self.styles[kind, role] = self.book.add_format(look)
        return self.styles[kind, role]

    def put(self, row: int, column: int, content: Value | Live, kind: str = "general", role: str = "plain") -> None:
        """Writes a text, a number, or a formula with its value."""
        self.rows = max(self.rows, row)
        style = self.style(kind, role)
        value = content.value if isinstance(content, Live) else content
        if role not in UNFITTED:
            self.widths[column] = max(self.widths.get(column, 12), shown_width(value, kind, role) + 2)
        if isinstance(content, Live):
            kept = value if isinstance(value, str) else float(value)
            self.sheet.write_formula(row, column, content.formula, style, kept)
        elif isinstance(value, str):
            self.sheet.write_string(row, column, value, style)
        else:
            self.sheet.write_number(row, column, float(value), style)

    def heads(self, row: int, heads: Iterable[str], words: int = 1) -> None:
        """Writes the heads of a table; the first `words` columns hold words."""
        self.sheet.set_row(row, 28)
        for column, head in enumerate(heads):
            self.put(row, column, head, role="head" if column >= words else "word head")

    def table(self, row: int, title: str, heads: Iterable[str], words: int = 1) -> int:
        """Writes the title and the heads of a table; returns the row below them."""
        self.put(row, 0, title, role="section")
        self.heads(row + 1, heads, words)
        return row + 2

    def paragraph(self, row: int, first: int, last: int, text: str, role: str) -> None:
        """Writes a text over several columns, on as many lines as it needs."""
        letters = 15 * (last - first + 1)
        self.sheet.set_row(row, 14 * max(1, ceil(len(text) / letters)))
        self.sheet.merge_range(row, first, row, last, text, self.style("general", role))

    def mark_changed(self, row: int, column: int, formula: str) -> None:
        """Highlights a cell while a formula holds."""
        if ("", "changed") not in self.styles:
            self.styles["", "changed"] = self.book.add_format(CHANGED)
        rule = {"type": "formula", "criteria": formula, "format": self.styles["", "changed"]}
        self.sheet.conditional_format(row, column, row, column, rule)

    def finish(self, game: Game, top: tuple[int, int]) -> None:
        """Sets column widths and print layout: landscape, one page wide, the rows `top` repeated on every page."""
        for column, width in self.widths.items():
            self.sheet.set_column(column, column, width)
        self.sheet.set_landscape()
        self.sheet.fit_to_pages(1, int(self.rows < ROWS_OF_A_PAGE))
        self.sheet.set_footer(f"&L{game.name}, version {game.version}&C&A&RPage &P of &N")
        self.sheet.repeat_rows(*top)
        self.sheet.hide_gridlines(2)
        doubted = ("number_stored_as_text", "formula_differs", "formula_range")  # Excel's warnings; all are intended.
        self.sheet.ignore_errors(dict.fromkeys(doubted, "A1:AZ999"))


def shown_width(value: Value, kind: str, role: str) -> int:
    """The approximate width of a cell, in characters."""
    if isinstance(value, str):
        return max(map(len, value.split()), default=0) if role.endswith("head") else len(value)
    decimals = {"often": 2, "money": 3, "amount": 6, "count": 0}
    if kind in decimals:
        return len(f"{float(value):,.{decimals[kind]}f}")
    return 16 if kind == "large" else 12
