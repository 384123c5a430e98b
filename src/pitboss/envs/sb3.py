"""Stable-Baselines3: the fast vector environment as its `VecEnv`, and trained models as policies to be scored.

    from sb3_contrib import MaskablePPO
    from pitboss.envs import exact, sb3

    env = sb3.VecRounds("super-pan-9", 1024, observation="flat")
    model = MaskablePPO("MlpPolicy", env).learn(1_000_000)
    exact.regret(env.rounds, sb3.policy_of(model, env.rounds.terms)).value

SB3 is no dependency: importing this module needs it.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from pitboss.envs.terms import Terms
from pitboss.envs.vector import VectorRounds

try:
    from stable_baselines3.common.vec_env import VecEnv  # ty: ignore[import-not-found]
except ImportError as error:
    raise ImportError("pitboss.envs.sb3 needs Stable-Baselines3: pip install stable-baselines3") from error


class VecRounds(VecEnv):
    """`num_envs` tables of a game on the generated loop, as SB3 steps them; arguments are those of `VectorRounds`."""

    def __init__(self, game: str, num_envs: int = 1, **how: Any) -> None:
        self.rounds = VectorRounds(game, num_envs, autoreset_mode=AutoresetMode.SAME_STEP, **how)
        self.render_mode = self.rounds.render_mode
        super().__init__(self.rounds.num_envs, self.rounds.single_observation_space, self.rounds.single_action_space)
        self.waiting: Any = None
        self.next_seed: int | None = None

    def reset(self) -> Any:
        """Deals a round everywhere; a seed that was set starts the streams anew."""
        observations, infos = self.rounds.reset(seed=self.next_seed)
        self.next_seed = None
        self.reset_infos = [{"action_mask": mask} for mask in infos["action_mask"]]
        self._reset_options()
        return observations

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Sets the seed of the next reset; table i deals the stream i of it."""
        self.next_seed = seed
        return [seed] * self.num_envs

    def step_async(self, actions: np.ndarray) -> None:
        """Takes the actions of the next step."""
        self.waiting = actions

    def step_wait(self) -> tuple[Any, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Takes every table to its next choice, or ends its round and deals the next one."""
        observations, rewards, over, _, infos = self.rounds.step(self.waiting)
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if over.any():
            last, fined = infos["final_obs"], infos["final_info"].get("illegal")
            for table in np.flatnonzero(over).tolist():
                told[table] = {"terminal_observation": last[table], "TimeLimit.truncated": False}
            for table in np.flatnonzero(fined).tolist() if fined is not None else ():
                told[table]["illegal"] = True
        return observations, rewards.astype(np.float32), over, told

    def action_masks(self) -> np.ndarray:
        """The legal actions of every table as true and false."""
        return self.rounds.action_masks()

    def close(self) -> None:
        """Does nothing: no window or file is open."""

    def has_attr(self, attr_name: str) -> bool:
        """Whether the tables have an attribute."""
        return hasattr(self, attr_name) or hasattr(self.rounds, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, the same for every table."""
        owner = self if attr_name in ("render_mode", "action_masks") else self.rounds
        return [getattr(owner, attr_name)] * len(self._places(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Sets an attribute of all tables together."""
        setattr(self.rounds, attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """The answers of a method for every table; `action_masks` gives each table its own row."""
        places = self._places(indices)
        if method_name == "action_masks":
            masks = self.action_masks()
            return [masks[place] for place in places]
        method = getattr(self.rounds, method_name)
        return [method(*method_args, **method_kwargs) for _ in places]

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """No table is wrapped."""
        return [False] * len(self._places(indices))

    def get_images(self) -> Sequence[np.ndarray | None]:
        """Pictures of all tables."""
        drawn = self.rounds.render()
        return [None] * self.num_envs if drawn is None else list(drawn)

    def _places(self, indices: Any) -> list[int]:
        return list(self._get_indices(indices))


def policy_of(model: Any, terms: Terms, *, sampled: bool = False) -> Callable[..., np.ndarray]:
    """A trained model as a policy of `pitboss.envs.exact`: its best legal actions, or the probabilities of all.

    `pass` is never legal at a decision, so it is left out. A model without a distribution, such as DQN, samples as it
    explores at the end: its exploration rate, spread evenly over the legal actions.
    """
    import torch  # ty: ignore[import-not-found]

    usual = terms.usual.astype(bool)

    def answers(observations: Any, action_masks: np.ndarray | None = None) -> np.ndarray:
        legal = usual[None] if action_masks is None else action_masks
        tensor, _ = model.policy.obs_to_tensor(observations)
        with torch.no_grad():
            if hasattr(model.policy, "get_distribution"):
                found = model.policy.get_distribution(tensor).distribution.probs.cpu().numpy().astype(float) * legal
                chances = found / found.sum(axis=1, keepdims=True)
                return chances if sampled else chances.argmax(axis=1)
            values = model.policy.q_net(tensor).cpu().numpy()
        best = np.where(legal, values, -np.inf).argmax(axis=1)
        rate = float(model.exploration_rate)
        evenly = legal / legal.sum(axis=1, keepdims=True)
        return np.eye(len(usual))[best] * (1 - rate) + rate * evenly if sampled else best

    return answers
