"""Environments measured in rounds per second of CPU time: one alone, and 1, 1024 and 4096 tables side by side, in one
process beside Gymnasium's own Blackjack. Run: python benchmarks/envs.py
"""

import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

from pitboss.envs import RoundEnv, VectorRounds

GAMES = ("super-pan-9", "three-card-poker", "three-card-blitz", "turbo-sports", "wild-six")
RUNS = 3


def best(work: Callable[[], int]) -> float:
    """Rounds per second of CPU time, the best of several runs."""
    work()
    found = []
    for _ in range(RUNS):
        started = time.process_time()
        done = work()
        found.append(done / (time.process_time() - started))
    return max(found)


def alone(game: str) -> Callable[[], int]:
    """Work that plays rounds of a single environment, always the first legal action."""
    env = RoundEnv(game)
    env.reset(seed=1)
    last = len(env.terms.actions) - 1

    def work() -> int:
        for _ in range(20_000):
            seen, _ = env.reset()
            env.step(0 if seen["action_mask"][0] else last)
        return 20_000

    return work


def side_by_side(game: str, tables: int) -> Callable[[], int]:
    """Work that steps tables side by side, always the first legal action."""
    env = VectorRounds(game, tables)
    seen: Any = env.reset(seed=1)[0]
    last, steps = len(env.terms.actions) - 1, max(50, min(2_000, 2_000_000 // tables))

    def work() -> int:
        mask = seen["action_mask"]
        for _ in range(steps):
            mask = env.step(np.where(mask[:, 0] == 1, 0, last))[0]["action_mask"]
        seen["action_mask"] = mask
        return steps * tables

    return work


def blackjack() -> int:
    """Rounds of Gymnasium's Blackjack, always standing."""
    env = gymnasium.make("Blackjack-v1").unwrapped
    for _ in range(20_000):
        env.reset()
        env.step(0)
    return 20_000


def main() -> None:
    """Prints the table."""
    print(f"{'rounds/s of CPU':<24}{'alone':>12}{'1 table':>12}{'1024':>14}{'4096':>14}")
    for game in GAMES:
        rates = [best(alone(game)), *(best(side_by_side(game, tables)) for tables in (1, 1024, 4096))]
        print(f"{game:<24}{rates[0]:>12,.0f}{rates[1]:>12,.0f}{rates[2]:>14,.0f}{rates[3]:>14,.0f}", flush=True)
    print(f"{'Gymnasium Blackjack':<24}{best(blackjack):>12,.0f}")


if __name__ == "__main__":
    main()
