"""What the strategies of Super Pan 9 cost with other options."""

import pytest

from tests.support.costs import check_costs


@pytest.mark.slow
def test_costs_for_one_deck_and_another_commission():
    check_costs("super-pan-9", ["draw-on-5", "draw-on-6", "draw-on-3"], decks="1", commission="2%")
