"""Where things are kept on disk: one folder for each text of the whole program, so that nothing outlives a change."""

import hashlib
import os
import re
import shutil
import time
from functools import cache
from pathlib import Path

PROGRAM = Path(__file__).parent.parent
UNUSED_DAYS = 30


def folder() -> Path:
    """The program's part of the user's cache folder."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "pitboss"


@cache
def program() -> str:
    """A fingerprint of the program's own text and data."""
    digest = hashlib.sha256()
    for path in sorted(PROGRAM.rglob("*")):
        if path.suffix in (".py", ".toml"):
            digest.update(str(path.relative_to(PROGRAM)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def shelf() -> Path:
    """The folder of this text of the program. Where it is new, those of texts long unused are cleared away."""
    place = folder() / program()[:32]
    try:
        if not place.exists():
            place.mkdir(parents=True)
            _clear_away(time.time() - 86_400 * UNUSED_DAYS)
        os.utime(place)
    except OSError:
        return place  # Nothing can be kept, and whoever tries will find out.
    return place


def _clear_away(before: float) -> None:
    """Removes the folders of other texts of the program that were last used before a time."""
    for each in folder().iterdir():
        if re.fullmatch("[0-9a-f]{32}", each.name) and each.stat().st_mtime < before:
            shutil.rmtree(each, ignore_errors=True)
