"""How good a hand is for Pair Plus, by the literal twin."""

from pitboss.core.script import State
from tests.hands.literal import spoken, three_card


def keys(state: State, seat: int) -> dict[str, tuple]:
    return {"pair_plus": three_card([spoken(card) for card in state.piles["player", seat]])}
