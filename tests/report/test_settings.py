"""Other settings are compared as they are: each against the game built with them."""

from fractions import Fraction

import pytest

from pitboss.report.document import Text
from pitboss.report.sections.settings import settings_section
from pitboss.report.subject import Comparison, Subject
from pitboss.report.warnings import warnings
from tests.support.compared import check_compared, check_favoured
from tests.support.printed import FAVOURS, Printed, agrees, mentions, number_in
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
    assert check_favoured(subject, "tie", ("printed", "low"), "tie") == [True, False]
    (warned,) = [each for each in warnings(subject) if FAVOURS in each]
    assert "tie" in warned.lower()
    mentions(warned, -own_of("draw-five", "tie").edge)
    assert not any(FAVOURS in each for each in warnings(subject_of("high-card")))


def check_crossed(subject: Subject, comparison: Comparison, part: Printed) -> None:
    """Two options: every cell is the game set so, one is in force, and the lines go through the same edges."""
    (one, other), entry = comparison.options, subject.analysis.first
    if not part.tables(f"by {one} and {other}"):
        check_one_hardly_matters(subject, comparison, part)
        return
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


def check_one_hardly_matters(subject: Subject, comparison: Comparison, part: Printed) -> None:
    """Where one of two options hardly changes the edge, a sentence has the largest difference that it makes."""
    (text,) = [block.text for block in part.blocks() if isinstance(block, Text)]
    gaps = []
    for option, rest in (comparison.options, comparison.options[::-1]):
        groups: dict[str, list[Fraction]] = {}
        for each in comparison.variants:
            groups.setdefault(each.texts[rest], []).append(each.analysis.edge(subject.analysis.first))
        gaps.append((option, max(max(each) - min(each) for each in groups.values())))
    option, gap = min(gaps, key=lambda each: each[1])
    assert f"{option} changes" in text
    mentions(text, 100 * gap)
