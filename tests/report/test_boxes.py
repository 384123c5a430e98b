"""Every text of a report's charts and pages stands free: boxes are measured in a browser, letters in the print."""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw as raw
import pytest

from pitboss.report.document import Chart, DataTable, Document, Section
from pitboss.report.render import html, pdf
from pitboss.report.render.charts import Cell, Point, decision_map, lines
from pitboss.report.render.rows import Row, bars
from pitboss.report.render.widths import width
from tests.support.documents import ALL_GAMES, sheet_of

SMALLEST = 8.5  # Points of print.
LOOSE = 1.03  # The height of a letter's loose box for each point of its size, at least.
COVERED = 0.3  # The share of a letter that another one may cover: kerning covers less.
MEASURE = """() => {
  const found = [];
  for (const svg of document.querySelectorAll("figure svg")) {
    const frame = svg.getBoundingClientRect();
    if (!frame.width) continue;
    const caption = svg.closest("figure").querySelector("figcaption").textContent;
    const boxes = [...svg.querySelectorAll("text")].filter((each) => each.textContent.trim())
      .map((each) => [each.textContent, each.getBoundingClientRect()]);
    boxes.forEach(([words, one], place) => {
      if (one.left < frame.left - 1 || one.right > frame.right + 1 || one.top < frame.top - 1 || one.bottom > frame.bottom + 1)
        found.push(["cut", caption, words]);
      if (one.height < 10) found.push(["small", caption, words]);
      for (const [others, other] of boxes.slice(0, place)) {
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (wide > 1 && high > 3) found.push(["touching", caption, words, others]);
      }
    });
  }
  for (const table of document.querySelectorAll(".scroll"))
    if (table.scrollWidth > table.clientWidth + 1) found.push(["sideways", table.getAttribute("aria-label")]);
  if (document.documentElement.scrollWidth > innerWidth) found.push(["wide", document.documentElement.scrollWidth]);
  return found;
}"""


def measured(browser: Any, place: Path, wide: int) -> list[list[str]]:
    """Texts that are cut or touch, and what does not fit into the width of the window."""
    page = browser.new_page(viewport={"width": wide, "height": 800})
    page.goto(place.as_uri())
    page.evaluate("document.fonts.ready")
    found = page.evaluate(MEASURE)
    page.close()
    return found


@pytest.mark.parametrize("name", ALL_GAMES)
def test_texts_stand_free_on_a_desk_and_on_a_phone(browser: Any, tmp_path: Path, name: str):
    place = tmp_path / "page.html"
    place.write_text(html.page(sheet_of(name)))
    assert {wide: measured(browser, place, wide) for wide in (1280, 390)} == {1280: [], 390: []}


@pytest.mark.parametrize("name", ALL_GAMES)
def test_letters_of_the_print_stand_free_and_are_large_enough(name: str):
    assert list(faults(pdf.as_pdf(sheet_of(name), "letter"))) == []


