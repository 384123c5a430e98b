"""What a report says of its checks and of itself, its data, and that no heading ends a page of its print."""

import csv
import hashlib
import io
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import erfc, sqrt
from typing import Any

import pypdfium2
import pytest

from pitboss import games
from pitboss.maths.simulate.agreement import chi_square
from pitboss.report.document import Block, Document, Items, Section, Table, Text
from pitboss.report.export import json as figures
from pitboss.report.par import par_sheet
from pitboss.report.render import pdf
from pitboss.report.sections import checks as checking
from pitboss.report.sections.checks import checked
from pitboss.report.sections.game import warnings
from pitboss.report.sections.sessions import spread
from pitboss.report.subject import Assumed, Subject
from tests.support.printed import (
    BANDS,
    CHECKS,
    FAVOURS,
    OPERATOR,
    QUICK,
    RUIN,
    SHARES,
    SIMULATION,
    Own,
    agrees,
    cost_of,
    is_called,
    mentions,
    outcomes_of,
    own_of,
    owns,
    part_of,
    pay_is,
    played,
    results_of,
    ruined,
    same,
    set_so,
    subject_of,
)

# Checks and identity --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", QUICK)
def test_the_simulation_is_held_against_the_exact_figures(case: str):
    subject, part = subject_of(case), part_of(case, checked)
    rounds = subject.assumed.rounds
    for own, cells in zip(owns(case), part.table(SIMULATION).rows, strict=True):
        dealt = Own(subject.simulated, own.name)
        assert dealt.total == rounds
        assert is_called(own, cells[0])
        same(cells[1], own.edge)
        same(cells[2], dealt.edge)
        same(cells[3], float(dealt.ev - own.ev) / (own.deviation / sqrt(rounds)))
        test = chi_square(subject.simulated, subject.analysis, own.name)
        value, degrees = cells[4].split(" on ")
        same(value, test.value)
        assert int(degrees) == test.degrees
        same(cells[5], test.p)
        if own.name == "tie":
            expected = [rounds * own.chance(0, outcome) for outcome in (0, 1)]
            squares = [(rounds * dealt.chance(0, place) - each) ** 2 / each for place, each in enumerate(expected)]
            same(value, sum(squares))
            same(cells[5], erfc(sqrt(sum(squares) / 2)))
    words = " ".join(each.text for each in part.blocks() if isinstance(each, Text))
    mentions(words, rounds, subject.assumed.seed, own_of(case, subject.analysis.first).total)


@pytest.mark.parametrize("case", QUICK)
def test_checks_have_what_came_out(case: str):
    rows = part_of(case, checked).table(CHECKS).rows
    assert {row[2] for row in rows} == {"yes"}
    assert rows[0][1] == f"{own_of(case, subject_of(case).analysis.first).total:,}"
    for own in owns(case):
        named = [row for row in rows if is_called(own, row[0].split(":")[0])]
        assert Fraction(named[0][1]) == own.ev
        same(named[1][1], own.variance)


def more_rows(*arguments: Any) -> list[Any]:
    first, *rest = checking_rows(*arguments)
    return [replace(first, ev=first.ev + 1), *rest]


def less_variance(*arguments: Any) -> dict[Any, Fraction]:
    return {key: part / 2 for key, part in checking_parts(*arguments).items()}


checking_rows, checking_parts = checking.outcome_rows, checking.variance_parts
BROKEN: dict[str, tuple[str, Any, str]] = {
    "rows": ("outcome_rows", more_rows, "return table"),
    "variance": ("variance_parts", less_variance, "variance"),
    "deals": ("ways", lambda *arguments: 7, "deal"),
    "simulation": ("z_score", lambda *arguments: -4.1, "Simulation"),
}


@pytest.mark.parametrize("what", [*BROKEN, "mean", "nothing"])
def test_a_check_that_fails_says_so(what: str, monkeypatch: pytest.MonkeyPatch):
    subject = subject_of("spadez")
    words = ""
    if what == "mean":
        from pitboss.maths.sessions.sessions import Session

        monkeypatch.setattr(Session, "mean", 0.0)
        words = "mean"
    elif what != "nothing":
        name, wrong, words = BROKEN[what]
        monkeypatch.setattr(checking, name, wrong)
    failed = [row[0] for row in checking.checks_table(subject).rows if row[2] != "yes"]
    assert len(failed) == (what != "nothing")
    assert all(words in each for each in failed)
    assert [holds for _, _, holds in checking.checks(subject)].count(False) == len(failed)
    said = checking.failures(subject)
    assert len(said) == len(failed)
    assert all(each in sentence for each, sentence in zip(failed, said, strict=True))


def identity_of(subject: Subject) -> dict[str, str]:
    return {row[0]: row[1] for row in checking.identity_table(subject).rows}


def spadez_of(texts: Mapping[str, str], **assumed: Any) -> Subject:
    return Subject(games.folder("spadez"), texts, None, replace(Assumed(rounds=500), **assumed))


