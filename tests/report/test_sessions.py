"""Sessions, ruin and the operator's bands, against rounds added up another way."""

from fractions import Fraction
from math import lcm, sqrt

import pytest

from pitboss.report.sections.operator import operator_section
from pitboss.report.sections.sessions import sessions_section
from tests.support.printed import (
    BANDS,
    HOUSE_WINS,
    NORMAL_DIFFERS,
    OPERATOR,
    RESULTS,
    RUIN,
    SHARES,
    THEO,
    USABLE,
    mentions,
    number_in,
    same,
)
from tests.support.recomputed import Own, results_of, ruined
from tests.support.report_cases import QUICK, SPREAD, is_called, part_of, played, subject_of


def test_our_own_sessions_are_exact():
    """A hundred rounds in whole numbers: the chances as the digits of one long number, raised to a power."""
    own = Own(subject_of("draw-five").analysis, "tie")
    whole = lcm(*(chance.denominator for chance in own.nets.values()))
    bits = 100 * whole.bit_length() + 1
    packed = sum(int(chance * whole) << bits * int(net - min(own.nets)) for net, chance in own.nets.items()) ** 100
    counts = [(packed >> bits * cell) & ((1 << bits) - 1) for cell in range(0, 501, 5)]
    assert sum(counts) == whole**100
    exact = {
        cell - 100: float(Fraction(count, whole**100)) for cell, count in zip(range(0, 501, 5), counts, strict=True)
    }
    after = own.after(100)
    for cell, chance in zip(after.cells.tolist(), after.chances.tolist(), strict=True):
        assert chance == pytest.approx(exact.get(cell, 0.0), abs=1e-12)


@pytest.mark.parametrize("case", SPREAD)
def test_sessions_are_the_rounds_added_up(case: str):
    part = part_of(case, sessions_section)
    for own, table in zip(played(case), part.tables(RESULTS), strict=True):
        many = []
        for cells in table.rows:
            after = own.after(int(cells[0].replace(",", "")))
            for cell, value in zip(cells[1:9], results_of(after), strict=True):
                same(cell, value, (own.name, cells[0]))
            if after.rounds > 1:
                same(cells[9], after.plain_gap)
                same(cells[10], after.gap)
                many.append(after)
            else:
                assert cells[9:] == ("", "")
        assert [after.rounds for after in many] == [100, 1_000, 10_000]
        wrong = [after for after in many if after.plain_gap > USABLE]
        assert (NORMAL_DIFFERS in table.note) == bool(wrong), table.note
        if wrong:
            mentions(table.note, wrong[-1].rounds, wrong[-1].gap, wrong[-1].plain_gap)


@pytest.mark.parametrize("case", SPREAD)
def test_fans_and_bars_of_sessions_show_the_same_rounds(case: str):
    part = part_of(case, sessions_section)
    fans, bars = part.charts("fan"), part.charts("session_bins")
    for own, (chart, (levels, shares, _, expected), _), (bins_chart, (bins, *_), _) in zip(
        played(case), fans, bars, strict=True
    ):
        assert expected == pytest.approx(float(own.ev))
        assert len(shares) == len(SHARES)
        rounds = list(levels)
        assert (rounds[0], set(levels[0])) == (0, {0})
        for each in (rounds[1], rounds[3], rounds[-1]):
            after = own.after(each)
            assert levels[each] == pytest.approx([float(after.quantile(share)) for share in SHARES])
        last = own.after(rounds[-1])
        assert rounds == sorted(rounds)
        mentions(chart.alt, *(last.quantile(share) for share in (0.05, 0.5, 0.95)), last.mean)
        after = own.after(1_000)
        step, half = float(own.step), float(own.apart) / 2
        for each in bins:
            inside = (after.cells * step > each.low - half) & (after.cells * step < each.high - half)
            assert each.share == pytest.approx(after.share(inside), abs=1e-9)
            drawn = after.curve(each.high - half) - after.curve(each.low - half)
            assert each.normal == pytest.approx(drawn, abs=1e-9)
        assert sum(each.share for each in bins) > 0.98
        mentions(bins_chart.alt, after.gap, after.share(after.cells > 0), after.quantile(0.01))


@pytest.mark.parametrize(
    ("case", "most"), [*((case, 1_000 if case in QUICK else 100) for case in SPREAD), ("tie", 10_000)]
)
def test_ruin_is_what_becomes_of_bankrolls(case: str, most: int):
    only, case = ("tie", "draw-five") if case == "tie" else ("", case)
    subject, part = subject_of(case), part_of(case, sessions_section)
    for own, table in zip(played(case), part.tables(RUIN), strict=True):
        horizons = [int(number_in(head.removeprefix("within ")).replace(",", "")) for head in table.head[1:]]
        assert horizons == [100, 1_000, 10_000]
        stake = own.stake(subject.assumed)
        bankrolls = [Fraction(each, 100) for each in subject.assumed.bankrolls or ()]
        bankrolls = bankrolls or [times * stake for times in (50, 100, 200, 500)]
        for cells, bankroll in zip(table.rows, bankrolls, strict=True):
            same(cells[0], bankroll)
        mentions(table.caption, stake)
        mentions(table.note, -min(own.nets) * own.dollars(subject.assumed))
        if only in ("", own.name):
            horizons = [each for each in horizons if each <= most]
            units = [each / own.dollars(subject.assumed) for each in bankrolls]
            for cells, chances in zip(table.rows, ruined(own, units, horizons), strict=True):
                for cell, chance in zip(cells[1:], chances, strict=False):
                    same(cell, chance, (own.name, cells[0]))


@pytest.mark.parametrize("case", SPREAD)
def test_the_operator_wins_what_players_lose(case: str):
    part, assumed = part_of(case, operator_section), subject_of(case).assumed
    expected = [(own, rounds) for own in played(case) for rounds in OPERATOR]
    for (own, rounds), cells in zip(expected, part.table(HOUSE_WINS).rows, strict=True):
        dollars = own.dollars(assumed)
        assert is_called(own, cells[0])
        assert cells[1] == f"{rounds:,}"
        same(cells[2], -own.ev * rounds * dollars)
        if rounds > 10_000:
            continue  # Sums of squares of our own would take long.
        after = own.after(rounds)
        for (low, high), least, most in zip(BANDS, cells[3::2], cells[4::2], strict=True):
            same(least, -after.quantile(high) * dollars, (own.name, high))
            same(most, -after.quantile(low) * dollars, (own.name, low))
    for own, cells in zip(played(case), part.table(THEO).rows, strict=True):
        dollars = own.dollars(assumed)
        assert is_called(own, cells[0])
        same(cells[1], own.stake(assumed))
        same(cells[2], -own.ev * dollars)
        same(cells[3], -own.ev * dollars * 45)
        same(cells[4], own.deviation * sqrt(45) * float(dollars))
    mentions(part.table(THEO).caption, 45)
