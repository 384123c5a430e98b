"""The best play as tables for simulations, cached on disk."""

from functools import cache
from pkgutil import resolve_name
from typing import Any

import numpy as np

from pitboss.core.game import Game
from pitboss.maths.codegen.program import Policy
from pitboss.maths.exact.solver import kept_arrays_for_best_play, solver_of
from pitboss.maths.tally.tally import first_stakes

NAMES = "names"


def policy_of(game: Game) -> Policy:
    """The best play for the main wagers; its tables are cached, and the functions that read them by name."""

    @cache
    def solved() -> Policy:
        return solver_of(game).policy(game, first_stakes(game), game.main_wagers)

    def make() -> dict[str, np.ndarray]:
        functions = (solved().coder, solved().function, *solved().asks)
        if not all(map(_is_importable, functions)):
            return {}
        names = np.array([solved().choice, *map(_name, functions)])
        return {NAMES: names, **{str(place): table for place, table in enumerate(solved().tables)}}

    arrays = kept_arrays_for_best_play(game, {"what": "policy"}, make)
    if not arrays:
        return solved()
    choice, *names = arrays[NAMES].tolist()
    coder, function, *asks = map(resolve_name, names)
    return Policy(choice, coder, function, tuple(arrays[str(place)] for place in range(len(arrays) - 1)), tuple(asks))


def _name(function: Any) -> str:
    return f"{function.__module__}:{function.__qualname__}"


def _is_importable(function: Any) -> bool:
    try:
        return resolve_name(_name(function)) is function
    except (ImportError, AttributeError, ValueError):  # A name such as f.<locals>.g cannot be resolved.
        return False
