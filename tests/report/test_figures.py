"""Every figure of returns, sessions and other settings that a report prints, against one worked out another way."""

import re
from fractions import Fraction
from itertools import pairwise
from math import comb, lcm, sqrt

import pytest

from pitboss import games
from pitboss.core.pays import ladder_value
from pitboss.maths.exact.solver import analysed
from pitboss.report.document import Items, Section, Table, Text
from pitboss.report.format import outcome_words
from pitboss.report.sections.game import warnings
from pitboss.report.sections.returns import figures_table, returns
from pitboss.report.sections.sessions import operated, spread
from pitboss.report.sections.settings import compared, comparisons, other_returns
from pitboss.report.subject import Comparison, Subject
from tests.support.printed import (
    ASSUMED,
    BANDS,
    EVERY,
    FAVOURS,
    FIGURES,
    HOUSE_WINS,
    JOINT,
    NORMAL_DIFFERS,
    OPERATOR,
    QUICK,
    RARER,
    RESULTS,
    RETURN_TABLE,
    RUIN,
    SHARES,
    THEO,
    USABLE,
    VOLATILITY,
    Own,
    Printed,
    agrees,
    is_called,
    mentions,
    number_in,
    outcomes_of,
    own_of,
    owns,
    part_of,
    pay_is,
    played,
    printed,
    results_of,
    ruined,
    same,
    set_so,
    subject_of,
)


def test_our_own_sessions_are_exact():
    """A hundred rounds in whole numbers: the chances as the digits of one long number, raised to a power."""
    own = Own(subject_of("pan").analysis, "tie")
    whole = lcm(*(chance.denominator for chance in own.nets.values()))
    bits = 100 * whole.bit_length() + 1
    packed = sum(int(chance * whole) << bits * int(net - min(own.nets)) for net, chance in own.nets.items()) ** 100
    counts = [(packed >> bits * cell) & ((1 << bits) - 1) for cell in range(0, 901, 9)]
    assert sum(counts) == whole**100
    exact = {
        cell - 100: float(Fraction(count, whole**100)) for cell, count in zip(range(0, 901, 9), counts, strict=True)
    }
    after = own.after(100)
    for cell, chance in zip(after.cells.tolist(), after.chances.tolist(), strict=True):
        assert chance == pytest.approx(exact.get(cell, 0.0), abs=1e-12)


# Returns --------------------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("case", EVERY)
def test_every_wager_has_its_figures(case: str):
    subject, part = subject_of(case), part_of(case, returns)
    for own, table in zip(owns(case), part.tables(FIGURES), strict=True):
        theo = -own.ev * own.dollars(ASSUMED) * 45
        expected = {
            "House edge": (own.edge, own.edge),
            "Expected result": (own.ev, own.ev),
            "Element of risk": (own.risk, own.risk),
            "Average stake": (own.staked, own.staked),
            "Hit frequency": (own.hit, own.hit),
            "Variance": (own.variance, own.variance),
            "Standard deviation": (own.deviation, None),
            "Volatility index": (float(VOLATILITY) * own.deviation, None),
            "Theo an hour": (theo, None),
        }
        assert [row[0] for row in table.rows] == list(expected)
        for (words, cell, exactly), (value, exact) in zip(table.rows, expected.values(), strict=True):
            same(cell, value, words)
            if exact is not None:
                assert Fraction(exactly) == exact, words
        mentions(table.rows[-1][2], 45, own.stake(subject.assumed))


@pytest.mark.parametrize("case", EVERY)
def test_every_return_table_is_what_the_tally_says(case: str):
    part = part_of(case, returns)
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
            assert cells[0] == outcome_words(pays.outcomes(outcome).name)
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
        name = outcome_words(lines[place].pays.outcomes(outcome).name)
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
        for table in part_of(case, returns).tables(RETURN_TABLE)
    }
    assert found["pan", "Tie Bet"] == f"{comb(36, 3) * comb(33, 3) * 30 * 29:,}"
    assert found["spadez", "SPADEZ"] == f"{comb(52, 6):,}"
    assert found["turbo", "9 Card Bonus"] == f"{comb(52, 3) * comb(49, 6):,}"


def test_other_return_tables_are_those_of_their_settings():
    for case in ("spadez", "turbo"):
        subject = subject_of(case)
        part = part_of(case, other_returns)
        for place, other in enumerate(subject.other_tables):
            texts = dict(each.split("=") for each in other.label.split())
            own = Own(analysed(games.build(subject.game.name, {**subject.texts, **texts})), other.entry)
            check_return_tables(own, part.part(place))
            text = part.part(place).section.blocks[0]
            assert isinstance(text, Text)
            mentions(text.text, own.edge, own.hit, own.deviation / float(own.unit))
            assert str(own.edge) in text.text
        assert len(part.section.sections) == len(subject.other_tables)


# Sessions, ruin, the operator -----------------------------------------------------------------------------------------

SPREAD = (*QUICK, "narrow")


@pytest.mark.parametrize("case", SPREAD)
def test_sessions_are_the_rounds_added_up(case: str):
    part = part_of(case, spread)
    for own, table in zip(played(case), part.tables(RESULTS), strict=True):
        many = []
        for cells in table.rows:
            after = own.after(int(cells[0].replace(",", "")))
            for cell, value in zip(cells[1:9], results_of(after), strict=True):
                same(cell, value, (own.name, cells[0]))
            if after.rounds > 1:
                same(cells[9], after.gap)
                many.append(after)
            else:
                assert cells[9] == ""
        assert [after.rounds for after in many] == [100, 1_000, 10_000]
        wrong = [after for after in many if after.gap > USABLE]
        assert (NORMAL_DIFFERS in table.note) == bool(wrong), table.note
        if wrong:
            mentions(table.note, wrong[-1].rounds, wrong[-1].gap)