def faults(body: bytes) -> Iterator[tuple[str, int, str]]:
    """Letters of a print that cover one another, or are too small, each with its page and the words around it."""
    document = pypdfium2.PdfDocument(body)
    for number, page in enumerate(document, 1):
        text = page.get_textpage()
        near: dict[tuple[int, int], list[tuple[float, float, float, float]]] = defaultdict(list)
        for place in range(text.count_chars()):
            if not chr(raw.FPDFText_GetUnicode(text, place)).strip():
                continue
            box = text.get_charbox(place)
            loose = text.get_charbox(place, loose=True)
            if max(loose[2] - loose[0], loose[3] - loose[1]) < SMALLEST * LOOSE:
                yield "small", number, text.get_text_range(max(0, place - 15), 30)
            squares = {(int(x // 12), int(y // 12)) for x in box[::2] for y in box[1::2]}
            if any(covers(box, other) for square in squares for other in near[square]):
                yield "covered", number, text.get_text_range(max(0, place - 15), 30)
            for square in squares:
                near[square].append(box)
    document.close()


def covers(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    least = min((each[2] - each[0]) * (each[3] - each[1]) for each in (one, other))
    return wide > 0 and high > 0 and wide * high > COVERED * least


def chart_of(*texts: str) -> Chart:
    """A chart with texts that all begin at one place."""
    written = "".join(f'<text x="180" y="30" font-family="Inter" font-size="12">{each}</text>' for each in texts)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60" viewBox="0 0 200 60">{written}</svg>'
    return Chart("A caption", "A chart that is drawn badly, to see that it is found.", svg)


def test_texts_that_touch_or_are_cut_are_found(browser: Any, tmp_path: Path):
    bad = Document("Bad", "charts", (), (Section("One", (chart_of("some words", "other words"),)),))
    place = tmp_path / "bad.html"
    place.write_text(html.page(bad))
    found = {each[0] for each in measured(browser, place, 1280)}
    assert {"cut", "touching"} <= found
    assert "covered" in {kind for kind, *_ in faults(pdf.as_pdf(bad, "a4"))}
    small = chart_of("words").svg.replace('"12"', '"9"')
    tiny = Document(
        "Small", "letters", (), (Section("One", (Chart("A caption", "Small letters in a chart.", small),)),)
    )
    assert {kind for kind, *_ in faults(pdf.as_pdf(tiny, "a4"))} == {"small"}


def test_long_names_of_steps_stand_in_full_beside_their_values(browser: Any, tmp_path: Path):
    """On a phone, and where the last name would not fit below a chart."""
    names = ["less than these", "two high cards", "a pair of tens or better, or three of a kind"]
    points = [Point(way, name, float(place)) for way in ("fold", "bet 1") for place, name in enumerate(names)]
    groups = ["nothing of your own", "a pair with a card of yours"]
    cells = [Cell(name, group, place / 2, "50") for group in groups for place, name in enumerate(names)]
    told = "The value of two options of three hands."
    charts = (
        Chart("Values", told, *lines(points, "hand", "value", shares=False)),
        Chart("A map", told, *decision_map(cells, groups, "", "share of hands")),
    )
    place = tmp_path / "page.html"
    place.write_text(html.page(Document("Values", "of hands", (), (Section("One", charts),))))
    assert {wide: measured(browser, place, wide) for wide in (1280, 390)} == {1280: [], 390: []}
    for drawn in (each for chart in charts for each in (chart.svg, chart.narrow)):
        words = re.sub(r"<[^>]*>", " ", drawn)
        assert all(word in words for name in names for word in name.split())


def test_measured_text_is_as_wide_as_a_browser_draws_it(browser: Any):
    page = browser.new_page()
    page.set_content(
        html.framed("Widths", "of texts", "<p id=words style='font-variant-numeric: normal; font-kerning: none'></p>")
    )
    for words in ("Ante, Blind and Play together", "1,234.50 %", "−7.38 %", "WAVE “fi” ×"):
        drawn = page.evaluate(
            """async (words) => { await document.fonts.ready; const place = document.getElementById("words");
            place.innerHTML = ""; const span = document.createElement("span"); span.textContent = words; place.append(span);
            return span.getBoundingClientRect().width; }""",
            words,
        )
        assert width(words, 16) == pytest.approx(drawn, rel=0.01)
    page.close()


def test_bars_begin_at_zero_and_labels_wrap():
    rows = [Row("a very long label " * 5, 0, 0.5, "50 %"), Row("below", 0, -0.25, "−25 %", marked=True)]
    for drawn in bars(rows):
        assert drawn.count("<rect") == 2
        assert drawn.count("<text") > 4


def test_groups_of_rows_are_kept_together():
    """Rows that follow each other under one name span it, and no page ends between them."""
    rows = tuple((f"name {number // 3}", f"value {number}") for number in range(150))
    table = DataTable("A long table", ("name", "value"), rows, text_columns=(1,))
    groups = pdf.row_groups(table)
    assert groups[0] == 3
    assert (groups[1], groups[2]) == (0, 0)
    document = pypdfium2.PdfDocument(pdf.as_pdf(Document("Groups", "of rows", (), (Section("One", (table,)),)), "a4"))
    last = 0
    for page in document:
        values = [
            int(word)
            for line in page.get_textpage().get_text_range().split("value ")[1:]
            for word in line.split()[:1]
            if word.isdigit()
        ]
        if values:
            assert min(values) % 3 == 0
            assert max(values) % 3 == 2
            last = max(values)
    assert last == 149
