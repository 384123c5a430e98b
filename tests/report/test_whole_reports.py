"""The whole report of every game: its figures are the exact ones, its page and print are sound, nothing is missing."""

import csv
import io
import json
import re
from fractions import Fraction
from typing import Any

import pypdfium2
import pytest

from pitboss import games
from pitboss.core.cards import parse_cards
from pitboss.core.game import Cards, Chosen
from pitboss.core.script import option_text
from pitboss.maths.exact.advise import advise
from pitboss.maths.exact.solver import analysed
from pitboss.maths.strategy.lessons import Lesson
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import outcome_rows, variance_parts
from pitboss.report import write
from pitboss.report.deals import deals_for
from pitboss.report.document import Attention, Chart, DataTable, Document, Text
from pitboss.report.format import entry_title
from pitboss.report.render import html, pdf
from pitboss.report.subject import Subject
from tests.support.documents import (
    ALL_GAMES,
    number_of,
    section,
    sheet_of,
    subject_of_game,
    tables,
    text_of,
)

MARGIN = 40  # Points of paper that are left free on every side.
FOOTER = 48


@pytest.mark.parametrize("name", ALL_GAMES)
def test_every_report_is_whole(name: str):
    """One test a game, because a report takes seconds: its figures, its page, its print, its data."""
    subject, document = subject_of_game(name), sheet_of(name)
    check_return_tables(subject.analysis, document)
    check_says_everything(subject, document)
    check_checks(document)
    check_print(document)
    check_page(name, html.page(document))
    files = write.files_of(subject, document, "letter")
    check_data(subject, files)
    assert sorted(files) == [f"{name}.{kind}" for kind in ("csv", "html", "json", "pdf", "xlsx")]
    check_levels(subject)
    check_variances(subject.analysis)
    OF_ONE_GAME.get(name, lambda document: None)(document)


def check_return_tables(analysis: Analysis, document: Document) -> None:
    """Every wager has its table; each printed number is the exact one, rounded."""
    returns = section(document, "Every wager")
    for wager in analysis.game.wagers:
        rows = outcome_rows(analysis.game, analysis.tally, wager.name, analysis.stakes)
        pays = wager.lines[0].pays
        (part,) = [part for part in returns.sections if part.title == entry_title(analysis.game, wager.name)]
        caption = f"return table {pays.column}"
        table = next(block for block in part.blocks if isinstance(block, DataTable) and caption in block.caption)
        own = [row for row in rows if row.line == 0]
        assert len(table.rows) == len(own) + 1
        for row, cells in zip(own, table.rows, strict=False):
            chance = Fraction(row.weight, analysis.tally.total)
            assert number_of(cells[4]) == pytest.approx(float(1 / chance), rel=1e-4, abs=5.1e-3)
            assert number_of(cells[5]) / 100 == pytest.approx(float(row.ev / analysis.unit(wager.name)), abs=5.1e-7)
        assert number_of(table.rows[-1][2]) == sum(number_of(cells[2]) for cells in table.rows[:-1])


def check_says_everything(subject: Subject, document: Document) -> None:
    """Rules, rulings, wagers and options are all there, from the game's own texts."""
    words = text_of(document)
    for ruling in re.findall(r"\*\*([A-Z]\d+)\*\*", subject.folder.rulings):
        assert f"**{ruling}**" in words
    for name, entry in subject.analysis.figures.items():
        assert str(entry.house_edge / subject.analysis.unit(name)) in words
        assert str(entry.variance) in words
    for name in subject.game.options:
        assert f"{name}={subject.game.options.text(name)}" in document.subtitle
    assert len(tables(document, "Risk of ruin")) == len(subject.separate_bets)
    assert tables(document, "House win in 1,000 rounds")
    drawn = [block for block in document.blocks() if isinstance(block, Chart)]
    assert all(len(chart.alt) > 40 and "<svg" in chart.svg for chart in drawn)
    if subject.game.choices:
        assert section(document, "Optimal play")


def check_checks(document: Document) -> None:
    """All sums come out."""
    (table,) = tables(document, "Checks made")
    assert {row[2] for row in table.rows} == {"yes"}
    assert len(table.rows) > 3


