"""Multiplies out the net-result tables of a report's files, as a stranger with a calculator would.

Every format is read from its own bytes: the page as HTML, the print as the text of its PDF, CSV, JSON, and the workbook
from its cells. In each row probability x net must be the contribution, and the sums must be the headline.
"""

import csv
import io
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from html.parser import HTMLParser

import pypdfium2

from pitboss.report.file_names import file_name
from pitboss.report.subject import Subject
from tests.support.printed import NET_TABLE, amount_of
from tests.support.sheets import Sheets, cell

NUMBERS = re.compile(
    r"([+−]?\$?[\d,]+(?:\.\d+|/\d+)?)\s+([\d,]+)\s+([01]\.\d+|\d\.\d+e−\d+)\s+([\d,.]+)\s+(−?\$?\d+\.\d+)( %)?(?=\s)"
)
"""A row of a table in the text of a PDF: net, combinations, probability, 1 in, contribution."""


@dataclass(frozen=True)
class Row:
    """A row that was read: exact net and combinations, and what is printed of the rest."""

    words: str
    net: Fraction
    combinations: int


class Tables(HTMLParser):
    """The tables of a page: caption, heads and rows of text."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, list[list[str]], str]] = []
        self.within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.within.append(tag)
        if tag == "table":
            self.found.append(("", [], ""))
        elif tag == "tr" and self.found:
            self.found[-1][1].append([])
        elif tag in ("td", "th") and self.found:
            self.found[-1][1][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        while self.within and self.within.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if "table" not in self.within:
            return
        caption, rows, note = self.found[-1]
        if "caption" in self.within:
            self.found[-1] = (caption + data, rows, note)
        elif "td" in self.within or "th" in self.within:
            rows[-1][-1] += data


def ulp(text: str) -> Fraction:
    """Half a unit of the last digit printed."""
    digits, _, tens = text.partition("e")
    return Fraction(1, 2 * 10 ** len(digits.partition(".")[2])) * Fraction(10) ** int(tens.replace("−", "-") or 0)


def check_product(net: Fraction, probability: str, contribution: str, percent: bool) -> Fraction:
    """What is printed of a row multiplies out, to the last digit; returns the printed contribution."""
    shown = amount_of(contribution)
    off = abs(Fraction(probability.replace("−", "-")) * net * (100 if percent else 1) - shown)
    assert off <= ulp(probability) * abs(net) * (100 if percent else 1) + ulp(contribution), (probability, net, shown)
    return shown


def page_tables(page: str) -> dict[str, list[Row]]:
    """The net tables of a page, each multiplied out; other tables may have the same caption under other settings."""
    reader = Tables()
    reader.feed(page)
    found = {}
    for caption, (head, *rows), _ in reader.found:
        if NET_TABLE not in caption:
            continue
        places = {name.strip(): place for place, name in enumerate(head)}
        read, sums = [], Fraction(0)
        for cells in rows[:-1]:
            net, part = amount_of(cells[places["net"]].strip()), cells[places["contribution"]].strip()
            percent = part.endswith("%")
            sums += check_product(net, cells[places["probability"]].strip(), part.removesuffix(" %"), percent)
            combinations = int(cells[places["combinations"]].replace(",", ""))
            read.append(Row(cells[0].strip(), net, combinations))
        last = rows[-1][places["contribution"]].strip().removesuffix(" %")
        assert abs(sums - amount_of(last)) <= ulp(last) * (len(rows) + 1)
        assert sum(row.combinations for row in read) == int(rows[-1][places["combinations"]].replace(",", ""))
        found.setdefault(caption.strip(), read)
    return found


def check_pdf(body: bytes, tables: Mapping[str, list[Row]]) -> None:
    """Every row of the tables stands in the print, and multiplies out there."""
    text = " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(body))
    text = " ".join(text.replace("\ufffe", "").replace("\x02", "").split())
    rows = set()
    for net, combinations, probability, _, contribution, percent in NUMBERS.findall(text):
        check_product(amount_of(net), probability, contribution, bool(percent))
        rows.add((amount_of(net), int(combinations.replace(",", ""))))
    for caption, table in tables.items():
        missing = [row for row in table if (row.net, row.combinations) not in rows]
        assert not missing, (caption, missing[:3])


def check_multiplied_out(subject: Subject, files: Mapping[str, bytes], paper: str = "a4") -> None:
    """The tables of every file on this paper multiply out to the exact headline, with the same combinations in each format."""
    kinds = {name.removeprefix(f"{file_name(subject, paper)}."): body for name, body in files.items()}
    pages = page_tables(kinds["html"].decode())
    check_pdf(kinds["pdf"], pages)
    document, sheets = json.loads(kinds["json"]), Sheets(kinds["xlsx"])
    listed = list(csv.DictReader(io.StringIO(kinds["csv"].decode())))
    for place, (name, figures) in enumerate(subject.analysis.figures.items()):
        entry = document["wagers"][name]
        deals = int(entry["deals"])
        in_json = [
            Row(row["words"], Fraction(row["net"]["exact"]), int(row["combinations"])) for row in entry["net_results"]
        ]
        assert sum(row.net * row.combinations for row in in_json) == figures.ev * deals
        assert sum(row.combinations for row in in_json) == deals
        own = [row for row in listed if row["wager"] == name and row["options"] == listed[0]["options"]]
        assert in_json == [Row(row["words"], Fraction(row["net_exact"]), int(row["combinations"])) for row in own]
        for row, of_json in zip(own, entry["net_results"], strict=True):
            part = Fraction(row["contribution_exact"])
            assert part == Fraction(row["net_exact"]) * Fraction(row["probability_exact"])
            assert part == Fraction(of_json["contribution"]["exact"])
        assert in_json == list(pages.values())[place]
        assert in_json == in_workbook(sheets, list(sheets.names)[1 + place], deals)
        assert sum(Fraction(row["contribution_exact"]) for row in own) == figures.ev


def in_workbook(sheets: Sheets, sheet: str, deals: int) -> list[Row]:
    """The rows of the last table with a net result on a sheet, which multiplies out as stored."""
    top, heads = [each for each in sheets.tables(sheet) if "Net result" in each[1]][-1]
    places = {head: column for column, head in enumerate(heads)}
    rows, row, sums = [], top + 1, 0.0
    while (words := sheets.text(sheet, row, 0)) != "All":
        value = {head: sheets.cells[sheet, cell(row, column)][1] for head, column in places.items()}
        count = int(value["All digits"].replace(",", "")) if "All digits" in value else int(value["Combinations"])
        assert abs(value["Probability"] * value["Net result"] - value["Contribution"]) < 1e-12
        assert abs(count / deals - value["Probability"]) < 1e-12
        sums += value["Contribution"]
        rows.append(Row(words, Fraction(value["Net result"]).limit_denominator(10**6), count))
        row += 1
    assert abs(sums - sheets.cells[sheet, cell(row, places["Contribution"])][1]) < 1e-12
    return rows
