"""A designed table as a file for `--paytables`."""

from collections.abc import Mapping
from dataclasses import replace

from pitboss import games
from pitboss.cli.commands.design.tables import printed_rows
from pitboss.cli.commands.design.words import per, percent
from pitboss.core.errors import OptionError, PitbossError
from pitboss.core.game import Game
from pitboss.core.pays import Custom, Grid, Pay, cell_text, grid_text, read_grids
from pitboss.maths.design.shape import Candidate, Shape, with_pays

COLUMN = "design"  # The name of a designed table's column.


def table_toml(name: str, sets: Mapping[str, str], custom: Custom | None, shape: Shape, table: Candidate) -> str:
    """A file for `--paytables` with a table in it, and with the other grids of the designer's own file.

    A table is brought as one more column of its grid. Where a game chooses the column of its shipped grids by something
    else, it takes a table in a grid of another name: one that an option chooses from and the game does not ship. Each
    way is tried by building the game from the file.
    """
    wanted = all_pays(with_pays(shape.game, shape.grid, table.pays))
    brought = read_grids(custom.text, custom.source) if custom else {}
    settings, shipped = shape.game.options.settings.values(), games.folder(name).shipped
    own = [setting.grid for setting in settings if setting.grid and setting.grid not in shipped]
    for grid in dict.fromkeys((shape.grid, *own)):
        choosers = [setting.name for setting in settings if setting.grid == grid]
        texts = {each: text for each, text in sets.items() if each not in choosers}
        others = [each for each in brought.values() if each.name not in (grid, shape.grid)]
        body = "\n".join(map(grid_toml, [grid_with(shape, table, grid, grid in shipped), *others]))
        try:
            game = games.build(name, texts, games.Custom(body, "this file"))
        except PitbossError:
            continue
        if all_pays(game) == wanted:
            words = " ".join((f"pitboss analyze {name}", *(f"--set {key}={text}" for key, text in texts.items())))
            edge = f"house edge {percent(table.edge, 4)} of each {per(shape)} bet = {table.edge}"
            return f"# {edge}\n# {words} --paytables FILE\n\n{body}"
    raise OptionError(f"{shape.grid} of {name} cannot be brought by --paytables: leave out --toml")


def all_pays(game: Game) -> list[Mapping[int, Pay]]:
    """The pays of every line of every wager."""
    return [line.pays.pays for wager in game.wagers for line in wager.lines]


def grid_with(shape: Shape, table: Candidate, name: str, is_shipped: bool) -> Grid:
    """The grid of a table, in one column; a column beside shipped ones needs all their rows."""
    listed, pays = shape.game.options.grids[shape.grid], {**shape.pays, **table.pays}
    rows: dict[str, tuple[Pay | None, ...]] = dict.fromkeys(listed.rows, (None,)) if is_shipped else {}
    rows |= {shape.name(outcome): (pays[outcome],) for outcome in printed_rows(shape, [table])}
    return replace(listed, name=name, columns=(COLUMN,), rows=rows)


def grid_toml(grid: Grid) -> str:
    """A grid as `--paytables` reads it."""
    otherwise = f'otherwise = "{cell_text(grid.otherwise)}"\n' if grid.otherwise else ""
    return f'[{grid.name}]\n{otherwise}grid = """\n{grid_text(grid)}\n"""\n'
