"""How good a hand is for the Player Bonus, by the literal twin."""

from itertools import combinations

from pitboss.core.script import State
from tests.hands.literal import four_card, spoken


def keys(state: State, seat: int) -> dict[str, tuple]:
    five = [spoken(card) for card in state.piles["player", seat]]
    return {"player_bonus": max(four_card(list(four)) for four in combinations(five, 4))}
