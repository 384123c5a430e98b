"""The first lines that people type: actions of any kind, masks, penalties, pictures, kinds of observation."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces.utils import flatdim

from pitboss import envs, games
from pitboss.core.cards import FACES
from pitboss.core.errors import ChoiceError, OptionError
from pitboss.core.script import NeedChoice
from pitboss.envs import RoundEnv, TableEnv, VectorRounds
from pitboss.envs.observing import KINDS
from pitboss.envs.pictures import size_of
from pitboss.envs.terms import PASS
from tests.envs.test_envs import GAMES


class Whole:
    """A whole number of another library, such as a tensor of one number."""

    def __index__(self) -> int:
        return 1


def test_every_member_of_the_action_space_is_accepted(house):
    """SB3's predict returns an array without a dimension; Torch's scalars are whole numbers by `__index__` alone."""
    env = RoundEnv("draw-five")
    members: list[Any] = [1, True, np.int64(1), np.int32(1), np.uint8(1), np.array(1), Whole()]
    paid = set()
    for action in members:
        env.reset(seed=3)
        assert isinstance(action, Whole) or action in env.action_space
        paid.add(env.step(action)[1])
    assert len(paid) == 1


def test_numbers_of_tables_and_seeds_may_be_numpys(house):
    four: Any = np.int64(4)
    many: Any = VectorRounds("draw-five", four)
    same: Any = VectorRounds("draw-five", 4)
    assert (many.reset(seed=np.int64(7))[0]["observation"] == same.reset(seed=7)[0]["observation"]).all()
    listed = many.reset(seed=np.array([1, 2, 3, 4]))[0]["observation"]
    assert (listed == same.reset(seed=(1, 2, 3, 4))[0]["observation"]).all()
    wrong: list[Any] = ["x", 1.5, {}]
    for seed in wrong:
        for env in (many, RoundEnv("draw-five"), TableEnv("draw-five")):
            with pytest.raises(OptionError, match="give a whole number from 0"):
                env.reset(seed=seed)


@pytest.mark.parametrize("name", GAMES)
def test_pass_exists_only_where_it_can_be_legal(name: str):
    """In no game is an action left that no round allows: a required bet leaves no `pass` where it always asks."""
    env: Any = RoundEnv(name)
    legal = np.zeros(len(env.terms.actions), dtype=int)
    env.action_space.seed(1)
    for seed in range(120):
        legal += env.reset(seed=seed)[0]["action_mask"]
        while not env.over:
            legal += env.step(env.action_space.sample())[0]["action_mask"] * (not env.over)
    assert (legal > 0).all()
    texts = [env.terms.action_text(number) for number in range(len(env.terms.actions))]
    assert (PASS in texts) == any(
        not isinstance(env.round.need(), NeedChoice) for seed in range(120) if env.reset(seed=seed) and env.round
    )


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_may_cost_a_penalty(name: str):
    """Unmasked learners act at random: every action of the space is then answered, alone, side by side and in sync."""
    env: Any = RoundEnv(name, illegal="penalty")
    assert env.penalty == env.terms.most_lost
    many = VectorRounds(name, 16, illegal="penalty", penalty=7.5)
    sync = gymnasium.make_vec(
        next(each for each, game in envs.env_ids().items() if game == name),
        num_envs=3,
        vectorization_mode="sync",
        illegal="penalty",
    )
    sync.reset(seed=1)
    sync.action_space.seed(1)
    many.reset(seed=2)
    rng = np.random.default_rng(1)
    for seed in range(40):
        sync.step(sync.action_space.sample())
        legal = many.action_masks()
        actions = rng.integers(len(env.terms.actions), size=16)
        _, paid, ended, _, infos = many.step(actions)
        wrong = ~legal[np.arange(16), actions]
        assert ended[wrong].all()
        assert ended.all() or len(env.terms.game.choices) > 1
        assert (paid[wrong] == -7.5).all()
        last = infos.get("final_info", {})
        assert wrong.any() == ("illegal" in last)
        assert (last.get("illegal", np.zeros(16, dtype=bool)) == wrong).all()
        mask = env.reset(seed=seed)[0]["action_mask"]
        for action in np.flatnonzero(mask == 0).tolist():
            env.reset(seed=seed)
            _, reward, over, cut, info = env.step(action)
            assert (reward, over, cut, info["illegal"]) == (-env.penalty, True, False, True)
            assert "outcomes" not in info
    worst = RoundEnv(name)
    lowest = 0.0
    for seed in range(200):
        worst.reset(seed=seed)
        while not worst.over:
            lowest = min(lowest, worst.step(worst.action_space.sample())[1])
    assert -env.penalty <= lowest


def test_wrong_ways_to_take_illegal_actions_are_refused(house):
    with pytest.raises(OptionError, match="illegal 'ignore': expected raise or penalty"):
        RoundEnv("draw-five", illegal="ignore")
    with pytest.raises(OptionError, match="penalty -1: give the units"):
        VectorRounds("draw-five", 2, illegal="penalty", penalty=-1)
    with pytest.raises(OptionError, match="give illegal='penalty' as well"):
        RoundEnv("draw-five", penalty=3)
    with pytest.raises(OptionError, match="no observation 'pixels'"):
        RoundEnv("draw-five", observation="pixels")


@pytest.mark.parametrize("name", GAMES)
def test_action_masks_are_where_maskable_ppo_looks(name: str):
    env, many = RoundEnv(name), VectorRounds(name, 5)
    seen, _ = env.reset(seed=4)
    assert env.action_masks().dtype == bool
    assert (env.action_masks() == seen["action_mask"]).all()
    seen, _ = many.reset(seed=4)
    assert (many.action_masks() == seen["action_mask"]).all()


@pytest.mark.parametrize("name", GAMES)
def test_a_table_is_drawn(name: str):
    """A picture has one size; hidden cards are drawn alike, and the end of the round is drawn differently."""
    env: Any = gymnasium.make(
        next(each for each, game in envs.env_ids().items() if game == name), render_mode="rgb_array"
    )
    seed = next(seed for seed in range(50) if env.reset(seed=seed)[0]["action_mask"][0])
    env.reset(seed=seed)
    before = env.render()
    assert isinstance(before, np.ndarray)
    assert before.dtype == np.uint8
    piles = games.build(name).piles.values()
    assert before.shape == (*size_of([deal.count for deal in piles]), 3)
    env.step(env.action_space.sample())
    after = env.render()
    assert after.shape == before.shape
    assert (after != before).any()
    table = TableEnv(name, seats=2, render_mode="rgb_array")
    assert table.render().shape[2] == 3  # Felt alone before a deal.
    table.reset(seed=1)
    assert table.render().dtype == np.uint8


def test_a_card_is_drawn_with_its_rank_in_its_colour(house):
    """Two hands that differ in one card differ in the picture of that card alone, in red or black ink on paper."""
    env: Any = RoundEnv("draw-five", render_mode="rgb_array")
    drawn = {}
    for cards in ("2h 3s", "4h 3s", "2h 4s"):
        env.reset(seed=1, options={"player": cards})
        drawn[cards] = env.render()
    changed = (drawn["2h 3s"] != drawn["4h 3s"]).any(axis=2)
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    assert rows.size
    assert columns.max() - columns.min() < 60
    assert {tuple(each) for each in drawn["2h 3s"][changed].tolist()} <= {(252, 252, 248), (190, 24, 36), *_words()}


def _words() -> set[tuple[int, int, int]]:
    return {(240, 214, 130), (22, 92, 60)}  # The hand in words above the cards changes too.


@pytest.mark.parametrize("name", GAMES)
def test_kinds_of_observation(name: str):
    """Each kind lies in its space, alone and side by side, and shows the same cards."""
    for kind in KINDS:
        env, many = RoundEnv(name, observation=kind), VectorRounds(name, 3, observation=kind)
        seen, info = env.reset(seed=6)
        assert env.observation_space.contains(seen)
        assert info["action_mask"].dtype == np.int8
        batch, _ = many.reset(seed=6)
        assert many.observation_space.contains(batch)
        if kind == "cards":
            assert (seen["observation"] == batch["observation"][0]).all()
            cards = seen["observation"]
        elif kind == "text":
            assert seen == batch[0]
            assert "Legal actions: " in seen
        else:
            assert seen.dtype == np.float32
            assert (seen == batch[0]).all()
        if kind == "flat":
            answered = int(env.terms.usual.sum()) if len(env.terms.game.choices) > 1 else 0
            assert flatdim(env.observation_space) == len(env.terms.rows) * len(env.terms.game.deck.counts) + answered
            assert seen.sum() == cards.sum()
    assert cards.shape[1] == FACES


def test_a_choice_error_leaves_the_round_as_it_was(house):
    env = RoundEnv("draw-five")
    seen, _ = env.reset(seed=1)
    with pytest.raises(ChoiceError, match="no action 2"):
        env.step(2)
    assert env.step(0)[2]
    assert seen["observation"].sum() == 2
