"""How good a hand is for every bet, by the literal twins."""

from pitboss.core.script import State
from tests.hands.literal import best, spoken, three_card


def keys(state: State, seat: int) -> dict[str, tuple]:
    three = [spoken(card) for card in state.piles["player", seat]]
    five = best([*three, *(spoken(state.piles[pile, 0][0]) for pile in ("first_card", "second_card"))])
    return {**dict.fromkeys(("bet_1", "bet_2", "bet_3"), five), "three_card": three_card(three)}
