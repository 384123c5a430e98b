"""Louisiana Stud against a slow twin of its rules, to the cent; and the value of the best play on a small deck."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import pytest

from tests.hands import literal
from tests.support.literal_rounds import check_best_play, check_rounds

PAYS = {10: 500, 8: 100, 7: 40, 6: 10, 5: 6, 4: 4, 3: 3, 2: 2, 0: -1}
THREE = {5: 40, 4: 30, 3: 6, 2: 4, 1: 1, 0: -1}
CARDS = ("third", "fourth", "fifth")


@cache
def pays(five: frozenset) -> int:
    value = literal.best(list(five))
    if value[0] != 1:
        return PAYS[value[0]]
    return 1 if value[1][0] >= 11 else 0 if value[1][0] >= 6 else -1


def twin(piles: Mapping[str, list], bets: Mapping[str, int], choices: Mapping[str, str]) -> dict[str, Fraction]:
    stakes = {"ante": bets["ante"]}
    for name in CARDS:
        if choices.get(name, "FOLD") != "FOLD":
            stakes[name] = bets["ante"] * int(choices[name][-1])
    lost = "FOLD" in choices.values()
    community = [] if lost else [*piles["third_card"], *piles["fourth_card"], *piles["fifth_card"]]
    paid = -1 if lost else pays(frozenset([*piles["player"], *community]))
    nets = {name: Fraction(stake * paid) for name, stake in stakes.items()}
    if "three_up" in bets:
        community = [*piles["third_card"], *piles["fourth_card"], *piles["fifth_card"]]
        nets["three_up"] = Fraction(bets["three_up"] * THREE[literal.three_card(community)[0]])
    return nets


@pytest.mark.slow
def test_rounds_are_settled_as_the_twin_says():
    check_rounds("louisiana-stud", twin, 300)


def options(piles: Mapping[str, list], choices: Mapping[str, str]) -> tuple[str, ...]:
    """None after a fold; two Antes are never better than both one and three, so they are left out."""
    return ("FOLD",) if "FOLD" in choices.values() else ("FOLD", "BET_1", "BET_3")


@pytest.mark.compiled
@pytest.mark.parametrize(("ranks", "suits"), [("5TJ", "cds"), ("569JA", "hs")])
def test_the_best_play_of_a_small_deck_is_worth_what_backward_induction_finds(ranks: str, suits: str):
    stages = (
        ("player", 2),
        ("third", options),
        ("third_card", 1),
        ("fourth", options),
        ("fourth_card", 1),
        ("fifth", options),
        ("fifth_card", 1),
    )
    check_best_play("louisiana-stud", ranks, stages, twin, suits)
