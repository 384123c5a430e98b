"""3 Card Blitz as an environment."""

import numpy as np
import pytest

from pitboss.core.errors import BetError, TurnError
from pitboss.envs import RoundEnv, TableEnv
from pitboss.envs.episodes import ProgressiveEnv


def test_bad_terms_are_refused_with_a_sentence():
    with pytest.raises(BetError, match="must equal ante"):
        RoundEnv("three-card-blitz", bets={"ante": 5, "blind": 6})
    with pytest.raises(TurnError, match="7 seats: three-card-blitz has seats 1 to 6"):
        TableEnv("three-card-blitz", seats=7)


def test_meters_grow_with_every_bet_and_restart_when_they_pay():
    """Ruling B7: every bet on the progressive adds its shares, of this seat and of the two others."""
    env = ProgressiveEnv("three-card-blitz", options={"blitz_bonus": "progressive"}, others=2, rounds=12)
    env.reset(seed=1)
    before = np.array([meter.amount_cents for meter in env.meters])
    shares = np.array([meter.share_cents for meter in env.meters])
    seeds = np.array([meter.seed_cents for meter in env.meters])
    for bet, feeding in ((0, 3), (1, 2)):
        env.step(bet)
        seen, *_ = env.step(int(np.flatnonzero(env.action_mask())[0]))
        after = np.array([meter.amount_cents for meter in env.meters])
        assert ((after == before + feeding * shares) | (after == seeds)).all()
        assert seen["numbers"][4:].tolist() == pytest.approx((after / 100).tolist())
        before = after
    while not env.over:
        env.step(env.action_space.sample())
    assert env.played == 12
