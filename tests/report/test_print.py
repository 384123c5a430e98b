"""The print of a report: pages break, lines end and columns are as wide as a reader expects of a printed sheet."""

import re
import shlex
from typing import Any

import pypdfium2
import pytest

from pitboss.report.document import Attention, Block, DataTable, Document, Items, Lead, Section, Text
from pitboss.report.render import pdf
from tests.report.test_render import bare, pages_of

PAPERS = tuple(pdf.PAPERS)


def printed(*blocks: Block, paper: str = "a4") -> bytes:
    """A report of one section with these blocks."""
    return pdf.as_pdf(Document("T", "S", (), (Section("One", blocks),)), paper)


def right_end(page: Any) -> float:
    """Points from the left edge of a page to the end of its last letter, the footer left out."""
    text = page.get_textpage()
    boxes = [text.get_charbox(place) for place in range(text.count_chars())]
    return max(right for _, bottom, right, _ in boxes if bottom > 60)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_full_table_reaches_both_margins_of_its_paper(paper: str):
    row = ("word " * 40, "more " * 40, "1,234")
    table = DataTable("Wide", ("words", "more words", "number"), (row,) * 3, text_columns=(1,))
    page = pypdfium2.PdfDocument(printed(table, paper=paper))[0]
    assert right_end(page) == pytest.approx(page.get_width() - pdf.MARGIN - pdf.INSET, abs=3)


def test_no_line_ends_between_a_number_and_its_percent_sign():
    """In prose, lists, cells of words and of numbers, at every place of a line."""
    words = [f"{'x' * (place % 9)} {place}.25 %" for place in range(160)]
    text = " ".join(words)
    table = DataTable("A caption", ("words", "more"), tuple((each * 9, text[:300]) for each in words[:30]), (1,))
    body = printed(Text(text), Text(text.replace(" 9", " **9**")), Items((text,)), table)
    lines = [
        line.strip()
        for page in pypdfium2.PdfDocument(body)
        for line in page.get_textpage().get_text_range().splitlines()
    ]
    assert sum(line.endswith("%") for line in lines) > 20
    assert [line for line in lines if line.startswith("%")] == []


@pytest.mark.parametrize("paper", PAPERS)
def test_the_verdict_is_on_the_first_page_whatever_the_warnings(paper: str):
    table = DataTable("Long", ("a", "b"), tuple((str(row), "2") for row in range(20)))
    verdict = DataTable("Verdict", ("", ""), (("Checks", "all hold"),), text_columns=(1,), on_first_page=True)
    opening = (Lead("A result."), Attention(("A warning. " * 40,) * 6), table, table, verdict)
    pages = pages_of(pdf.as_pdf(Document("T", "S", opening, (Section("One", (Text("x"),)),)), paper))
    assert "Checksallhold" in bare("".join(pages[0]))


@pytest.mark.parametrize("paper", PAPERS)
def test_a_bold_line_stays_with_its_list(paper: str):
    """At every height of a page, before lists and before paragraphs."""
    after: tuple[Block, ...] = (Items(("An item of some words.",) * 3), Text("A paragraph."))
    blocks: list[Block] = []
    for place in range(90):
        blocks += [Text(f"**Lead-in {place}**"), after[place % 2], Text("Words. " * (place % 5 * 20 + 1))]
    pages = pages_of(printed(*blocks, paper=paper))
    assert len(pages) > 4
    assert [lines[-1] for lines in pages[:-1] if "Lead-in" in lines[-1]] == []


@pytest.mark.parametrize("paper", PAPERS)
def test_a_long_table_leaves_some_rows_on_every_page(paper: str):
    """At every height of a page: four rows and the head at least, so that no sum stands alone."""
    rows = (*((f"row {place}", "7") for place in range(30)), ("All", "210"))
    table = DataTable("A long table", ("result", "number"), rows, note="A note.", total=True)
    broken = 0
    for before in range(0, 48, 3):
        pages = pages_of(printed(*(Text("Words."),) * before, table, paper=paper))
        counts = [sum(bool(re.match(r"row\d|All", bare(line))) for line in lines) for lines in pages]
        heads = [any(bare(line) == "resultnumber" for line in lines) for lines in pages]
        assert sum(counts) == 31
        assert [count for count in counts if 0 < count < 4] == []
        assert [bool(count) for count in counts] == heads
        broken += sum(map(bool, counts)) > 1
    assert broken > 4


@pytest.mark.parametrize("paper", PAPERS)
def test_a_copied_command_is_the_command(paper: str):
    command = "pitboss simulate high-card+side-wager --rounds 100000000 --seed 1 " + shlex.join(
        [f"--set=option_{place}=some words, it's 'quoted'" for place in range(6)] + ["/a/long/path's" * 30]
    )
    body = printed(Text(f"This deals again: {command}", command=command), paper=paper)
    text = pypdfium2.PdfDocument(body)[0].get_textpage().get_text_range().replace("\r\n", "\n")
    copied = re.search(r"pitboss simulate(.*\\\n)*.*", text)
    assert copied
    assert shlex.split(copied[0].replace("\\\n", "")) == shlex.split(command)
