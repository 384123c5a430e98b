"""A user's text files, read up to a limit; files replaced whole, so that no reader ever sees a partial one."""

import contextlib
import os
import secrets
from pathlib import Path
from typing import BinaryIO

from pitboss.core.errors import FormatError

MOST_MIB = 16
"""The largest file of rounds or pay tables that is read: a log of some twenty thousand rounds."""
MIB = 1 << 20
PIECE = 1 << 16
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def read_text(path: str, most_mib: int = MOST_MIB) -> str:
    """The text of a file that a user named, without a byte-order mark; FormatError names the file and the reason."""
    try:
        with open(path, "rb") as file:
            return text_of(file, repr(path), most_mib)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise FormatError(f"{path!r} cannot be read: {reason or error}") from None


def text_of(file: BinaryIO, name: str, most_mib: int = MOST_MIB) -> str:
    """The text of an open file, read up to a limit; `name` is what a message calls it."""
    whole = bytearray()
    # In pieces: some streams return less than was asked for, and a binary file is refused at its first piece.
    while piece := file.read(PIECE):
        whole += piece
        if b"\0" in piece and not whole.startswith(UTF_16_MARKS):
            line, byte = _position(whole, whole.index(0))
            raise FormatError(f"{name} is not a text file: line {line}, byte {byte} is zero")
        if len(whole) > most_mib * MIB:
            raise FormatError(f"{name} is larger than {most_mib} MiB, the most that is read of a file")
    return decoded(bytes(whole), name)


def decoded(body: bytes, name: str) -> str:
    """UTF-8 as text, every line ending as a newline; FormatError says which byte of which line is not UTF-8."""
    if body.startswith(UTF_16_MARKS):
        raise FormatError(f"{name} is UTF-16 text; save it as UTF-8")
    body = body.removeprefix(BYTE_ORDER_MARK)
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        line, byte = _position(body, error.start)
        wrong = f"line {line}, byte {byte} (0x{body[error.start]:02x}) is not UTF-8"
        raise FormatError(f"{name}: {wrong}; save the file as UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _position(body: bytes | bytearray, place: int) -> tuple[int, int]:
    """The line of a byte and its place in that line, both counted from 1."""
    return body.count(b"\n", 0, place) + 1, place - body.rfind(b"\n", 0, place)


def replace_file(path: str | Path, body: str | bytes) -> None:
    """Replaces a file atomically, and keeps a symbolic link; an OSError names the file, which is then unchanged."""
    target = Path(path).resolve()
    aside = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}")
    try:
        with aside.open("xb") as file:
            file.write(body.encode() if isinstance(body, str) else body)
        os.replace(aside, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror or str(error), str(target)) from None
        raise
