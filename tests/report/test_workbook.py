"""The PAR workbook: its formulas, recomputed by a formula library, give the exact figures, and follow a changed pay."""

import io
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from pitboss import games
from pitboss.core.game import Fixed, Game, Line, Wager
from pitboss.core.meters import MeterState
from pitboss.core.pays import Meter, Odds, Pay, Prize
from pitboss.maths.exact.solver import analysed
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import outcome_rows, variance_parts
from pitboss.report.format import capitalized
from pitboss.report.net_results import NetResults
from pitboss.report.workbook.book import sheet_name
from pitboss.report.workbook.entry_page import PLACE
from tests.support.books import analysis_of, book_of
from tests.support.cases import brought
from tests.support.sheets import Sheets, cell, check_figures, close

SETTINGS = [*((name, "") for name in games.find()), *brought("OTHER_SETTINGS")]
"""Every game as it comes, and the one form of a bet that has meters."""


def settings(*wanted: tuple[str, str]) -> Any:
    """A test for each of these settings; those that are solved with the compiler are left out without it."""
    return pytest.mark.parametrize(
        ("name", "setting"),
        [pytest.param(*each, marks=[pytest.mark.compiled] if games.build(each[0]).solver else []) for each in wanted],
    )


@settings(*SETTINGS)
def test_formulas_recompute_to_the_exact_figures(name: str, setting: str):
    analysis, sheets = analysis_of(name, setting), Sheets(book_of(name, setting))
    computed = sheets.computed()
    assert len(computed) > 30
    for key, value in computed.items():
        stored = sheets.cells[key][1]
        assert value == stored if isinstance(value, str) else close(value, stored), key
    for entry, tab in sheets.tabs(analysis).items():
        check_figures(computed, tab, analysis, entry)
        assert computed[tab, PLACE["Inputs changed"].replace("$", "")] == 0


@settings(*SETTINGS)
def test_outcome_tables_are_those_of_the_analysis(name: str, setting: str):
    analysis, sheets = analysis_of(name, setting), Sheets(book_of(name, setting))
    game, tally, stakes = analysis.game, analysis.tally, analysis.stakes
    computed = sheets.computed()
    tabs = sheets.tabs(analysis)
    for entry in game.wager:
        shown, tab = {}, tabs[entry]
        tables = [(row, heads) for row, heads in sheets.tables(tab) if heads[0] == "Outcome"]
        for line, (top, heads) in enumerate(tables):
            row = top + 1
            while words := sheets.text(tab, row, 0):
                cells = {head: (tab, cell(row, column)) for column, head in enumerate(heads)}
                shown[line, words] = cells
                row += 1
            assert words == ""
        parts = variance_parts(game, tally, entry, stakes)
        rows = outcome_rows(game, tally, entry, stakes)
        words = {
            (each.line, each.outcome): capitalized(game.wager[entry].outcome_words(each.outcome, each.line))
            for each in rows
        }
        for each in rows:
            cells = shown[each.line, words[each.line, each.outcome]]
            chance = Fraction(each.weight, tally.total)
            assert close(computed[cells["Probability"]], chance)
            assert close(computed[cells["One in"]], 1 / chance)
            assert close(computed[cells["Contribution"]], each.ev)
            part = parts[each.line, each.outcome] / analysis.figures[entry].variance
            assert close(computed[cells["Share of variance"]], part)
            count = NetResults(analysis, entry).combinations(each.weight)
            if "All digits" in cells:
                assert sheets.cells[cells["All digits"]][1] == f"{count:,}"
            else:
                assert sheets.cells[cells["Combinations"]][1] == count
        extra = {said for _, said in shown} - set(words.values())
        assert extra <= {"All", "Not placed"}


def with_other_pays(game: Game, pays: Callable[[Pay], Pay], meters: Callable[[MeterState], MeterState]) -> Game:
    """The same game, paid otherwise; a commission is halved and a fixed price doubled."""

    def line(each: Line) -> Line:
        return replace(each, pays=replace(each.pays, pays={key: pays(pay) for key, pay in each.pays.pays.items()}))

    def wager(each: Wager) -> Wager:
        stake = replace(each.stake, cents=2 * each.stake.cents) if isinstance(each.stake, Fixed) else each.stake
        return replace(each, lines=tuple(map(line, each.lines)), stake=stake, commission=each.commission / 2)

    return replace(game, wagers=tuple(map(wager, game.wagers)), meters=tuple(map(meters, game.meters)))


def more(pay: Pay) -> Pay:
    """A pay that differs a little, by odds that no binary number holds; a loss of the stake stays one."""
    if isinstance(pay, Odds):
        return pay if pay.net == -1 else Odds(pay.net * Fraction(7, 5) + Fraction(1, 10))
    return Prize(pay.cents + 37) if isinstance(pay, Prize) else pay


def fuller(meter: MeterState) -> MeterState:
    """Another amount and share, so that their sum is a whole dollar that floats may miss."""
    return replace(meter, amount_cents=meter.amount_cents + 1085, share_cents=15)


