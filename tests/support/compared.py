"""A printed comparison of settings, against the game set so."""

from fractions import Fraction

import pytest

from pitboss.report.document import DataTable, Section, Text
from pitboss.report.sections.settings import comparison_blocks
from pitboss.report.subject import Comparison, Subject
from tests.support.printed import FAVOURS, Printed, mentions, number_in, printed, same
from tests.support.recomputed import Own
from tests.support.report_cases import set_so


def check_favoured(subject: Subject, option: str, texts: tuple[str, ...], wager: str) -> list[bool]:
    """Where a wager favours the player, by the values of an option, as the comparison marks it."""
    found = [subject.variant({option: text}) for text in texts]
    comparison = Comparison((option,), tuple(each for each in found if each), (wager,))
    part = printed(lambda: Section("", tuple(comparison_blocks(subject, comparison))))
    return [FAVOURS in row[1] for row in check_compared(subject, comparison, part).rows]


def check_compared(subject: Subject, comparison: Comparison, part: Printed) -> DataTable:
    """One option: every row is the game with that value, and the chart shows the same edges."""
    (option,) = comparison.options
    in_force = subject.game.options.text(option)
    values = [each.texts[option] for each in comparison.variants]
    tables = part.tables(f"by {option}")
    assert len(tables) == len(comparison.entries)
    for name, table in zip(comparison.entries, tables, strict=True):
        there = [text for text in values if name in set_so(subject, **{option: text}).entries]
        edges = []
        for text, cells in zip(there, table.rows, strict=True):
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
        check_picture(part, table, dict(zip(there, edges, strict=True)), in_force)
    return tables[-1]


def check_picture(part: Printed, table: DataTable, edges: dict[str, Fraction], in_force: str) -> None:
    """Bars from zero, as long as the edges; where those would look the same, a sentence has the difference."""
    blocks = part.blocks()
    picture = blocks[blocks.index(table) + 1]
    spread = max(edges.values()) - min(edges.values())
    alike = spread <= Fraction(1, 20) * max(map(abs, edges.values()))
    assert isinstance(picture, Text) == alike
    if isinstance(picture, Text):
        mentions(picture.text, 100 * spread)
        return
    ((chart, (bars, *_), _),) = [each for each in part.charts("bars") if each[0] is picture]
    for (text, edge), bar in zip(edges.items(), bars, strict=True):
        assert bar.label.split()[0] == text
        assert (bar.start, bar.end) == (0, pytest.approx(float(edge), rel=1e-12))
        same(number_in(bar.words), edge)
        assert bar.marked == (text == in_force)
    mentions(chart.alt, min(edges.values()), max(edges.values()), len(edges))
