"""The benchmark `pitboss-regret-v1`: what a learner gives up against the best play after a budget of rounds.

A cell is a game, a kind of observation, a budget of rounds and a seed. A learner is trained in it from nothing, on
environments with that seed, and its policy is then scored twice: playing its best action (greedy), and sampling from
its own distribution (sampled). Regret is in units per round, exact over all hands but for games with too many.

    from pitboss.envs import suite

    results = [suite.run(cell, "mine", learn) for cell in suite.cells(budgets=[100_000])]
    suite.write(results, "mine.csv")

`learn(game, observation, rounds, seed)` returns two policies, greedy and sampled; the second may be None.
"""

import csv
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from pitboss import games
from pitboss.core.errors import OptionError, one_of
from pitboss.envs import exact
from pitboss.envs.exact import Policy
from pitboss.envs.single import RoundEnv
from pitboss.maths.exact.solver import deciding, solve
from pitboss.maths.tally.tally import figures

Learner = Callable[[str, str, int, int], tuple[Policy, Policy | None]]


@cache
def definition() -> dict[str, Any]:
    """What the suite fixes: games, kinds of observation, budgets, seeds, and the hands that are sampled."""
    return tomllib.loads(files("pitboss.envs").joinpath("regret-v1.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Cell:
    """One training run of the suite."""

    game: str
    observation: str
    rounds: int
    seed: int


@dataclass(frozen=True)
class Result:
    """The score of one run: regret in units per round, and the standard error where hands were sampled."""

    game: str
    observation: str
    learner: str
    rounds: int
    """0 for what does not learn."""
    seed: int
    greedy: float
    greedy_error: float
    sampled: float
    sampled_error: float


def cells(
    *,
    names: Sequence[str] | None = None,
    observations: Sequence[str] | None = None,
    budgets: Sequence[int] | None = None,
    seeds: Sequence[int] | None = None,
) -> list[Cell]:
    """The cells of the suite, or those with these games, kinds of observation, budgets and seeds."""
    fixed = definition()
    chosen: dict[str, Any] = {"games": names, "observations": observations, "budgets": budgets, "seeds": seeds}
    for key, wanted in chosen.items():
        for each in wanted or ():
            if each not in fixed[key]:
                raise OptionError(
                    f"{fixed['name']} has no {each} among its {key}: expected {one_of(map(str, fixed[key]))}"
                )
    part: dict[str, list[Any]] = {key: list(fixed[key] if wanted is None else wanted) for key, wanted in chosen.items()}
    return [
        Cell(game, observation, rounds, seed)
        for game in part["games"]
        for observation in part["observations"]
        for rounds in part["budgets"]
        for seed in part["seeds"]
    ]


def run(cell: Cell, name: str, learn: Learner) -> Result:
    """Trains a learner in one cell and scores it."""
    greedy, sampled = learn(cell.game, cell.observation, cell.rounds, cell.seed)
    return scored(cell, name, greedy, sampled)


def scored(cell: Cell, name: str, greedy: Policy, sampled: Policy | None = None) -> Result:
    """The score of trained policies in a cell."""
    env, fixed = RoundEnv(cell.game, observation=cell.observation), definition()
    how = {"samples": fixed["samples"], "seed": fixed["sample_seed"]}
    first = exact.regret(env, greedy, **how)
    second = first if sampled is None else exact.regret(env, sampled, **how)
    return Result(
        cell.game, cell.observation, name, cell.rounds, cell.seed,
        first.value, first.standard_error, second.value, second.standard_error,
    )  # fmt: skip


def without_learning(game: str) -> list[Result]:
    """The regrets of what does not learn: every constant action, actions at random, every named strategy."""
    env = RoundEnv(game)
    options, actions = int(env.terms.usual.sum()), len(env.terms.actions)
    cell = Cell(game, "cards", 0, 0)
    found = []
    for action in range(options):

        def constant(seen: Any, action: int = action) -> np.ndarray:
            return np.full(len(seen["observation"]), action)

        found.append(scored(cell, f"constant: {env.terms.action_text(action)}", constant))

    def evenly(seen: Any) -> np.ndarray:
        chances = np.zeros((len(seen["observation"]), actions))
        chances[:, :options] = 1 / options
        return chances

    found.append(scored(cell, "random", evenly))
    stakes, names = deciding(env.terms.game, env.terms.bets)
    best = exact.optimal_value(env)
    for strategy in games.folder(game).strategies.values():
        tally = solve(env.terms.game, strategy, stakes, names)
        lost = float(best - figures(env.terms.game, tally, names, stakes).ev / stakes[names[0]])
        found.append(Result(game, "cards", f"strategy: {strategy.name}", 0, 0, lost, 0.0, lost, 0.0))
    return found


def write(results: Iterable[Result], path: str | Path) -> None:
    """Writes results as CSV, sorted; regrets with nine digits."""
    rows = sorted(set(results), key=lambda each: (each.game, each.observation, each.learner, each.rounds, each.seed))
    with Path(path).open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow([field.name for field in fields(Result)])
        for row in rows:
            values = [getattr(row, field.name) for field in fields(Result)]
            out.writerow([f"{value:.9f}" if isinstance(value, float) else value for value in values])


def read(path: str | Path) -> list[Result]:
    """Reads results; refuses a file whose columns are not those of a result, or a regret below zero."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        wanted = [field.name for field in fields(Result)]
        if rows.fieldnames != wanted:
            raise OptionError(f"{path}: columns {', '.join(rows.fieldnames or ())}: expected {', '.join(wanted)}")
        found = []
        for number, row in enumerate(rows, 2):
            try:
                numbers = [float(row[name]) for name in wanted[5:]]
                result = Result(
                    row["game"], row["observation"], row["learner"], int(row["rounds"]), int(row["seed"]), *numbers
                )
            except ValueError as error:
                raise OptionError(f"{path}, line {number}: {error}") from None
            if min(result.greedy, result.sampled) < -1e-9:
                raise OptionError(f"{path}, line {number}: a regret of {min(result.greedy, result.sampled)} is below 0")
            found.append(result)
    return found
