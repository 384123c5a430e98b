"""The files of the cache folder: each begins with a checksum of the rest, and is written atomically.

The cache only saves time. A damaged file counts as missing and is replaced. A file that cannot be written is skipped,
and the first such failure is recorded, so that a command can name the file.
"""

import contextlib
import hashlib
import os
import shutil
import time
from collections.abc import Generator
from pathlib import Path

from pitboss.core.files import replace_file
from pitboss.maths.progress import tell

SEAL_SIZE = 65  # A SHA-256 in hexadecimal and the end of its line.
LOOK_S = 0.05
"""How often one looks whether a file that another process makes is there."""

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


@contextlib.contextmanager
def making(path: Path) -> Generator[None]:
    """While a file is made, keeps every other process and thread that wants to make it waiting.

    The lock ends with its process. Where there are no locks, or nothing can be written, nobody waits.
    """
    lock = path.with_name(f"{path.name}.making")
    held = None
    with contextlib.suppress(OSError, ImportError):
        held = _locked(lock)
    try:
        yield
    finally:
        if held is not None:
            with contextlib.suppress(OSError):
                lock.unlink()
            os.close(held)


def _locked(lock: Path) -> int:
    """The open lock file, once nobody else holds it; those that the last holder has deleted are opened anew."""
    import fcntl

    lock.parent.mkdir(parents=True, exist_ok=True)
    while True:
        file = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            while True:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    tell("waiting for another process that works this out", 0, 1)
                    time.sleep(LOOK_S)
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(file), os.stat(lock)):
                    return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)


def take_failure() -> str:
    """The first failure to write since the last call; empty if there was none."""
    first = _failures[0] if _failures else ""
    _failures.clear()
    return first


def _seal(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode() + b"\n"
