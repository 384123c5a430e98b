"""The baselines of pitboss-regret-v1: python benchmarks/regret.py --learners still,ppo,dqn,regression --rounds 1e5

Results are added to docs/regret-v1.csv after every cell, so that a run that is broken off loses one; cells that are
there already are left out. With `--jobs 8`, eight cells run at a time, each in a process of its own with one thread.
`--show` prints the table and draws docs/assets/regret-v1.svg without running anything; `--add` takes in the results of
other files first, such as those of runs on other machines. PPO and DQN are Stable-Baselines3's (stable-baselines3,
sb3-contrib), with the settings below, not tuned by game; regression is a network that predicts the reward of every
action.
"""

import argparse
import multiprocessing
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np

from pitboss.envs import suite
from pitboss.envs.scoreboard import chart, table
from pitboss.envs.vector import VectorRounds

DOCS = Path(__file__).parent.parent / "docs"
KEPT = DOCS / "regret-v1.csv"
DRAWN = DOCS / "assets" / "regret-v1.svg"
PPO_TABLES, PPO_STEPS = 512, 8
DQN_TABLES = 64
BATCH = 4096


def maskable_ppo(game: str, observation: str, rounds: int, seed: int) -> tuple[Any, Any]:
    """MaskablePPO of sb3-contrib: two layers of 64, entropy 0.01, the rest as it comes."""
    from sb3_contrib import MaskablePPO  # ty: ignore[import-not-found]

    from pitboss.envs import sb3

    env = sb3.VecRounds(game, PPO_TABLES, observation=observation)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=PPO_STEPS, batch_size=512, n_epochs=4, ent_coef=0.01, seed=seed, device="cpu"
    )
    model.learn(rounds)
    return sb3.policy_of(model, env.rounds.terms), sb3.policy_of(model, env.rounds.terms, sampled=True)


def deep_q(game: str, observation: str, rounds: int, seed: int) -> tuple[Any, Any]:
    """DQN of Stable-Baselines3: it cannot mask actions, so illegal ones cost the most that a round can lose."""
    from stable_baselines3 import DQN  # ty: ignore[import-not-found]

    from pitboss.envs import sb3

    env = sb3.VecRounds(game, DQN_TABLES, observation=observation, illegal="penalty")
    model = DQN(
        "MlpPolicy",
        env,
        learning_rate=5e-4,
        buffer_size=100_000,
        learning_starts=2_000,
        batch_size=256,
        train_freq=1,
        gradient_steps=2,
        exploration_fraction=0.5,
        seed=seed,
        device="cpu",
    )
    model.learn(rounds)
    return sb3.policy_of(model, env.rounds.terms), sb3.policy_of(model, env.rounds.terms, sampled=True)


