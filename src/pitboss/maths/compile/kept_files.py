"""The files of the cache folder: each begins with a checksum of the rest, and is written atomically.

The cache only saves time. A damaged file counts as missing and is replaced. A file that cannot be written is skipped,
and the first such failure is recorded, so that a command can name the file.
"""

import contextlib
import hashlib
import os
import shutil
from pathlib import Path

from pitboss.core.files import replace_file

SEAL_SIZE = 65  # A SHA-256 in hexadecimal and the end of its line.

_failures: list[str] = []


def read_sealed(path: Path) -> bytes | None:
    """The body of a file; None if it is missing or damaged. Updates the file's time of last use."""
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    if whole[:SEAL_SIZE] != _seal(whole[SEAL_SIZE:]):
        return None
    with contextlib.suppress(OSError):
        os.utime(path)
    return whole[SEAL_SIZE:]


def write_sealed(path: Path, body: bytes) -> None:
    """Writes a file with its checksum, replacing anything of that name; a failure is recorded, not raised."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        replace_file(path, _seal(body) + body)
    except OSError as error:
        _failures.append(f"{str(path)!r} cannot be written: {error.strerror or error}")


def take_failure() -> str:
    """The first failure to write since the last call; empty if there was none."""
    first = _failures[0] if _failures else ""
    _failures.clear()
    return first


def _seal(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode() + b"\n"
