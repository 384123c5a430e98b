"""Results kept on disk, under the user's cache folder.

A result is found again by everything it depends on: what was asked, and the text of the program that answered. A
damaged file is noticed and made anew; where nothing can be written, nothing is kept.
"""

import contextlib
import hashlib
import io
import json
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from pitboss.core.files import replace_file
from pitboss.maths.compile.code_cache import fingerprint, results
from pitboss.maths.tally.tally import Tally


def kept(key: dict[str, Any], make: Callable[[], Tally]) -> Tally:
    """The tally kept under a key, or the one that `make` makes, which is then kept."""
    path = _place(key, ".json")
    found = _read(path)
    if found is None:
        found = make()
        body = _body(found)
        _write(path, f"{hashlib.sha256(body.encode()).hexdigest()}\n{body}".encode())
    return found


def has(key: dict[str, Any]) -> bool:
    """Whether a tally is kept under a key."""
    return _read(_place(key, ".json")) is not None


def kept_arrays(key: dict[str, Any], make: Callable[[], dict[str, np.ndarray]]) -> dict[str, np.ndarray]:
    """Arrays kept under a key, or those that `make` makes, which are then kept; the file's checksums tell damage."""
    path = _place(key, ".npz")
    try:
        with path.open("rb") as file, np.load(file) as found:
            arrays = {each: found[each] for each in found.files}
        _touch(path)
        return arrays
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        made = make()
    whole = io.BytesIO()
    save: Any = np.savez
    save(whole, **made)
    _write(path, whole.getvalue())
    return made


def _place(key: dict[str, Any], ending: str) -> Path:
    """The file of a key. `game` in it says whose text the result depends on."""
    text = fingerprint(*key["game"].split("+"))
    return results() / (hashlib.sha256(json.dumps([text, key], sort_keys=True).encode()).hexdigest() + ending)


def _body(tally: Tally) -> str:
    cells = [[list(cell), str(weight)] for cell, weight in sorted(tally.cells.items())]
    return json.dumps({"choices": tally.choices, "lines": tally.lines, "cells": cells})


def _read(path: Path) -> Tally | None:
    """The tally of a file; None where there is none, or not a whole one."""
    try:
        seal, body = path.read_text(encoding="utf-8").split("\n", 1)
        if seal != hashlib.sha256(body.encode()).hexdigest():
            return None
        read = json.loads(body)
    except (OSError, ValueError):
        return None
    _touch(path)
    lines = tuple((wager, place) for wager, place in read["lines"])
    return Tally(tuple(read["choices"]), lines, {tuple(cell): int(weight) for cell, weight in read["cells"]})


def _touch(path: Path) -> None:
    """Notes that a result was used, so that it is not cleared away."""
    with contextlib.suppress(OSError):
        os.utime(path)


def _write(path: Path, body: bytes) -> None:
    """Keeps a result; where nothing can be written, nothing is kept."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, body)
