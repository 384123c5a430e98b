"""Pages, prints and charts: text is taken word for word, and no heading ends a page of the print."""

import re
from typing import Any

import pypdfium2
import pytest

from pitboss import games
from pitboss.games import GameFolder
from pitboss.report.document import Attention, Block, DataTable, Document, Items, Section, Text, spans
from pitboss.report.par import par_sheet
from pitboss.report.render import charts, html, pdf
from pitboss.report.subject import Assumed, Subject
from tests.support.cases import brought
from tests.support.house import DRAW_FIVE


def test_texts_are_taken_word_for_word():
    assert spans("a **b** c") == [("a ", False), ("b", True), (" c", False)]
    odd = 'a "b" \\ <c> & #d $e @f _g_ *h* [i] `j` ~k'
    blocks: tuple[Block, ...] = (Text(odd), DataTable(odd, (odd,), ((odd,),)), Items((odd,)), Attention((odd,)))
    document = Document("T", "S", blocks, (Section(odd, (Text("x"),)),))
    page = html.page(document)
    assert "a &quot;b&quot; \\ &lt;c&gt; &amp; #d $e @f _g_ *h* [i] `j` ~k" in page
    text = pypdfium2.PdfDocument(pdf.as_pdf(document, "a4"))[0].get_textpage().get_text_range()
    assert text.count(odd) == 8


def test_charts_are_the_same_however_many_were_drawn_before():
    cells = [charts.Cell("1", "a", 0.5, "50"), charts.Cell("2", "a", None, "=")]
    first = charts.decision_map(cells, ["a"], "x", "share")
    assert first == charts.decision_map(cells, ["a"], "x", "share")


def test_a_phone_names_the_column_of_every_cell_under_an_empty_corner():
    page = html.page(Document("T", "S", (DataTable("C", ("", "Ante", "Pair Plus"), (("Six", "0.1", "0.2"),)),), ()))
    assert re.findall(r'data-head="([^"]*)">([^<]*)<', page) == [("Ante", "0.1"), ("Pair Plus", "0.2")]


FOOTER = 48  # Points from the lower edge, below which nothing but the footer stands.


def numbered(document: Document) -> list[str]:
    """Every heading as it is printed: `3.2 What every hand is worth`."""
    found = []
    printed = [section for section in document.sections if not section.page_only]
    waiting = [(str(place), section) for place, section in enumerate(printed, 1)]
    while waiting:
        number, section = waiting.pop(0)
        found.append(f"{number} {section.title}")
        waiting = [*((f"{number}.{place}", each) for place, each in enumerate(section.sections, 1)), *waiting]
    return found


def lines_of(page: Any) -> list[str]:
    """The lines of a page from top to bottom, the footer left out."""
    text = page.get_textpage()
    rows: dict[int, list[tuple[float, str]]] = {}
    for place in range(text.count_chars()):
        letter = text.get_text_range(place, 1)
        left, bottom, _, top = text.get_charbox(place, loose=True)
        if letter.strip() and bottom > FOOTER:
            rows.setdefault(round((bottom + top) / 2), []).append((left, letter))
    joined: list[list[tuple[float, str]]] = []
    last = None
    for middle in sorted(rows, reverse=True):
        if last is not None and last - middle <= 2:
            joined[-1] += rows[middle]
        else:
            joined.append(list(rows[middle]))
        last = middle
    return ["".join(letter for _, letter in sorted(row, key=lambda each: each[0])) for row in joined]


def bare(text: str) -> str:
    """A text without the spaces, which a print may place as it likes."""
    return re.sub(r"[\s​]+", "", text)


def at_the_foot(pages: list[list[str]], titles: list[str]) -> list[str]:
    """Headings that end a page, alone or broken over two lines."""
    known = {bare(title): title for title in titles}
    found = []
    for lines in pages[:-1]:
        endings = [bare("".join(lines[-count:])) for count in (1, 2, 3)]
        found += [known[ending] for ending in endings if ending in known]
    return found


def pages_of(body: bytes) -> list[list[str]]:
    document = pypdfium2.PdfDocument(body)
    found = [lines_of(page) for page in document]
    document.close()
    return found


