"""The tables that a simulation looks the best play up in, kept on disk."""

from functools import cache, reduce
from importlib import import_module
from typing import Any

import numpy as np

from pitboss.core.game import Game
from pitboss.maths.codegen.program import Policy
from pitboss.maths.exact.solver import kept_arrays_for_best_play, solver_of
from pitboss.maths.tally.tally import first_stakes

NAMES = "names"


def policy_of(game: Game) -> Policy:
    """The best play for the main wagers as tables; they are kept, and the functions that read them kept by name."""

    @cache
    def solved() -> Policy:
        return solver_of(game).policy(game, first_stakes(game), game.main_wagers)

    def make() -> dict[str, np.ndarray]:
        functions = (solved().coder, solved().function, *solved().asks)
        if not all(_is_found(each) for each in functions):
            return {}
        names = np.array([solved().choice, *map(_name, functions)])
        return {NAMES: names, **{str(place): table for place, table in enumerate(solved().tables)}}

    arrays = kept_arrays_for_best_play(game, {"what": "policy"}, make)
    if not arrays:
        return solved()
    choice, *names = arrays[NAMES].tolist()
    coder, function, *asks = map(_function, names)
    return Policy(choice, coder, function, tuple(arrays[str(place)] for place in range(len(arrays) - 1)), tuple(asks))


def _name(function: Any) -> str:
    return f"{function.__module__}:{function.__qualname__}"


def _function(name: str) -> Any:
    module, _, path = name.partition(":")
    return reduce(getattr, path.split("."), import_module(module))


def _is_found(function: Any) -> bool:
    """Whether a function can be had again by its name."""
    try:
        return _function(_name(function)) is function
    except (ImportError, AttributeError):
        return False
