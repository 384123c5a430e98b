"""The cache folder, and the fingerprints of program text that machine code and results are kept under.

Machine code is kept under the text of the mathematics, of all games, and of every package that those import. A
result is kept under what it depends on: of the games, the folders of its own. A game outside the package counts with
all text of its folder, or of the installed package it comes in. What has not been used for thirty days is cleared away.
"""

import hashlib
import os
import re
import shutil
import time
from functools import cache
from pathlib import Path

import platformdirs

from pitboss import games

PROGRAM = Path(__file__).parents[2]
IMPORTED = re.compile(r"^\s*(?:from|import) pitboss(?:\.(\w+)| import ([\w, ]+))", re.MULTILINE)
UNUSED_DAYS = 30


def folder() -> Path:
    """The program's part of the user's cache folder."""
    return platformdirs.user_cache_path("pitboss", appauthor=False)


@cache
def packages() -> frozenset[str]:
    """The packages that figures depend on: the mathematics, the games, and whatever those import, directly or not."""
    found, waiting = set[str](), {"games", "maths"}
    while waiting:
        name = waiting.pop()
        found.add(name)
        for path in (PROGRAM / name).rglob("*.py"):
            for package, names in IMPORTED.findall(path.read_text(encoding="utf-8")):
                imported = [package] if package else [each.strip() for each in names.split(",")]
                waiting |= {each for each in imported if (PROGRAM / each).is_dir()} - found
    return frozenset(found)


def outside_roots() -> dict[str, Path]:
    """The folders, by game, whose text games outside the package depend on."""
    return {name: folder.root for name, folder in sorted(games.outside().items())}


def covers(file: str) -> bool:
    """Whether a source file is part of the text that machine code is kept under."""
    return any(Path(file).is_relative_to(root) for root in (PROGRAM, *outside_roots().values()))


def fingerprint(*names: str) -> str:
    """The fingerprint of the program's text and data: with all games, or with the named ones alone."""
    return _fingerprint(names, tuple(outside_roots().items()))


@cache
def _fingerprint(names: tuple[str, ...], outside: tuple[tuple[str, Path], ...]) -> str:
    digest = hashlib.sha256()
    own = {name.replace("-", "_") for name in names}
    for path in _texts(PROGRAM):
        parts = path.relative_to(PROGRAM).parts
        other = names and len(parts) > 2 and parts[0] == "games" and parts[1] not in own
        if not other and parts[0] in packages():
            digest.update("/".join(parts).encode())
            digest.update(path.read_bytes())
    for name, root in outside:
        for path in _texts(root) if not names or name in names else ():
            digest.update(f"{name}/{path.relative_to(root).as_posix()}".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _texts(root: Path) -> list[Path]:
    return [path for path in sorted(root.rglob("*")) if path.suffix in (".py", ".toml")]


def results() -> Path:
    """The folder of results."""
    return folder() / "results"


def machine_code() -> Path:
    """The folder of machine code for this text of the program. A new folder clears away files that were long unused."""
    place = folder() / "code" / fingerprint()[:32]
    try:
        if not place.exists():
            place.mkdir(parents=True)
            clear_away(time.time() - 86_400 * UNUSED_DAYS)
        os.utime(place)
    except OSError:
        return place  # Nothing can be kept, and whoever tries will find out.
    return place


def clear_away(before: float) -> None:
    """Removes machine code and results last used before a time."""
    for each in (*(folder() / "code").glob("*"), *results().glob("*")):
        if each.stat().st_mtime < before:
            shutil.rmtree(each, ignore_errors=True) if each.is_dir() else each.unlink(missing_ok=True)
