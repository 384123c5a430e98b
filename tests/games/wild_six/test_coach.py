"""What the coach says of Wild Six, where the answers are cards."""

import random

import pytest

from pitboss import games
from pitboss.coach.advice import advice_on
from pitboss.games.wild_six.solver import one_hand
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


@pytest.mark.compiled
def test_many_hands_read_the_kept_table_once(monkeypatch: pytest.MonkeyPatch):
    game, source = games.build("wild-six"), random.Random(7)
    advice_on(random_decision(game, {"poker": 1000}, source), 1, reason=False)
    monkeypatch.setattr(one_hand, "discards", lambda _: pytest.fail("the table was read again"))
    for _ in range(3):
        again = games.build("wild-six")  # As history builds the game of every round.
        advice_on(random_decision(again, {"poker": 1000}, source), 1, reason=False)
