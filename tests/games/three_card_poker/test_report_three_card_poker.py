"""What the report of this game says."""

import pytest

from pitboss import games
from pitboss.report.document import Document
from pitboss.report.sections.play import play_section
from pitboss.report.subject import Assumed, Subject
from tests.support.documents import FEW_ROUNDS, tables


@pytest.mark.compiled
def test_where_one_way_is_always_best_the_report_says_so():
    grid = '[play]\ngrid = """\n mine\nWON 1\nNOT_QUALIFIED 1\nTIED push\nLOST push\n"""\n'
    brought = games.Custom(grid, "mine.toml")
    part = play_section(Subject(games.folder("three-card-poker"), {}, brought, Assumed(rounds=FEW_ROUNDS)))
    assert part is not None
    (table,) = tables(Document("", "", (), (part,)), "Average value of each option")
    assert {row[4] for row in table.rows} == {"play"}
