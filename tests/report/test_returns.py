"""Every figure and net-result table that a report prints, against one computed another way."""

from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest

from pitboss.core.pays import ladder_value
from pitboss.core.stakes import pays_meters
from pitboss.maths.exact.solver import analysed
from pitboss.maths.tally.tally import outcome_rows, variance_parts
from pitboss.report.document import Items, Text
from pitboss.report.headlines import PART
from pitboss.report.sections.returns import figures_table, returns_section
from pitboss.report.sections.settings import other_tables_section
from tests.support.cases import brought
from tests.support.printed import FIGURES, NET_TABLE, RARER, VOLATILITY, Printed, amount_of, mentions, same
from tests.support.recomputed import Own, outcomes_of
from tests.support.report_cases import ASSUMED, EVERY, QUICK, is_called, owns, part_of, subject_of


@pytest.mark.parametrize("case", EVERY)
def test_the_first_table_has_every_figure(case: str):
    subject = subject_of(case)
    rows = {cells[0]: cells for cells in figures_table(subject).rows}
    for own in owns(case):
        if any(pays_meters(wager) for wager in own.wagers):
            named = [cells for title, cells in rows.items() if title.startswith(PART) and is_called(own, title)]
        else:
            named = [cells for title, cells in rows.items() if is_called(own, title.removeprefix(f"{PART}of which "))]
        cells = named[0] if own.name == "main" or len(named) == 1 else min(named, key=lambda cells: len(cells[0]))
        scale = own.staked if own.fixed else Fraction(1)
        same(cells[1], own.edge)
        same(cells[2], own.risk)
        same(cells[3], 1 - own.risk)
        same(cells[4], own.hit)
        same(cells[5], own.deviation / float(scale))


@pytest.mark.parametrize("case", EVERY)
def test_every_wager_has_its_figures(case: str):
    subject, part = subject_of(case), part_of(case, returns_section)
    for own, table in zip(owns(case), part.tables(FIGURES), strict=True):
        theo = -own.ev * own.dollars(ASSUMED) * 45
        expected = {
            "House edge, of the first stake": (own.edge, own.edge),
            "Element of risk, of all staked": (own.risk, own.risk),
            "RTP, of all staked": (1 - own.risk, 1 - own.risk),
            "Expected value": (own.ev, own.ev),
            "Average stake": (own.staked, own.staked),
            "Hit frequency": (own.hit, own.hit),
            "Variance": (own.variance, own.variance),
            "Standard deviation": (own.deviation, None),
            "Volatility index": (float(VOLATILITY) * own.deviation, None),
            "Theoretical win (theo) per hour": (theo, None),
        }
        assert [row[0] for row in table.rows] == list(expected)
        for (words, cell, exactly), (value, exact) in zip(table.rows, expected.values(), strict=True):
            same(cell, value, words)
            if exact is not None:
                assert Fraction(exactly) == exact, words
        mentions(table.rows[-1][2], 45, own.stake(subject.assumed))


@pytest.mark.parametrize("case", EVERY)
def test_every_net_table_is_what_the_tally_says(case: str):
    part = part_of(case, returns_section)
    for place, own in enumerate(owns(case)):
        check_net_table(own, part.part(place))


def check_net_table(own: Own, part: Printed, *, charted: bool = True) -> None:
    """Net by net and stake by stake, its rows are the weights of the tally; and every row multiplies out."""
    *rows, last = part.table(NET_TABLE).rows
    staked = "staked" in part.table(NET_TABLE).head
    deals = int(last[3 + staked].replace(",", ""))
    expected: dict[tuple[Fraction, Fraction], Fraction] = {}
    for each in own.ended:
        key = each.net, each.staked if staked else Fraction(0)
        expected[key] = expected.get(key, Fraction(0)) + Fraction(each.weight, own.total)
    found: dict[tuple[Fraction, Fraction], Fraction] = {}
    for cells in rows:
        net, combinations = amount_of(cells[2 + staked]), int(cells[3 + staked].replace(",", ""))
        chance = Fraction(combinations, deals)
        key = net, Fraction(cells[2]) if staked else Fraction(0)
        found[key] = found.get(key, Fraction(0)) + chance
        same(cells[4 + staked], chance)
        same(cells[5 + staked], 1 / chance)
        same(cells[6 + staked], chance * net)
        same(cells[7 + staked], chance * (net - own.ev) ** 2 / own.variance)
    assert found == {key: chance for key, chance in expected.items() if chance}
    assert len({cells[: 2 + staked] for cells in rows}) == len(rows)
    assert not [cells for cells in rows if "line" in cells[0].split()]
    same(last[4 + staked], 1)
    same(last[6 + staked], own.ev)
    same(last[7 + staked], 1)
    mentions(part.table(NET_TABLE).note, own.edge)
    if charted:
        check_waterfall(own, part)
    if len(own.wagers) == 1:
        check_notes(own, part)


def check_waterfall(own: Own, part: Printed) -> None:
    """What comes back of the money staked, result by result: each bar begins where the last ended, and all add up."""
    ((chart, (bars, *_), _),) = part.charts("bars")
    *steps, returned, kept = bars
    level = 0.0
    for bar in steps:
        assert bar.start == pytest.approx(level)
        same(bar.words, bar.end - bar.start)
        level = bar.end
    assert (returned.start, returned.end) == (0, pytest.approx(level))
    assert level == pytest.approx(float(1 - own.risk))
    assert (kept.start, kept.end) == (pytest.approx(level), 1)
    same(kept.words, abs(own.risk))
    mentions(chart.alt, 1 - own.risk, abs(own.risk))
    rows, staked = part.table(NET_TABLE).rows[:-1], "staked" in part.table(NET_TABLE).head
    back = {}
    for cells in rows:
        net = amount_of(cells[2 + staked])
        stake = Fraction(cells[2]) if staked else own.staked
        chance = float(
            sum(Fraction(each.weight, own.total) for each in own.ended if (each.net, each.staked) == (net, stake))
        )
        back[f"{cells[0]} ({cells[2 + staked]})"] = chance * float(net + stake) / float(own.staked)
    alone = {label for label in back if [label.rsplit("(", 1)[1] for label in back].count(label.rsplit("(", 1)[1]) == 1}
    shown = {bar.label: bar.end - bar.start for bar in steps if bar.label in alone}
    assert shown == pytest.approx({label: back[label] for label in shown})
    assert {bar.label for bar in steps if "other results" not in bar.label} <= set(back)


def check_notes(own: Own, part: Printed) -> None:
    """Every rarer row that pays less is noted, and no other."""
    notes = sum(
        is_odd(own, place, *pair)
        for place in range(len(own.wagers[0].lines))
        for pair in pairwise(outcomes_of(own, place))
    )
    items = [item for block in part.blocks() if isinstance(block, Items) for item in block.items if RARER in item]
    assert len(items) == notes


def is_odd(own: Own, place: int, higher: int, lower: int) -> bool:
    """Whether a lower outcome that wins something is rarer than the one above it, and pays less: ruling G4."""
    line = own.wagers[0].lines[place].pays
    more, less = (ladder_value(line.pays[each]) for each in (higher, lower))
    ladder = own.game.options.grids[line.grid].ladder and more is not None and less is not None
    return ladder and more > less > 0 and own.chance(place, lower) < own.chance(place, higher)


def test_combinations_are_of_all_cards_that_an_outcome_turns_on():
    found = {
        (case, table.caption.split(":")[0]): table.rows[-1][3 + ("staked" in table.head)]
        for case in QUICK
        for table in part_of(case, returns_section).tables(NET_TABLE)
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
            check_net_table(own, part.part(place), charted=False)
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
