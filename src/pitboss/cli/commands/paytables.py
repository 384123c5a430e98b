"""`pitboss paytables`: the pay tables of a game, laid out as printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.args import AsJson, GameName, Paytables
from pitboss.core.errors import FormatError

if TYPE_CHECKING:
    from pitboss.core.game import Game
    from pitboss.core.pays import Grid, PayTable

EXAMPLES = """
  pitboss paytables turbo-sports
  pitboss paytables turbo-sports --toml > mine.toml   a file for --paytables
"""


def paytables(
    game: GameName,
    paytables: Paytables = "",
    as_toml: Annotated[bool, typer.Option("--toml", help="print the file the grids are read from")] = False,
    as_json: AsJson = False,
) -> None:
    """The pay tables of a game, laid out as printed."""
    from pitboss import games
    from pitboss.cli.args import built
    from pitboss.cli.console import print_json

    if as_toml and (as_json or paytables):
        raise FormatError(f"--toml prints the shipped file: leave out {'--json' if as_json else '--paytables'}")
    grids = built(game, None, paytables).options.grids
    if as_toml:
        print(games.folder(game).paytables, end="")
    elif as_json:
        print_json({"game": game, "paytables": {grid.name: _grid_json(grid) for grid in grids.values()}})
    else:
        print("\n\n".join(_grid_words(grid) for grid in grids.values()))


def _grid_words(grid: Grid) -> str:
    """A grid under its title, with its `otherwise`, its note and its inversions below."""
    from pitboss.cli.console import bold
    from pitboss.core.pays import cell_text, grid_text

    rest = f"\nevery other outcome: {cell_text(grid.otherwise)}" if grid.otherwise else ""
    note = f"\n{grid.note}" if grid.note else ""
    for column, higher, lower in grid.inversions():
        note += f"\nAs printed, {lower} pays more than {higher} in {column}."
    return f"{bold(grid.title)}   [{grid.name}]\n{grid_text(grid)}{rest}{note}"


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


def tables_in_force(game: Game) -> str:
    """The pays of every wager as the game is set, outcome by outcome."""
    from pitboss.cli.console import bold

    parts = []
    for wager in game.wagers:
        tables: dict[str, PayTable] = {}
        for line in wager.lines:
            tables.setdefault(line.pays.grid, line.pays)
        for pays in tables.values():
            rows = "\n".join(f"  {pays.outcomes(key).name:<26} {pay}" for key, pay in pays.pays.items())
            parts.append(f"{bold(game.options.grids[pays.grid].title)}   [{pays.column}]\n{rows}")
    return "\n".join(parts)
