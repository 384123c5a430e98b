"""Reports on disk: written aside, then moved, so that a folder never holds half a report."""

import os
import shutil
import tempfile
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from pitboss.errors import FormatError
from pitboss.report import figures, html, pdf
from pitboss.report.checking import identity
from pitboss.report.describing import warnings
from pitboss.report.document import Document
from pitboss.report.priced import Priced
from pitboss.report.subject import OtherTable, Subject
from pitboss.report.workbook import workbook


def files_of(subject: Subject, document: Document, paper: str) -> dict[str, bytes]:
    """Every file of a game's report, by name."""
    name = subject.game.name
    return {
        f"{name}.html": html.page(document).encode(),
        f"{name}.pdf": pdf.print_out(document, paper),
        f"{name}.xlsx": workbook(sheets_of(subject), warnings(subject), tuple(identity(subject).items())),
        f"{name}.csv": figures.as_csv(subject).encode(),
        f"{name}.json": figures.as_json(subject).encode(),
    }


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
    """Moves everything to where it belongs, in the order of names; the paths as they were given."""
    moved = []
    for path in sorted(place.iterdir()):
        target = Path(folder) / path.name
        try:
            os.replace(path, target)
        except OSError as error:
            raise FormatError(f"{str(target)!r} cannot be written: {error.strerror or error}") from None
        moved.append(str(target))
    return moved


def index_of(subjects: Sequence[Subject]) -> dict[str, bytes]:
    """A page that leads to every report."""
    return {"index.html": html.index([(subject.game, subject.analysis) for subject in subjects]).encode()}
