"""Turbo Sports as an environment."""

import pytest

from pitboss.core.errors import ChoiceError
from pitboss.envs import RoundEnv
from pitboss.envs.terms import PASS


def test_a_round_that_asks_nothing_is_passed_through():
    """Turbo Sports with six icons on the board: the First Down is made and nobody may double."""
    env = RoundEnv("turbo-sports")
    assert env.terms.action_text(len(env.terms.actions) - 1) == PASS
    asked = []
    for seed in range(80):
        seen, info = env.reset(seed=seed)
        assert (seen["action_mask"] == info["action_mask"]).all()
        asked.append(not seen["action_mask"][-1])
        assert seen["action_mask"].sum() == (2 if asked[-1] else 1)
        if not asked[-1]:
            with pytest.raises(ChoiceError, match=r"action 1 \(double DOUBLE\) is not legal here: 2 \(pass\) would be"):
                env.step(1)
        assert env.step(env.action_space.sample())[2]
    assert 0 < sum(asked) < len(asked)
