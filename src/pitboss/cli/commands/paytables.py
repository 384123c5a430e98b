"""`pitboss paytables`: the pay tables of a game, laid out as printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.args import AsJson, GameName, Paytables, Sets
from pitboss.core.errors import FormatError

if TYPE_CHECKING:
    from pitboss.core.pays import Grid

EXAMPLES = """
  pitboss paytables turbo-sports
  pitboss paytables turbo-sports --set theme=soccer
  pitboss paytables turbo-sports --toml > mine.toml   a file for --paytables
"""


def paytables(
    game: GameName,
    sets: Sets = None,
    paytables: Paytables = "",
    as_toml: Annotated[bool, typer.Option("--toml", help="print the file the grids are read from")] = False,
    as_json: AsJson = False,
) -> None:
    """The pay tables of a game, laid out as printed."""
    from pitboss import games
    from pitboss.cli.args import built
    from pitboss.cli.console import print_json
    from pitboss.cli.layout import filled
    from pitboss.cli.words import theme_json, theme_words

    others = {"--json": as_json, "--paytables": paytables, "--set": sets}
    if as_toml and any(others.values()):
        other = next(flag for flag, given in others.items() if given)
        raise FormatError(f"--toml prints the shipped file: leave out {other}")
    set_game = built(game, sets, paytables)
    grids = set_game.options.grids
    if as_toml:
        print(games.folder(game).paytables, end="")
    elif as_json:
        print_json(
            {
                "game": game,
                **theme_json(set_game),
                "paytables": {grid.name: _grid_json(grid) for grid in grids.values()},
            }
        )
    else:
        theme = theme_words(set_game)
        if theme:
            print(filled(theme) + "\n")
        print("\n\n".join(_grid_words(grid) for grid in grids.values()))


def _grid_words(grid: Grid) -> str:
    """A grid under its title, with its `otherwise`, its note and its inversions below."""
    from pitboss.cli.console import bold
    from pitboss.cli.layout import filled, wrapped
    from pitboss.core.pays import cell_text

    rest = f"\nevery other outcome: {cell_text(grid.otherwise)}" if grid.otherwise else ""
    note = f"\n{filled(grid.note)}" if grid.note else ""
    for column, higher, lower in grid.inversions():
        note += "\n" + filled(f"As printed, {lower} pays more than {higher} in {column}.")
    title = "\n".join(wrapped([*map(bold, grid.title.split()), f"  [{grid.name}]"], rest="  "))
    return f"{title}\n{_blocks(grid)}{rest}{note}"


def _blocks(grid: Grid) -> str:
    """A grid as printed; where it is too wide for the terminal, in blocks of columns with the row labels repeated."""
    from pitboss.cli.layout import pages
    from pitboss.core.pays import cell_text, grid_text

    cells = ([column, *map(cell_text, grid.column(column).values())] for column in grid.columns)
    widths = [max(map(len, column)) for column in cells]
    blocks = pages(max(map(len, grid.rows)), widths)
    parts = (grid.only(grid.columns[place] for place in block) for block in blocks)
    return "\n\n".join(grid_text(part) for part in parts if part)


def _grid_json(grid: Grid) -> dict[str, Any]:
    """A grid for JSON: a mapping of outcome to pay for every column."""
    from pitboss.core.pays import cell_text

    return {
        "title": grid.title,
        "note": grid.note,
        "otherwise": cell_text(grid.otherwise) if grid.otherwise else None,
        "columns": {
            column: {row: cell_text(cells[place]) for row, cells in grid.rows.items()}
            for place, column in enumerate(grid.columns)
        },
    }
