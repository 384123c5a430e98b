"""Other settings are compared as they are: each against the game built with them."""

from fractions import Fraction

import pytest

from pitboss.report.document import DataTable, Document, Section
from pitboss.report.sections.settings import comparison_blocks, settings_section
from pitboss.report.subject import Comparison, Subject
from pitboss.report.warnings import warnings
from tests.support.documents import subject_of_game, text_of
from tests.support.printed import FAVOURS, Printed, agrees, mentions, number_in, printed, same
from tests.support.recomputed import Own
from tests.support.report_cases import own_of, part_of, set_so, subject_of


def test_what_is_in_force_is_among_what_is_compared():
    subject = subject_of_game("super-pan-9", commission="2.5%", decks="1", tie_bet="no")
    assert subject.values_of("commission") == ["0%", "1%", "2%", "2.5%", "3%", "4%", "5%"]
    (table,) = [
        block
        for part in settings_section(subject).sections
        for block in part.blocks
        if isinstance(block, DataTable) and block.caption == "Regular wager by commission"
    ]
    assert [row[0] for row in table.rows][3] == "2.5% (in force)"
    fine = subject_of_game("super-pan-9", commission="4.75%")
    assert set(fine.sessions) == {"regular", "tie"}


def test_settings_that_need_another_are_compared_with_it():
    part = settings_section(subject_of_game("spadez", cards="14", table="C"))
    assert "none of these figures" not in text_of(Document("", "", (), (part,)))
    (table,) = [
        block
        for each in part.sections
        for block in each.blocks
        if isinstance(block, DataTable) and block.caption == "House edge of SPADEZ by cards and table"
    ]
    assert [row[0] for row in table.rows] == ["5", "6", "7", "8", "9", "10", "11", "12", "14"]
    assert table.rows[-1][3].endswith(" *")
    assert table.rows[0][3] == ""


@pytest.mark.parametrize("case", ["spadez", "turbo", "spadez 12"])
def test_other_settings_are_compared_as_they_are(case: str):
    subject, part = subject_of(case), part_of(case, settings_section)
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
    part = printed(lambda: Section("", tuple(comparison_blocks(subject, comparison))))
    table = check_compared(subject, comparison, part)
    assert [FAVOURS in row[1] for row in table.rows] == [True, True]
    (warned,) = [each for each in warnings(subject) if FAVOURS in each]
    tie = own_of("pan", "tie")
    assert "tie" in warned.lower()
    mentions(warned, -tie.edge)
    plain = subject_of("spadez")
    (table,) = part_of("spadez", settings_section).part(1).tables("by table")
    assert not any(FAVOURS in row[1] for row in table.rows)
    assert not any(FAVOURS in each for each in warnings(plain))


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
