"""What one seat nets, by wager, for given bets, cards and choices: `{"ante": 500, "play": -500}`."""

from collections.abc import Mapping
from enum import IntEnum

from pitboss import games
from pitboss.core.cards import parse_cards
from pitboss.core.game import Place
from pitboss.core.round import Round, play_out
from pitboss.core.settle import settle_round


def played(name: str, bets: Mapping[str, int], deals: Mapping[str, str], choices: Mapping[str, IntEnum]) -> Round:
    """A whole round of seat 1."""
    game = games.build(name)
    given = {(pile, 1 if game.piles[pile].to is Place.SEAT else 0): parse_cards(cards) for pile, cards in deals.items()}
    return play_out(game, {1: bets}, given, {(choice, 1): int(option) for choice, option in choices.items()})


def nets(
    name: str, bets: Mapping[str, int], deals: Mapping[str, str], choices: Mapping[str, IntEnum]
) -> dict[str, int]:
    """The cents that each wager of seat 1 nets in a round."""
    return {line.wager: line.net_cents for line in settle_round(played(name, bets, deals, choices)).lines}
