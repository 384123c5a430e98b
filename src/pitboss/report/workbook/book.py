"""The PAR workbook: pay tables as cells to change, and every figure a formula of them.

Every entry has a sheet, and a summary before them looks their figures up. A pay is an input on one sheet; other sheets
look it up there. The file holds no date and no time of its making, so the same analyses make the same bytes.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from io import BytesIO
from typing import Any, TypeAlias

import xlsxwriter

from pitboss.maths.tally.as_json import exact_text
from pitboss.report.format import entry_title
from pitboss.report.subject import Assumed
from pitboss.report.workbook.entries import Entry, PricedGame
from pitboss.report.workbook.entry_page import FIGURES, INPUTS_NOTE, PLACE, EntryPage, Key
from pitboss.report.workbook.hourly import put_hourly
from pitboss.report.workbook.page import Live, Page, at
from pitboss.report.workbook.pictures import put_bars

Facts: TypeAlias = Sequence[tuple[str, str]]

SHEET_NAME = 31  # The most characters of a sheet's name.
EPOCH = datetime(1980, 1, 1)  # A workbook must have a date; the files packed in it have this one too.
CHECK_NOTE = (
    "Figures are looked up on the sheet of each entry. The check says 'as shipped' while no input is changed and the "
    "formulas give the exact figure."
)
SUMMARY_NAME = "Summary"
SUMMARY_FIGURES = ("House edge", "Element of risk", "RTP", "Hit frequency", "Standard deviation")
SUMMARY = (
    *("Pay tables", "Sheet", "Per"),
    *SUMMARY_FIGURES,
    *("House edge as shipped", "Difference", "Check", "House edge as shipped, exact"),
)


def put_summary(
    page: Page, groups: Sequence[Sequence[Entry]], warnings: Sequence[str], facts: Facts, assumed: Assumed
) -> None:
    """Writes the first sheet: warnings, the figures of every entry, wins per hour, a chart, and facts on the game."""
    entries = [entry for group in groups for entry in group]
    game, last = entries[0].game, len(SUMMARY) - 1
    page.put(0, 0, game.title, role="title")
    page.put(1, 0, f"{game.name}, version {game.version}    {game.options.line()}", role="note")
    for row, warning in enumerate(warnings, 2):
        page.paragraph(row, 0, last, f"Attention: {warning}", "warning")
    first = page.table(len(warnings) + 3, "Figures", SUMMARY, words=3)
    for row, entry in enumerate(entries, first):
        put_summary_row(page, row, entry)
    after = first + len(entries) + 1
    for row, note in enumerate((INPUTS_NOTE, CHECK_NOTE), after):
        page.put(row, 0, note, role="note")
    after = put_hourly(page, after + 3, groups[0], assumed)
    title = f"{game.title}: house edge of every wager"
    after = put_bars(page, after, title, (first, first + len(groups[0]) - 1), (1, 3), "0.00%")
    for row, (label, text) in enumerate(facts, after):
        page.put(row, 0, label, role="label")
        page.paragraph(row, 1, last, text, "wrapped")
    page.sheet.freeze_panes(first, 2)
    page.finish(game, (first - 1, first - 1))


def put_summary_row(page: Page, row: int, entry: Entry) -> None:
    """Writes the figures of one entry, looked up on its sheet, and whether its house edge is the exact one."""
    exact, edge = entry.exact(), entry.analysis.edge(entry.name)
    page.put(row, 0, entry.label)
    page.put(row, 1, entry.sheet, role="link")
    page.sheet.write_url(row, 1, f"internal:'{entry.sheet}'!A1", page.style("general", "link"), entry.sheet)
    page.put(row, 2, entry.per)
    for column, figure in enumerate(SUMMARY_FIGURES, 3):
        page.put(row, column, Live(f"='{entry.sheet}'!{PLACE[figure]}", exact[figure]), FIGURES[figure], "live")
    after = 3 + len(SUMMARY_FIGURES)
    live, shipped, difference, check = (at(row, column) for column in (3, after, after + 1, after + 2))
    page.put(row, after, edge, "percent", "shipped")
    page.put(row, after + 1, Live(f"=ROUND({live}-{shipped},12)", 0), "difference")
    changed = f"'{entry.sheet}'!{PLACE['Inputs changed']}>0"
    verdict = f'=IF({changed},"changed",IF({difference}=0,"as shipped","DIFFERS"))'
    page.put(row, after + 2, Live(verdict, "as shipped"), role="centred")
    page.mark_changed(row, after + 2, f'={check}<>"as shipped"')
    page.put(row, after + 3, exact_text(edge))


PAPERS = {"a4": 9, "letter": 1}  # Their numbers in the file format.


def sheet_name(wanted: str, taken: Iterable[str]) -> str:
    """A name that spreadsheets accept and that no other sheet has; upper and lower case do not differ."""
    name = base = re.sub(r"[^A-Za-z0-9_.+-]+", " ", wanted).strip()[:SHEET_NAME] or "entry"
    used, number = {each.lower() for each in taken}, 1
    while name.lower() in used:
        number += 1
        name = f"{base[: SHEET_NAME - 1 - len(str(number))]} {number}"
    return name


def tab_name(priced: PricedGame, name: str, taken: Iterable[str], *, first: bool) -> str:
    """The name of an entry's sheet: its title, and under other settings the values that differ."""
    title = entry_title(priced.analysis.game, name).replace("'", "")
    if first:
        return sheet_name(title, taken)
    values = " ".join(each.partition("=")[2] or each for each in priced.label.split())
    return sheet_name(f"{title[: SHEET_NAME - 1 - len(values)].strip()} {values}", taken)


def workbook(
    sheets: Sequence[PricedGame],
    warnings: Sequence[str],
    facts: Facts,
    paper: str = "a4",
    assumed: Assumed | None = None,
) -> bytes:
    """The workbook of a game: the first of `sheets` is the game as set, the others have other pay tables."""
    names = [SUMMARY_NAME, "History"]  # Excel reserves the second.
    groups: list[list[Entry]] = []
    for place, priced in enumerate(sheets):
        groups.append([])
        for name in priced.entries:
            names.append(tab_name(priced, name, names, first=place == 0))
            groups[-1].append(Entry(priced.analysis, name, priced.label, names[-1]))
    packed = BytesIO()
    with xlsxwriter.Workbook(packed, {"in_memory": True}) as book:
        book.set_properties({"title": groups[0][0].game.title, "author": "Pitboss", "created": EPOCH})
        styles: dict[tuple[str, str], Any] = {}
        put_summary(Page(book, SUMMARY_NAME, styles), groups, warnings, facts, assumed or Assumed())
        for group in groups:
            inputs: dict[Key, str] = {}
            for entry in group:
                EntryPage(book, entry, styles, inputs).write()
        for sheet in book.worksheets():
            sheet.set_paper(PAPERS[paper])
    return packed.getvalue()
