"""Changed rows of pay tables, written as tables of a user's own, which every command and the server take."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pitboss.core.errors import GridError, OptionError, PitbossError, unknown
from pitboss.core.game import Game
from pitboss.core.pays import (
    Custom,
    Grid,
    Pay,
    PayTable,
    Prize,
    cell_text,
    examples,
    grid_text,
    parse_pay,
    read_grids,
    too_large,
)
from pitboss.games import GameFolder

COLUMN = "design"
"""The name of a changed table's column."""
TO = re.compile(r" ?(?:to|:) ?")


@dataclass(frozen=True)
class Changed:
    """A game with changed pays, and what builds it: the options that are still set, and the user's pay tables."""

    game: Game
    texts: Mapping[str, str]
    tables: Mapping[str, Grid] = field(default_factory=dict)

    @property
    def paytables(self) -> str:
        """The pay tables as TOML; empty where there are none."""
        return "\n".join(map(grid_toml, self.tables.values()))


def read_pay(table: PayTable, grid: Grid, outcome: str, text: str) -> Pay:
    """The pay that somebody types for a row: as a cell of a grid, or `8 to 1`; dollars need no sign among dollars."""
    cell = TO.sub(":", " ".join(text.lower().replace("\u2212", "-").split()))
    in_dollars = any(isinstance(pay, Prize) for pay in table.pays.values())
    if in_dollars and re.fullmatch(r"-?[0-9.]+", cell, re.ASCII):
        cell = cell.replace("-", "-$") if cell.startswith("-") else f"${cell}"
    try:
        pay = parse_pay(cell)
    except ValueError:
        pay = None
    if pay is None:
        why = too_large(cell) or f"is no pay; write {examples([grid])}"
        raise GridError(f"{grid.title}, {grid.words_of(outcome)}: {text!r} {why}")
    return pay


def outcome_named(table: PayTable, name: str) -> int:
    """The outcome of a pay table that a name stands for; refuses one that the table does not pay."""
    known = {table.outcomes(outcome).name: outcome for outcome in table.pays}
    if name not in known:
        raise GridError(f"{table.grid}, column {table.column}: {unknown('outcome', name, known)}")
    return known[name]


def with_changes(
    folder: GameFolder, texts: Mapping[str, str], changes: Mapping[str, Mapping[int, Pay]], custom: Custom | None = None
) -> Changed:
    """A game with some rows of its pay tables changed, by grid; the other grids of the user's own file stay."""
    tables = read_grids(custom.text, custom.source) if custom else {}
    made = Changed(folder.build(texts, custom), texts, tables)
    for grid, pays in changes.items():
        made = with_change(folder, made, grid, pays)
    return made


def with_change(
    folder: GameFolder,
    made: Changed,
    grid: str,
    pays: Mapping[int, Pay],
    column: str = COLUMN,
    source: str = "this file",
) -> Changed:
    """A game with some rows of one more pay table changed.

    The table becomes one more column of its grid. Where a game chooses the column of its shipped grids by something
    else, it becomes a grid of another name: one that an option chooses from and the game does not ship. Each way is
    tried by building the game.
    """
    from pitboss.maths.design.shape import with_pays

    wanted, error = all_pays(with_pays(made.game, grid, pays)), None
    settings, shipped = made.game.options.settings.values(), folder.shipped
    own = [setting.grid for setting in settings if setting.grid and setting.grid not in shipped]
    for place in dict.fromkeys((grid, *own)):
        choosers = [setting.name for setting in settings if setting.grid == place]
        texts = {each: text for each, text in made.texts.items() if each not in choosers}
        others = {each: table for each, table in made.tables.items() if each not in (place, grid)}
        tables = {place: _grid_with(made.game, grid, pays, place, place in shipped, column), **others}
        try:
            game = folder.build(texts, Custom("\n".join(map(grid_toml, tables.values())), source))
        except PitbossError as refused:
            error = error or refused
            continue
        if all_pays(game) == wanted:
            return Changed(game, texts, tables)
    raise error or OptionError(f"{grid} of {folder.name} cannot be brought as a pay table of one's own")


def all_pays(game: Game) -> list[Mapping[int, Pay]]:
    """The pays of every line of every wager."""
    return [line.pays.pays for wager in game.wagers for line in wager.lines]


def _grid_with(game: Game, grid: str, changed: Mapping[int, Pay], name: str, is_shipped: bool, column: str) -> Grid:
    """The grid of a table, in one column; a column beside shipped ones needs all their rows."""
    listed, table = game.options.grids[grid], game.pay_tables[grid]
    pays = {table.outcomes(outcome).name: pay for outcome, pay in {**table.pays, **changed}.items()}
    last = max(place for place, row in enumerate(pays) if row in listed.rows or pays[row] != listed.otherwise)
    rows: dict[str, tuple[Pay | None, ...]] = dict.fromkeys(listed.rows, (None,)) if is_shipped else {}
    rows |= {row: (pays[row],) for row in list(pays)[: last + 1]}
    return replace(listed, name=name, columns=(column,), rows=rows)


def grid_toml(grid: Grid) -> str:
    """A grid as `--paytables` reads it."""
    otherwise = f'otherwise = "{cell_text(grid.otherwise)}"\n' if grid.otherwise else ""
    return f'[{grid.name}]\n{otherwise}grid = """\n{grid_text(grid)}\n"""\n'