def inputs_for(sheets: Sheets, analysis: Analysis) -> dict[tuple[str, str], float]:
    """What to write into which input, for the workbook to be that of this analysis."""
    game, tabs = analysis.game, sheets.tabs(analysis)
    entries = {tabs[name]: names for name, names in analysis.entries.items()}
    found: dict[tuple[str, str], float] = {}

    def write(sheet: str, row: int, column: int, value: Fraction) -> None:
        if not sheets.cells[sheet, cell(row, column)][0]:
            found[sheet, cell(row, column)] = float(value)

    for sheet, names in entries.items():
        wagers = [wager for wager in game.wagers if wager.name in names]
        lines = [line for wager in wagers for line in wager.lines]
        place = 0
        for top, heads in sheets.tables(sheet):
            row = top + 1
            if heads[0] == "Wager" and isinstance(stake := wagers[0].stake, Fixed):
                write(sheet, row, 1, Fraction(stake.cents, 100))
            if heads[0] == "Wager" and "Commission" in heads:
                write(sheet, row, heads.index("Commission"), wagers[0].commission)
            if heads[0] == "Meter":
                for meter in game.meters:
                    write(sheet, top + meter.number, 1, Fraction(meter.amount_cents, 100))
                    write(sheet, top + meter.number, 3, Fraction(meter.share_cents, 100))
            if heads[0] == "Outcome":
                pays = lines[place].pays
                outcomes = {capitalized(pays.words_of(each.name)): each for each in pays.outcomes}
                while (words := sheets.text(sheet, row, 0)) in outcomes:
                    pay = pays[outcomes[words]]
                    if not isinstance(pay, Meter):
                        value = pay.net if isinstance(pay, Odds) else Fraction(pay.cents, 100)
                        write(sheet, row, 1, value)
                    row += 1
                place += 1
    return found


@settings(*SETTINGS)
def test_every_figure_follows_when_pays_are_changed(name: str, setting: str):
    """Against the tally of the play as shipped, priced with the other pays."""
    analysis, sheets = analysis_of(name, setting), Sheets(book_of(name, setting))
    changed = Analysis(with_other_pays(analysis.game, more, fuller), analysis.tally)
    computed = sheets.computed(inputs_for(sheets, changed))
    for entry, tab in sheets.tabs(changed).items():
        assert computed[tab, PLACE["Inputs changed"].replace("$", "")] > 0
        check_figures(computed, tab, changed, entry)
    verdicts = [value for (sheet, _), value in computed.items() if sheet == "Summary" and isinstance(value, str)]
    assert verdicts == ["changed"] * len(changed.entries)


@settings(*brought("OTHER_TABLES"))
def test_with_the_pays_of_another_shipped_table_it_has_its_figures(name: str, setting: str):
    other, sheets = analysis_of(name, setting), Sheets(book_of(name))
    computed = sheets.computed(inputs_for(sheets, other))
    for entry, tab in sheets.tabs(other).items():
        check_figures(computed, tab, other, entry)


def test_a_pay_of_ones_own_makes_the_edge_that_analyze_gives(house):
    grid = '[tie]\ngrid = """\n  mine\nTIED 7\nNO_TIE lose\n"""\n'
    mine = analysed(games.build("draw-five", custom=games.Custom(grid, "mine.toml")))
    sheets = Sheets(book_of("draw-five"))
    regular, tie = sheets.tabs(mine).values()
    pays = next(row for row, heads in sheets.tables(tie) if "Pays" in heads) + 1
    assert sheets.text(tie, pays, 0) == "Tied"
    assert sheets.cells[tie, cell(pays, 1)] == ("", 4)
    computed = sheets.computed({(tie, cell(pays, 1)): 7.0})
    check_figures(computed, tie, mine, "tie")
    check_figures(computed, regular, mine, "regular")
    row = next(row for row in range(30) if sheets.text("Summary", row, 1) == tie)
    edge = next(column for column in range(12) if sheets.text("Summary", row - 2, column) == "House edge")
    assert close(computed["Summary", cell(row, edge)], mine.edge("tie"))
    assert (computed["Summary", cell(row, 10)], computed["Summary", cell(row - 1, 10)]) == ("changed", "as shipped")


def test_tabs_have_titles_and_every_sheet_a_chart(house):
    sheets = Sheets(book_of("draw-five"))
    assert list(sheets.names) == ["Summary", "Regular wager", "Tie Bet"]
    charts = [name for name in sheets.parts if re.fullmatch(r"xl/charts/chart\d+\.xml", name)]
    assert len(charts) == len(sheets.names)


