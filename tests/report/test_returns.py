"""Every figure and return table that a report prints, against one computed another way."""

import re
from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest

from pitboss.core.pays import ladder_value
from pitboss.maths.exact.solver import analysed
from pitboss.maths.tally.tally import outcome_rows, variance_parts
from pitboss.report.document import Items, Text
from pitboss.report.format import capitalized
from pitboss.report.sections.returns import figures_table, returns_section
from pitboss.report.sections.settings import other_tables_section
from tests.support.cases import brought
from tests.support.printed import FIGURES, JOINT, RARER, RETURN_TABLE, VOLATILITY, Printed, mentions, pay_is, same
from tests.support.recomputed import Own, outcomes_of
from tests.support.report_cases import ASSUMED, EVERY, QUICK, is_called, owns, part_of, subject_of


@pytest.mark.parametrize("case", EVERY)
def test_the_first_table_has_every_figure(case: str):
    for own, cells in zip(owns(case), figures_table(subject_of(case)).rows, strict=True):
        scale = own.staked if own.fixed else Fraction(1)
        assert is_called(own, cells[0])
        same(cells[1], own.edge)
        same(cells[2], own.risk)
        same(cells[3], own.hit)
        same(cells[4], own.deviation / float(scale))
        same(cells[5], 1 + own.ev / scale)
        same(cells[6], 1 - own.risk)


@pytest.mark.parametrize("case", EVERY)
def test_every_wager_has_its_figures(case: str):
    subject, part = subject_of(case), part_of(case, returns_section)
    for own, table in zip(owns(case), part.tables(FIGURES), strict=True):
        theo = -own.ev * own.dollars(ASSUMED) * 45
        expected = {
            "House edge": (own.edge, own.edge),
            "Expected value": (own.ev, own.ev),
            "Element of risk": (own.risk, own.risk),
            "RTP on all staked": (1 - own.risk, 1 - own.risk),
            "Average stake": (own.staked, own.staked),
            "Hit frequency": (own.hit, own.hit),
            "Variance": (own.variance, own.variance),
            "Standard deviation": (own.deviation, None),
            "Volatility index": (float(VOLATILITY) * own.deviation, None),
            "Theo per hour": (theo, None),
        }
        assert [row[0] for row in table.rows] == list(expected)
        for (words, cell, exactly), (value, exact) in zip(table.rows, expected.values(), strict=True):
            same(cell, value, words)
            if exact is not None:
                assert Fraction(exactly) == exact, words
        mentions(table.rows[-1][2], 45, own.stake(subject.assumed))


@pytest.mark.parametrize("case", EVERY)
def test_every_return_table_is_what_the_tally_says(case: str):
    part = part_of(case, returns_section)
    for place, own in enumerate(owns(case)):
        check_return_tables(own, part.part(place))
        if len(own.wagers) == 1:  # Of several `check_joint` looks at them.
            check_payoff_bars(own, part.part(place))


def check_return_tables(own: Own, part: Printed) -> None:
    """Every line of a wager that pays anything, column by column, and the sums."""
    tables = part.tables(RETURN_TABLE)
    if len(own.wagers) > 1:
        assert tables == []
        check_joint(own, part)
        return
    (wager,) = own.wagers
    shown = [
        place
        for place in range(len(wager.lines))
        if place == 0 or any(own.part(place, outcome) for outcome in outcomes_of(own, place))
    ]
    for place, table in zip(shown, tables, strict=True):
        *rows, last = table.rows
        outcomes = outcomes_of(own, place)
        combinations = [int(row[2].replace(",", "")) for row in rows]
        for outcome, cells, count in zip(outcomes, rows, combinations, strict=True):
            pays, chance = wager.lines[place].pays, own.chance(place, outcome)
            assert cells[0] == capitalized(pays.words_of(pays.outcomes(outcome).name))
            assert pay_is(cells[1], pays.pays[outcome]), (cells[1], pays.pays[outcome])
            assert Fraction(count, sum(combinations)) == chance / sum(own.chance(place, each) for each in outcomes)
            same(cells[3], chance)
            same(cells[4], 1 / chance)
            same(cells[5], own.part(place, outcome) / own.unit)
            same(cells[6], own.share(place, outcome))
        assert int(last[2].replace(",", "")) == sum(combinations)
        same(last[3], sum(own.chance(place, each) for each in outcomes))
        same(last[5], sum(own.part(place, each) for each in outcomes) / own.unit)
        same(last[6], sum(own.share(place, each) for each in outcomes))
    notes = sum(
        is_odd(own, place, *pair) for place in range(len(wager.lines)) for pair in pairwise(outcomes_of(own, place))
    )
    items = [item for block in part.blocks() if isinstance(block, Items) for item in block.items if RARER in item]
    assert len(items) == notes


