"""Reports on disk: written to a temporary folder, then moved, so that no folder ever holds half a report."""

import os
import shutil
import tempfile
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pitboss import games
from pitboss.core.errors import FormatError, OptionError, unknown
from pitboss.core.money import cents
from pitboss.core.pays import Custom
from pitboss.maths.compile.cpu import compiling
from pitboss.maths.simulate.limits import USUAL_ROUNDS, USUAL_ROUNDS_UNCOMPILED
from pitboss.maths.simulate.run import check_run
from pitboss.report.document import Document
from pitboss.report.export.csv import as_csv
from pitboss.report.export.json import as_json
from pitboss.report.par import attention, par_sheet
from pitboss.report.pay_tables import sources
from pitboss.report.render import html, pdf
from pitboss.report.sections.checks import failures, identity
from pitboss.report.subject import Assumed, OtherTable, Subject
from pitboss.report.warnings import warnings
from pitboss.report.workbook.book import workbook
from pitboss.report.workbook.entries import PricedGame

PAPERS = ("a4", "letter")
MOST_PACE = 10_000
BEFORE = "before"  # The folder of replaced files, kept until all new ones are in place.


@dataclass(frozen=True)
class Sheet:
    """A report before it is written."""

    subject: Subject
    made: Document | None = None

    @cached_property
    def document(self) -> Document:
        """The PAR sheet, made when it is first needed."""
        return self.made or par_sheet(self.subject)


FORMATS: Mapping[str, Callable[[Sheet, str], bytes]] = {
    "html": lambda sheet, paper: html.page(sheet.document).encode(),
    "pdf": lambda sheet, paper: pdf.as_pdf(sheet.document, paper),
    "xlsx": lambda sheet, paper: workbook(
        sheets_of(sheet.subject), warnings(sheet.subject), facts(sheet.subject), paper
    ),
    "csv": lambda sheet, paper: as_csv(sheet.subject).encode(),
    "json": lambda sheet, paper: as_json(sheet.subject).encode(),
}
"""The body of a report's file on a kind of paper, by the ending of its name."""


def files_of(subject: Subject, document: Document, paper: str) -> dict[str, bytes]:
    """Every file of a game's report, by name."""
    sheet = Sheet(subject, document)
    return {f"{subject.game.name}.{ending}": make(sheet, paper) for ending, make in FORMATS.items()}


def write_reports(
    subjects: Sequence[Subject],
    folder: str,
    paper: str = "a4",
    *,
    index: bool = False,
    during: Callable[[Subject], AbstractContextManager[object]] = nullcontext,
) -> list[str]:
    """Writes the reports of some games into a folder, all or none, and returns the paths of the files.

    With `index` there is a page of links as well. Each report is made inside the context `during` gives for it.
    """
    if paper not in PAPERS:
        raise OptionError(unknown("paper", paper, PAPERS))
    with aside(folder) as place:
        for subject in subjects:
            with during(subject):
                put(place, files_of(subject, par_sheet(subject), paper))
        if index:
            put(place, index_of(subjects))
        return move(place, folder)


@dataclass(frozen=True)
class Written:
    """The files of one or several reports, and what the reports found wrong with themselves."""

    files: list[str]
    """Paths, in the order of names."""
    failures: list[str]
    """A sentence for each check that failed, with its game."""


def report(
    game: str | Sequence[str],
    folder: str,
    options: Mapping[str, object] | None = None,
    *,
    paytables: Custom | str | None = None,
    stake: str | int = 10,
    rounds_per_hour: int = 60,
    bankrolls: Sequence[str | int] = (),
    rounds: int | None = None,
    seed: int = 1,
    paper: str = "a4",
    during: Callable[[Subject], AbstractContextManager[object]] = nullcontext,
) -> Written:
    """Writes the PAR sheet of a game, or of several with a page of links, into a folder.

    `paytables` are pay grids as TOML text; amounts are dollars; `rounds` are simulated for comparison. Each report is
    made inside the context that `during` gives for it.
    """
    usual = USUAL_ROUNDS if compiling() else USUAL_ROUNDS_UNCOMPILED
    assumed = Assumed(
        stake_cents=_positive_cents("stake", stake),
        pace=rounds_per_hour,
        bankrolls=tuple(_positive_cents("bankroll", each) for each in bankrolls),
        rounds=usual if rounds is None else rounds,
        seed=seed,
    )
    if not 1 <= rounds_per_hour <= MOST_PACE:
        raise OptionError(f"rounds_per_hour {rounds_per_hour}: give a whole number from 1 to {MOST_PACE}")
    check_run(assumed.rounds, seed)
    texts = {name: str(value) for name, value in (options or {}).items()}
    custom = Custom(paytables, "the pay tables") if isinstance(paytables, str) else paytables
    names = (game,) if isinstance(game, str) else game
    subjects = [Subject(games.folder(name), texts, custom, assumed, os.cpu_count() or 1) for name in names]
    files = write_reports(subjects, folder, paper, index=not isinstance(game, str), during=during)
    return Written(files, [f"{each.game.name}: {sentence}" for each in subjects for sentence in failures(each)])


def _positive_cents(name: str, amount: str | int) -> int:
    found = cents(str(amount))
    if found <= 0:
        raise OptionError(f"{name} {amount}: give an amount above nothing, such as 10")
    return found


def facts(subject: Subject) -> list[tuple[str, str]]:
    """The facts at the end of the workbook's summary: the source of each pay table, and the report's identity."""
    tables = [(f"pay table {grid} {column}", source) for grid, column, source in sources(subject.game)]
    return [*tables, *identity(subject).items()]


def sheets_of(subject: Subject) -> list[PricedGame]:
    """The groups of sheets of the workbook: the game as set, then every other return table."""
    others: dict[str, list[OtherTable]] = {}
    for each in subject.other_tables:
        others.setdefault(each.label, []).append(each)
    return [
        PricedGame("as set", subject.analysis, tuple(subject.analysis.entries)),
        *(PricedGame(label, found[0].analysis, tuple(each.entry for each in found)) for label, found in others.items()),
    ]


@contextmanager
def aside(folder: str) -> Generator[Path]:
    """A temporary folder inside the reports' own, which is created if need be and removed again if it stays empty."""
    path = Path(folder)
    made = [each for each in (path, *path.parents) if not each.exists()]
    try:
        path.mkdir(parents=True, exist_ok=True)
        place = Path(tempfile.mkdtemp(prefix=".pitboss-", dir=path))
    except OSError as error:
        for each in made:
            if each.is_dir():
                each.rmdir()
        raise FormatError(f"folder {folder!r} cannot be written: {error.strerror or error}") from None
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)
        for each in made:
            if each.is_dir() and not any(each.iterdir()):
                each.rmdir()


def put(place: Path, files: Mapping[str, bytes]) -> None:
    """Writes files into the temporary folder."""
    for name, body in files.items():
        try:
            (place / name).write_bytes(body)
        except OSError as error:
            raise FormatError(f"{name} cannot be written: {error.strerror or error}; nothing was changed") from None


def move(place: Path, folder: str) -> list[str]:
    """Moves every file into the reports' folder, in the order of names, and returns the paths: all files, or none."""
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
    """A page of links to every report."""
    return {"index.html": html.index([(each.game, each.analysis, attention(each)) for each in subjects]).encode()}
