"""Gymnasium's rules for vector environments: all three autoreset modes, infos as `SyncVectorEnv` lays them out."""

import copy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import vector as wrappers

from pitboss.core.errors import OptionError, TurnError
from pitboss.envs import RoundEnv, VectorRounds
from pitboss.envs.engines import Scripted
from pitboss.envs.infos import Infos, Later
from tests.envs.test_envs import GAMES


class Interpreted(RoundEnv):
    """A single environment that plays through the interpreter and settlement, not on the generated loop."""

    def _fresh(self, by_hand: bool = False) -> Scripted:
        return Scripted(self.terms, self.dealer)


TABLES, SEEDS = 6, [11, 12, 13, 14, 15, 16]
MODES = list(AutoresetMode)


def same(ours: Any, theirs: Any, where: str) -> None:
    """Both have the same keys, kinds and values, all the way down."""
    if isinstance(theirs, dict):
        assert isinstance(ours, dict), where
        assert set(ours) == set(theirs), where
        for key in theirs:
            same(ours[key], theirs[key], f"{where} {key}")
        return
    assert isinstance(ours, np.ndarray), where
    assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape), where
    if ours.dtype == object:
        for one, other in zip(ours.tolist(), theirs.tolist(), strict=True):
            if isinstance(other, dict):
                same(one, other, where)
            else:
                assert type(one) is type(other), where
                assert np.array_equal(one, other), where
        return
    assert np.array_equal(ours, theirs), where


def compare(ours: Any, theirs: Any, mode: AutoresetMode, steps: int = 12) -> None:
    """Plays the same random actions in both, legal or not, and compares all that they return."""
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"] == ours.autoreset_mode
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space
    assert ours.single_action_space.n == theirs.single_action_space.n
    same(*map(named, (ours.reset(seed=SEEDS), theirs.reset(seed=SEEDS))), "reset")
    rng = np.random.default_rng(3)
    for step in range(steps):
        actions = rng.integers(ours.single_action_space.n, size=TABLES)
        one, other = ours.step(actions), theirs.step(actions)
        same(*map(named, (one, other)), f"step {step}")
        if mode == AutoresetMode.DISABLED and one[2].any():
            again = (each.reset(options={"reset_mask": one[2].copy()}) for each in (ours, theirs))
            same(*map(named, again), f"reset after step {step}")


def named(returned: tuple[Any, ...]) -> dict[str, Any]:
    """What `reset` or `step` returned, by place."""
    return {str(place): each for place, each in enumerate(returned)}


@pytest.mark.parametrize("mode", MODES, ids=[mode.value for mode in MODES])
@pytest.mark.parametrize("name", GAMES)
def test_every_key_is_as_sync_vector_env_has_it(name: str, mode: AutoresetMode):
    observation = "flat" if mode == AutoresetMode.NEXT_STEP else "cards"
    how: dict[str, Any] = {"observation": observation, "illegal": "penalty"}
    ours: Any = VectorRounds(name, TABLES, autoreset_mode=mode, **how)
    compare(ours, SyncVectorEnv([lambda: Interpreted(name, **how)] * TABLES, autoreset_mode=mode), mode)


def test_some_tables_are_reset_while_others_wait(house):
    ours: Any = VectorRounds("draw-five", 4, autoreset_mode="Disabled")
    theirs: Any = SyncVectorEnv([lambda: RoundEnv("draw-five")] * 4, autoreset_mode=AutoresetMode.DISABLED)
    ours.reset(seed=[1, 2, 3, 4])
    theirs.reset(seed=[1, 2, 3, 4])
    for env in (ours, theirs):
        env.step(np.zeros(4, dtype=int))
    with pytest.raises(TurnError, match="the rounds of tables 0, 1, 2, 3 are over; reset them with reset_mask"):
        ours.step(np.zeros(4, dtype=int))
    mask = np.array([True, False, True, False])
    one, other = ours.reset(options={"reset_mask": mask}), theirs.reset(options={"reset_mask": mask})
    same(one[0], other[0], "observations")
    same(one[1], other[1], "infos")
    wrong: list[Any] = [[True] * 4, np.ones(3, dtype=bool), np.zeros(4, dtype=bool), np.ones(4)]
    for mask in wrong:
        with pytest.raises(OptionError, match=r"reset_mask .* give an array of 4 bools"):
            ours.reset(options={"reset_mask": mask})
    with pytest.raises(OptionError, match="'player': tables side by side take reset_mask alone"):
        ours.reset(options={"player": "2c 3c"})
    with pytest.raises(OptionError, match="autoreset_mode 'later': expected"):
        VectorRounds("draw-five", 2, autoreset_mode="later")


