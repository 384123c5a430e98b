"""Longer episodes: shoes, bankrolls and meters that grow."""

import copy
import pickle
from typing import Any

import pytest
from gymnasium.wrappers import PassiveEnvChecker

from pitboss import games
from pitboss.core.errors import OptionError, TurnError
from pitboss.envs.episodes import BankrollEnv, ProgressiveEnv, SessionEnv, ShoeEnv
from tests.support.staged import streets


def played_out(env: SessionEnv, seed: int) -> list[tuple[float, dict]]:
    """The rewards and infos of an episode with random legal actions."""
    env.reset(seed=seed)
    env.action_space.seed(seed)
    found = []
    while not env.over:
        seen, reward, ended, cut, info = env.step(env.action_space.sample())
        assert env.observation_space.contains(seen)
        assert (ended or cut) == env.over
        found.append((reward, info))
    return found


def test_gymnasium_approves_of_sessions(house):
    for env in (BankrollEnv("draw-five", rounds=5), ShoeEnv("draw-five")):
        checked = PassiveEnvChecker(env)
        checked.reset(seed=1)
        for _ in range(8):
            checked.step(env.action_space.sample())


def test_a_shoe_is_dealt_to_the_cut_card_and_no_card_twice(house):
    env = ShoeEnv("draw-five", bets=(1, 3))
    rewards = played_out(env, 5)
    whole = len(env.game.deck)
    assert len(env.cards) <= env.behind < whole
    assert env.known.sum() <= whole - len(env.cards)
    assert (env.known <= [env.game.deck.counts.get(face, 0) for face in range(len(env.known))]).all()
    assert env.played == sum("outcomes" in info for _, info in rewards) > 3
    assert float(env.won) == pytest.approx(sum(reward for reward, _ in rewards))
    with pytest.raises(TurnError, match="the episode is over"):
        env.step(0)


def test_a_larger_bet_wins_and_loses_as_many_times_more(house):
    small, large = (ShoeEnv("draw-five", bets=(1, 4)) for _ in range(2))
    small.reset(seed=9)
    large.reset(seed=9)
    for _ in range(20):
        small.step(0)
        large.step(1)
        one, other = small.step(2)[1], large.step(2)[1]
        assert other == pytest.approx(4 * one)
        if small.over:
            break


def test_a_bankroll_ends_in_ruin_or_at_its_goal(house):
    ends = set()
    for seed in range(30):
        env = BankrollEnv("draw-five", bankroll=4, goal=8, rounds=200)
        played_out(env, seed)
        left = 4 + float(env.won)
        assert left >= -1e-9
        ends.add("goal" if left >= 8 else "ruin" if left < env.terms.most_lost else "rounds")
    assert {"goal", "ruin"} <= ends


def test_sessions_are_copied_and_pickled_in_mid_round(house):
    env = BankrollEnv("draw-five", rounds=50)
    env.reset(seed=3)
    env.step(1)
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    ahead = [env.step(len(env.menu) + 1)[1]] + [env.step(each)[1] for each in (0, len(env.menu))]
    for twin in twins:
        assert [twin.step(len(env.menu) + 1)[1]] + [twin.step(each)[1] for each in (0, len(env.menu))] == ahead


def test_wrong_sessions_are_refused_with_a_sentence(house):
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"bets": ()}, "give at least one size"),
        ({"bets": (0,), "rounds": 1}, "bet 0: give a multiple"),
        ({"others": 99, "rounds": 1}, "others 99: draw-five has room"),
        ({"rounds": 0}, "rounds 0: give at least 1"),
        ({}, "an episode needs an end"),
        ({"rounds": 5, "bankroll": -1}, "bankroll -1"),
        ({"rounds": 5, "bankroll": 5, "goal": 5}, "goal 5: give more than the bankroll"),
    ]
    for how, why in wrong:
        with pytest.raises(OptionError, match=why):
            SessionEnv("draw-five", **how)
    with pytest.raises(OptionError, match="draw-five has no progressive"):
        ProgressiveEnv("draw-five")


def test_a_session_asks_for_several_choices_in_a_round(monkeypatch: pytest.MonkeyPatch):
    """Bets, then each choice that is asked: rewards come at the end of rounds and add up to what was won."""
    game = streets()
    monkeypatch.setattr(games, "build", lambda name, options: game)
    env = BankrollEnv("streets", bankroll=500, rounds=60, others=1)
    rewards = played_out(env, 7)
    assert env.played == 60
    assert sum("outcomes" in info for _, info in rewards) == 60
    assert sum(reward for reward, _ in rewards) == pytest.approx(float(env.won))
    assert len(rewards) > 150
