"""The origin of a game's pay tables."""

from pitboss.core.game import Game
from pitboss.core.pays import PRINTED, Grid, Meter
from pitboss.report.format import entry_title


def sources(game: Game) -> list[tuple[str, str, str]]:
    """Every pay table in force: its grid, its column, and where it comes from."""
    return [
        (name, table.column, _source(game.options.grids[name], table.column)) for name, table in game.pay_tables.items()
    ]


def _source(grid: Grid, column: str) -> str:
    meters = any(isinstance(cell, Meter) for row in grid.rows.values() for cell in row)
    return grid.origin_of(column) + ("; its meters are our example, or as set" if meters else "")


def not_printed(game: Game, *names: str) -> str:
    """A sentence for every wager, or for the wagers named, whose pay table is not printed in the rules."""
    source = {grid: source for grid, _, source in sources(game)}
    return " ".join(
        f"{entry_title(game, wager.name)}: pay table {each}."
        for wager in game.wagers
        if wager.name in names or not names
        for each in sorted({source[line.pays.grid] for line in wager.lines} - {PRINTED})
    )


def grids_in_use(game: Game) -> list[Grid]:
    """The grids by which a wager of the game is paid."""
    return [grid for name, grid in game.options.grids.items() if name in game.pay_tables]
