"""Exact Louisiana Stud against the published figures of Mississippi Stud, whose structure it has."""

from fractions import Fraction

import pytest

from pitboss import api, games


@pytest.mark.compiled
def test_the_published_figures():
    """Wizard of Odds, Mississippi Stud: house edge 4.91 %, 3.59 Antes bet on average, element of risk 1.37 %."""
    found = api.analyze(games.build("louisiana-stud")).figures
    assert found["main"].house_edge == Fraction(53223, 1082900)
    assert f"{float(found['main'].house_edge):.2%}" == "4.91%"
    assert f"{float(found['main'].average_stake):.2f}" == "3.59"
    assert f"{float(found['main'].element_of_risk):.2%}" == "1.37%"


@pytest.mark.compiled
def test_three_up_is_pair_plus_of_three_cards():
    """Wizard of Odds, Three Card Poker: Pair Plus of this table 2.32 %."""
    assert f"{float(api.analyze(games.build('louisiana-stud')).figures['three_up'].house_edge):.2%}" == "2.32%"