def test_next_step_deals_in_a_step_of_its_own(house):
    """Of every two steps one ends rounds, and its action counts; the other deals, and its action does not."""
    env = VectorRounds("draw-five", 3, autoreset_mode=AutoresetMode.NEXT_STEP)
    env.reset(seed=1)
    for step in range(6):
        _, paid, ended, _, infos = env.step(np.full(3, 1))
        assert ended.all() == (step % 2 == 0)
        assert ("outcomes" in infos) == ended.all()
        assert step % 2 == 0 or not paid.any()


WRAPPERS = [
    lambda env: wrappers.FlattenObservation(env),
    lambda env: wrappers.FilterObservation(env, ["observation"]),
    lambda env: wrappers.RecordEpisodeStatistics(env),
    lambda env: wrappers.DictInfoToList(env),
    lambda env: wrappers.ClipReward(env, -1, 1),
    lambda env: wrappers.NormalizeReward(env),
]
FLAT = [
    lambda env: wrappers.DtypeObservation(env, np.float32),
    lambda env: wrappers.RescaleObservation(env, 0, 1),
    lambda env: wrappers.NormalizeObservation(env),
]


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED])
@pytest.mark.parametrize("place", range(len(WRAPPERS) + len(FLAT)))
def test_gymnasiums_own_vector_wrappers_run(house, place: int, mode: AutoresetMode):
    flat = place >= len(WRAPPERS)
    wrap = (WRAPPERS + FLAT)[place]
    if wrap is FLAT[-1] and mode == AutoresetMode.DISABLED:
        mode = AutoresetMode.NEXT_STEP  # The only mode that Gymnasium's NormalizeObservation takes.
    env: Any = wrap(VectorRounds("draw-five", 4, autoreset_mode=mode, observation="flat" if flat else "cards"))
    env.reset(seed=1)
    for _ in range(4):
        *_, ended, _, _ = env.step(np.zeros(4, dtype=int))
        if mode == AutoresetMode.DISABLED:
            env.reset(options={"reset_mask": np.asarray(ended)})


def test_costly_infos_are_made_when_they_are_read():
    made = []

    def later() -> int:
        made.append(1)
        return 5

    infos = Infos(a=1, b=Later(later))
    assert "b" in infos
    assert list(infos) == ["a", "b"]
    assert not made
    assert infos["b"] == infos.get("b") == 5
    assert made == [1]
    for plain in (dict, lambda each: {**each}, copy.deepcopy, lambda each: each | {}, lambda each: each.copy()):
        assert plain(Infos(a=1, b=Later(later))) == {"a": 1, "b": 5}
    assert Infos(b=Later(later)).items() == [("b", 5)]
    assert Infos(b=Later(later)).values() == [5]
    assert Infos(b=Later(later)).pop("b") == 5
    assert Infos(b=Later(later)).setdefault("b", 1) == 5
    assert Infos(b=Later(later)) == {"b": 5}


def test_make_vec_takes_a_mode(house):
    name = f"pitboss/{GAMES[0]}-v1"
    many: Any = gymnasium.make_vec(name, num_envs=2, autoreset_mode=AutoresetMode.NEXT_STEP)
    assert many.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
