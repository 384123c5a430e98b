"""How good a hand is for Pair Plus, by the literal twin."""

from pitboss.core.cards import card_text
from pitboss.core.script import State
from tests.games.three_card_poker.test_three_card_poker import literal


def keys(state: State, seat: int) -> dict[str, tuple]:
    return {"pair_plus": literal([card_text(card) for card in state.piles["player", seat]])}
