"""What the games found bring to the tests of shared code, each in the `cases.py` beside its own tests.

A case is a tuple of a list such as `LOOPS`; every case comes after the name of its game, or of its host and rider.
A game that is not there brings none, so that a game can be deleted without the tests of shared code.
"""

from typing import Any

from pitboss import games
from pitboss.core.game import Game
from pitboss.maths.exact.solver import Staged, seconds_of, solver_of
from tests.support.rounds import beside_tests


def brought(kind: str) -> list[tuple[Any, ...]]:
    """All cases of a kind: the name of a game, then what its list says."""
    names = (*games.find(), *games.attached())
    return [(name, *case) for name in names for case in getattr(beside_tests(name, "cases"), kind, ())]


def bringing(kind: str) -> list[str]:
    """The names of the games that bring cases of a kind."""
    return list(dict.fromkeys(name for name, *_ in brought(kind)))


SOON_S = 5


def is_solved_soon(game: Game) -> bool:
    """Whether the exact figures of a game come in a few seconds: without a solver of its own, from few deals or stages."""
    return game.solver is None and not (isinstance(solver_of(game), Staged) and seconds_of(game) > SOON_S)
