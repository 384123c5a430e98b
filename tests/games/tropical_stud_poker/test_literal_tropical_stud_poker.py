"""Tropical Stud Poker against a slow twin of its rules, to the cent; and the value of the best play on a small deck."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import pytest

from tests.hands import literal
from tests.support.literal_rounds import check_best_play, check_rounds

PAYS = {10: 100, 8: 50, 7: 20, 6: 7, 5: 5, 4: 4, 3: 3, 2: 2, 1: 1, 0: 1}


@cache
def value(five: frozenset) -> tuple:
    return literal.best(list(five))


def twin(piles: Mapping[str, list], bets: Mapping[str, int], choices: Mapping[str, str]) -> dict[str, Fraction]:
    ante = Fraction(bets["ante"])
    if choices["play"] == "FOLD":
        return {"ante": -ante}
    mine, theirs = value(frozenset(piles["player"])), value(frozenset([*piles["dealer_card"], *piles["dealer"]]))
    if theirs[0] == 0 and theirs[1][:2] != (14, 13):
        return {"ante": ante, "raise": Fraction(0)}
    if mine == theirs:
        return {"ante": Fraction(0), "raise": Fraction(0)}
    return {"ante": ante, "raise": 2 * ante * PAYS[mine[0]]} if mine > theirs else {"ante": -ante, "raise": -2 * ante}


@pytest.mark.slow
def test_rounds_are_settled_as_the_twin_says():
    check_rounds("tropical-stud-poker", twin, 300)


@pytest.mark.compiled
@pytest.mark.parametrize("ranks", ["QKA", "2TA"])
def test_the_best_play_of_a_small_deck_is_worth_what_backward_induction_finds(ranks: str):
    stages = (("player", 5), ("dealer_card", 1), ("play", lambda piles, choices: ("FOLD", "RAISE")), ("dealer", 4))
    check_best_play("tropical-stud-poker", ranks, stages, twin)
