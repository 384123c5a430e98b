"""How good the first five cards are for Queens Or Better, by the literal twin; hands with both jokers are left out."""

from pitboss.core.script import State
from tests.hands import literal


def keys(state: State, seat: int) -> dict[str, tuple]:
    cards = [literal.spoken(card) for card in state.piles["player", seat]]
    if cards.count(literal.JOKER) > 1:
        return {}
    value = literal.best_of_five(cards)
    # The table has its own order at the top (ruling W6): five of a kind above a wild royal, a natural one above both.
    top = {9: 10, 10: 11 if literal.JOKER not in cards else 9}.get(value[0], value[0])
    return {"queens_or_better": (top, *value[1:])}
