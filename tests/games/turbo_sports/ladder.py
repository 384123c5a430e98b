"""How good nine cards are, by the literal twin."""

from pitboss.core.cards import card_text
from pitboss.core.script import State
from tests.games.turbo_sports.test_turbo_sports import literal_icons


def keys(state: State, seat: int) -> dict[str, tuple]:
    cards = [card_text(card) for card in (*state.piles["community", 0], *state.piles["player", seat])]
    icons = (literal_icons(cards),)
    return {
        "long_pass": icons,
        "field_goal": icons,
        "td": icons,
        "nine_card_bonus": (sum(card[1] == "s" for card in cards),),
    }
