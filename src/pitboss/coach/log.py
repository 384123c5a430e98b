"""A log of rounds: transcripts one after another in a text file, which `settle` and `history` read back."""

import contextlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pitboss.coach.data_folder import data_folder
from pitboss.core.choice_notes import ChoiceNotes
from pitboss.core.errors import FormatError
from pitboss.core.files import MIB, MOST_MIB, read_text, replace_file
from pitboss.core.meters import MeterState
from pitboss.core.round import Round
from pitboss.core.transcript import Builder, differences, read_rounds, write

LAST = "last-log.json"
FULL = (MOST_MIB - 1) * MIB
"""The bytes at which a log takes no more rounds: readers refuse a file that is a MiB larger."""


@dataclass(frozen=True)
class LoggedRound:
    """One round of a log: its number, counted from 1, the round, and what the log says of it beside."""

    number: int
    played: Round
    notes: ChoiceNotes = field(default_factory=dict)
    """What the log tells of choices: options that the player could not pay, choices that the table made."""
    wrong: tuple[str, ...] = ()
    """A sentence for every line of the log that contradicts the rules."""


def check_log(path: str) -> None:
    """Refuses a file that rounds cannot be added to: one that cannot be written, or that holds something else."""
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            raise FormatError(f"{path!r} is not a file that rounds can be added to")
        with target.open("a+b") as file:
            file.seek(0)
            head = file.read(4096).decode("utf-8", errors="replace")
    except OSError as error:
        raise FormatError(f"{path!r} cannot be written: {error.strerror or error}") from None
    told = [line for line in head.splitlines() if line.split("#")[0].strip()]
    if told and told[0].split()[0] != "game":
        raise FormatError(f"{path!r} holds no log of rounds: its first line is {told[0][:40]!r}; give another file")


def with_room(path: str) -> str:
    """The log that takes the next round: this one or, where it is full, the next with a number, such as `log-2.txt`."""
    target, number = Path(path), 1
    while target.is_file() and target.stat().st_size >= FULL:
        number += 1
        target = Path(path).with_stem(f"{Path(path).stem}-{number}")
    return path if number == 1 else str(target)


def append(
    path: str, played: Round, meters: tuple[MeterState, ...] | None = None, notes: ChoiceNotes | None = None
) -> None:
    """Adds a round to a log, an empty line between rounds.

    `meters` are the meters that it began with, `notes` what is known of its choices beside their options. The round
    is on the disk when this returns. Where it cannot be written whole, the log stays as it was.
    """
    before: int | None = None
    try:
        with Path(path).open("ab") as file:
            before = file.tell()
            file.write((("\n" if before else "") + write(played, meters, notes=notes)).encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        with contextlib.suppress(OSError):
            if before is not None and os.path.getsize(path) > before:
                os.truncate(path, before)
        raise FormatError(f"{path!r} cannot be written: {error.strerror or error}") from None


def rounds_in(path: str, build: Builder) -> Iterator[LoggedRound]:
    """The rounds of a log, in order; `build` makes a game from its name and options."""
    for number, told in enumerate(read_rounds(read_text(path), build, Path(path).name), 1):
        wrong = tuple(each.sentence for each in differences(told))
        yield LoggedRound(number, told.played, told.notes, wrong)


def remember(path: str) -> None:
    """Keeps the name of the log written last, for `last_log`; does nothing where it cannot be kept."""
    try:
        folder = data_folder()
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(folder / LAST, json.dumps({"version": 1, "path": str(Path(path).absolute())}) + "\n")
    except OSError:
        return


def last_log() -> str | None:
    """The log written last; None where none is known or the file is gone."""
    try:
        path = json.loads((data_folder() / LAST).read_text(encoding="utf-8"))["path"]
        return path if isinstance(path, str) and Path(path).is_file() else None
    except (OSError, ValueError, KeyError, TypeError):
        return None
