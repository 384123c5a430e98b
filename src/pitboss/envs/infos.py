"""Infos of vector environments in Gymnasium's layout; what is costly is made only when it is looked at.

`SyncVectorEnv` stacks the infos of its environments: an array per key, and under `_key` whether a table has it. Final
observations lie in an object array, one for each table. Making such arrays takes longer than playing the rounds.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np


class Later:
    """A value that is made when it is first read."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


class Infos(dict[str, Any]):
    """A dict in which values may be `Later`; every way to read them makes them first."""

    def __getitem__(self, key: str) -> Any:
        value = super().__getitem__(key)
        if type(value) is Later:
            value = value.make()
            super().__setitem__(key, value)
        return value

    def __iter__(self) -> Iterator[str]:  # Its own, so that dict(infos) and {**infos} ask for every value.
        return super().__iter__()

    def __eq__(self, other: object) -> bool:
        return dict(self) == other

    def __or__(self, other: Any) -> dict[str, Any]:
        return dict(self) | other

    def __reduce__(self) -> tuple[type[dict], tuple[dict[str, Any]]]:
        return dict, (dict(self),)

    __hash__: Any = None

    def get(self, key: Any, default: Any = None, /) -> Any:
        """The value of a key, or the default."""
        return self[key] if key in self else default  # noqa: SIM401

    def items(self) -> Any:
        """Every key with its value."""
        return [(key, self[key]) for key in self]

    def values(self) -> Any:
        """Every value."""
        return [self[key] for key in self]

    def pop(self, key: Any, *default: Any) -> Any:
        """Removes a key; its value, or the default."""
        if key in self:
            self[key]
        return super().pop(key, *default)

    def setdefault(self, key: str, default: Any = None) -> Any:
        """The value of a key, which is set to the default where it is missing."""
        if key not in self:
            self[key] = default
        return self[key]

    def copy(self) -> dict[str, Any]:
        """A plain dict of all values."""
        return dict(self)


def stacked(outcomes: Mapping[int, Mapping[str, list[str]]], keys: np.ndarray, where: np.ndarray) -> dict[str, Any]:
    """Outcomes of tables by wager, as `SyncVectorEnv` stacks them.

    `outcomes` holds them by joint outcome, `keys` the joint outcome of each table; `where` says which tables have one.
    """
    found: dict[str, Any] = {}
    for key in np.unique(keys[where]).tolist():
        tables = np.flatnonzero(where & (keys == key))
        for wager, names in outcomes[key].items():
            if wager not in found:
                found[wager] = np.full(len(keys), None, dtype=object)
                found[f"_{wager}"] = np.zeros(len(keys), dtype=bool)
            for table in tables.tolist():
                found[wager][table] = list(names)
            found[f"_{wager}"][tables] = True
    return found


def one_each(observations: Any, tables: np.ndarray) -> np.ndarray:
    """An object array with the observation of every table in `tables` (true and false), None for the others."""
    found = np.full(len(tables), None, dtype=object)
    for table in np.flatnonzero(tables).tolist():
        if isinstance(observations, dict):
            found[table] = {key: value[table] for key, value in observations.items()}
        else:
            found[table] = observations[table]
    return found
