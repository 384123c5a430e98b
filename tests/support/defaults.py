"""What a table chooses for a player who gives no answer, given the cards that the player sees."""

from typing import Any

from pitboss.core.cards import parse_cards
from pitboss.core.codec import option_json
from pitboss.core.game import Game
from pitboss.core.script import NeedChoice
from pitboss.core.strategy import Coach, absent_option
from tests.support.decisions import asked


def default_of(game: Game, bets: dict[str, int], pile: str, cards: str, coach: Coach | None = None) -> Any:
    """The default of seat 1 in JSON, with these cards on one of its piles, or of the community's."""
    owner = 1 if game.piles[pile].to.value == "seat" else 0
    played = asked(game, {1: bets}, {(pile, owner): parse_cards(cards)})
    need = played.need()
    assert isinstance(need, NeedChoice)
    return option_json(game.choices[need.name], absent_option(played, need, 1, coach))
