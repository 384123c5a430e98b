"""The cache folder, and the fingerprints of source text that are part of the cache keys.

The key of machine code covers the text of the mathematics, of all games, and of every package that those import. The
key of a result covers the same, but of the games only its own folders. For a game outside the package, it covers its
folder, or the installed package it comes in. Files that have not been used for thirty days are removed.
"""

import contextlib
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
    """The program's folder within the user's cache folder."""
    return platformdirs.user_cache_path("pitboss", appauthor=False)


@cache
def packages() -> frozenset[str]:
    """The packages that figures depend on: the mathematics, the games, and their imports, direct or indirect."""
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
    """By game outside the package: the folder whose text it depends on."""
    return {name: folder.root for name, folder in sorted(games.outside().items())}


def covers(file: str) -> bool:
    """Whether the fingerprint covers a source file."""
    return any(Path(file).is_relative_to(root) for root in (PROGRAM, *outside_roots().values()))


def fingerprint(*names: str) -> str:
    """A hash of the program's text and data, with all games, or with only the named ones."""
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
    """The folder of cached results."""
    return folder() / "results"


def machine_code() -> Path:
    """The folder of machine code for the current fingerprint. Creating it removes files that were long unused."""
    place = folder() / "code" / fingerprint()[:32]
    with contextlib.suppress(OSError):  # The first attempt to write a file will report that nothing can be kept.
        if not place.exists():
            place.mkdir(parents=True)
            clear_away(time.time() - 86_400 * UNUSED_DAYS)
        os.utime(place)
    return place


def clear_away(before: float) -> None:
    """Removes machine code and results last used before a time."""
    for each in (*(folder() / "code").glob("*"), *results().glob("*")):
        if each.stat().st_mtime < before:
            shutil.rmtree(each, ignore_errors=True) if each.is_dir() else each.unlink(missing_ok=True)
