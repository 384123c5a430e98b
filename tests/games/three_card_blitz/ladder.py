"""How good a hand is for the Flush Bonus and the fixed Blitz Bonus, by the literal twin."""

from pitboss.core.cards import card_text
from pitboss.core.script import State
from tests.games.three_card_blitz.test_three_card_blitz import literal_award, literal_points

AWARDS = ("NO_AWARD", "TOTAL_30", "BLITZ", "ROYAL_BLITZ", "DOUBLE_BLITZ", "FIVE_CARD_ROYAL")


def keys(state: State, seat: int) -> dict[str, tuple]:
    cards = [card_text(card) for card in state.piles["player", seat]]
    longest = max(sum(card[1] == suit for card in cards) for suit in "cdhs")
    return {"flush_bonus": (longest,), "blitz_bonus": (AWARDS.index(literal_award(cards)), literal_points(cards))}
