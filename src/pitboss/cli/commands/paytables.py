"""`pitboss paytables`: the pay tables of a game, laid out as printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

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
    from pitboss.cli.words import theme_words
    from pitboss.json_forms import grid_json, in_force, theme_json

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
                "paytables": {grid.name: grid_json(grid, set_game) for grid in grids.values()},
            }
        )
    else:
        theme = theme_words(set_game)
        if theme:
            print(filled(theme) + "\n")
        for place, grid in enumerate(grids.values()):
            _print_grid(grid, in_force(set_game, grid), "\n" if place else "")


def _print_grid(grid: Grid, in_force: list[str], before: str) -> None:
    """Prints a grid under its title and what is in force, with its `otherwise`, its note and its inversions below."""
    from pitboss.cli.console import bold
    from pitboss.cli.layout import filled, wrapped
    from pitboss.core.pays import cell_text

    said = {row: grid.words_of(row) for row in grid.rows}
    force = f"in force: {', '.join(in_force)}" if in_force else "not in force"
    # A single column that pays needs no mark.
    marks = ["", *force.split()] if in_force != list(grid.columns) else []
    lines = wrapped([*map(bold, grid.title.split()), f"  [{grid.name}]", *marks], rest="  ")
    beside = _beside(grid, list(said.values()))
    print(before + "\n".join([*lines, beside or _blocks(grid)]))
    if not beside:
        print("\n" + "\n".join(filled(f"{row}: {words}", rest="    ") for row, words in said.items()))
    if grid.otherwise:
        print(f"every other outcome: {cell_text(grid.otherwise)}")
    if grid.note:
        print(filled(grid.note))
    for column, higher, lower in grid.inversions():
        print(filled(f"As printed, {said[lower]} pays more than {said[higher]} in {column}."))


def _beside(grid: Grid, words: list[str]) -> str:
    """A grid as printed with its outcomes in words beside it; empty where that is too wide for the terminal."""
    from pitboss.cli.layout import width
    from pitboss.core.pays import grid_text

    rows = zip(grid_text(grid).splitlines(), ["", *words], strict=True)
    lines = [f"{row}   {said}".rstrip() for row, said in rows]
    return "\n".join(lines) if max(map(len, lines)) <= width() else ""


def _blocks(grid: Grid) -> str:
    """A grid as printed, in blocks of as many columns as fit the terminal, with the row labels repeated."""
    from pitboss.cli.layout import pages
    from pitboss.core.pays import cell_text, grid_text

    cells = ([column, *map(cell_text, grid.column(column).values())] for column in grid.columns)
    widths = [max(map(len, column)) for column in cells]
    blocks = pages(max(map(len, grid.rows)), widths)
    parts = (grid.only(grid.columns[place] for place in block) for block in blocks)
    return "\n\n".join(grid_text(part) for part in parts if part)
