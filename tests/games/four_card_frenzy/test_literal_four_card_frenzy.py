"""4 Card Frenzy against a slow twin of its rules, to the cent; and the value of the best play on small decks."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from tests.hands import literal
from tests.support.literal_rounds import check_best_play, check_rounds

HIGHER = {7: Fraction(30), 6: Fraction(15), 5: Fraction(2), 4: Fraction(3, 2), 3: Fraction(1)}
LOWER = {7: Fraction(100), 6: Fraction(30), 5: Fraction(4), 4: Fraction(3), 3: Fraction(2)}


@cache
def value(five: frozenset) -> tuple:
    """The best four of five."""
    return max(literal.four_card(list(four)) for four in combinations(five, 4))


def odds(mine: tuple, theirs: tuple) -> Fraction:
    if mine > theirs:
        return Fraction(200) if mine == (7, [14]) else HIGHER.get(mine[0], Fraction(0))
    return Fraction(0) if mine == theirs else LOWER.get(mine[0], Fraction(-1))


def twin(piles: Mapping[str, list], bets: Mapping[str, int], choices: Mapping[str, str]) -> dict[str, Fraction]:
    ante = Fraction(bets["ante"])
    if choices["play"] == "FOLD":
        return {"ante": -ante, "odds": -ante}
    mine, theirs = value(frozenset(piles["player"])), value(frozenset(piles["dealer"]))
    sign, more = (mine > theirs) - (mine < theirs), ante * int(choices["play"][-1])
    if theirs[0] == 0 and theirs[1][0] < 13:
        return {"ante": Fraction(0), "raise": more, "odds": ante * odds(mine, theirs)}
    return {"ante": ante * sign, "raise": more * sign, "odds": ante * odds(mine, theirs)}


@pytest.mark.slow
def test_rounds_are_settled_as_the_twin_says():
    check_rounds("four-card-frenzy", twin, 200)


def options(piles: Mapping[str, list], choices: Mapping[str, str]) -> tuple[str, ...]:
    more = value(frozenset(piles["player"])) >= (1, [14])
    return ("FOLD", "RAISE_1", "RAISE_2", "RAISE_3") if more else ("FOLD", "RAISE_1")


@pytest.mark.compiled
@pytest.mark.parametrize("ranks", ["QKA", "9TJ"])
def test_the_best_play_of_a_small_deck_is_worth_what_backward_induction_finds(ranks: str):
    stages = (("player", 5), ("play", options), ("dealer", 5))
    check_best_play("four-card-frenzy", ranks, stages, twin)