def test_hashes_tell_reports_apart():
    """Each is of what it says: it changes with that, and with nothing else."""
    first = identity_of(spadez_of({}))
    hashes = [name for name, value in first.items() if "sha256" in name]
    assert len(hashes) == 4
    assert all(re.fullmatch(r"[0-9a-f]{64}", first[name]) for name in hashes)
    assert len({first[name] for name in hashes}) == 4
    assert identity_of(spadez_of({})) == first
    pays, program, counted, dealt = hashes

    def changed(other: dict[str, str]) -> list[str]:
        return [name for name in hashes if other[name] != first[name]]

    assert changed(identity_of(spadez_of({"table": "B"}))) == [pays]
    assert changed(identity_of(spadez_of({}, seed=2))) == [dealt]
    assert changed(identity_of(spadez_of({"cards": "7"}))) == [pays, counted, dealt]
    assert changed(identity_of(subject_of("turbo"))) == [pays, program, counted, dealt]
    cells = sorted([str(cell[0]), str(weight)] for cell, weight in spadez_of({}).analysis.tally.cells.items())
    assert first[counted] == hashlib.sha256(json.dumps(cells).encode()).hexdigest()
    assert json.loads(first["options"]) == {"cards": 6, "table": "A"}
    assert first["game"] == "spadez 1"


# Data -----------------------------------------------------------------------------------------------------------------


@cache
def data_of(case: str) -> dict[str, Any]:
    return json.loads(figures.as_json(subject_of(case)))


def exactly(found: Mapping[str, Any], value: Fraction) -> None:
    """A number of JSON."""
    assert Fraction(found["exact"]) == value
    assert found["value"] == pytest.approx(float(value), rel=1e-12)


@pytest.mark.parametrize("case", QUICK)
def test_json_has_the_figures_of_every_wager(case: str):
    document = data_of(case)
    for own in owns(case):
        entry = document["wagers"][own.name]
        exactly(entry["house_edge"], -own.ev)
        exactly(entry["ev"], own.ev)
        exactly(entry["element_of_risk"], own.risk)
        exactly(entry["hit_frequency"], own.hit)
        exactly(entry["variance"], own.variance)
        exactly(entry["average_stake"], own.staked)
        exactly(entry["return"], 1 + own.ev)
        assert entry["standard_deviation"] == pytest.approx(own.deviation)
        assert entry["volatility_index"]["value"] == pytest.approx(1.645 * own.deviation)
        for outcome, row in zip(outcomes_of(own, 0), entry["outcomes"], strict=True):
            check_row(own, outcome, row)
            exactly(row["variance_share"], own.share(0, outcome))
    assert document["assumed"]["rounds_per_hour"] == 45
    for own in played(case):
        exactly(document["assumed"]["theo_per_hour"][own.name], -own.ev * 25 * 45)
        assert document["assumed"]["stakes"][own.name] == "25.00"


def check_row(own: Own, outcome: int, row: Mapping[str, Any]) -> None:
    pays = own.wagers[0].lines[0].pays
    assert row["outcome"] == pays.outcomes(outcome).name
    assert pay_is(row["pays"], pays.pays[outcome])
    assert Fraction(int(row["weight"]), own.total) == own.chance(0, outcome)
    exactly(row["probability"], own.chance(0, outcome))
    exactly(row["ev"], own.part(0, outcome))


@pytest.mark.parametrize("case", QUICK)
def test_json_has_the_sessions(case: str):
    subject = subject_of(case)
    for own in played(case):
        found = data_of(case)["sessions"][own.name]
        for row in found["after"]:
            after = own.after(row["rounds"])
            ahead, even, behind, *_ = results_of(after)
            assert [row["ahead"], row["even"], row["behind"]] == pytest.approx([ahead, even, behind], abs=1e-8)
            for share in SHARES:
                exactly(row["quantiles"][str(share)], after.quantile(share))
            exactly(row["mean"], after.mean)
            assert row["standard_deviation"] == pytest.approx(after.deviation)
            assert row["normal_off_by"] == (pytest.approx(after.gap, abs=1e-8) if after.rounds > 1 else None)
        assert [row["rounds"] for row in found["after"]] == [1, 100, 1_000, 10_000]
        thousand = own.after(OPERATOR)
        bands = found["house_win_per_1000_rounds"]
        for (low, high), name in zip(BANDS, ("95%", "99%"), strict=True):
            exactly(bands[name][0], -thousand.quantile(high) * 25)
            exactly(bands[name][1], -thousand.quantile(low) * 25)
        units = [Fraction(row["bankroll"]) / 25 for row in found["ruin"]]
        assert units == ([30, 60] if subject.assumed.bankrolls else [50, 100, 200, 500])
        for row, (chance,) in zip(found["ruin"], ruined(own, units, [100]), strict=True):
            assert row["within"]["100"] == pytest.approx(chance, abs=1e-8)
        ruin_table = part_of(case, spread).tables(RUIN)[[each.name for each in played(case)].index(own.name)]
        for row, cells in zip(found["ruin"], ruin_table.rows, strict=True):
            for chance, cell in zip(row["within"].values(), cells[1:], strict=True):
                assert agrees(cell, chance)