def test_a_heading_at_the_foot_is_seen():
    document = Document("T", "S", (), (Section("One", (), (Section("Two words", (), (Section("Deep"),)),)),))
    titles = numbered(document)
    assert titles == ["1 One", "1.1 Two words", "1.1.1 Deep"]
    last = ["1 One", "end"]
    assert at_the_foot([["1 One", "text"], last], titles) == []
    assert at_the_foot([["text", "1 One"], last], titles) == ["1 One"]
    assert at_the_foot([["text", "1.1 Two words"], last], titles) == ["1.1 Two words"]
    assert at_the_foot([["text", "1.1 Two", "words"], last], titles) == ["1.1 Two words"]
    assert at_the_foot([["text", "1.1.1 Deep"], last], titles) == ["1.1.1 Deep"]
    assert at_the_foot([["Deep"], last], titles) == []


def many_headings() -> Document:
    """Headings at every height of a page, before all that may follow one."""
    table = DataTable("A table", ("one", "two"), tuple((str(row), "2") for row in range(6)))
    blocks: tuple[Block, ...] = (Text("Words. " * 30), table, Items(("first", "second")))
    sections = []
    for number in range(40):
        deep = Section(f"Deep {number}", (blocks[number % 3],))
        part = Section(f"Part {number}", (Text("Words. " * 20),) if number % 2 else (), (deep,))
        sections.append(Section(f"Section {number}", (Text("More words. " * (number % 7)),), (part,)))
    return Document("Headings", "many", (), tuple(sections))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_headings_stay_with_what_they_head(paper: str, monkeypatch: pytest.MonkeyPatch):
    """And would not, were they not told to: the check sees every level of them."""
    document = many_headings()
    titles = numbered(document)
    pages = pages_of(pdf.as_pdf(document, paper))
    seen = {bare(line) for lines in pages for line in lines}
    assert all(bare(title) in seen for title in titles)
    assert at_the_foot(pages, titles) == []
    monkeypatch.setattr(pdf, "PREAMBLE", pdf.PREAMBLE.replace("sticky: true", "sticky: false"))
    loose = at_the_foot(pages_of(pdf.as_pdf(document, paper)), titles)
    assert loose


@pytest.mark.parametrize(
    "folder",
    [
        DRAW_FIVE,
        *(
            pytest.param(games.folder(name), marks=[pytest.mark.compiled] if compiled else [])
            for name, compiled in brought("HEADED")
        ),
    ],
)
def test_no_heading_of_a_report_is_left_at_the_foot(folder: GameFolder):
    subject = Subject(folder, {}, None, Assumed(rounds=500))
    subject.__dict__["simulated"] = subject.analysis  # The rows are as many, and nothing has to be compiled.
    document = par_sheet(subject)
    titles = numbered(document)
    for paper in ("a4", "letter"):
        pages = pages_of(pdf.as_pdf(document, paper))
        seen = {bare(line) for lines in pages for line in lines}
        assert sum(bare(title) in seen for title in titles) > 0.9 * len(titles)
        assert at_the_foot(pages, titles) == []


def test_a_command_has_a_box_of_its_own_on_the_page():
    command = "pitboss simulate high-card --rounds 10 --set 'a=b c'"
    page = html.page(Document("T", "S", (), (Section("One", (Text(f"Deal again: {command}", command=command),)),)))
    assert (
        "<p>Deal again:</p>\n<pre><code>pitboss simulate high-card --rounds 10 --set &#x27;a=b c&#x27;</code></pre>"
        in page
    )


def test_no_line_of_a_page_ends_between_a_number_and_its_unit():
    """In prose, lists, captions and notes; cells are left as they are copied."""
    table = DataTable("Caption, 5 %", ("a", "b"), (("6 %", "7 to 1"),), note="Note, 8 %.")
    page = html.page(Document("T", "S", (), (Section("One", (Text("Text, 9 % at 50 to 1."), table)),)))
    for words in ("Caption, 5\u00a0%", "Note, 8\u00a0%.", "Text, 9\u00a0% at 50\u00a0to\u00a01.", ">6 %<", ">7 to 1<"):
        assert words in page


def test_numbers_that_are_too_long_for_half_a_phone_take_its_width():
    table = DataTable("T", ("a", "count", "chance"), (("x", "1,191,908,674,924,007,040", "1 %"), ("y", "7", "2 %")))
    page = html.page(Document("T", "S", (), (Section("One", (table,)),)))
    assert page.count('<td role="cell" class="n long" data-head="count">') == 2
    assert page.count('<td role="cell" class="n" data-head="chance">') == 2