def check_print(document: Document) -> None:
    """The print passes the accessibility check, is the same every time, and nothing leaves the paper."""
    for paper, size in (("a4", (595, 842)), ("letter", (612, 792))):
        body = pdf.as_pdf(document, paper)
        assert body == pdf.as_pdf(document, paper)
        assert b"/CreationDate" not in body
        assert b"pdfuaid" in body
        pages = pypdfium2.PdfDocument(body)
        for page in pages:
            assert tuple(round(each) for each in page.get_size()) == size
            check_inside(page, size)


def check_inside(page: Any, size: tuple[int, int]) -> None:
    """Every letter lies within the margins, and no heading is the last thing on a page."""
    text = page.get_textpage()
    lines: dict[float, float] = {}
    for place in range(text.count_chars()):
        if text.get_text_range(place, 1).strip():
            left, bottom, right, top = text.get_charbox(place)
            assert left >= MARGIN, text.get_text_range(max(0, place - 40), 60)
            assert right <= size[0] - MARGIN, text.get_text_range(max(0, place - 40), 60)
            if bottom > FOOTER:
                lines[round(bottom)] = max(lines.get(round(bottom), 0), top - bottom)
    lowest = min(lines)
    assert lines[lowest] < 9.5, "a heading at the foot of a page"


def check_page(name: str, page: str) -> None:
    """The page asks for nothing from elsewhere, and names nothing twice."""
    beside = [f"{name}.{kind}" for kind in ("pdf", "xlsx", "csv", "json")]
    assert re.findall(r"""(?:src|href)=["']([^#"']+)["']""", page) == beside
    assert "@import" not in page
    assert "http://" not in page.replace("http://www.w3.org/", "")
    names = re.findall(r'id="([^"]+)"', page)
    assert len(names) == len(set(names))
    assert "<script" not in page


def check_data(subject: Subject, files: dict[str, bytes]) -> None:
    """JSON and CSV have the exact figures, and nothing about the run."""
    document = json.loads(files[f"{subject.game.name}.json"])
    for name, found in subject.analysis.figures.items():
        entry = document["wagers"][name]
        assert Fraction(entry["house_edge"]["exact"]) == found.house_edge
        shares = [Fraction(row["variance_share"]["exact"]) for row in entry.get("outcomes", ())]
        if shares and not isinstance(subject.game.wager[name].stake, Chosen):  # Else it is not made in every round.
            assert sum(shares) == 1
    assert not {"seconds", "rounds_per_second", "engine", "date"} & set(document)
    rows = list(csv.DictReader(io.StringIO(files[f"{subject.game.name}.csv"].decode())))
    for name in subject.game.wager:
        own = [row for row in rows if row["wager"] == name and row["options"] == rows[0]["options"]]
        assert sum(Fraction(row["return_exact"]) for row in own) == subject.analysis.figures[name].ev
        assert {int(row["of"]) for row in own} == {subject.analysis.tally.total}
    assert {row["options"] for row in rows} == {rows[0]["options"], *(each.label for each in subject.other_tables)}


def check_levels(subject: Subject) -> None:
    """Every asked hand is in one level; the best way of every level is never worth less than the other on average."""
    guide = subject.folder.guide
    if guide is None or subject.decisions is None:
        assert not subject.game.choices
        return
    lesson = Lesson(subject.game, guide, subject.decisions)
    levels = lesson.by_level()
    whole = Fraction(int(subject.decisions.weight.sum()), subject.decisions.total)
    assert sum(level.share for level in levels) == whole
    for place in (0, 1):
        value = sum(level.share * level.values[place] for level in levels)
        column = subject.decisions.columns_of(subject.game, guide.ways[place][0])
        assert value == subject.decisions.value(column)
    for each in lesson.mixed():
        assert min(each.better) > 0
        assert sum(each.better) <= 1
        assert each.first.options[0][1] >= each.first.options[1][1]
        assert each.second.options[1][1] >= each.second.options[0][1]


def check_variances(analysis: Analysis) -> None:
    """The parts of every variance add up."""
    for wager in analysis.game.wager:
        parts = variance_parts(analysis.game, analysis.tally, wager, analysis.stakes)
        assert sum(parts.values()) == analysis.figures[wager].variance


