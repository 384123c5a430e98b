"""Reports on disk: written aside, then moved, so that a folder never holds half a report."""

import os
import shutil
import tempfile
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from pitboss.core.errors import FormatError
from pitboss.report.document import Document
from pitboss.report.export import json as figures
from pitboss.report.render import html, pdf
from pitboss.report.sections.checks import failures, identity
from pitboss.report.sections.game import tables_in_force, warnings
from pitboss.report.subject import OtherTable, Subject
from pitboss.report.workbook.book import workbook
from pitboss.report.workbook.entries import Priced

BEFORE = "before"  # What was there until the new files are in their places.


def files_of(subject: Subject, document: Document, paper: str) -> dict[str, bytes]:
    """Every file of a game's report, by name."""
    name = subject.game.name
    return {
        f"{name}.html": html.page(document).encode(),
        f"{name}.pdf": pdf.print_out(document, paper),
        f"{name}.xlsx": workbook(sheets_of(subject), warnings(subject), facts(subject), paper),
        f"{name}.csv": figures.as_csv(subject).encode(),
        f"{name}.json": figures.as_json(subject).encode(),
    }


def facts(subject: Subject) -> list[tuple[str, str]]:
    """What the workbook says of itself: whose its pay tables are, and what tells it from others."""
    whose = [(f"pay table {grid} {column}", origin) for grid, column, origin in tables_in_force(subject.game)]
    return [*whose, *identity(subject).items()]


def sheets_of(subject: Subject) -> list[Priced]:
    """What the workbook has sheets of: the game as it is set, then every other return table."""
    others: dict[str, list[OtherTable]] = {}
    for each in subject.other_tables:
        others.setdefault(each.label, []).append(each)
    return [
        Priced("as set", subject.analysis, tuple(subject.analysis.entries)),
        *(Priced(label, found[0].analysis, tuple(each.entry for each in found)) for label, found in others.items()),
    ]


@contextmanager
def aside(folder: str) -> Generator[Path]:
    """A place beside the reports' own, for files until all are there; a folder that was not there goes again."""
    path = Path(folder)
    made = [each for each in (path, *path.parents) if not each.exists()]
    try:
        path.mkdir(parents=True, exist_ok=True)
        place = Path(tempfile.mkdtemp(prefix=".pitboss-", dir=path))
    except OSError as error:
        for each in made:
            if each.is_dir():
                each.rmdir()
        raise FormatError(f"--out {folder!r} cannot be written: {error.strerror or error}") from None
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)
        for each in made:
            if each.is_dir() and not any(each.iterdir()):
                each.rmdir()


def put(place: Path, files: Mapping[str, bytes]) -> None:
    """Writes files aside."""
    for name, body in files.items():
        try:
            (place / name).write_bytes(body)
        except OSError as error:
            raise FormatError(f"{name} cannot be written: {error.strerror or error}; nothing was changed") from None


def move(place: Path, folder: str) -> list[str]:
    """Moves everything to where it belongs, in the order of names: all of it, or nothing. Answers the paths."""
    names = sorted(path.name for path in place.iterdir())
    before = place / BEFORE
    before.mkdir()
    done: list[str] = []
    try:
        for name in names:
            target = Path(folder) / name
            if target.is_dir():
                raise IsADirectoryError(21, "there is a folder of that name")
            if target.exists():
                os.replace(target, before / name)
            done.append(name)
            os.replace(place / name, target)
    except OSError as error:
        for name in done:
            Path(folder, name).unlink(missing_ok=True)
            if (before / name).exists():
                os.replace(before / name, Path(folder, name))
        target = Path(folder) / names[len(done) - (len(done) == len(names))]
        words = error.strerror or error
        raise FormatError(f"{str(target)!r} cannot be written: {words}; nothing was changed") from None
    return [str(Path(folder) / name) for name in names]


def index_of(subjects: Sequence[Subject]) -> dict[str, bytes]:
    """A page that leads to every report."""
    return {
        "index.html": html.index(
            [(each.game, each.analysis, [*failures(each), *warnings(each)]) for each in subjects]
        ).encode()
    }
