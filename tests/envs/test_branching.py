"""Branching: environments are copied and pickled in mid-round, and rounds start from given cards."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from pitboss.core.cards import parse_cards
from pitboss.core.errors import CardError, OptionError
from pitboss.envs import RoundEnv, TableEnv, VectorRounds
from tests.envs.test_envs import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_goes_on_as_the_original_does(name: str):
    env, table = RoundEnv(name), TableEnv(name, seats=2)
    env.reset(seed=5)
    table.reset(seed=5)
    for made in (copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))):
        twin, other = made(env), made(table)
        assert (twin.action_masks() == env.action_masks()).all()
        action = int(np.flatnonzero(env.action_masks())[-1])
        assert twin.step(action)[1:3] == made(env).step(action)[1:3]
        again = made(env)
        again.step(action)
        assert (twin.reset()[0]["observation"] == again.reset()[0]["observation"]).all()
        while not all(other.terminations.values()):
            other.step(int(np.flatnonzero(other.observe(other.agent_selection)["action_mask"])[0]))
        assert not any(table.terminations.values())
        assert all(other.terminations.values())
    many = VectorRounds(name, 3)
    many.reset(seed=1)
    twin = pickle.loads(pickle.dumps(many))
    actions = many.action_space.sample()
    assert (twin.step(actions)[1] == many.step(actions)[1]).all()


def test_every_branch_of_a_round_is_played(house):
    """One step ahead, as a search would: each action on a copy, the original untouched."""
    env = RoundEnv("draw-five")
    env.reset(seed=2)
    before = pickle.dumps(env.round.state.piles) if env.round else b""
    paid = [copy.deepcopy(env).step(action)[1] for action in (0, 1)]
    assert not env.over
    assert env.round
    assert pickle.dumps(env.round.state.piles) == before
    assert env.step(0)[1] == paid[0]


def test_a_round_starts_from_given_cards(house):
    """The given cards lie there, the others are dealt around them, uniformly and repeatably, and the stream goes on."""
    env = RoundEnv("draw-five")
    plain = RoundEnv("draw-five")
    env.reset(seed=8)
    plain.reset(seed=8)
    seen, _ = env.reset(options={"player": "2c 3d"})
    assert np.flatnonzero(seen["observation"].sum(axis=0)).tolist() == sorted(parse_cards("2c 3d"))
    assert env.round
    first = dict(env.dealer.cards)
    assert env.step(0)[2]
    plain.reset()
    assert (env.reset()[0]["observation"] == plain.reset()[0]["observation"]).all()
    env.reset(seed=8)
    env.reset(options={"player": "2c 3d"})
    assert env.dealer.cards == first
    faces = set()
    for seed in range(60):
        env.reset(seed=seed, options={"player": "2c 3d"})
        faces.update(env.dealer.cards["dealer", 0])
    assert len(faces) > 20
    table = TableEnv("draw-five", seats=2)
    table.reset(seed=1, options={"player 2": "2c 3d"})
    assert np.flatnonzero(table.observe("seat_2")["observation"].sum(axis=0)).tolist() == sorted(parse_cards("2c 3d"))


def test_wrong_cards_are_refused_and_change_nothing(house):
    env = RoundEnv("draw-five")
    seen, _ = env.reset(seed=1)
    wrong: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"playr": "2c 3d"}, OptionError, "no pile 'playr'; did you mean 'player'"),
        ({"player": "2c"}, CardError, "takes 2 cards; 1 given"),
        ({"player": "2c 2x"}, CardError, "2x"),
        ({"player 2": "2c 3d"}, OptionError, "there are seats 1 to 1"),
        ({"table": 3}, OptionError, "table 3: give a seed too"),
    ]
    for options, kind, why in wrong:
        with pytest.raises(kind, match=why):
            env.reset(options=options)
        assert (env.observing.one(env.engine.sight, env.engine.legal, str)["observation"] == seen["observation"]).all()
    assert env.step(0)[2]
