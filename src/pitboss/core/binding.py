"""What the parameters of a rule stand for: piles, choices, bets and constants, by name and annotation."""

import inspect
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias

from pitboss.core.cards import Card, Code
from pitboss.core.errors import GameError, unknown
from pitboss.core.rule import rule_name
from pitboss.core.steps import Cards, Place

if TYPE_CHECKING:
    from pitboss.core.game import Game

Coder: TypeAlias = Callable[[Card], Code]
"""Turns a card into its code: the part of the card that one game can see."""


class SourceKind(Enum):
    """The kinds of thing that a parameter of a rule can stand for."""

    PILE = "pile"
    CHOICE = "choice"
    CARD = "card"
    HAS = "has"
    CONSTANT = "constant"
    MEMORY = "memory"


@dataclass(frozen=True)
class Source:
    """The source of one argument of a rule; `coder` turns a card into the code that this rule sees."""

    kind: SourceKind
    name: str
    coder: Coder | None = None
    piles: tuple[str, ...] = ()
    value: int = 0


@dataclass(frozen=True)
class Bound:
    """A rule of a game with the source of each of its arguments."""

    rule: Callable[..., Any]
    sources: tuple[Source, ...]
    of_seat: bool
    """Whether the answer can differ from seat to seat."""


def bind(
    game: "Game", function: Callable[..., Any], constants: Mapping[str, int] | None = None, remembers: bool = False
) -> Bound:
    """A function of a game with the source of each argument; refuses a name that the game does not have."""
    hints = typing.get_type_hints(function, include_extras=True)
    known = {name: Source(SourceKind.CONSTANT, name, value=value) for name, value in (constants or {}).items()}
    if remembers:
        known["memory"] = Source(SourceKind.MEMORY, "memory")
    sources = tuple(
        known[name] if name in known else _source(game, function, name, hints)
        for name in inspect.signature(function).parameters
    )
    of_seat = any(
        each.kind not in (SourceKind.PILE, SourceKind.CONSTANT)
        or any(game.piles[pile].to is Place.SEAT for pile in each.piles)
        for each in sources
    )
    return Bound(function, sources, of_seat)


def _source(game: "Game", function: Callable[..., Any], name: str, hints: Mapping[str, Any]) -> Source:
    if name.startswith("has_") and name.removeprefix("has_") in game.wager:
        return Source(SourceKind.HAS, name.removeprefix("has_"))
    if name in game.choices and not isinstance(game.choices[name].options, Cards):
        return Source(SourceKind.CHOICE, name)
    if name in game.piles or name in game.gathers or name in game.choices:
        coder = next((each for each in getattr(hints.get(name), "__metadata__", ()) if callable(each)), None)
        if coder is None:
            raise GameError(f"{game.name}: {rule_name(function)} takes {name} without saying what it sees of its cards")
        if name in game.choices:
            return Source(SourceKind.CARD, name, coder)
        return Source(SourceKind.PILE, name, coder, game.gathers.get(name, (name,)))
    known = [*game.piles, *game.gathers, *game.choices, *(f"has_{wager}" for wager in game.wager)]
    raise GameError(f"{game.name}: {rule_name(function)} takes {unknown('pile, choice or bet', name, known)}")