@pytest.mark.parametrize("case", QUICK)
def test_json_has_play_settings_and_simulation(case: str):
    subject, document = subject_of(case), data_of(case)
    assert [each for each in document["warnings"] if FAVOURS in each] == [
        each for each in warnings(subject) if FAVOURS in each
    ]
    if subject.game.choices:
        for each in document["play"]["short"]:
            exactly(each["cost"], cost_of(case, each["name"]))
        exactly(document["play"]["best"]["cost"], Fraction(0))
    for each in document["settings"]:
        analysis = set_so(subject, **each["options"])
        assert each["in_force"] == all(
            subject.game.options.text(name) == text for name, text in each["options"].items()
        )
        for name, edge in each["house_edge"].items():
            exactly(edge, -Own(analysis, name).ev)
    for each in document["tables"]:
        own = Own(set_so(subject, **dict(part.split("=") for part in each["options"].split())), each["wager"])
        exactly(each["house_edge"], -own.ev)
        for outcome, row in zip(outcomes_of(own, 0), each["outcomes"], strict=True):
            check_row(own, outcome, row)
    for own in owns(case):
        found, dealt = document["simulation"]["wagers"][own.name], Own(subject.simulated, own.name)
        rounds = subject.assumed.rounds
        assert found["house_edge"]["value"] == pytest.approx(-float(dealt.ev))
        assert found["house_edge"]["standard_error"] == pytest.approx(dealt.deviation / sqrt(rounds))
        assert found["z"] == pytest.approx(float(dealt.ev - own.ev) / (own.deviation / sqrt(rounds)))
        test = chi_square(subject.simulated, subject.analysis, own.name)
        assert found["chi_square"] == {"value": test.value, "degrees": test.degrees, "p": test.p}
    rows = part_of(case, checked).table(CHECKS).rows
    assert [(each["check"], each["value"]) for each in document["checks"]] == [row[:2] for row in rows]
    assert all(each["holds"] is True for each in document["checks"])
    assert document["identity"] == identity_of(subject)


@pytest.mark.parametrize("case", [*QUICK, "fixed", "progressive"])
def test_csv_has_every_outcome(case: str):
    subject = subject_of(case)
    rows = list(csv.DictReader(io.StringIO(figures.as_csv(subject))))
    in_force = rows[0]["options"]
    for wager in subject.game.wagers:
        own = own_of(case, wager.name)
        found = [row for row in rows if row["options"] == in_force and row["wager"] == wager.name]
        expected = [(place, outcome) for place in range(len(wager.lines)) for outcome in outcomes_of(own, place)]
        for (place, outcome), row in zip(expected, found, strict=True):
            chance, pays = own.chance(place, outcome), wager.lines[place].pays
            assert (row["line"], row["outcome"]) == (str(place), pays.outcomes(outcome).name)
            assert pay_is(row["pays"].replace("-", "−"), pays.pays[outcome])
            assert row["pay_table"].startswith(subject.game.options.grids[pays.grid].origin_of(pays.column))
            assert Fraction(int(row["combinations"]), int(row["of"])) == chance == Fraction(row["probability_exact"])
            assert Fraction(row["return_exact"]) == own.part(place, outcome)
            for column, value in (
                ("probability", chance),
                ("one_in", 1 / chance),
                ("return", own.part(place, outcome)),
                ("variance_share", own.share(place, outcome)),
            ):
                assert float(row[column]) == pytest.approx(float(value), rel=1e-12)
    assert len({row["options"] for row in rows}) == 1 + len({each.label for each in subject.other_tables})


# Print: no heading alone at the foot of a page ------------------------------------------------------------------------

FOOTER = 48  # Points from the lower edge, below which nothing but the footer stands.


def numbered(document: Document) -> list[str]:
    """Every heading as it is printed: `3.2 What every hand is worth`."""
    found = []
    waiting = [(str(place), section) for place, section in enumerate(document.sections, 1)]
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
    table = Table("A table", ("one", "two"), tuple((str(row), "2") for row in range(6)))
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
    pages = pages_of(pdf.print_out(document, paper))
    seen = {bare(line) for lines in pages for line in lines}
    assert all(bare(title) in seen for title in titles)
    assert at_the_foot(pages, titles) == []
    monkeypatch.setattr(pdf, "PREAMBLE", pdf.PREAMBLE.replace("sticky: true", "sticky: false"))
    loose = at_the_foot(pages_of(pdf.print_out(document, paper)), titles)
    assert loose


@pytest.mark.parametrize("name", [pytest.param("super-pan-9", marks=pytest.mark.compiled), "spadez"])
def test_no_heading_of_a_report_is_left_at_the_foot(name: str):
    subject = Subject(games.folder(name), {}, None, Assumed(rounds=500))
    subject.__dict__["simulated"] = subject.analysis  # The rows are as many, and nothing has to be compiled.
    document = par_sheet(subject)
    titles = numbered(document)
    for paper in ("a4", "letter"):
        pages = pages_of(pdf.print_out(document, paper))
        seen = {bare(line) for lines in pages for line in lines}
        assert sum(bare(title) in seen for title in titles) > 0.9 * len(titles)
        assert at_the_foot(pages, titles) == []
