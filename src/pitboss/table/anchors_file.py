"""The anchors of the audit log in a file of their own, beside the database: one line of JSON for each.

The anchors in the database fall with it. Whoever replaces the whole database by an older or another one has to replace
this file too, of which a copy is easily kept elsewhere: a line is about 300 bytes.
"""

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, fields

from pitboss.core.errors import FormatError, StoreError
from pitboss.table.keys import VARIABLE
from pitboss.table.records import Anchor

ENDING = ".anchors"
_KINDS = {each.name: each.type for each in fields(Anchor)}


def path_of(database_file: str | None) -> str | None:
    """The file of a database's anchors: beside its file, else beside the key file that its servers share."""
    beside = database_file or os.environ.get(VARIABLE)
    return f"{beside}{ENDING}" if beside else None


def append(path: str, anchor: Anchor) -> None:
    """Adds an anchor to a file, and has it on disk before it returns."""
    line = json.dumps(asdict(anchor), separators=(",", ":"))
    try:
        with open(path, "ab") as file:
            file.write(f"{line}\n".encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise StoreError(f"the anchors file {path!r} cannot be written: {error.strerror}") from None


def read(path: str) -> list[Anchor]:
    """The anchors of a file, none where there is no file; refuses a line that is none.

    A last line without its end was being written when the power went, and is left out.
    """
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(f"the anchors file {path!r} cannot be read: {error}") from None
    return list(_anchors(path, lines[:-1]))


def _anchors(path: str, lines: Iterable[str]) -> Iterable[Anchor]:
    for number, line in enumerate(lines, 1):
        try:
            told = json.loads(line)
            is_anchor = set(told) == set(_KINDS) and all(type(told[name]) is kind for name, kind in _KINDS.items())
        except (ValueError, TypeError):
            is_anchor = False
        if not is_anchor:
            raise FormatError(f"line {number} of the anchors file {path!r} is no anchor")
        yield Anchor(**told)
