"""3 Card Blitz as an environment."""

import pytest

from pitboss.core.errors import BetError, TurnError
from pitboss.envs import RoundEnv, TableEnv


def test_bad_terms_are_refused_with_a_sentence():
    with pytest.raises(BetError, match="must equal ante"):
        RoundEnv("three-card-blitz", bets={"ante": 5, "blind": 6})
    with pytest.raises(TurnError, match="7 seats: three-card-blitz has seats 1 to 6"):
        TableEnv("three-card-blitz", seats=7)


def test_a_table_pays_every_seat():
    """The rewards of a round are the settlement of that round."""
    table = TableEnv("three-card-blitz", seats=6)
    for seed in range(10):
        table.reset(seed=seed)
        for agent in list(table.agents):
            assert table.agent_selection == agent
            table.step(1)
        assert all(table.terminations.values())
        assert table.round.need() is None
        assert len(table.rewards) == 6
        assert all(abs(value) < 200 for value in table.rewards.values())
        assert any(table.rewards.values())
