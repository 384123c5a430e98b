"""Games with a decision as environments for learning: one seat, many rounds at once, or all seats of a table.

    import gymnasium, pitboss.envs

    env = gymnasium.make("pitboss/three-card-blitz-v1")
    many = gymnasium.make_vec("pitboss/three-card-blitz-v1", num_envs=4096)
    table = pitboss.envs.TableEnv("three-card-blitz", seats=6)

Every game that is found and asks for a choice is registered. Options and bets are arguments: `options={"decks": "1"}`,
`bets={"ante": 10, "blind": 10, "flush_bonus": 5}`, in dollars. `pitboss.envs.exact` has the exact value of every action
and the regret of a policy, `pitboss.envs.sb3` an adapter for Stable-Baselines3, `pitboss.envs.episodes` longer
episodes, and `pitboss.envs.suite` the benchmark `pitboss-regret-v1`.
"""

import importlib.util
import tomllib
from fractions import Fraction
from importlib.resources import files

if importlib.util.find_spec("gymnasium") is None or importlib.util.find_spec("pettingzoo") is None:
    raise ImportError("pitboss.envs needs the extra 'rl': pip install 'pitboss[rl]'")

from gymnasium import register, registry

from pitboss import games
from pitboss.envs.single import RoundEnv
from pitboss.envs.table import TableEnv, parallel_env
from pitboss.envs.vector import VectorRounds

__all__ = ["RoundEnv", "TableEnv", "VectorRounds", "env_ids", "parallel_env"]


def env_ids() -> dict[str, str]:
    """The environments of single rounds by id, each with its game."""
    built = {name: games.build(name) for name in games.find()}
    return {f"pitboss/{name}-v{game.version}": name for name, game in built.items() if game.choices}


_kept = tomllib.loads(files("pitboss.envs").joinpath("thresholds.toml").read_text(encoding="utf-8"))
_thresholds = {name: float(Fraction(value)) for name, value in _kept.items()}
for _id, _name in env_ids().items():
    if _id not in registry:
        register(
            _id,
            entry_point="pitboss.envs.single:RoundEnv",
            vector_entry_point="pitboss.envs.vector:VectorRounds",
            reward_threshold=_thresholds.get(_name),
            kwargs={"game": _name},
        )
