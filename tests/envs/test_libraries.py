"""Learning libraries as people install them, each in an environment of its own: Stable-Baselines3 with Torch for the CPU,
TorchRL, and the lowest Gymnasium and PettingZoo that pyproject.toml allows. They take long: soak tests.
"""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEARNERS = """
import gymnasium, numpy, torch
from sb3_contrib import MaskablePPO
from stable_baselines3 import DQN, PPO
from stable_baselines3.common.env_util import make_vec_env
from torchrl.envs import GymWrapper
import pitboss.envs
from pitboss.envs import RoundEnv, exact, sb3

ids = pitboss.envs.env_ids()
name, game_name = next(iter(ids.items()))
model = PPO("MultiInputPolicy", name, n_steps=64, batch_size=64).learn(64)
PPO("MultiInputPolicy", make_vec_env(name, 4), n_steps=16, batch_size=64).learn(64)
env = gymnasium.make(name, render_mode="rgb_array")
for action in (model.predict(env.reset(seed=1)[0])[0], torch.tensor(1), torch.tensor([1])[0]):
    env.reset()
    env.step(action)
for game in ids.values():
    PPO("MultiInputPolicy", RoundEnv(game, illegal="penalty"), n_steps=64, batch_size=64).learn(64)
    MaskablePPO("MultiInputPolicy", RoundEnv(game), n_steps=64, batch_size=64).learn(64)
tables = sb3.VecRounds(game_name, 64, observation="flat")
MaskablePPO("MlpPolicy", tables, n_steps=8, batch_size=64).learn(512)
model = DQN("MlpPolicy", tables, learning_starts=64).learn(256)
flat = RoundEnv(game_name, observation="flat")
assert 0 <= exact.regret(flat, sb3.policy_of(model, flat.terms)).value < 1
for kind in ("cards", "flat"):
    mode = gymnasium.vector.AutoresetMode.DISABLED
    many = gymnasium.make_vec(name, num_envs=4, autoreset_mode=mode, observation=kind)
    assert GymWrapper(many).rollout(5, break_when_any_done=False).shape == (4, 5)
"""


def made(folder: Path, *packages: str) -> Path:
    """The Python of a new environment with these packages and this project."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", *packages, str(ROOT)], check=True)
    return python


@pytest.mark.soak
def test_learners_run_as_their_first_lines_are_typed(tmp_path: Path):
    python = made(tmp_path / "rl", "torch", "stable-baselines3", "sb3-contrib", "torchrl", "gymnasium", "pettingzoo")
    subprocess.run([python, "-c", LEARNERS], check=True, cwd=tmp_path)


@pytest.mark.soak
def test_the_lowest_gymnasium_and_pettingzoo_pass(tmp_path: Path):
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    lowest = [each.replace(">=", "==") for each in extras["rl"]]
    python = made(tmp_path / "low", *lowest, "pytest", "pytest-xdist", "pytest-cov", "hypothesis", "scipy")
    names = ("vector_rules", "several_choices", "branching", "episodes", "first_lines", "text")
    wanted = [f"tests/envs/test_{name}.py" for name in names]
    how = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    subprocess.run([python, "-m", "pytest", "-q", "-n", "0", *wanted], check=True, cwd=ROOT, env=how)
