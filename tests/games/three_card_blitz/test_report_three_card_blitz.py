"""What the report of this game says."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil

import pytest

from pitboss import games
from pitboss.core.meters import MeterState
from pitboss.core.pays import Odds, Prize
from pitboss.maths.exact.solver import analysed
from pitboss.maths.tally.tally import award_dollars
from pitboss.report.document import Chart, DataTable, Document, Section, Text
from pitboss.report.sections.operator import long_run_words, operator_section
from pitboss.report.sections.progressive import progressive_blocks, progressive_section
from pitboss.report.workbook.entry_page import PLAY_NOTE
from tests.support.books import book_of
from tests.support.documents import number_of, subject_of_game, tables
from tests.support.printed import ANY_AMOUNT, LONG_RUN, METERS, Printed, agrees, mentions, printed, same
from tests.support.recomputed import Own
from tests.support.report_cases import own_of, subject_of
from tests.support.sheets import Sheets, cell, compiled_formula


@pytest.mark.parametrize("case", ["three-card-blitz progressive", "three-card-blitz generous"])
def test_meters_are_worth_their_chances(case: str):
    subject = subject_of(case)
    own = own_of(case, "blitz_bonus")
    assert (own.ev > 0) == case.endswith("generous")
    part = printed(lambda: Section("", tuple(progressive_blocks("", subject.analysis, "blitz_bonus"))))
    won = {meter.number: Fraction(0) for meter in subject.game.meters}
    for place, line in enumerate(own.wagers[0].lines):
        for outcome, pay in line.pays.pays.items():
            if not isinstance(pay, Odds | Prize):
                won[pay.number] += own.chance(place, outcome)
    text = part.blocks()[0]
    assert isinstance(text, Text)
    mentions(text.text, own.unit, 1 + own.ev / own.unit)
    paid = Fraction(0)
    for meter, cells in zip(subject.game.meters, part.table(METERS).rows, strict=True):
        chance = won[meter.number]
        award = Fraction(ceil(Fraction(meter.amount_cents + meter.share_cents, 100)))
        paid += chance * award
        assert cells[0].startswith(f"{meter.number}, ")
        same(cells[1], Fraction(meter.amount_cents, 100))
        same(cells[2], Fraction(meter.share_cents, 100))
        same(cells[3], 1 / chance)
        assert agrees(cells[4], 100 * chance)
        same(cells[5], chance * award / own.unit)
        check_breaks_even(own, award, chance, meter.share_cents, cells[6])
    fed = Fraction(sum(meter.share_cents for meter in subject.game.meters), 100)
    seeds = sum((won[meter.number] * meter.seed_cents for meter in subject.game.meters), Fraction(0)) / 100
    fixed = own.ev + own.unit - paid
    for cells, value in zip(part.table(LONG_RUN).rows, (fixed, fed, seeds, fixed + fed + seeds), strict=True):
        same(cells[1], value / own.unit)
    check_meter_lines(own, part, won)
    kept = own.unit - fixed - fed - seeds
    mentions(long_run_words(subject), kept / own.unit, kept, kept * 45)


def check_breaks_even(own: Own, award: Fraction, chance: Fraction, share_cents: int, cell: str) -> None:
    """With what the cell says on the meter the bet is even or better, with a cent less it is not."""
    if cell == ANY_AMOUNT:
        assert own.ev - chance * award >= 0
        return
    shows = round(float(cell.replace("$", "").replace(",", "").replace("−", "-")) * 100)
    ev = [own.ev + chance * (ceil(Fraction(cents + share_cents, 100)) - award) for cents in (shows, shows - 1)]
    assert ev[0] >= 0 or shows == 0
    assert ev[1] < 0 or shows == 0


def check_meter_lines(own: Own, part: Printed, won: Mapping[int, Fraction]) -> None:
    """Every point of a line is what the bet returns with so much on the meter."""
    drawn = part.charts("lines")
    assert len(drawn) == len(set(won.values()))
    for _, (points, *_), more in drawn:
        number = int(points[0].series.split()[1].rstrip(","))
        (meter,) = [each for each in own.game.meters if each.number == number]
        award = Fraction(ceil(Fraction(meter.amount_cents + meter.share_cents, 100)))
        for point in points:
            paid = ceil(Fraction(round(point.x * 100) + meter.share_cents, 100))
            assert point.y == pytest.approx(float(1 + (own.ev + won[number] * (paid - award)) / own.unit))
        even = float(award - own.ev / won[number])
        assert list(more["marks"]) == pytest.approx([even] if even > 0 else [])


@pytest.mark.compiled
def test_meters_above_break_even_are_told_so():
    subject = subject_of_game("three-card-blitz", blitz_bonus="progressive", meters="50000,5000,4000,3000,2000.50")
    part = progressive_section(subject)
    assert part is not None
    (meters,) = tables(Document("", "", (), (part,)), "The meters")
    assert {row[6] for row in meters.rows} == {"any amount"}
    drawn = [block for block in part.blocks if isinstance(block, Chart)]
    assert len(drawn) == 2
    assert all("favours the player at any amount" in chart.alt for chart in drawn)
    (operator,) = tables(Document("", "", (), (operator_section(subject),)), "House win from one player")
    assert "in the long run the house keeps 7.48 %" in operator.note


@pytest.mark.compiled
def test_the_progressive_breaks_even_where_it_says():
    """At the amount named the bet is even or better, a cent below it is not; the long run is ruling B7's."""
    subject = subject_of_game("three-card-blitz", blitz_bonus="progressive")
    part = progressive_section(subject)
    assert part is not None
    long_run, meters = (block for block in part.blocks if isinstance(block, DataTable))
    assert long_run.rows[-1][1].startswith("92.5")
    assert number_of(long_run.rows[-1][1]) == pytest.approx(92.52, abs=0.005)
    amounts = [meter.amount_cents for meter in subject.game.meters]
    even = round(number_of(meters.rows[0][6].removeprefix("$")) * 100)
    for cents, favours in ((even, True), (even - 1, False)):
        shown = ",".join(f"{each / 100:.2f}" for each in (cents, *amounts[1:]))
        analysis = analysed(games.build("three-card-blitz", {"blitz_bonus": "progressive", "meters": shown}))
        assert (analysis.figures["blitz_bonus"].ev >= 0) == favours