@pytest.mark.parametrize("case", SPREAD)
def test_fans_and_bars_of_sessions_show_the_same_rounds(case: str):
    part = part_of(case, spread)
    fans, bars = part.charts("fan"), part.charts("session_bins")
    for own, (chart, (levels, shares, _, expected), _), (bins_chart, (bins, *_), _) in zip(
        played(case), fans, bars, strict=True
    ):
        assert expected == pytest.approx(float(own.ev))
        assert shares == SHARES
        assert (levels[0].rounds, set(levels[0].levels)) == (0, {0})
        for each in (levels[1], levels[3], levels[-1]):
            after = own.after(each.rounds)
            assert each.levels == pytest.approx([float(after.quantile(share)) for share in SHARES])
        last = own.after(levels[-1].rounds)
        assert [each.rounds for each in levels] == sorted({each.rounds for each in levels})
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
    ("case", "most"), [("pan", 1_000), ("spadez", 1_000), ("turbo", 1_000), ("narrow", 100), ("tie", 10_000)]
)
def test_ruin_is_what_becomes_of_bankrolls(case: str, most: int):
    only, case = ("tie", "pan") if case == "tie" else ("", case)
    subject, part = subject_of(case), part_of(case, spread)
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
    part, assumed = part_of(case, operated), subject_of(case).assumed
    for own, cells in zip(played(case), part.table(HOUSE_WINS).rows, strict=True):
        after, dollars = own.after(OPERATOR), own.dollars(assumed)
        assert is_called(own, cells[0])
        same(cells[1], own.stake(assumed))
        same(cells[2], -own.ev * OPERATOR * dollars)
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


# Other settings -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ["spadez", "turbo", "spadez 12"])
def test_other_settings_are_compared_as_they_are(case: str):
    subject, part = subject_of(case), part_of(case, comparisons)
    for place, comparison in enumerate(subject.comparisons):
        if len(comparison.options) == 1:
            check_compared(subject, comparison, part.part(place))
        else:
            check_crossed(subject, part.part(place))
    assert part.section.sections


def test_bets_that_favour_the_player_are_named():
    """The Tie Bet does, taxed or not; and the mark stands only where it does."""
    subject = subject_of("pan")
    found = [subject.variant({"commission_on_tie": text}) for text in ("no", "yes")]
    comparison = Comparison(("commission_on_tie",), tuple(each for each in found if each), ("tie",))
    part = printed(lambda: Section("", tuple(compared(subject, comparison))))
    table = check_compared(subject, comparison, part)
    assert [FAVOURS in row[1] for row in table.rows] == [True, True]
    (warned,) = [each for each in warnings(subject) if FAVOURS in each]
    tie = own_of("pan", "tie")
    assert "tie" in warned.lower()
    mentions(warned, -tie.edge)
    plain = subject_of("spadez")
    (table,) = part_of("spadez", comparisons).part(1).tables("by table")
    assert not any(FAVOURS in row[1] for row in table.rows)
    assert not any(FAVOURS in each for each in warnings(plain))


def check_compared(subject: Subject, comparison: Comparison, part: Printed) -> Table:
    """One option: every row is the game with that value, and the chart shows the same edges."""
    (option,) = comparison.options
    in_force = subject.game.options.text(option)
    values = [each.texts[option] for each in comparison.variants]
    tables = part.tables(f"by {option}")
    assert len(tables) == len(comparison.entries)
    drawn = part.charts("edges")
    assert len(drawn) == len(tables)
    for name, table, (chart, (bars, *_), _) in zip(comparison.entries, tables, drawn, strict=True):
        there = [text for text in values if name in set_so(subject, **{option: text}).entries]
        edges = []
        for text, cells, bar in zip(there, table.rows, bars, strict=True):
            own = Own(set_so(subject, **{option: text}), name)
            edges.append(own.edge)
            assert cells[0].split()[0] == text
            assert (cells[0] != text) == (text == in_force), cells[0]
            same(number_in(cells[1]), own.edge)
            assert (FAVOURS in cells[1]) == (own.ev > 0)
            same(cells[2], own.risk)
            same(cells[3], own.hit)
            same(cells[4], own.deviation / float(own.unit))
            assert Fraction(cells[5]) == own.edge
            assert bar.label.split()[0] == text
            assert bar.value == pytest.approx(float(own.edge), rel=1e-12)
            same(number_in(bar.words), own.edge)
            assert bar.marked == (text == in_force)
        mentions(chart.alt, min(edges), max(edges), len(edges))
    return tables[-1]


def check_crossed(subject: Subject, part: Printed) -> None:
    """Two options: every cell is the game set so, one is in force, and the lines go through the same edges."""
    one, other = ("cards", "table")
    table = part.table(f"by {one} and {other}")
    ((chart, (points, *_), _),) = part.charts("lines")
    across = [head.split()[-1] for head in table.head[1:]]
    assert across == list("ABCDE")
    edges: dict[tuple[str, str], Fraction] = {}
    marked = []
    for row in table.rows:
        for there, cell in zip(across, row[1:], strict=True):
            if cell:
                edges[row[0], there] = Own(set_so(subject, cards=row[0], table=there), "spadez").edge
                assert agrees(cell, edges[row[0], there])
                if number_in(cell) != cell:
                    marked.append({one: row[0], other: there})
    assert marked == [{option: subject.game.options.text(option) for option in (one, other)}]
    shown = {(str(point.x), point.series.split()[-1]): point.y for point in points}
    assert shown == pytest.approx({key: float(edge) for key, edge in edges.items()})
    assert len(points) == len(edges) == 21
    mentions(chart.alt, min(edges.values()), max(edges.values()))
