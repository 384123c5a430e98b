"""A game's folder: reads its files and builds the game.

A folder holds `game.py` (with `OPTIONS` and `build`), `paytables.toml`, `rules.md`, `rulings.md`, and may hold
`themes.toml`, `meters.toml`, `hosts.toml`, `strategies.py` and a solver (`solver.py`, or a folder `solver`).
"""

import importlib
import tomllib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from pitboss.core.errors import GameError, GridError, PitbossError, all_of, unknown
from pitboss.core.game import Fixed, Game, Strategy
from pitboss.core.guide import Guide
from pitboss.core.meters import MeterChoice, MeterState, read_meters
from pitboss.core.options import Choice, Columns, Meters, Option, Options, Setting, Themes, Values
from pitboss.core.pays import Custom, Grid, Odds, family, read_grids
from pitboss.core.themes import Theme, ThemeChoice, read_themes, theme_of


@dataclass(frozen=True)
class Host:
    """A game that a rider's rules name as a host, and what is known of its cards."""

    name: str
    title: str
    cards: str = "not established"
    total: int | None = None
    deck: int | None = None
    note: str = ""


@dataclass(frozen=True)
class GameFolder:
    """A game in its folder, before its options are chosen."""

    name: str
    folder: Path
    package: str
    """The name under which the folder is imported."""
    root: Path
    """The folder whose files the game depends on: its own, or that of the installed package it comes in."""

    @property
    def module(self) -> Any:
        return importlib.import_module(f"{self.package}.game")

    def rules_for(self, game: Game | None = None) -> str:
        """The rules in our words, with the terms of the theme that a game is set to, by default the first."""
        return self.text("rules.md", self._theme(game))

    def rulings_for(self, game: Game | None = None) -> str:
        """The rulings on unclear points, with the terms of the theme that a game is set to, by default the first."""
        return self.text("rulings.md", self._theme(game))

    def text(self, name: str, theme: Theme | None) -> str:
        """One of the folder's texts, with the terms of a theme."""
        text = (self.folder / name).read_text(encoding="utf-8")
        return theme.dressed(text) if theme and self.themes else text

    def _theme(self, game: Game | None) -> Theme | None:
        return theme_of(game.options) if game else next(iter(self.themes.values()), None)

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
        return tuple(Host(name, **table) for name, table in self._toml("hosts.toml").items())

    @property
    def _play(self) -> Any:
        """The module of strategies; None for a game without decisions."""
        exists = (self.folder / "strategies.py").exists()
        return importlib.import_module(f"{self.package}.strategies") if exists else None

    @cached_property
    def guide(self) -> Guide | None:
        """The guide for putting the best strategy in words (`GUIDE`); None where the game has none, or several."""
        return getattr(self._play, "GUIDE", None)

    @cached_property
    def guides(self) -> Mapping[str, Guide]:
        """The guides of a game with several choices, by choice (`GUIDES`)."""
        return getattr(self._play, "GUIDES", {})

    def guide_for(self, game: Game, choice: str = "") -> Guide | None:
        """The guide of a choice, by default the first, in the words of the theme that a game is set to, or None."""
        theme = theme_of(game.options)
        found = self.guides.get(choice or next(iter(game.choices), ""), self.guide if len(game.choices) == 1 else None)
        return found.dressed(theme) if found and theme else found

    @cached_property
    def strategies(self) -> Mapping[str, Strategy]:
        """The named strategies, none for a game without decisions."""
        return {strategy.name: strategy for strategy in self._play.STRATEGIES} if self._play else {}

    def strategies_for(self, game: Game) -> tuple[Strategy, ...]:
        """The named strategies in the words of the theme that a game is set to."""
        theme, found = theme_of(game.options), self.strategies.values()
        return tuple(replace(each, words=theme.counted(each.words)) if theme else each for each in found)

    @property
    def solver(self) -> Callable[[], Any] | None:
        """Loads the game's own solver; None for a game without one."""
        exists = (self.folder / "solver.py").exists() or (self.folder / "solver" / "__init__.py").exists()
        return self._load_solver if exists else None

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
        """The options that the game lists."""
        return self.module.OPTIONS

    def options(self, custom: Custom | None = None) -> Options:
        """Every option at its default; the first column of a user's grid is the default of its option."""
        declared = {option.name: option for option in self.declared()}
        brought = self.brought(custom)
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

    def brought(self, custom: Custom | None) -> dict[str, Grid]:
        """The grids of a user's file, without the columns that equal shipped ones."""
        found = read_grids(custom.text, custom.source, self.shipped) if custom else {}
        takers = {
            name: _grid(option)
            for option in self.declared()
            for name in (option.values.takes if isinstance(option.values, Columns) else ())
        }
        own: dict[str, Grid] = {}
        for name, whole in found.items():
            grid = self.shipped[name].new_columns(whole) if name in self.shipped else whole
            if grid is None:
                continue
            if name in takers:
                paying = {row: cells for row, cells in grid.rows.items() if any(cells)}
                grid = replace(grid, name=takers[name], section=name, rows=paying)
            if grid.name not in self.shipped:
                grid = replace(grid, words={**self._shipped_words(grid), **grid.words})
            if grid.name in own:
                raise GridError(f"{grid.source}: [{name}] is a second table of your own for {grid.name}; give one")
            own[grid.name] = grid
        return own

    def _shipped_words(self, grid: Grid) -> dict[str, str]:
        """The words that shipped grids have for outcomes of the same families as a grid's."""
        words = {outcome: said for each in self.shipped.values() for outcome, said in each.words.items()}
        families = set(map(family, grid.rows))
        return {outcome: said for outcome, said in words.items() if family(outcome) in families}

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
            try:
                grids[name] = grids[name].joined(grid) if name in grids else whole
            except GridError as error:
                own = self._own_grids(declared) if name not in taken else []
                hint = f"; or write your table as one column of a grid [{own[0]}]" if own else ""
                raise GridError(f"{error}{hint}") from None
        return grids

    def _own_grids(self, declared: Mapping[str, Option]) -> list[str]:
        """The grids that an option chooses from and the game does not ship: they are for tables of the user's own."""
        chosen = [_grid(option) for option in declared.values() if isinstance(option.values, Columns)]
        return [name for name in chosen if name not in self.shipped]

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
        options = _dressed(self.options(custom).with_texts(texts or {}))
        game = replace(self.make(options), options=options, solver=self.solver)
        if game.name != self.name:
            raise GameError(f"the folder {self.folder.name} must hold the game {self.name}, and holds {game.name}")
        for name in self.shipped:
            _check_columns(game, name, options.grids[name])
        if custom:
            self._check_brought(game, custom, texts or {})
        return game

    def _check_brought(self, game: Game, custom: Custom, texts: Mapping[str, str]) -> None:
        """Refuses a user's grid that pays no bet, unless an option was set to another: nothing is silently ignored."""
        for name, grid in self.brought(custom).items():
            for column in grid.columns:
                _check_stakes(game, grid, column)
            chooser = next(each for each, setting in game.options.settings.items() if setting.grid == name)
            if chooser not in texts and not _is_paid_by(game, name, grid.columns[0]):
                raise self._unused(grid, custom, texts)

    def _unused(self, grid: Grid, custom: Custom, texts: Mapping[str, str]) -> GridError:
        """The error on a grid that pays no bet; it names an option, or another grid, with which it would."""
        sentence, options = f"{grid.where()}: no bet is paid by it as the game is set", self.options(custom)
        for name, setting in options.settings.items():
            for text in setting.values.listed() if name not in texts else ():
                with suppress(PitbossError):
                    if _is_paid_by(self.make(options.with_texts({**texts, name: text})), grid.name, grid.columns[0]):
                        return GridError(f"{sentence}; set the option {name}={text} as well", "unused")
        own = self._own_grids({option.name: option for option in self.declared()})
        way = f"write your table as one column of a grid [{own[0]}]" if own else f"its grids are {all_of(self.shipped)}"
        return GridError(f"{sentence}; {way}")

    def make(self, options: Options) -> Game:
        return self.module.build(options)


