"""What the games found bring to the tests of shared code, each in the `cases.py` beside its own tests.

A case is a tuple of a list such as `LOOPS`; every case comes after the name of its game, or of its host and rider.
A game that is not there brings none, so that a game can be deleted without the tests of shared code.
"""

import importlib
from functools import cache
from types import ModuleType
from typing import Any

from pitboss import games
from tests.support.rounds import folder_of_tests


@cache
def cases_of(name: str) -> ModuleType | None:
    """The `cases.py` of one game."""
    if not (folder_of_tests(name) / "cases.py").exists():
        return None
    return importlib.import_module(f"tests.games.{folder_of_tests(name).name}.cases")


def brought(kind: str) -> list[tuple[Any, ...]]:
    """All cases of a kind: the name of a game, then what its list says."""
    names = (*games.find(), *games.attached())
    return [(name, *case) for name in names for case in getattr(cases_of(name), kind, ())]


def bringing(kind: str) -> list[str]:
    """The names of the games that bring cases of a kind."""
    return list(dict.fromkeys(name for name, *_ in brought(kind)))
