"""What the coach says of Wild Six, where the answers are cards."""

import random

import pytest

from pitboss import games
from pitboss.coach.advice import advice_on
from tests.support.decisions import random_decision


@pytest.mark.compiled
def test_reasons_agree_with_the_exact_values_or_say_that_they_do_not():
    game, source = games.build("wild-six"), random.Random(6)
    reasons = [advice_on(random_decision(game, {"poker": 1000}, source), 1).reason for _ in range(200)]
    assert all(reason.startswith(("Discard ", "The exact values say ")) for reason in reasons)
    assert any("helpers" in reason for reason in reasons)
    assert all("Helpers are the cards not in" in reason for reason in reasons if "helpers" in reason)
    assert any("throw the lowest card that has no partner" in reason for reason in reasons)
    assert sum(reason.startswith("The exact") for reason in reasons) < 20
