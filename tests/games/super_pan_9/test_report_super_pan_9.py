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