def is_odd(own: Own, place: int, higher: int, lower: int) -> bool:
    """Whether a lower outcome that wins something is rarer than the one above it, and pays less: ruling G4."""
    line = own.wagers[0].lines[place].pays
    more, less = (ladder_value(line.pays[each]) for each in (higher, lower))
    ladder = own.game.options.grids[line.grid].ladder and more is not None and less is not None
    return ladder and more > less > 0 and own.chance(place, lower) < own.chance(place, higher)


def check_joint(own: Own, part: Printed) -> None:
    """Wagers that go together: every net result, the best first, and the sums."""
    *rows, last = part.table(JOINT).rows
    ((chart, (bars, *_), _),) = part.charts("payoff_bars")
    for net, cells, bar in zip(sorted(own.nets, reverse=True), rows, bars, strict=True):
        chance = own.nets[net]
        assert Fraction(cells[0].replace("−", "-")) == net
        assert int(cells[1].replace(",", "")) == chance * own.total
        same(cells[2], chance)
        same(cells[3], 1 / chance)
        same(cells[4], chance * net)
        same(cells[5], chance * (net - own.ev) ** 2 / own.variance)
        assert (bar.label, bar.value) == (cells[0], pytest.approx(float(chance), rel=1e-12))
        same(bar.words.removeprefix("1 in "), 1 / chance)
    assert int(last[1].replace(",", "")) == own.total
    same(last[2], 1)
    same(last[4], own.ev)
    same(last[5], 1)
    mentions(chart.alt, len(rows), max(own.nets.values()), 1 / min(own.nets.values()))


def check_payoff_bars(own: Own, part: Printed) -> None:
    """A bar is as long as its outcome is common; of further lines only what pays has one."""
    ((chart, (bars, *_), _),) = part.charts("payoff_bars")
    lines = own.wagers[0].lines
    shown = [
        (place, outcome)
        for place in range(len(lines))
        for outcome in outcomes_of(own, place)
        if place == 0 or own.part(place, outcome)
    ]
    chances = [own.chance(*each) for each in shown]
    for (place, outcome), chance, bar in zip(shown, chances, bars, strict=True):
        name = capitalized(lines[place].pays.words_of(lines[place].pays.outcomes(outcome).name))
        label = re.fullmatch(re.escape(name) + r" \((.+)\)(?:, line (\d+))?", bar.label)
        assert label is not None, bar.label
        assert pay_is(label[1], lines[place].pays.pays[outcome])
        assert label[2] in (None, str(place + 1))
        assert bar.value == pytest.approx(float(chance), rel=1e-12)
        same(bar.words.removeprefix("1 in "), 1 / chance)
    mentions(chart.alt, len(shown), max(chances), 1 / min(chances))


def test_combinations_are_of_all_cards_that_an_outcome_turns_on():
    found = {
        (case, table.caption.split(":")[0]): table.rows[-1][2]
        for case in QUICK
        for table in part_of(case, returns_section).tables(RETURN_TABLE)
    }
    assert found["draw-five", "Tie Bet"] == f"{comb(52, 2) * comb(50, 2) * 48 * 47:,}"
    for name, caption, combinations in brought("COMBINATIONS"):
        assert found[name, caption] == f"{combinations:,}"


def test_other_return_tables_are_those_of_their_settings():
    for case in QUICK:
        subject = subject_of(case)
        if not subject.other_tables:
            continue
        part = part_of(case, other_tables_section)
        for place, other in enumerate(subject.other_tables):
            texts = dict(each.split("=") for each in other.label.split())
            own = Own(analysed(subject.folder.build({**subject.texts, **texts})), other.entry)
            check_return_tables(own, part.part(place))
            text = part.part(place).section.blocks[0]
            assert isinstance(text, Text)
            mentions(text.text, own.edge, own.hit, own.deviation / float(own.unit))
            assert str(own.edge) in text.text
        assert len(part.section.sections) == len(subject.other_tables)


def test_variance_parts_of_one_line_are_squared_distances():
    analysis = subject_of("draw-five").analysis
    parts = variance_parts(analysis.game, analysis.tally, "tie", analysis.stakes)
    ev = analysis.figures["tie"].ev
    (tied,) = [
        row for row in outcome_rows(analysis.game, analysis.tally, "tie", analysis.stakes) if row.outcome == "TIED"
    ]
    assert parts[0, "TIED"] == Fraction(tied.weight, analysis.tally.total) * (4 - ev) ** 2
