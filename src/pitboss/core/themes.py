"""Themes: the names, suit and icon that a table shows. No figure ever depends on a theme."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.core.cards import SUIT_NAMES, Card, card, rank, suit
from pitboss.core.errors import FormatError, one_of, unknown
from pitboss.core.options import Choice


@dataclass(frozen=True)
class Theme:
    """One theme: its suit, its icon, the words for counting icons, and the names of bets."""

    name: str
    title: str
    suit: int
    icon: str
    one: str
    many: str
    bets: Mapping[str, str]

    def count(self, number: int) -> str:
        """`1 football`, `7 footballs`."""
        return f"{number} {self.one if number == 1 else self.many}"

    def sentence(self, icon: str = "") -> str:
        """The suit that carries the icons, and their name; `icon` adds the symbol, where it can be seen."""
        symbol = f" {icon}" if icon else ""
        return f"{self.title}: the cards of one suit, {SUIT_NAMES[self.suit]}, carry {self.many}{symbol}."

    def counted(self, text: str) -> str:
        """A text that counts icons, in the words of this theme: `3 icons or more` is `3 pucks or more`."""
        return re.sub(r"\bicon\b", self.one, re.sub(r"\bicons\b", self.many, text))

    def dressed(self, text: str) -> str:
        """A text with fields, such as `{first_down}` or `{suit}`, in the words of this theme."""
        fields = {
            **self.bets,
            "title": self.title,
            "suit": SUIT_NAMES[self.suit],
            "suit_one": SUIT_NAMES[self.suit][:-1],
            "icons": self.many,
        }

        def filled(field: re.Match[str]) -> str:
            if field[1] not in fields:
                raise FormatError(f"theme {self.name}: {unknown('field', field[1], fields)}")
            return fields[field[1]]

        return re.sub(r"\{(\w+)\}", filled, text)


def theme_of(options: Mapping[str, Any]) -> Theme | None:
    """The theme that a game's options set; None for a game without themes."""
    return next((value for value in options.values() if isinstance(value, Theme)), None)


def swapped(each: Card, one: int, other: int) -> Card:
    """The card after two suits have changed places."""
    return card(rank(each), {one: other, other: one}.get(suit(each), suit(each)))


def read_themes(tables: Mapping[str, Any], source: str) -> dict[str, Theme]:
    """The themes of a parsed `themes.toml`; the first one is the default."""
    themes = {}
    for name, table in tables.items():
        missing = {"title", "suit", "icon", "one", "many", "bets"} - set(table)
        if missing:
            raise FormatError(f"{source} [{name}]: {one_of(sorted(missing))} is missing")
        if table["suit"] not in SUIT_NAMES:
            raise FormatError(f"{source} [{name}]: {unknown('suit', table['suit'], SUIT_NAMES)}")
        themes[name] = Theme(
            name=name,
            title=table["title"],
            suit=SUIT_NAMES.index(table["suit"]),
            icon=table["icon"],
            one=table["one"],
            many=table["many"],
            bets=table["bets"],
        )
    return themes


@dataclass(frozen=True)
class ThemeChoice:
    """The values of an option that takes one of the themes by name."""

    themes: Mapping[str, Theme]

    def parse(self, text: str) -> Theme:
        """The theme that a text names."""
        return self.themes[Choice(tuple(self.themes)).parse(text)]

    def text(self, value: Theme) -> str:
        return value.name

    def words(self) -> str:
        return one_of(self.themes)

    def first(self) -> str:
        return next(iter(self.themes))

    def listed(self) -> tuple[str, ...]:
        """No values: no figure depends on a theme."""
        return ()
