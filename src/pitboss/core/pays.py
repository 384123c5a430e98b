"""Pays of outcomes, and the printed grids that they are read from.

A cell is a net on the stake:

    8         8 to 1               $30       thirty dollars
    3:2       3 to 2               -$5       five dollars owed
    push      nothing, stake back  meter 1   what progressive meter 1 shows
    lose      the stake            -         cannot occur

A grid is laid out as it is printed: column names on the first line, then one row per outcome, the best one on top.
Beside it, `words` may say what people read for an outcome, one a line: `NOT_QUALIFIED  dealer does not qualify`. A
name that ends in `*` stands for a family of outcomes, and `*` in its words for the number: `SPADES_*  * spades`.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

from pitboss.core.errors import FormatError, GridError, unknown
from pitboss.core.money import cents, dollars


@dataclass(frozen=True)
class Odds:
    """A multiple of the stake: 8 is 8 to 1, -1 the stake itself."""

    net: Fraction

    def __str__(self) -> str:
        if self.net == 0:
            return "push"
        if self.net == -1:
            return "lose"
        return f"{self.net.numerator} to {self.net.denominator}"


@dataclass(frozen=True)
class Prize:
    """An amount of money, whatever the stake was."""

    cents: int

    def __str__(self) -> str:
        sign = "-" if self.cents < 0 else ""
        return f"{sign}${dollars(abs(self.cents)).removesuffix('.00')}"


@dataclass(frozen=True)
class Meter:
    """The award of a progressive meter; meters are numbered from 1."""

    number: int

    def __str__(self) -> str:
        return f"meter {self.number}"


Pay: TypeAlias = Odds | Prize | Meter
PUSH = Odds(Fraction(0))
LOSE = Odds(Fraction(-1))
PRINTED = "as printed"

ODDS = re.compile(r"(-?)([0-9]{1,9})(?::([0-9]{1,9}))?", re.ASCII)
MONEY = re.compile(r"(-?)\$([0-9]{1,12})(?:\.([0-9]{2}))?", re.ASCII)
METER = re.compile(r"meter ([1-9][0-9]?)", re.ASCII)
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:+-]*", re.ASCII)


def parse_pay(cell: str) -> Pay | None:
    """The pay a cell names, None for `-`; ValueError where it names none."""
    if cell == "-":
        return None
    if cell in ("push", "lose"):
        return PUSH if cell == "push" else LOSE
    if match := METER.fullmatch(cell):
        return Meter(int(match[1]))
    if match := MONEY.fullmatch(cell):
        return Prize((-1 if match[1] else 1) * (int(match[2]) * 100 + int(match[3] or 0)))
    if (match := ODDS.fullmatch(cell)) and (below := int(match[3] or 1)):
        net = Fraction(int(match[1] + match[2]), below)
        if net > -1:  # The loss of the whole stake is written `lose`, so that -1, a likely typing error, is refused.
            return Odds(net)
    raise ValueError(cell)


@dataclass(frozen=True)
class PayTable:
    """A pay table: one column of a grid, with the pay of each outcome of one enum."""

    grid: str
    column: str
    outcomes: type[IntEnum]
    pays: Mapping[int, Pay]
    """The pay of each outcome, the best first; an outcome that cannot occur is left out."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Words for outcomes, by name or family, as their grid has them."""

    def __getitem__(self, outcome: int) -> Pay:
        return self.pays[outcome]

    def words_of(self, name: str) -> str:
        """An outcome in words; its name in small letters where the grid has none."""
        return outcome_words(name, self.words)

    @cached_property
    def sha256(self) -> str:
        """A hash of what the table pays, so that a stored round can tell whether it was dealt on this table."""
        pays = {self.outcomes(outcome).name: cell_text(pay) for outcome, pay in self.pays.items()}
        return hashlib.sha256(json.dumps(pays, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class Grid:
    """One printed grid, not yet tied to the outcomes of a game."""

    name: str
    title: str
    note: str
    columns: tuple[str, ...]
    rows: Mapping[str, tuple[Pay | None, ...]]
    otherwise: Pay | None
    source: str
    origin: str = PRINTED
    """The origin of the table: the printed text, or another source."""
    ladder: bool = True
    """Whether pays should fall from the top row down; those of a tax do not."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """The files of rows and columns that come from another file than the grid."""
    brought: tuple[str, ...] = ()
    """The columns that a user brought."""
    stake_cents: int | None = None
    """The stake of a bet paid by this grid, where it is fixed."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Words for outcomes, by name or family."""
    section: str = ""
    """The name that the grid has in its file, where that is another."""

    def table(self, column: str, outcomes: type[IntEnum]) -> PayTable:
        """One column for these outcomes; refuses a grid whose rows are not theirs."""
        if column not in self.columns:
            raise GridError(f"{self.where()}: {unknown('column', column, self.columns)}")
        known = {each.name: each for each in outcomes}
        for row in self.rows:
            if row not in known:
                raise GridError(f"{self.where(row=row)}: {unknown('outcome', row, reversed(known))}")
        for name in self.words:
            if name not in {*known, *map(family, known)}:
                raise GridError(f"{self.where()}, words: {unknown('outcome', name, reversed(known))}")
        lowest = min(known[row] for row in self.rows)
        place = self.columns.index(column)
        pays: dict[int, Pay | None] = {int(known[row]): cells[place] for row, cells in self.rows.items()}
        for each in reversed(outcomes):
            if each.name in self.rows:
                continue
            if self.otherwise is None or each > lowest:
                raise GridError(f"{self.where(column=column)}: row {each.name} is missing")
            pays[int(each)] = self.otherwise
        own = {key: pay for key, pay in pays.items() if pay is not None}
        return PayTable(self.name, column, outcomes, own, self.words)

    def inversions(self) -> list[tuple[str, str, str]]:
        """Neighbouring rows of which the lower pays more (ruling G4): column, higher row, lower row."""
        found = []
        for place, column in enumerate(self.columns if self.ladder else ()):
            nets = [(row, ladder_value(cells[place])) for row, cells in self.rows.items()]
            listed = [(row, net) for row, net in nets if net is not None]
            found += [(column, higher, lower) for (higher, more), (lower, less) in pairwise(listed) if less > more]
        return found

    def where(self, row: str = "", column: str = "") -> str:
        """The file, grid, row and column that an error is about."""
        source = self.sources.get(row) or self.sources.get(column) or self.source
        return (
            f"{source} [{self.section or self.name}]"
            + (f", row {row}" if row else "")
            + (f", column {column}" if column else "")
        )

    def origin_of(self, column: str) -> str:
        """The source of one column."""
        return f"from {self.sources[column]}" if column in self.sources else self.origin

    def new_columns(self, other: "Grid") -> "Grid | None":
        """The columns of another grid that this one lacks, or None; refuses a shipped column with changed pays."""
        shipped = {column.lower(): column for column in self.columns}
        for column in other.columns:
            if column.lower() in shipped:
                mine, theirs = self.column(shipped[column.lower()]), other.column(column)
                row = next((row for row in {**mine, **theirs} if mine.get(row) != theirs.get(row)), None)
                if row is None and self.otherwise is not None and other.otherwise is None:
                    raise GridError(
                        f"{other.where('', column)}: the shipped table has a line for all other outcomes, and this one "
                        f'lacks it: otherwise = "{cell_text(self.otherwise)}"'
                    )
                if row is not None or self.otherwise != other.otherwise:
                    raise GridError(
                        f"{other.where(row or '', column)}: {column} is the name of a shipped table with other pays; "
                        f"give the changed column another name, such as {column}-mine"
                    )
        return other.only(column for column in other.columns if column.lower() not in shipped)

    def words_of(self, name: str) -> str:
        """An outcome in words; its name in small letters where the grid has none."""
        return outcome_words(name, self.words)

    def column(self, name: str) -> dict[str, Pay]:
        """The pays of one column by row, without those that cannot occur."""
        place = self.columns.index(name)
        return {row: pay for row, cells in self.rows.items() if (pay := cells[place]) is not None}

    def only(self, names: Iterable[str]) -> "Grid | None":
        """This grid with some of its columns; None where that leaves none."""
        places = [self.columns.index(name) for name in names]
        if not places:
            return None
        rows = {row: tuple(cells[place] for place in places) for row, cells in self.rows.items()}
        return replace(self, columns=tuple(self.columns[place] for place in places), rows=rows)

    def joined(self, other: "Grid") -> "Grid":
        """This grid with the columns of another beside its own. The other may list more rows, never fewer."""
        missing = [row for row in self.rows if row not in other.rows]
        more = [row for row in other.rows if row not in self.rows]
        if more and self.otherwise is None:
            raise GridError(f"{other.where(row=more[0])}: {unknown('row', more[0], self.rows)}")
        if missing:
            raise GridError(f"{other.where(column=other.columns[0])}: row {missing[0]} is missing")
        if self.otherwise != other.otherwise:
            wanted = f'otherwise = "{cell_text(self.otherwise)}"' if self.otherwise else "no otherwise"
            raise GridError(f"{other.where()}: needs {wanted}, as the shipped grid has")
        for row, cells in other.rows.items():
            for column, pay in zip(other.columns, cells, strict=True):
                if pay is None and row in self.rows and any(self.rows[row]):
                    raise GridError(f"{other.where(row, column)}: this can occur, so it needs a pay")
        own = {**self.rows, **{row: (self.otherwise,) * len(self.columns) for row in more}}
        rows = {row: cells + other.rows[row] for row, cells in own.items()}
        note = " ".join(filter(None, (self.note, f"From {other.source}: {', '.join(other.columns)}.")))
        sources = dict.fromkeys((*other.columns, *more), other.source)
        columns, words = self.columns + other.columns, {**self.words, **other.words}
        return replace(self, note=note, columns=columns, rows=rows, sources=sources, brought=other.columns, words=words)


@dataclass(frozen=True)
class Custom:
    """Pay grids that a user brings along, as TOML, and the name of the file they came in."""

    text: str
    source: str


def columns_text(grids: Mapping[str, Grid]) -> str:
    """The columns that a user brought, as TOML that reads back as the same columns; empty where there are none."""
    parts = []
    for grid in grids.values():
        if not grid.brought:
            continue
        otherwise = f'otherwise = "{cell_text(grid.otherwise)}"\n' if grid.otherwise else ""
        own = grid.only(grid.brought)
        assert own
        parts.append(f'[{grid.name}]\n{otherwise}grid = """\n{grid_text(own)}\n"""\n')
    return "\n".join(parts)


def outcome_words(name: str, words: Mapping[str, str]) -> str:
    """An outcome in words: its own, those of its family, or its name in small letters."""
    number = re.search(r"\d*$", name)
    own = words.get(name) or words.get(family(name), "").replace("*", number[0] if number else "")
    return own or name.replace("_", " ").lower()


def family(name: str) -> str:
    """`SPADES_*` for SPADES_12."""
    return re.sub(r"\d+$", "*", name)


def wins(pay: Pay) -> bool:
    """Whether a pay is more than the stake back."""
    return isinstance(pay, Meter) or (pay.net if isinstance(pay, Odds) else pay.cents) > 0


def ladder_value(pay: Pay | None) -> Fraction | None:
    """The number that orders pays of one kind on a ladder; None for a meter and for what cannot occur."""
    if isinstance(pay, Odds):
        return pay.net
    return Fraction(pay.cents) if isinstance(pay, Prize) else None


def cell_text(pay: Pay | None) -> str:
    """A pay as a grid cell; `parse_pay` reads it back."""
    if pay is None:
        return "-"
    if isinstance(pay, Odds) and pay not in (PUSH, LOSE):
        return str(pay.net).replace("/", ":")
    return str(pay)


def read_grids(text: str, source: str, shipped: Mapping[str, Grid] | None = None) -> dict[str, Grid]:
    """Every grid of a TOML text; `source` is the name used in errors, which suggest pays as `shipped` grids have."""
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # A decode error, a number too long, or nesting too deep.
        raise GridError(f"{source} is not TOML: {' '.join(str(error).split())}") from None
    if not tables:
        raise GridError(f"{source} holds no grid; write [WAGER] and a grid under it", "empty")
    known = shipped or {}
    return {
        name: _read_grid(name, table, source, examples([known[name]] if name in known else known.values()))
        for name, table in tables.items()
    }


def examples(grids: Iterable[Grid]) -> str:
    """Examples of the kinds of pay that some grids have, as cells; of every kind where there are no grids."""
    pays = {pay for grid in grids for cells in grid.rows.values() for pay in cells if pay not in (None, PUSH, LOSE)}
    shown = {
        "8, 3:2": any(isinstance(pay, Odds) for pay in pays),
        "push, lose": True,
        "$30": any(isinstance(pay, Prize) for pay in pays),
        "-$5": any(isinstance(pay, Prize) and pay.cents < 0 for pay in pays),
        "meter 1": any(isinstance(pay, Meter) for pay in pays),
    }
    return ", ".join(text for text, occurs in shown.items() if occurs or not pays)


def _read_grid(name: str, table: object, source: str, right: str) -> Grid:
    """One grid out of its TOML table; `right` are examples of its pays."""
    place = f"{source} [{name}]"
    if not isinstance(table, dict):
        raise GridError(f"{source}: {name!r} stands outside a grid; write [{name}] and a grid under it")
    keys = ("title", "note", "origin", "ladder", "stake", "otherwise", "grid", "words")
    for key, value in table.items():
        if key not in keys:
            raise GridError(f"{place}: {unknown('key', str(key), keys)}")
        if not isinstance(value, str):
            raise GridError(f"{place}: {key} is {value!r}, and must be a text in quotes")
    if "grid" not in table:
        raise GridError(f"{place}: has no grid")
    lines = [line for line in table["grid"].splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if len(lines) < 2:
        raise GridError(f"{place}: the grid needs a line of column names and at least one row")
    columns = tuple(lines[0].split())
    for column in columns:
        if not NAME.fullmatch(column):
            raise GridError(f"{place}, column {column}: a column name is letters, digits and _ . : + - only")
        if [each.lower() for each in columns].count(column.lower()) > 1:
            raise GridError(f"{place}, column {column}: appears twice (upper and lower case count as the same)")
    rows: dict[str, tuple[Pay | None, ...]] = {}
    for line in lines[1:]:
        row, *cells = re.findall(r"meter +\S+|\S+", line)
        if row in rows:
            raise GridError(f"{place}, row {row}: appears twice")
        if len(cells) < len(columns):
            raise GridError(f"{place}, row {row}, column {columns[len(cells)]}: the cell is missing")
        if len(cells) > len(columns):
            raise GridError(
                f"{place}, row {row}: {cells[len(columns)]!r} is one cell too many after column {columns[-1]}"
            )
        rows[row] = tuple(
            _pay(cell, f"{place}, row {row}, column {column}", right)
            for cell, column in zip(cells, columns, strict=True)
        )
    otherwise = _pay(table["otherwise"], f"{place}, otherwise", right) if "otherwise" in table else None
    ladder = table.get("ladder", "yes")
    if ladder not in ("yes", "no"):
        raise GridError(f"{place}: ladder is {ladder!r}, and must be yes or no")
    try:
        stake = cents(table["stake"]) if "stake" in table else None
    except FormatError as error:
        raise GridError(f"{place}: stake: {error}") from None
    return Grid(
        name=name,
        title=table.get("title", name.replace("_", " ").title()),
        note=table.get("note", ""),
        columns=columns,
        rows=rows,
        otherwise=otherwise,
        source=source,
        origin=table.get("origin", PRINTED),
        ladder=ladder == "yes",
        stake_cents=stake,
        words=_read_words(table.get("words", ""), place),
    )


def _read_words(text: str, place: str) -> dict[str, str]:
    words: dict[str, str] = {}
    for name, *said in (line.split(maxsplit=1) for line in text.splitlines() if line.strip()):
        if not said or name in words:
            raise GridError(f"{place}, words: {name} {'stands twice' if said else 'has none; write NAME WORDS'}")
        words[name] = said[0].strip()
    return words


def _pay(cell: str, place: str, right: str) -> Pay | None:
    """A cell's pay, or an error that says where the cell stands and what would be right."""
    try:
        return parse_pay(re.sub(r" +", " ", cell))
    except ValueError:
        if re.fullmatch(r"[-\u2212][0-9]+(:[0-9]+)?", cell):
            meant = "write lose where the stake is lost, and an amount that is owed in dollars, such as -$5"
            raise GridError(f"{place}: {cell!r} is no pay; {meant}") from None
        why = too_large(cell) or f"is no pay; write {right}, or - for cannot occur"
        raise GridError(f"{place}: {cell!r} {why}") from None


def too_large(cell: str) -> str:
    """Why a cell that looks like a pay is none: the most that its kind may be; empty for any other cell."""
    most = 12 if "$" in cell else 9
    looks = re.fullmatch(r"-?\$?[0-9]+([:.][0-9]+)?", cell, re.ASCII)
    if looks is None or max(map(len, re.findall("[0-9]+", cell))) <= most:
        return ""
    return f"is too large: the most is {'$' if most == 12 else ''}{'9' * most}"


def grid_text(grid: Grid) -> str:
    """A grid laid out as it is printed."""
    cells = [["", *grid.columns], *([row, *map(cell_text, pays)] for row, pays in grid.rows.items())]
    widths = [max(len(line[place]) for line in cells) for place in range(len(cells[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in cells
    )
