"""Other settings are compared as they are: each against the game built with them."""

from fractions import Fraction

import pytest

from pitboss.report.document import DataTable, Section
from pitboss.report.sections.settings import comparison_blocks, settings_section
from pitboss.report.subject import Comparison, Subject
from pitboss.report.warnings import warnings
from tests.support.printed import FAVOURS, Printed, agrees, mentions, number_in, printed, same
from tests.support.recomputed import Own
from tests.support.report_cases import COMPARED, own_of, part_of, set_so, subject_of


@pytest.mark.parametrize("case", COMPARED)
def test_other_settings_are_compared_as_they_are(case: str):
    subject, part = subject_of(case), part_of(case, settings_section)
    for place, comparison in enumerate(subject.comparisons):
        if len(comparison.options) == 1:
            check_compared(subject, comparison, part.part(place))
        else:
            check_crossed(subject, comparison, part.part(place))
    assert part.section.sections


def test_bets_that_favour_the_player_are_named():
    """The Tie Bet does at 4 to 1 and not at 2 to 1; and the mark stands only where it does."""
    subject = subject_of("draw-five")
    found = [subject.variant({"tie": text}) for text in ("printed", "low")]
    comparison = Comparison(("tie",), tuple(each for each in found if each), ("tie",))
    part = printed(lambda: Section("", tuple(comparison_blocks(subject, comparison))))
    table = check_compared(subject, comparison, part)
    assert [FAVOURS in row[1] for row in table.rows] == [True, False]
    (warned,) = [each for each in warnings(subject) if FAVOURS in each]
    assert "tie" in warned.lower()
    mentions(warned, -own_of("draw-five", "tie").edge)
    assert not any(FAVOURS in each for each in warnings(subject_of("high-card")))


def check_compared(subject: Subject, comparison: Comparison, part: Printed) -> DataTable:
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


def check_crossed(subject: Subject, comparison: Comparison, part: Printed) -> None:
    """Two options: every cell is the game set so, one is in force, and the lines go through the same edges."""
    (one, other), entry = comparison.options, subject.analysis.first
    table = part.table(f"by {one} and {other}")
    ((chart, (points, *_), _),) = part.charts("lines")
    across = [head.split()[-1] for head in table.head[1:]]
    edges: dict[tuple[str, str], Fraction] = {}
    marked = []
    for row in table.rows:
        for there, cell in zip(across, row[1:], strict=True):
            if cell:
                edges[row[0], there] = Own(set_so(subject, **{one: row[0], other: there}), entry).edge
                assert agrees(cell, edges[row[0], there])
                if number_in(cell) != cell:
                    marked.append({one: row[0], other: there})
    assert marked == [{option: subject.game.options.text(option) for option in (one, other)}]
    shown = {(str(point.x), point.series.split()[-1]): point.y for point in points}
    assert shown == pytest.approx({key: float(edge) for key, edge in edges.items()})
    assert len(points) == len(edges) == len(comparison.variants)
    mentions(chart.alt, min(edges.values()), max(edges.values()))
