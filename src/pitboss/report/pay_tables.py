"""The origin of a game's pay tables."""

from pitboss.core.game import Game
from pitboss.core.pays import PRINTED, Grid, Meter
from pitboss.report.format import entry_title


def sources(game: Game) -> list[tuple[str, str, str]]:
    """Every pay table in force: its grid, its column, and where it comes from."""
    used = {line.pays.grid: line.pays.column for wager in game.wagers for line in wager.lines}
    found = []
    for name, column in used.items():
        source = game.options.grids[name].origin_of(column)
        if any(isinstance(cell, Meter) for row in game.options.grids[name].rows.values() for cell in row):
            source += "; its meters are our example, or as set"
        found.append((name, column, source))
    return found


def not_printed(game: Game, *names: str) -> str:
    """A sentence for every wager, or for the wagers named, whose pay table is not printed in the rules."""
    source = {grid: source for grid, _, source in sources(game)}
    found = []
    for wager in [each for each in game.wagers if each.name in names or not names]:
        other = {source[line.pays.grid] for line in wager.lines} - {PRINTED}
        found += [f"{entry_title(game, wager.name)}: pay table {each}." for each in sorted(other)]
    return " ".join(found)


def grids_in_use(game: Game) -> list[Grid]:
    """The grids by which a wager of the game is paid."""
    used = {line.pays.grid for wager in game.wagers for line in wager.lines}
    return [grid for name, grid in game.options.grids.items() if name in used]
