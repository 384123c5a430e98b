"""The way to a pay table of one's own works in every game: print the grids, edit one, use the file."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss import games
from pitboss.core.errors import GridError
from pitboss.core.game import Game
from pitboss.core.pays import Custom, Grid, Odds, Pay, cell_text, grid_text

MINE = "mine"


def toml(grid: Grid) -> str:
    otherwise = f'otherwise = "{cell_text(grid.otherwise)}"\n' if grid.otherwise else ""
    return f'[{grid.name}]\n{otherwise}grid = """\n{grid_text(grid)}\n"""\n'


def edited(grid: Grid, column: str) -> Grid:
    """A grid with one column renamed, and its first odds one higher: what a person does in an editor."""
    place = grid.columns.index(column)
    cells = {row: list(pays) for row, pays in grid.rows.items()}
    for pays in cells.values():
        pay = pays[place]
        if isinstance(pay, Odds) and pay.net > 0:
            pays[place] = Odds(pay.net + 1)
            break
    columns = tuple(MINE if name == column else name for name in grid.columns)
    return replace(grid, columns=columns, rows={row: tuple(pays) for row, pays in cells.items()})


def pays_of(game: Game) -> list[dict[int, Pay]]:
    return [dict(line.pays.pays) for wager in game.wagers for line in wager.lines]


def test_the_printed_file_as_it_is_changes_nothing(game_name: str):
    folder = games.folder(game_name)
    shipped, used = folder.build(), folder.build(custom=Custom(folder.paytables, "mine.toml"))
    assert used.options.as_json() == shipped.options.as_json()
    assert pays_of(used) == pays_of(shipped)


def test_an_edited_column_is_in_force_wherever_it_stands_in_the_printed_file(game_name: str):
    folder = games.folder(game_name)
    shipped = folder.build()
    for name, column in {(line.pays.grid, line.pays.column) for wager in shipped.wagers for line in wager.lines}:
        grids = {**folder.shipped, name: edited(folder.shipped[name], column)}
        game = folder.build({}, Custom("\n".join(map(toml, grids.values())), "mine.toml"))
        assert MINE in {line.pays.column for wager in game.wagers for line in wager.lines}, name
        differing = [pays for pays, before in zip(pays_of(game), pays_of(shipped), strict=True) if pays != before]
        paid = any(
            isinstance(pay, Odds) and pay.net > 0 for pay in edited(folder.shipped[name], column).column(MINE).values()
        )
        assert bool(differing) == paid, name


def test_an_edited_column_that_keeps_its_name_is_refused(game_name: str):
    folder = games.folder(game_name)
    for name, grid in folder.shipped.items():
        row, cells = next(iter(grid.rows.items()))
        other = replace(grid, rows={**grid.rows, row: (Odds(Fraction(987)), *cells[1:])})
        with pytest.raises(GridError, match=rf"\[{name}\], row {row}, column .* give the changed column another name"):
            folder.build(custom=Custom(toml(other), "mine.toml"))