def regression(game: str, observation: str, rounds: int, seed: int) -> tuple[Any, Any]:
    """A network that predicts each action's reward, fed with uniformly random legal actions; it plays the best one."""
    import torch  # ty: ignore[import-not-found]

    torch.manual_seed(seed)
    env = VectorRounds(game, BATCH, observation=observation)
    legal = torch.tensor(env.terms.usual, dtype=torch.bool)
    seen, _ = env.reset(seed=seed)
    env.action_space.seed(seed)
    spread = torch.tensor(np.maximum(np.std(seen, axis=0), 1e-3), dtype=torch.float32)
    middle = torch.tensor(np.mean(seen, axis=0), dtype=torch.float32)
    size, actions = seen.shape[1], len(env.terms.actions)
    net = torch.nn.Sequential(
        torch.nn.Linear(size, 128),
        torch.nn.ReLU(),
        torch.nn.Linear(128, 128),
        torch.nn.ReLU(),
        torch.nn.Linear(128, actions),
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
    steps = max(1, rounds // BATCH)
    falling = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    for _ in range(steps):
        taken = env.action_space.sample()
        before = torch.as_tensor(seen)
        seen, paid, *_ = env.step(taken)
        said = net((before - middle) / spread)[torch.arange(BATCH), torch.as_tensor(taken)]
        loss = torch.nn.functional.mse_loss(said, torch.as_tensor(paid, dtype=torch.float32))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        falling.step()

    def best(observations: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            said = net((torch.as_tensor(observations) - middle) / spread)
        return said.masked_fill(~legal, -torch.inf).argmax(dim=1).numpy()

    return best, None


LEARNERS = {"ppo": maskable_ppo, "dqn": deep_q, "regression": regression}


def numbers(text: str) -> list[int]:
    """Whole numbers with commas between them; 1e5 is one."""
    return [int(float(each)) for each in text.split(",")]


def asked() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    fixed = suite.definition()
    parser.add_argument("--learners", default="still,ppo,dqn,regression", help="of: still, ppo, dqn, regression")
    parser.add_argument("--games", default=",".join(fixed["games"]))
    parser.add_argument("--observations", default=",".join(fixed["observations"]))
    parser.add_argument("--rounds", type=numbers, default=fixed["budgets"])
    parser.add_argument("--seeds", type=numbers, default=fixed["seeds"])
    parser.add_argument("--out", type=Path, default=KEPT)
    parser.add_argument("--jobs", type=int, default=1, help="cells at a time")
    parser.add_argument("--add", type=Path, nargs="*", default=[], help="files whose results are taken in first")
    parser.add_argument("--show", action="store_true", help="only print the table and draw the chart")
    return parser.parse_args()


def missing(how: argparse.Namespace, results: list[suite.Result]) -> list[tuple[suite.Cell, str]]:
    """The cells that are asked for and not there yet, each with a learner."""
    there = {astuple(each)[:5] for each in results}
    cells = suite.cells(
        names=how.games.split(","), observations=how.observations.split(","), budgets=how.rounds, seeds=how.seeds
    )
    return [
        (cell, learner)
        for cell in cells
        for learner in how.learners.split(",")
        if learner != "still" and (cell.game, cell.observation, learner, cell.rounds, cell.seed) not in there
    ]


def run(cell: suite.Cell, learner: str) -> tuple[suite.Result, float]:
    """Trains and scores a learner in a cell; the result, and the seconds of CPU time it took."""
    started = time.process_time()
    return suite.run(cell, learner, LEARNERS[learner]), time.process_time() - started


def alone() -> None:
    """Keeps Torch to one thread in a process that shares the machine with others."""
    import torch  # ty: ignore[import-not-found]

    torch.set_num_threads(1)


def finished(work: list[tuple[suite.Cell, str]], jobs: int) -> Iterator[tuple[suite.Result, float]]:
    """The results of cells as they come, `jobs` at a time."""
    if jobs == 1:
        yield from (run(*each) for each in work)
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=alone) as pool:
        yield from (each.result() for each in as_completed([pool.submit(run, *each) for each in work]))


def main() -> None:
    """Runs the cells that are asked for and not there yet."""
    how = asked()
    results = suite.read(how.out) if how.out.exists() else []
    for path in how.add:  # What is there already is left as it is.
        there = {each[:5] for each in map(astuple, results)}
        results += [each for each in suite.read(path) if astuple(each)[:5] not in there]
    if how.add:
        suite.write(results, how.out)
    if not how.show:
        if "still" in how.learners.split(","):
            for game in how.games.split(","):
                results = [each for each in results if each.game != game or each.rounds]
                results += suite.without_learning(game)
            suite.write(results, how.out)
        for result, spent in finished(missing(how, results), how.jobs):
            results.append(result)
            suite.write(results, how.out)
            print(f"{result}, {spent:.0f} s of CPU", file=sys.stderr, flush=True)
    drawn = DRAWN if how.out == KEPT else how.out.with_suffix(".svg")
    drawn.parent.mkdir(exist_ok=True)
    drawn.write_text(chart(results), encoding="utf-8")
    print(table(results))


if __name__ == "__main__":
    main()
