"""Options: the settings of a game that an operator may change, and the values they take.

A game lists its options as data (`OPTIONS`); the command line, the documents and the server read that list. Values
come in as text and are checked here, so a game's `build` only ever sees valid ones.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from typing import Any, Protocol

from pitboss.core.errors import GridError, OptionError, one_of, unknown
from pitboss.core.pays import Grid, PayTable


class Values(Protocol):
    """The values an option takes."""

    def parse(self, text: str) -> Any:
        """The value a text names; ValueError where it names none."""
        ...

    def words(self) -> str:
        """The allowed values, in words."""
        ...

    def listed(self) -> tuple[str, ...]:
        """The texts of the values that a report compares; none where figures do not depend on the value alone."""
        ...

    def text(self, value: Any) -> str:
        """The text of a value; `parse` reads it back."""
        return str(value)

    def first(self) -> str:
        """The text of the value that is the default where none is named."""
        return self.listed()[0]


@dataclass(frozen=True)
class Choice(Values):
    """An option whose value is one of a few names."""

    names: tuple[str, ...]

    def parse(self, text: str) -> str:
        for name in self.names:
            if name.lower() == text.lower():
                return name
        raise ValueError(text)

    def words(self) -> str:
        return one_of(self.names)

    def listed(self) -> tuple[str, ...]:
        return self.names


@dataclass(frozen=True)
class Whole(Values):
    """An option whose value is a whole number from low to high."""

    low: int
    high: int

    def parse(self, text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text, re.ASCII) or not self.low <= int(text) <= self.high:
            raise ValueError(text)
        return int(text)

    def words(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def listed(self) -> tuple[str, ...]:
        return tuple(map(str, range(self.low, self.high + 1)))


@dataclass(frozen=True)
class Numbers(Values):
    """An option whose value is one of a few whole numbers."""

    numbers: tuple[int, ...]

    def parse(self, text: str) -> int:
        if text not in map(str, self.numbers):
            raise ValueError(text)
        return int(text)

    def words(self) -> str:
        return one_of(self.numbers)

    def listed(self) -> tuple[str, ...]:
        return tuple(map(str, self.numbers))


def percentage_meant(text: str) -> str | None:
    """The percentage that a number without its `%` stands for: `5%` for 5, and for 0.05; None where it is no number."""
    match = re.fullmatch(r"(-?)([0-9]{1,4}(?:\.[0-9]{1,9})?)", text.strip(), re.ASCII)
    if match is None:
        return None
    number = Fraction(match[2])
    hundred = number * 100 if number < 1 else number
    return f"{match[1]}{float(hundred):.9f}".rstrip("0").rstrip(".") + "%"


@dataclass(frozen=True)
class Percent(Values):
    """An option whose value is an exact percentage from low to high."""

    low: int
    high: int

    def parse(self, text: str) -> Fraction:
        match = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,6})?)%", text, re.ASCII)
        if match is None or not self.low <= Fraction(match[1]) <= self.high:
            raise ValueError(text)
        return Fraction(match[1]) / 100

    def hint(self, text: str) -> str:
        """A question for a number that lacks its `%`; empty where it is no such number."""
        meant = percentage_meant(text)
        fits = [each for each in (meant, f"{text}%") if meant and each and self.low <= Fraction(each[:-1]) <= self.high]
        return f"; did you mean {fits[0]}?" if fits else ""

    def text(self, value: Fraction) -> str:
        return f"{float(value * 100):.6f}".rstrip("0").rstrip(".") + "%"

    def words(self) -> str:
        return f"{self.low}% to {self.high}%"

    def listed(self) -> tuple[str, ...]:
        return tuple(f"{percent}%" for percent in range(self.low, self.high + 1))


@dataclass(frozen=True)
class Columns:
    """The columns of a grid (by default the one with the option's name), and the names in `also`.

    The game itself picks columns of the grids in `takes`; a column that a user changes there becomes one of this grid.
    """

    also: tuple[str, ...] = ()
    grid: str = ""
    takes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Themes:
    """The themes in the game's `themes.toml`."""


@dataclass(frozen=True)
class Meters:
    """The meters in the game's `meters.toml`, which bets on this grid feed."""

    grid: str


@dataclass(frozen=True)
class Option:
    """One option of a game; an empty default stands for its first value."""

    name: str
    values: Choice | Whole | Numbers | Percent | Columns | Themes | Meters
    words: str
    default: str = ""


@dataclass(frozen=True)
class Setting:
    """An option whose values are known: columns and themes looked up, the default chosen."""

    name: str
    values: Values
    default: Any
    words: str
    grid: str = ""
    """The grid whose columns the option chooses from; empty for any other option."""

    def parse(self, text: str) -> Any:
        """The value a text names."""
        try:
            return self.values.parse(text.strip())
        except ValueError:
            hint = self.values.hint(text.strip()) if isinstance(self.values, Percent) else ""
            sentence = f"{self.name} cannot be {text.strip()!r}: give {self.values.words()}{hint}"
            raise (OptionError(sentence, "pay-table") if self.grid else OptionError(sentence)) from None


@dataclass(frozen=True)
class Options(Mapping[str, Any]):
    """Every option of one game with its value, and the grids the values choose from."""

    settings: Mapping[str, Setting]
    grids: Mapping[str, Grid]
    chosen: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.chosen[name] if name in self.chosen else self.settings[name].default

    def __iter__(self) -> Iterator[str]:
        return iter(self.settings)

    def __len__(self) -> int:
        return len(self.settings)

    def with_texts(self, texts: Mapping[str, str]) -> "Options":
        """These options with some set from text; refuses names and values that do not exist."""
        chosen = dict(self.chosen)
        for name, text in texts.items():
            if name not in self.settings:
                raise OptionError(unknown("option", name, self.settings) if self.settings else f"no option {name!r}")
            chosen[name] = self.settings[name].parse(text)
        return Options(self.settings, self.grids, chosen)

    def text(self, name: str) -> str:
        """The value of one option as text."""
        return self.settings[name].values.text(self[name])

    def line(self, between: str = "  ") -> str:
        """Every option as `name=value`, in order."""
        return between.join(f"{name}={self.text(name)}" for name in self)

    def as_json(self) -> dict[str, str | int]:
        """Every option and its value, for JSON."""
        return {name: self[name] if isinstance(self[name], int) else self.text(name) for name in self.settings}

    def stake_cents(self, grid: str) -> int:
        """The fixed stake of a bet on a grid, which the grid must name."""
        stake = self.grids[grid].stake_cents
        if stake is None:
            raise GridError(f"{self.grids[grid].where()}: has no stake")
        return stake

    def pays(self, grid: str, outcomes: type[IntEnum]) -> PayTable:
        """The pay table in force on a grid: the column its option names, or its only one."""
        chooser = next((name for name, setting in self.settings.items() if setting.grid == grid), None)
        column = self[chooser] if chooser else self.grids[grid].columns[0]
        return self.grids[grid].table(column, outcomes)
