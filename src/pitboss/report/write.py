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
from pitboss.core.game import Game
from pitboss.core.money import cents
from pitboss.core.pays import Custom
from pitboss.maths.simulate.run import check_run
from pitboss.report.actual import check_actual, read_actual
from pitboss.report.document import Document
from pitboss.report.export.csv import as_csv
from pitboss.report.export.json import as_json
from pitboss.report.export.operator import operator_csv
from pitboss.report.file_names import A4, file_name
from pitboss.report.par import attention, par_sheet
from pitboss.report.pay_tables import sources
from pitboss.report.render import html, pdf
from pitboss.report.sections.checks import failures, identity
from pitboss.report.subject import Assumed, OtherTable, Subject, usual_rounds
from pitboss.report.warnings import warnings
from pitboss.report.workbook.book import workbook
from pitboss.report.workbook.entries import PricedGame

PAPERS = (A4, "letter")
MOST_PACE = 10_000
MOST_TABLE_SEATS = 20
MOST_HOURS = 24
USUAL_SEATS, USUAL_HOURS = Assumed.seats, Assumed.hours
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
        sheets_of(sheet.subject), warnings(sheet.subject), facts(sheet.subject), paper, sheet.subject.assumed
    ),
    "csv": lambda sheet, paper: as_csv(sheet.subject).encode(),
    "operator.csv": lambda sheet, paper: operator_csv(sheet.subject).encode(),
    "json": lambda sheet, paper: as_json(sheet.subject).encode(),
}
"""The body of a report's file on a kind of paper, by the ending of its name."""


def files_of(subject: Subject, document: Document, paper: str) -> dict[str, bytes]:
    """Every file of a game's report, by name: what differs from the defaults is in the name."""
    sheet = Sheet(subject, document)
    return {f"{file_name(subject, paper)}.{ending}": make(sheet, paper) for ending, make in FORMATS.items()}


def write_reports(
    subjects: Sequence[Subject],
    folder: str,
    paper: str = A4,
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
                put(place, files_of(subject, par_sheet(subject, paper), paper))
        if index:
            put(place, index_of(subjects, paper))
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
    seats: int = USUAL_SEATS,
    hours: int = USUAL_HOURS,
    buy_in: str | int = "",
    actual: str = "",
    paper: str = A4,
    during: Callable[[Subject], AbstractContextManager[object]] = nullcontext,
) -> Written:
    """Writes the PAR sheet of a game, or of several with a page of links, into a folder.

    `paytables` are pay grids as TOML text; amounts are dollars; `rounds` are simulated for comparison. `seats` are
    occupied by players who buy in for `buy_in` and stay so many `hours`. `actual` is a table's own result, such as
    `rounds=5000,win=1250,seats=3`. Each report is made inside the context that `during` gives for it.
    """
    assumed = Assumed(
        stake_cents=_positive_cents("stake", stake),
        pace=rounds_per_hour,
        bankrolls=tuple(_positive_cents("bankroll", each) for each in bankrolls),
        rounds=usual_rounds() if rounds is None else rounds,
        seed=seed,
        seats=_between("seats", seats, MOST_TABLE_SEATS),
        hours=_between("hours", hours, MOST_HOURS),
        buy_in_cents=_positive_cents("buy_in", buy_in) if buy_in != "" else 0,
        actual=read_actual(actual) if actual else None,
    )
    if not 1 <= rounds_per_hour <= MOST_PACE:
        raise OptionError(f"rounds_per_hour {rounds_per_hour}: give a whole number from 1 to {MOST_PACE}")
    check_run(assumed.rounds, seed)
    texts = {name: str(value) for name, value in (options or {}).items()}
    custom = Custom(paytables, "the pay tables") if isinstance(paytables, str) else paytables
    names = (game,) if isinstance(game, str) else game
    subjects = [Subject(games.folder(name), texts, custom, assumed, os.cpu_count() or 1) for name in names]
    for each in subjects:
        if assumed.actual:
            check_actual(assumed.actual, each.game.seats, entries_of(each.game))
    files = write_reports(subjects, folder, paper, index=not isinstance(game, str), during=during)
    return Written(files, [f"{each.game.name}: {sentence}" for each in subjects for sentence in failures(each)])


def entries_of(game: Game) -> tuple[str, ...]:
    """The names of the bets that can be made apart from others: the main wagers count as one, `main`."""
    several = len(game.main_wagers) > 1
    sides = (name for name in game.wager if not several or name not in game.main_wagers)
    return ("main", *sides) if several else tuple(sides)


def _between(name: str, number: int, most: int) -> int:
    if not 1 <= number <= most:
        raise OptionError(f"{name} {number}: give a whole number from 1 to {most}")
    return number


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
    """The groups of sheets of the workbook: the game as set, then every other table of results."""
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


def index_of(subjects: Sequence[Subject], paper: str = A4) -> dict[str, bytes]:
    """A page of links to every report."""
    return {
        "index.html": html.index(
            [(each.game, each.analysis, attention(each), file_name(each, paper)) for each in subjects]
        ).encode()
    }
