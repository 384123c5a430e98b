"""The best play as tables for simulations, cached on disk."""

import json
from functools import cache
from pkgutil import resolve_name
from typing import Any

import numpy as np

from pitboss.core.game import Game
from pitboss.maths.codegen.program import Policies, Policy, Read
from pitboss.maths.exact.solver import kept_arrays_for_best_play, solver_of
from pitboss.maths.tally.tally import first_stakes

PARTS = "parts"


def policy_of(game: Game) -> Policy | Policies:
    """The best play for the main wagers; its tables are cached, and the functions that read them by name."""

    @cache
    def solved() -> Policy | Policies:
        return solver_of(game).policy(game, first_stakes(game), game.main_wagers)

    def make() -> dict[str, np.ndarray]:
        found = solved()
        functions = [
            each
            for part in _parts(found)
            for each in (part.coder, part.function, *part.asks, *(read.place for read in part.reads))
        ]
        if not all(map(_is_importable, functions)):
            return {}
        place = {id(table): number for number, table in enumerate(found.tables)}
        parts = [_written(part, place) for part in _parts(found)]
        written = json.dumps({"several": isinstance(found, Policies), "parts": parts})
        return {PARTS: np.array(written), **{str(number): table for number, table in enumerate(found.tables)}}

    arrays = kept_arrays_for_best_play(game, {"what": "policy"}, make)
    if not arrays:
        return solved()
    read = json.loads(str(arrays[PARTS]))
    parts = tuple(_read(part, arrays) for part in read["parts"])
    return Policies(parts) if read["several"] else parts[0]


def _parts(found: Policy | Policies) -> tuple[Policy, ...]:
    return found.parts if isinstance(found, Policies) else (found,)


def _written(part: Policy, place: dict[int, int]) -> dict[str, Any]:
    """A policy as a JSON value, its tables as their numbers."""
    return {
        "choice": part.choice,
        "functions": [_name(each) for each in (part.coder, part.function, *part.asks)],
        "tables": [place[id(table)] for table in part.tables],
        "piles": part.piles,
        "made": part.made,
        "reads": [(_name(read.place), read.shift) for read in part.reads],
        "constants": part.constants,
    }


def _read(part: dict[str, Any], arrays: dict[str, np.ndarray]) -> Policy:
    """The policy that `_written` wrote."""
    coder, function, *asks = map(resolve_name, part["functions"])
    tables = tuple(arrays[str(number)] for number in part["tables"])
    piles, made = (tuple(map(tuple, part[name])) for name in ("piles", "made"))
    reads = tuple(Read(resolve_name(name), shift) for name, shift in part["reads"])
    return Policy(part["choice"], coder, function, tables, tuple(asks), piles, made, reads, tuple(part["constants"]))


def _name(function: Any) -> str:
    return f"{function.__module__}:{function.__qualname__}"


def _is_importable(function: Any) -> bool:
    try:
        return resolve_name(_name(function)) is function
    except (ImportError, AttributeError, ValueError):  # A name such as f.<locals>.g cannot be resolved.
        return False
