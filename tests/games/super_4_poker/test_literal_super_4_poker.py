"""Super 4 Poker against a slow twin of its rules, to the cent; and the value of the best play on small decks."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from tests.hands import literal
from tests.support.literal_rounds import check_best_play, check_rounds

XTRA = {7: Fraction(30), 6: Fraction(15), 5: Fraction(2), 4: Fraction(3, 2), 3: Fraction(1)}
ACES = (1, [14])
COLUMNS = ("50-30-9-4-3-2-1", "50-40-8-4-3-2-1", "50-30-8-4-3-2-1", "50-40-7-4-3-2-1")


@cache
def value(five: frozenset) -> tuple:
    """The best four of five."""
    return max(literal.four_card(list(four)) for four in combinations(five, 4))


def bonus(five: frozenset, column: str) -> int:
    """What a column, named by its pays, pays for a hand."""
    kind, ranks = value(five)
    rows = dict(zip((7, 6, 5, 4, 3, 2), map(int, column.split("-")), strict=False))
    return rows.get(kind, 1 if kind == 1 and ranks[0] >= 12 else -1)


def twin_of(column: str):
    def twin(piles: Mapping[str, list], bets: Mapping[str, int], choices: Mapping[str, str]) -> dict[str, Fraction]:
        ante, player = Fraction(bets["ante"]), frozenset(piles["player"])
        nets = {}
        if "player_bonus" in bets:
            nets["player_bonus"] = Fraction(bets["player_bonus"] * bonus(player, column))
        if choices["play"] == "FOLD":
            return {"ante": -ante, "xtra": -ante, **nets}
        mine, theirs, play = value(player), value(frozenset(piles["dealer"])), ante * int(choices["play"][-1])
        sign = (mine > theirs) - (mine < theirs)
        paid = Fraction(200) if mine[0] == 7 and mine[1] == [14] else XTRA.get(mine[0], Fraction(min(sign, 0)))
        if theirs[0] == 0 and theirs[1][0] < 13:
            return {"ante": Fraction(0), "play": play, "xtra": ante * paid, **nets}
        return {"ante": ante * sign, "play": play * sign, "xtra": ante * paid, **nets}

    return twin


@pytest.mark.slow
@pytest.mark.parametrize("column", COLUMNS)
def test_rounds_are_settled_as_the_twin_says(column: str):
    check_rounds("super-4-poker", twin_of(column), 120, player_bonus=column)


def options(piles: Mapping[str, list], choices: Mapping[str, str]) -> tuple[str, ...]:
    more = value(frozenset(piles["player"])) >= ACES
    return ("FOLD", "PLAY_1", "PLAY_2", "PLAY_3") if more else ("FOLD", "PLAY_1")


@pytest.mark.compiled
@pytest.mark.parametrize("ranks", ["QKA", "9TJ"])
def test_the_best_play_of_a_small_deck_is_worth_what_backward_induction_finds(ranks: str):
    stages = (("player", 5), ("play", options), ("dealer", 5))
    check_best_play("super-4-poker", ranks, stages, twin_of(COLUMNS[0]))
