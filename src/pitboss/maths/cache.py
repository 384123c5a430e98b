"""Results kept on disk, under the user's cache folder.

A result is found again by everything it depends on: what was asked, and the text of the whole program. A damaged file
is noticed and made anew; where nothing can be written, nothing is kept.
"""

import hashlib
import json
import os
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from pitboss.maths.shelf import shelf
from pitboss.maths.tally import Tally


def kept(key: dict[str, Any], make: Callable[[], Tally]) -> Tally:
    """The tally kept under a key, or the one that `make` makes, which is then kept."""
    name = hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()
    path = shelf() / f"{name}.json"
    found = _read(path)
    if found is None:
        found = make()
        _write(path, found)
    return found


def kept_arrays(key: dict[str, Any], make: Callable[[], dict[str, np.ndarray]]) -> dict[str, np.ndarray]:
    """Arrays kept under a key, or those that `make` makes, which are then kept; the file's checksums tell damage."""
    name = hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()
    path = shelf() / f"{name}.npz"
    try:
        with path.open("rb") as file, np.load(file) as found:
            return {each: found[each] for each in found.files}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        made = make()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".npz", delete=False) as aside:
            save: Any = np.savez
            save(aside, **made)
        os.replace(aside.name, path)
    except OSError:
        return made
    return made


def _body(tally: Tally) -> str:
    """A tally as text."""
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
    lines = tuple((wager, place) for wager, place in read["lines"])
    return Tally(tuple(read["choices"]), lines, {tuple(cell): int(weight) for cell, weight in read["cells"]})


def _write(path: Path, tally: Tally) -> None:
    """Keeps a tally: written aside, then moved, so that nobody finds half of it."""
    body = _body(tally)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as aside:
            aside.write(f"{hashlib.sha256(body.encode()).hexdigest()}\n{body}")
        os.replace(aside.name, path)
    except OSError:
        return
