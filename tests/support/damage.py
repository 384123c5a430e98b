"""Ways in which a file on disk is found damaged."""

import random
from collections.abc import Callable
from pathlib import Path


def _a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "something").write_text("else")


def _one_bit(path: Path) -> None:
    body = bytearray(path.read_bytes())
    body[-len(body) // 3] ^= 1
    path.write_bytes(body)


DAMAGE: dict[str, Callable[[Path], object]] = {
    "emptied": lambda path: path.write_bytes(b""),
    "halved": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "random": lambda path: path.write_bytes(random.Random(5).randbytes(path.stat().st_size)),
    "one bit": _one_bit,
    "a folder": _a_folder,
}