def test_wins_per_hour_follow_pace_and_stake(house):
    analysis, sheets = analysis_of("draw-five"), Sheets(book_of("draw-five"))
    (top,) = [row for row in range(60) if sheets.text("Summary", row, 0) == "House win per hour"]
    pace, stake = (top + 1, 60.0), (top + 2, 10.0)
    assert [sheets.cells["Summary", cell(row, 1)] for row, _ in (pace, stake)] == [("", 60), ("", 10)]
    for rounds, dollars in ((60, 10), (45, 25)):
        computed = sheets.computed({("Summary", cell(top + 1, 1)): rounds, ("Summary", cell(top + 2, 1)): dollars})
        for row, name in enumerate(analysis.entries, top + 4):
            own = analysis.figures[name]
            win, hourly, deviation, handle = (computed["Summary", cell(row, column)] for column in range(2, 6))
            assert close(win, -own.ev * dollars)
            assert close(hourly, -own.ev * dollars * rounds)
            assert close(deviation, sqrt(own.variance * rounds) * dollars)
            assert close(handle, own.average_stake * dollars * rounds)


def test_sheet_names_are_ones_that_spreadsheets_take():
    assert sheet_name("automatic_win=3:2", []) == "automatic_win 3 2"
    assert sheet_name("summary", ["Summary"]) == "summary 2"
    long = "x" * 31
    assert sheet_name("x" * 40, []) == long
    assert sheet_name("x" * 40, [long]) == "x" * 29 + " 2"
    assert sheet_name("cards=5", ["cards 5"]) == "cards 5 2"
    assert sheet_name("a", ["a", "A 2"]) == "a 3"
    assert sheet_name("[]", []) == "entry"


def test_the_same_analysis_makes_the_same_bytes_and_no_time_is_in_them(house):
    code = (
        "import hashlib\n"
        "from pitboss import games\n"
        "from pitboss.maths.exact.solver import analysed\n"
        "from pitboss.report.workbook.entries import PricedGame\n"
        "from pitboss.report.workbook.book import workbook\n"
        "analysis = analysed(games.build('draw-five'))\n"
        "made = workbook([PricedGame('as set', analysis, tuple(analysis.entries))], [], [('Deck', 'all of it')])\n"
        "print(hashlib.sha256(made).hexdigest())\n"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo"))
    }
    assert len(digests) == 1
    made = book_of("draw-five")
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert {each.date_time for each in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        texts = b"".join(archive.read(each) for each in archive.infolist())
    stamps = set(re.findall(rb"\d{4}-\d\d-\d\dT[\d:]+Z?", texts))
    assert stamps == {b"1980-01-01T00:00:00Z"}


def written(packed: bytes, inputs: Mapping[tuple[str, str], float]) -> bytes:
    """The workbook with these inputs and without any stored value of a formula, as a person's edit would leave it."""
    sheets = Sheets(packed)
    parts = dict(sheets.parts)
    for name, part in sheets.names.items():
        text = parts[part].decode()
        for (sheet, place), value in inputs.items():
            if sheet == name:
                text, count = re.subn(rf'(<c r="{place}"[^>]*><v>)[^<]*', rf"\g<1>{value!r}", text)
                assert count == 1
        parts[part] = re.sub(r"(</f>)<v>[^<]*</v>", r"\1", text).encode()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return made.getvalue()


@pytest.mark.soak
@settings(*SETTINGS)
def test_libreoffice_recomputes_the_figures_and_follows_a_change(name: str, setting: str, tmp_path: Path):
    office = shutil.which("soffice")
    assert office, "soffice is not on PATH: install LibreOffice Calc (Debian, Ubuntu: apt-get install libreoffice-calc)"
    analysis, packed = analysis_of(name, setting), book_of(name, setting)
    changed = Analysis(with_other_pays(analysis.game, more, fuller), analysis.tally)
    inputs = inputs_for(Sheets(packed), changed)
    (tmp_path / "shipped.xlsx").write_bytes(written(packed, {}))
    (tmp_path / "changed.xlsx").write_bytes(written(packed, inputs))
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = [office, profile, "--headless", "--convert-to", "xlsx", "--outdir", str(tmp_path / "out")]
    files = [str(tmp_path / each) for each in ("shipped.xlsx", "changed.xlsx")]
    subprocess.run([*command, *files], capture_output=True, check=True, timeout=300)
    for file, wanted in (("shipped.xlsx", analysis), ("changed.xlsx", changed)):
        sheets = Sheets((tmp_path / "out" / file).read_bytes())
        computed = {key: value for key, (_, value) in sheets.cells.items()}
        for entry, tab in sheets.tabs(wanted).items():
            check_figures(computed, tab, wanted, entry)
        verdicts = {value for (sheet, _), value in computed.items() if value in ("as shipped", "changed", "DIFFERS")}
        assert verdicts == {"as shipped" if wanted is analysis else "changed"}
    original = Sheets(packed)
    recomputed = Sheets((tmp_path / "out" / "shipped.xlsx").read_bytes())
    for key, (formula, value) in original.cells.items():
        if formula:
            found = recomputed.cells[key][1]
            assert found == value if isinstance(value, str) else close(found, value), key
