"""Take 2 Back against a slow twin of its rules, to the cent; and the value of the best play on small decks."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from tests.hands import literal
from tests.support.literal_rounds import check_best_play, check_rounds

PAYS = {10: 1000, 8: 200, 7: 50, 6: 11, 5: 8, 4: 5, 3: 3, 2: 2, 0: -1}
THREE = {5: 40, 4: 30, 3: 6, 2: 4, 1: 1, 0: -1}
OPTIONS = ("TAKE_BACK", "LET_IT_RIDE")


def twin(piles: Mapping[str, list], bets: Mapping[str, int], choices: Mapping[str, str]) -> dict[str, Fraction]:
    five = [*piles["player"], *piles["first_card"], *piles["second_card"]]
    value = literal.best(five)
    pays = (1 if value[1][0] >= 10 else -1) if value[0] == 1 else PAYS[value[0]]
    rides = {"bet_1": choices["first"], "bet_2": choices["second"], "bet_3": "LET_IT_RIDE"}
    nets = {bet: Fraction(pays * bets[bet]) for bet, way in rides.items() if way == "LET_IT_RIDE"}
    if "three_card" in bets:
        three = literal.three_card(piles["player"])
        nets["three_card"] = Fraction(bets["three_card"] * (50 if three == (5, [14, 13, 12]) else THREE[three[0]]))
    return nets


@pytest.mark.slow
def test_rounds_are_settled_as_the_twin_says():
    check_rounds("take-2-back", twin, 300)


@pytest.mark.compiled
@pytest.mark.parametrize(("ranks", "suits"), [("9TJQK", "hs"), ("2345A", "cd"), ("9A", "cdhs")])
def test_the_best_play_of_a_small_deck_is_worth_what_backward_induction_finds(ranks: str, suits: str):
    stages = (
        ("player", 3),
        ("first", lambda piles, choices: OPTIONS),
        ("first_card", 1),
        ("second", lambda piles, choices: OPTIONS),
        ("second_card", 1),
    )
    check_best_play("take-2-back", ranks, stages, twin, suits)
