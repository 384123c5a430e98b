"""What the report of this game says."""

import pytest

from pitboss.report.document import DataTable
from pitboss.report.sections.settings import settings_section
from pitboss.report.warnings import warnings
from tests.support.compared import check_favoured
from tests.support.documents import subject_of_game
from tests.support.printed import FAVOURS, mentions
from tests.support.report_cases import own_of, subject_of


@pytest.mark.compiled  # Every value of every option: minutes without the compiler.
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


def test_the_tie_bet_favours_the_player_with_a_commission_or_without():
    subject = subject_of("super-pan-9")
    assert check_favoured(subject, "commission_on_tie", ("no", "yes"), "tie") == [True, True]
    (warned,) = [each for each in warnings(subject) if FAVOURS in each]
    assert "tie" in warned.lower()
    mentions(warned, -own_of("super-pan-9", "tie").edge)


@pytest.mark.compiled
def test_a_house_edge_of_exactly_nothing_is_warned_of_with_its_remedy():
    """Without commission the regular wager is fair: the report says so, and what would keep an edge."""
    found = warnings(subject_of_game("super-pan-9", commission="0%"))
    assert found[0].startswith("Regular wager has a house edge of exactly 0")
    assert found[0].endswith("Remedy: commission=1% keeps 0.44 %.")
    one = subject_of_game("super-pan-9", commission="1%")
    mentions(found[0], one.analysis.edge("regular"))
    assert not any("exactly 0" in each for each in warnings(one))