def _grid(option: Option) -> str:
    """The grid an option chooses a column of."""
    return (option.values.grid if isinstance(option.values, Columns) else "") or option.name


def _dressed(options: Options) -> Options:
    """Options whose grids are in the words of the theme: the names of bets, and outcomes."""
    theme = theme_of(options)
    if theme is None:
        return options
    grids = {
        name: replace(
            grid,
            title=theme.bets.get(name, grid.title),
            words={outcome: theme.dressed(said) for outcome, said in grid.words.items()},
        )
        for name, grid in options.grids.items()
    }
    return replace(options, grids=grids)


def _is_paid_by(game: Game, grid: str, column: str) -> bool:
    """Whether a bet is paid by a column of a grid."""
    return any((line.pays.grid, line.pays.column) == (grid, column) for wager in game.wagers for line in wager.lines)


def _check_stakes(game: Game, grid: Grid, column: str) -> None:
    """Refuses a pay in dollars, or a meter, for a bet of variable size."""
    for wager in game.wagers:
        if isinstance(wager.stake, Fixed) or all(line.pays.grid != grid.name for line in wager.lines):
            continue
        for row, pay in grid.column(column).items():
            if not isinstance(pay, Odds):
                raise GridError(
                    f"{grid.where(row, column)}: '{pay}' does not grow with the bet, and {wager.name} may be bet "
                    "at any amount; write odds, such as 5"
                )


def _check_columns(game: Game, name: str, grid: Grid) -> None:
    """Refuses a grid in use of which any column does not fit its outcomes, in force or not."""
    for wager in game.wagers:
        for line in wager.lines:
            if line.pays.grid == name:
                for column in grid.columns:
                    grid.table(column, line.pays.outcomes)