def check_spadez(document: Document) -> None:
    """The edge by cards and table, and all 21 return tables."""
    assert not isinstance(document.opening[0], Attention)
    (table,) = tables(document, "House edge of SPADEZ by cards and table")
    assert [row[0] for row in table.rows] == ["5", "6", "7", "8", "9", "10", "11", "12", "14"]
    for row in table.rows:
        for column, cell in zip("ABCDE", row[1:], strict=True):
            if column in "AB" or row[0] == "14":
                edge = analysed(games.build("spadez", {"cards": row[0], "table": column})).edge("spadez")
                assert number_of(cell.removesuffix(" *")) / 100 == pytest.approx(float(edge), abs=5.1e-6)
            else:
                assert cell == ""
    assert len(tables(document, "return table")) == 21
    others = section(document, "Return tables under other settings").sections
    assert len({each.title for each in others}) == 20


def check_pan_9(document: Document) -> None:
    """Ruling G5: a bet that favours the player stands on top. And the edge by decks."""
    assert isinstance(document.opening[0], Attention)
    assert "Tie Bet favours the player by 7.3763 %" in document.opening[0].sentences[0]
    assert "Attention:" in html.page(document).split("<main>")[1][:300]
    table, _ = tables(document, "Regular wager by decks")
    assert [row[0] for row in table.rows] == [*"1234567", "8 (in force)"]
    assert table.rows[0][5] == "311016599/14121492000"


def check_turbo(document: Document) -> None:
    """Examples of ours are labelled, and what is printed too; every shipped table has its return table."""
    assert "an example of ours" in text_of(document)
    (table,) = tables(document, "return table spadez-9A")[:1]
    assert "example of ours" in table.note
    (printed,) = tables(document, "TD: return table printed")[:1]
    assert printed.note == "Pay table: as printed."
    assert tables(document, "return table spadez-9B")


def check_wild_six(document: Document) -> None:
    """Strategy levels with their cost, and the instructive hands."""
    (levels,) = tables(document, "Named strategies")
    assert [row[0] for row in levels.rows] == ["helpers", "flushes", "lowest"]
    assert levels.rows[0][4] == str(subject_of_game("wild-six").named_strategies[0].cost)
    (hands,) = tables(document, "Instructive hands")
    assert len(hands.rows) == 9
    for row in hands.rows:
        check_example(subject_of_game("wild-six"), {"player": row[3]}, row[4], row[5])


def check_blitz(document: Document) -> None:
    """Its value by total with the mixed decisions, combinations of a side bet, and the progressive form."""
    (table,) = tables(document, "Average value of each option")
    assert [row[0] for row in table.rows] == [f"{total} points" for total in range(5, 32)]
    (mixed,) = tables(document, "Mixed levels")
    assert {row[0] for row in mixed.rows} == {"18 points", "19 points"}
    for row in mixed.rows:
        one, other = (cell.replace("**", "") for cell in row[4:6])
        check_example(subject_of_game("three-card-blitz"), {"player": row[3]}, one, other)
    assert any(isinstance(block, Chart) for block in section(document, "Where it depends on the exact cards").blocks)

    assert deals_for(games.build("three-card-blitz"), "flush_bonus") == 133_784_560
    (flush,) = tables(document, "Flush Bonus: return table")[:1]
    assert flush.rows[-1][2] == "133,784,560"
    part = section(document, "The progressive")
    assert isinstance(part.blocks[0], Text)
    assert "blitz_bonus=progressive" in part.blocks[0].text


OF_ONE_GAME = {
    "spadez": check_spadez,
    "super-pan-9": check_pan_9,
    "turbo-sports": check_turbo,
    "three-card-blitz": check_blitz,
    "wild-six": check_wild_six,
}


def check_example(subject: Subject, cards: dict[str, str], *options: str) -> None:
    """A printed example is worth what `advise` says of the same cards."""
    known = {pile: parse_cards(text) for pile, text in cards.items()}
    values = advise(subject.game, known, ())
    (choice,) = subject.game.choices.values()
    words = {
        f"{choice.name} {option_text(choice, option)}"
        if isinstance(choice.options, Cards)
        else choice.options(option).name.lower(): value
        for option, value in values.items()
    }
    for option in options:
        name, value = option.rsplit(" ", 1)
        assert number_of(value) == pytest.approx(float(words[name]), abs=5.1e-5)
