"""How good cards are: their spades, by letter."""

from pitboss.core.cards import card_text
from pitboss.core.script import State


def keys(state: State, seat: int) -> dict[str, tuple]:
    return {"spadez": (sum(card_text(card)[1] == "s" for card in state.piles["cards", seat]),)}
