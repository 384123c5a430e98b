"""The whole report of every game: its figures are the exact ones, its page and print are sound, nothing is missing."""

import csv
import io
import json
import re
from base64 import b64encode
from fractions import Fraction
from hashlib import sha256
from typing import Any

import pypdfium2
import pytest

from pitboss.core.game import Chosen
from pitboss.maths.strategy.lessons import Lesson
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import variance_parts
from pitboss.report import write
from pitboss.report.document import Chart, DataTable, Document
from pitboss.report.file_names import file_name
from pitboss.report.render import html, pdf
from pitboss.report.subject import Subject
from tests.report.test_render import bare, pages_of
from tests.support.documents import (
    ALL_GAMES,
    blocks_of,
    section,
    sheet_of,
    subject_of_game,
    tables,
    text_of,
)
from tests.support.multiplied import check_multiplied_out
from tests.support.rounds import beside_tests

MARGIN = 40  # Points of paper that are left free on every side.
FOOTER = 48


@pytest.mark.parametrize("name", ALL_GAMES)
def test_every_report_is_whole(name: str):
    """One test a game, because a report takes seconds: its figures, its page, its print, its data."""
    subject, document = subject_of_game(name), sheet_of(name)
    check_says_everything(subject, document)
    check_checks(document)
    check_print(document)
    check_page(file_name(subject), html.page(document))
    files = write.files_of(subject, document, "letter")
    check_data(subject, files)
    check_multiplied_out(subject, files, "letter")
    names = [
        f"{file_name(subject, 'letter')}.{kind}" for kind in ("csv", "html", "json", "operator.csv", "pdf", "xlsx")
    ]
    assert sorted(files) == names
    check_levels(subject)
    check_variances(subject.analysis)
    if own := beside_tests(name, "report"):
        own.check_report(document)


def check_says_everything(subject: Subject, document: Document) -> None:
    """Rules, rulings, wagers and options are all there, from the game's own texts."""
    words = text_of(document)
    for ruling in re.findall(r"\*\*([A-Z]\d+)\*\*", subject.folder.rulings_for()):
        assert f"**{ruling}**" in words
    for name, entry in subject.analysis.figures.items():
        assert str(entry.house_edge / subject.analysis.unit(name)) in words
        assert str(entry.variance) in words
    for name in subject.game.options:
        assert f"{name}={subject.game.options.text(name)}" in document.subtitle
    assert len(tables(document, "Risk of ruin")) == len(subject.separate_bets)
    assert tables(document, "House win from one player")
    drawn = [block for block in blocks_of(document) if isinstance(block, Chart)]
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
        check_first_page(document, body)


def check_first_page(document: Document, body: bytes) -> None:
    """The verdict of the checks, the version and the hash are on the first page."""
    (verdict,) = (each for each in document.opening if isinstance(each, DataTable) and each.caption == "Verdict")
    first = bare("".join(pages_of(body)[0]))
    for fact, value in verdict.rows:
        assert bare(fact) in first
        assert bare(value) in first


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


def check_script(page: str) -> None:
    """One script may run, and the page's policy has its hash; everything else between such tags is data."""
    scripts = re.findall(r"<script>(.*?)</script>", page, flags=re.DOTALL)
    digests = [b64encode(sha256(each.encode()).digest()).decode() for each in scripts]
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert policy
    assert "default-src 'none'" in policy[1]
    assert re.findall(r"script-src ([^;]+)", policy[1]) == [f"'sha256-{each}'" for each in digests]
    assert len(re.findall("<script", page)) == len(scripts) + page.count('<script type="application/json"')


def check_page(name: str, page: str) -> None:
    """The page asks for nothing from elsewhere, and names nothing twice."""
    beside = [f"{name}.{kind}" for kind in ("pdf", "xlsx", "csv", "operator.csv", "json")]
    assert re.findall(r"""(?:src|href)=["']([^#"']+)["']""", page) == beside
    assert "@import" not in page
    assert "http://" not in page.replace("http://www.w3.org/", "")
    names = re.findall(r'id="([^"]+)"', page)
    assert len(names) == len(set(names))
    check_script(page)


def check_data(subject: Subject, files: dict[str, bytes]) -> None:
    """JSON and CSV have the exact figures, and nothing about the run."""
    document = json.loads(files[f"{file_name(subject, 'letter')}.json"])
    for name, found in subject.analysis.figures.items():
        entry = document["wagers"][name]
        assert Fraction(entry["house_edge"]["exact"]) == found.house_edge
        shares = [Fraction(row["variance_share"]["exact"]) for row in entry.get("outcomes", ())]
        made = name not in subject.game.wager or not isinstance(subject.game.wager[name].stake, Chosen)
        if shares and made:  # Else it is not made in every round.
            assert sum(shares) == 1
    assert not {"seconds", "rounds_per_second", "engine", "date"} & set(document)
    rows = list(csv.DictReader(io.StringIO(files[f"{file_name(subject, 'letter')}.csv"].decode())))
    for name in subject.game.wager:
        own = [row for row in rows if row["wager"] == name and row["options"] == rows[0]["options"]]
        assert sum(Fraction(row["contribution_exact"]) for row in own) == subject.analysis.figures[name].ev
        assert {row["of"] for row in own} == {str(sum(int(row["combinations"]) for row in own))}
    assert {row["options"] for row in rows} == {rows[0]["options"], *(each.label for each in subject.other_tables)}


def value_of(option: tuple[str, Fraction]) -> Fraction:
    return option[1]


def check_levels(subject: Subject) -> None:
    """Every asked hand is in one level; the best way of every level is never worth less than the other on average."""
    if not subject.best_plays:
        assert not subject.game.choices
        return
    for choice, best in subject.best_plays.items():
        guide, decisions = best.guide, best.decisions
        assert guide
        lesson = Lesson(subject.game, guide, decisions, choice)
        levels = lesson.by_level()
        whole = Fraction(int(decisions.weight.sum()), decisions.total)
        assert sum(level.share for level in levels) == whole
        for place, (way, _) in enumerate(guide.ways):
            values = [(level.share, level.values[place]) for level in levels]
            column = decisions.columns_of(subject.game, way)
            if decisions.is_legal(column).all():
                value = sum(share * value for share, value in values if value is not None)
                assert value == decisions.value(column)
        for each in lesson.mixed():
            shares = [share for share in each.better if share]
            if len(guide.ways) == 2:
                assert min(each.better) > 0
                assert sum(each.better) <= 1
            assert all(0 < share < 1 for share in shares)
            assert len(each.examples) <= len(shares) if decisions.is_grouped else len(each.examples) == len(shares)
            best = [example.options.index(max(example.options, key=value_of)) for example in each.examples]
            assert all(len(example.options) > 1 for example in each.examples)
            if len(guide.ways) == 2:  # A clear hand for one way, then one for the other.
                assert best == sorted(set(best))


def check_variances(analysis: Analysis) -> None:
    """The parts of every variance add up."""
    for wager in analysis.game.wager:
        parts = variance_parts(analysis.game, analysis.tally, wager, analysis.stakes)
        assert sum(parts.values()) == analysis.figures[wager].variance
