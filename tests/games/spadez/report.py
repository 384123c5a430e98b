"""What the report of SPADEZ must say besides what every report says."""

import pytest

from pitboss import games
from pitboss.maths.exact.solver import analysed
from pitboss.report.document import Attention, Document
from tests.support.documents import number_of, section, tables


def check_report(document: Document) -> None:
    """The edge by cards and table, and all 21 tables of results."""
    assert not [block for block in document.opening if isinstance(block, Attention)]
    (table,) = tables(document, "House edge of SPADEZ by cards and table")
    assert [row[0] for row in table.rows] == ["5", "6", "7", "8", "9", "10", "11", "12", "14"]
    for row in table.rows:
        for column, cell in zip("ABCDE", row[1:], strict=True):
            if column in "AB" or row[0] == "14":
                edge = analysed(games.build("spadez", {"cards": row[0], "table": column})).edge("spadez")
                assert number_of(cell.removesuffix(" *")) / 100 == pytest.approx(float(edge), abs=5.1e-6)
            else:
                assert cell == ""
    assert len(tables(document, "net results")) == 21
    (hosts,) = tables(document, "host games that the rules name")
    totals = {row[0]: row[2] for row in hosts.rows}
    assert len(totals) == 13
    assert totals["Chase the Flush"] == "10"  # Ruling S5.
    assert totals["Pai Gow Poker"] == "14"
    assert totals["Top Flush"] == totals["Loaded Wild Stud Poker"] == "not established"
    others = section(document, "Results under other settings").sections
    assert len({each.title for each in others}) == 20
