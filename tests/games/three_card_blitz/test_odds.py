"""Odds of single bets, read off one question to the solver, against its advice."""

from fractions import Fraction

import pytest

from pitboss import api, games
from pitboss.core.stakes import stakes_after
from pitboss.maths.tally.tally import line_net

BETS = {"ante": 5, "blind": 5, "flush_bonus": 1}


@pytest.mark.compiled
@pytest.mark.parametrize("seen", ["", "Qs Js Ah"])
def test_the_odds_of_every_bet_give_the_value_of_every_option(seen: str):
    game = games.build("three-card-blitz")
    cards = {"player": "As Ks 8s 9h 4d 5d 6c"}
    values = api.advise(game, cards, seen=seen, bets=BETS).values
    found = api.odds(game, cards, seen=seen, bets=BETS)
    first = {wager.name: Fraction(BETS.get(wager.name, 0)) for wager in game.wagers}
    for option, value in values.items():
        staked = stakes_after(game, first, {"play": option})
        nets = [
            chance * line_net(game, game.wager[name], line, outcome, staked[name])
            for (name, line), ends in found[option].lines.items()
            for outcome, chance in ends.items()
        ]
        assert sum(nets, Fraction(0)) == value * BETS["ante"]
