"""The cache of results on disk, in the user's cache folder.

The key of a result is everything it depends on: the question, and the text of the program that answers it. A damaged
file is detected and made again; where nothing can be written, nothing is kept. What one process works out, others wait
for.
"""

import hashlib
import io
import json
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from pitboss.maths.compile.code_cache import fingerprint, results
from pitboss.maths.compile.kept_files import making, read_sealed, write_sealed
from pitboss.maths.tally.tally import Tally

Result = TypeVar("Result")
Arrays = dict[str, np.ndarray]

_switched_off: ContextVar[bool] = ContextVar("switched_off", default=False)


@contextmanager
def switched_off(wanted: bool = True) -> Generator[None]:
    """Within this context, if wanted, results are neither read from the cache nor written to it."""
    token = _switched_off.set(wanted or _switched_off.get())
    try:
        yield
    finally:
        _switched_off.reset(token)


def kept(key: dict[str, Any], make: Callable[[], Tally]) -> Tally:
    """The cached tally of a key; if there is none, the one that `make` makes, which is then cached."""
    return _kept(_place(key, ".json"), make, _tally, _body)


def has(key: dict[str, Any]) -> bool:
    """Whether a tally is cached under a key."""
    return _read(_place(key, ".json"), _tally) is not None


def kept_arrays(key: dict[str, Any], make: Callable[[], Arrays]) -> Arrays:
    """Like `kept`, for named arrays."""
    return _kept(_place(key, ".npz"), make, _arrays, _packed)


def kept_json(key: dict[str, Any], make: Callable[[], Any]) -> Any:
    """Like `kept`, for a JSON value."""
    return _kept(_place(key, ".json"), make, json.loads, lambda value: json.dumps(value).encode())


def _kept(
    path: Path, make: Callable[[], Result], read: Callable[[bytes], Result], write: Callable[[Result], bytes]
) -> Result:
    if _switched_off.get():
        return make()
    found = _read(path, read)
    if found is None:
        with making(path):
            found = _read(path, read)  # Another process may have made it meanwhile.
            if found is None:
                found = make()
                write_sealed(path, write(found))
    return found


def _read(path: Path, read: Callable[[bytes], Result]) -> Result | None:
    body = None if _switched_off.get() else read_sealed(path)
    try:
        return None if body is None else read(body)
    except (ValueError, KeyError, TypeError):  # An intact file with other contents is made again.
        return None


def _place(key: dict[str, Any], ending: str) -> Path:
    """The file of a key; its `game` names the games whose text the result depends on."""
    text = fingerprint(*key["game"].split("+"))
    return results() / (hashlib.sha256(json.dumps([text, key], sort_keys=True).encode()).hexdigest() + ending)


def _body(tally: Tally) -> bytes:
    cells = [[list(cell), str(weight)] for cell, weight in sorted(tally.cells.items())]
    ties = {name: str(weight) for name, weight in tally.ties.items()}
    return json.dumps({"choices": tally.choices, "lines": tally.lines, "cells": cells, "ties": ties}).encode()


def _tally(body: bytes) -> Tally:
    read = json.loads(body)
    lines = tuple((wager, place) for wager, place in read["lines"])
    cells = {tuple(cell): int(weight) for cell, weight in read["cells"]}
    return Tally(tuple(read["choices"]), lines, cells, {name: int(weight) for name, weight in read["ties"].items()})


def _packed(arrays: Arrays) -> bytes:
    whole = io.BytesIO()
    save: Any = np.savez
    save(whole, **arrays)
    return whole.getvalue()


def _arrays(body: bytes) -> Arrays:
    with np.load(io.BytesIO(body)) as found:
        return {each: found[each] for each in found.files}
