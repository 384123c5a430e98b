"""Games with a decision as environments for learning: one seat, many rounds at once, or all seats of a table.

    import gymnasium, pitboss.envs

    env = gymnasium.make("pitboss/three-card-blitz-v1")
    many = gymnasium.make_vec("pitboss/three-card-blitz-v1", num_envs=4096)
    table = pitboss.envs.TableEnv("three-card-blitz", seats=6)

Every game that is found and asks for a choice is registered. Options and bets are arguments: `options={"decks": "1"}`,
`bets={"ante": 10, "blind": 10, "flush_bonus": 5}`, in dollars.
"""

import importlib.util

if importlib.util.find_spec("gymnasium") is None or importlib.util.find_spec("pettingzoo") is None:
    raise ImportError("pitboss.envs needs the extra 'rl': pip install 'pitboss[rl]'")

from gymnasium import register, registry

from pitboss import games
from pitboss.envs.single import RoundEnv
from pitboss.envs.table import TableEnv, parallel_env
from pitboss.envs.vector import VectorRounds

__all__ = ["RoundEnv", "TableEnv", "VectorRounds", "env_ids", "parallel_env"]


def env_ids() -> dict[str, str]:
    """The environments by id, each with its game."""
    built = {name: games.build(name) for name in games.find()}
    return {f"pitboss/{name}-v{game.version}": name for name, game in built.items() if game.choices}


for _id, _name in env_ids().items():
    if _id not in registry:
        register(
            _id,
            entry_point="pitboss.envs.single:RoundEnv",
            vector_entry_point="pitboss.envs.vector:VectorRounds",
            kwargs={"game": _name},
        )
