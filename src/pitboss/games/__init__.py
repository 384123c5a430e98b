"""Finds the games: every folder here that holds a `game.py` is one. Nothing is registered.

A folder holds `game.py` (with `OPTIONS` and `build`), `paytables.toml`, `rules.md`, `rulings.md`, and may hold
`themes.toml`. This module reads those files and builds games from them.
"""

import importlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from pitboss.errors import GameError, GridError, OptionError, unknown
from pitboss.game import Game
from pitboss.options import Choice, Columns, Option, Options, Setting, Theme, ThemeChoice, Themes, read_themes
from pitboss.pays import Grid, read_grids

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Custom:
    """Pay grids a user brings along, and the name of the file they came in."""

    text: str
    source: str


@dataclass(frozen=True)
class GameFolder:
    """One game as it lies in its folder, before its options are chosen."""

    name: str
    folder: Path

    @property
    def module(self) -> Any:
        """The game's own module."""
        return importlib.import_module(f"{__name__}.{self.folder.name}.game")

    @cached_property
    def rules(self) -> str:
        """The rules in our words."""
        return (self.folder / "rules.md").read_text(encoding="utf-8")

    @cached_property
    def rulings(self) -> str:
        """How unclear points are read."""
        return (self.folder / "rulings.md").read_text(encoding="utf-8")

    @cached_property
    def paytables(self) -> str:
        """The printed grids, as TOML."""
        return (self.folder / "paytables.toml").read_text(encoding="utf-8")

    @cached_property
    def shipped(self) -> Mapping[str, Grid]:
        """The printed grids, read."""
        return read_grids(self.paytables, f"{self.folder.name}/paytables.toml")

    @cached_property
    def themes(self) -> Mapping[str, Theme]:
        """The themes, none for a game that has none."""
        path = self.folder / "themes.toml"
        if not path.exists():
            return {}
        return read_themes(tomllib.loads(path.read_text(encoding="utf-8")), f"{self.folder.name}/themes.toml")

    def options(self, custom: Custom | None = None) -> Options:
        """Every option at its default. A grid a user brings puts its first column in force."""
        brought = read_grids(custom.text, custom.source) if custom else {}
        grids = dict(self.shipped)
        for name, grid in brought.items():
            if name not in grids:
                raise GridError(f"{grid.source}: {unknown('grid', name, grids)}")
            grids[name] = grids[name].joined(grid)
        declared = {option.name: option for option in self.module.OPTIONS}
        for name in brought:
            declared.setdefault(name, Option(name, Columns(), f"pay table of {grids[name].title}"))
        settings = {}
        for name, option in declared.items():
            first = brought[name].columns[0] if name in brought else option.default
            settings[name] = self._setting(option, grids, first)
        return Options(settings, grids)

    def _setting(self, option: Option, grids: Mapping[str, Grid], default: str) -> Setting:
        """An option with its columns or themes looked up."""
        values = option.values
        if isinstance(values, Columns):
            values = Choice((*grids[option.name].columns, *values.also))
            default = default or values.names[0]
        elif isinstance(values, Themes):
            values = ThemeChoice(self.themes)
            default = default or next(iter(self.themes))
        elif isinstance(values, Choice):
            default = default or values.names[0]
        try:
            return Setting(option.name, values, values.parse(default), option.words)
        except ValueError:
            raise GameError(f"{self.name}: {option.name} has no value {default!r} to be its default") from None

    def build(self, texts: Mapping[str, str] | None = None, custom: Custom | None = None) -> Game:
        """The game with these options, given as text, and the defaults for the rest."""
        options = self.options(custom).with_texts(texts or {})
        game = replace(self.module.build(options), options=options)
        if game.name != self.name:
            raise GameError(f"the folder {self.folder.name} must hold the game {self.name}, and holds {game.name}")
        for name, grid in options.grids.items():
            _check_columns(game, name, grid)
        return game


def _check_columns(game: Game, name: str, grid: Grid) -> None:
    """Every column of a grid in use must fit, not only the one in force."""
    for wager in game.wagers:
        for line in wager.lines:
            if line.pays.grid == name:
                for column in grid.columns:
                    grid.table(column, line.pays.outcomes)


@cache
def find() -> Mapping[str, GameFolder]:
    """Every game there is, by name."""
    folders = sorted(path.parent for path in FOLDER.glob("*/game.py"))
    return {name: GameFolder(name, folder) for folder in folders for name in (folder.name.replace("_", "-"),)}


def folder(name: str) -> GameFolder:
    """The folder of one game."""
    games = find()
    if name not in games:
        raise OptionError(unknown("game", name, games))
    return games[name]


def build(name: str, texts: Mapping[str, str] | None = None, custom: Custom | None = None) -> Game:
    """A game by name, with options given as text."""
    return folder(name).build(texts, custom)