@pytest.mark.compiled
def test_a_pay_is_an_input_once_and_looked_up_elsewhere():
    sheets = Sheets(book_of("three-card-blitz"))
    for part in ("Ante", "Blind", "Play"):
        pays = next(row for row, heads in sheets.tables(part) if "Pays" in heads) + 1
        assert sheets.cells[part, cell(pays, 1)][0].startswith("='Ante Blind and Play together'!")
    notes = {sheet: [sheets.text(sheet, row, 0) for row in range(5, 10)] for sheet in sheets.names}
    assert {sheet for sheet, each in notes.items() if PLAY_NOTE in each} == {
        "Ante Blind and Play together",
        "Ante",
        "Blind",
        "Play",
    }


@pytest.mark.compiled
def test_meters_are_rounded_up_to_whole_dollars_as_they_are_paid():
    sheets = Sheets(book_of("three-card-blitz", "blitz_bonus=progressive"))
    (top,) = (row for row, heads in sheets.tables("Blitz Bonus") if heads[0] == "Meter")
    function = compiled_formula(sheets.cells["Blitz Bonus", cell(top + 1, 5)][0])
    assert len(function.inputs) == 2
    for share in (0, 1, 15, 20, 50, 99):
        for amount in (*range(150), *range(24_950, 25_051), 500_000, 1_234_567_849, 1_234_567_850, 1_234_567_851):
            award = award_dollars(MeterState(1, "", 0, share, amount))
            assert function(amount / 100, share / 100).item() == award, (amount, share)
