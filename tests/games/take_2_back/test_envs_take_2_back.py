"""Take 2 Back as an environment: the values of its two choices."""

import numpy as np
import pytest

from pitboss.envs import VectorRounds, exact
from pitboss.maths.exact.advise import advise

pytestmark = pytest.mark.compiled


def test_values_of_actions_are_those_of_advice():
    """At both choices, with and without a bet that no choice has to do with."""
    for bets in (None, {"bet_1": 10, "bet_2": 10, "bet_3": 10, "three_card": 5}):
        env = VectorRounds("take-2-back", 4, bets=bets)
        seen, _ = env.reset(seed=3)
        for step in range(2):
            values = exact.q_values(env, seen)
            for table in range(env.num_envs):
                played = env.round_of(table)
                choice = list(env.terms.game.choices.values())[step]
                known = {pile: played.state.piles[pile, played.state.owner(pile, 1)] for pile in choice.sees}
                chosen = {name: answer for (name, _), answer in played.state.choices.items()}
                advice = advise(env.terms.game, known, (), env.terms.bets, chosen)
                told = [values[table][env.terms.actions.index((choice.name, option))] for option in advice]
                assert told == pytest.approx([float(value) for value in advice.values()], abs=1e-12)
            seen, *_ = env.step(np.flatnonzero(seen["action_mask"][0])[np.arange(4) % 2])
