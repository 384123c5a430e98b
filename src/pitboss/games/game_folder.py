"""One game as it lies in its folder: reads the files and builds the game.

A folder holds `game.py` (with `OPTIONS` and `build`), `paytables.toml`, `rules.md`, `rulings.md`, and may hold
`themes.toml`, `meters.toml`, `hosts.toml`, `strategies.py` and a solver (`solver.py`, or a folder `solver`).
"""

import importlib
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from pitboss.core.errors import GameError, GridError, unknown
from pitboss.core.game import Game, Strategy
from pitboss.core.guide import Guide
from pitboss.core.meters import MeterChoice, MeterState, read_meters
from pitboss.core.options import Choice, Columns, Meters, Option, Options, Setting, Themes, Values
from pitboss.core.pays import Custom, Grid, read_grids
from pitboss.core.themes import Theme, ThemeChoice, read_themes


@dataclass(frozen=True)
class Host:
    """A game that a rider's rules name as a host, and what is known of its cards."""

    name: str
    title: str
    cards: str
    total: int | None
    deck: int | None
    note: str


@dataclass(frozen=True)
class GameFolder:
    """One game as it lies in its folder, before its options are chosen."""

    name: str
    folder: Path
    package: str
    """The package that the folder is imported as."""
    root: Path
    """The folder whose text the game depends on: its own, or that of the package it comes in."""

    @property
    def module(self) -> Any:
        return importlib.import_module(f"{self.package}.game")

    @cached_property
    def rules(self) -> str:
        """The rules in our words."""
        return (self.folder / "rules.md").read_text(encoding="utf-8")

    @cached_property
    def rulings(self) -> str:
        """The rulings on the game's unclear points, as Markdown."""
        return (self.folder / "rulings.md").read_text(encoding="utf-8")

    @cached_property
    def paytables(self) -> str:
        """The printed grids, as TOML."""
        return (self.folder / "paytables.toml").read_text(encoding="utf-8")

    @cached_property
    def shipped(self) -> Mapping[str, Grid]:
        return read_grids(self.paytables, f"{self.folder.name}/paytables.toml")

    @cached_property
    def themes(self) -> Mapping[str, Theme]:
        """The themes, none for a game that has none."""
        return read_themes(self._toml("themes.toml"), f"{self.folder.name}/themes.toml")

    @cached_property
    def hosts(self) -> tuple[Host, ...]:
        """The hosts that a rider's rules name."""
        return tuple(
            Host(
                name,
                table["title"],
                table.get("cards", "not established"),
                table.get("total"),
                table.get("deck"),
                table.get("note", ""),
            )
            for name, table in self._toml("hosts.toml").items()
        )

    @property
    def _play(self) -> Any:
        """The module of strategies; None for a game without decisions."""
        there = (self.folder / "strategies.py").exists()
        return importlib.import_module(f"{self.package}.strategies") if there else None

    @cached_property
    def guide(self) -> Guide | None:
        """The guide for putting the best strategy in words; None where the game has none."""
        return getattr(self._play, "GUIDE", None)

    @cached_property
    def strategies(self) -> Mapping[str, Strategy]:
        """The named strategies, none for a game without decisions."""
        return {strategy.name: strategy for strategy in self._play.STRATEGIES} if self._play else {}

    @property
    def solver(self) -> Callable[[], Any] | None:
        """Loads the game's own solver; None for a game without one."""
        there = (self.folder / "solver.py").exists() or (self.folder / "solver" / "__init__.py").exists()
        return self._load_solver if there else None

    def _load_solver(self) -> Any:
        return importlib.import_module(f"{self.package}.solver")

    @property
    def caution(self) -> str:
        """A sentence that a report of this combination opens with; empty for a game by itself."""
        return ""

    def meters(self, bet_cents: int) -> tuple[MeterState, ...]:
        """The example meters, fed by bets of this size."""
        return read_meters(self._toml("meters.toml"), f"{self.folder.name}/meters.toml", bet_cents)

    def _toml(self, name: str) -> dict[str, Any]:
        """The contents of one data file of the folder; empty where the file is missing."""
        path = self.folder / name
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    def declared(self) -> tuple[Option, ...]:
        """The options the game lists."""
        return self.module.OPTIONS

    def options(self, custom: Custom | None = None) -> Options:
        """Every option at its default. A grid a user brings puts its first column in force."""
        declared = {option.name: option for option in self.declared()}
        brought = read_grids(custom.text, custom.source) if custom else {}
        grids = self._joined(brought, declared)
        chooser = {_grid(option): name for name, option in declared.items() if isinstance(option.values, Columns)}
        for name in brought:
            if name not in chooser:
                declared[name] = Option(name, Columns(), f"pay table of {grids[name].title}")
                chooser[name] = name
        first = {chooser[name]: grid.columns[0] for name, grid in brought.items()}
        settings = {
            name: self._setting(option, grids, first.get(name, option.default)) for name, option in declared.items()
        }
        return Options(settings, grids)

    def _joined(self, brought: Mapping[str, Grid], declared: Mapping[str, Option]) -> dict[str, Grid]:
        """The shipped grids with a user's columns beside their own."""
        grids = dict(self.shipped)
        taken = {
            _grid(option): [name.lower() for name in option.values.also]
            for option in declared.values()
            if isinstance(option.values, Columns)
        }
        for name, grid in brought.items():
            if name not in grids and name not in taken:
                raise GridError(f"{grid.source}: {unknown('grid', name, sorted({*taken, *grids}))}")
            for column in grid.columns:
                if column.lower() in taken.get(name, ()):
                    raise GridError(f"{grid.where(column=column)}: that name is taken; give yours another")
            whole = replace(grid, origin=f"from {grid.source}", brought=grid.columns)
            grids[name] = grids[name].joined(grid) if name in grids else whole
        return grids

    def _setting(self, option: Option, grids: Mapping[str, Grid], default: str) -> Setting:
        """An option with its columns, themes or meters looked up."""
        values: Values
        if isinstance(option.values, Columns):
            shipped = self.shipped[_grid(option)].columns if _grid(option) in self.shipped else ()
            columns = grids[_grid(option)].columns if _grid(option) in grids else ()
            values = Choice((*shipped, *option.values.also, *columns[len(shipped) :]))
        elif isinstance(option.values, Themes):
            values = ThemeChoice(self.themes)
        elif isinstance(option.values, Meters):
            values = MeterChoice(self.meters(Options({}, grids).stake_cents(option.values.grid)))
        else:
            values = option.values
        try:
            value = values.parse(default or values.first())
        except ValueError:
            raise GameError(f"{self.name}: {option.name} has no value {default!r} to be its default") from None
        grid = _grid(option) if isinstance(option.values, Columns) else ""
        return Setting(option.name, values, value, option.words, grid)

    def build(self, texts: Mapping[str, str] | None = None, custom: Custom | None = None) -> Game:
        """The game with these options, given as text, and the defaults for the rest."""
        options = self.options(custom).with_texts(texts or {})
        game = replace(self.make(options), options=options, solver=self.solver)
        if game.name != self.name:
            raise GameError(f"the folder {self.folder.name} must hold the game {self.name}, and holds {game.name}")
        for name in self.shipped:
            _check_columns(game, name, options.grids[name])
        _check_brought(game, read_grids(custom.text, custom.source) if custom else {}, texts or {})
        return game

    def make(self, options: Options) -> Game:
        return self.module.build(options)


def _grid(option: Option) -> str:
    """The grid an option chooses a column of."""
    return (option.values.grid if isinstance(option.values, Columns) else "") or option.name


def _check_brought(game: Game, brought: Mapping[str, Grid], texts: Mapping[str, str]) -> None:
    """A grid that a user brings and does not set aside must be in force: nothing is silently ignored."""
    paying = {(line.pays.grid, line.pays.column) for wager in game.wagers for line in wager.lines}
    for name, grid in brought.items():
        chooser = next(each for each, setting in game.options.settings.items() if setting.grid == name)
        if chooser not in texts and (name, grid.columns[0]) not in paying:
            hint = f"see pitboss paytables {game.name} --toml for how to bring one"
            raise GridError(f"{grid.where()}: no bet is paid by it as the game is set; {hint}")


def _check_columns(game: Game, name: str, grid: Grid) -> None:
    """Every column of a grid in use must fit, not only the one in force."""
    for wager in game.wagers:
        for line in wager.lines:
            if line.pays.grid == name:
                for column in grid.columns:
                    grid.table(column, line.pays.outcomes)
