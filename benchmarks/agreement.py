"""Simulations held against exact figures. Run: python benchmarks/agreement.py [GAME ...] [--rounds 1e8] [--seed 2026]

One line for every strategy of a game, and for its best play: the entry whose house edge lies furthest from the exact
one, in standard errors, and the chance of one so far among all entries; the same for the outcomes of each wager by
chi-square. Without games, those with shared cards or a dealer's five that came last. Exact figures are solved for, or
read from the cache.
"""

import argparse
import sys
import time

import pitboss
from pitboss import games
from pitboss.core.errors import UNSOLVED, GameError
from pitboss.maths.simulate.agreement import agreement
from pitboss.maths.simulate.comparisons import Extreme, extremes

GAMES = (
    "take-2-back",
    "louisiana-stud",
    "tropical-stud-poker",
    "super-4-poker",
    "four-card-frenzy",
    "xtreme-hold-em",
    "jackpot-hold-em",
    "chase-the-flush",
)
MOST_Z = 4.0


def told(found: Extreme | None) -> str:
    """The largest difference of several, and the chance of it."""
    return f"{found.name:<16} {found.value:>+6.2f} {found.count:>4} {found.among_all:>6.3f}" if found else ""


def line(name: str, strategy: str, rounds: int, seed: int) -> tuple[str, float]:
    """The line of a strategy, and its largest z-score; a best play without tables is told as such."""
    head = f"{name:<20} {strategy:<17}"
    try:
        run = pitboss.simulate(name, strategy, rounds=rounds, seed=seed, workers=1)
    except GameError as error:
        if error.code not in UNSOLVED:
            raise
        return f"{head} {error}", 0.0
    exact = pitboss.analyze(name, strategy)
    found = {entry: agreement(run.analysis, exact, entry) for entry in exact.entries}
    most = extremes(run.analysis, exact, found)
    largest = abs(most.z.value) if most.z else 0.0
    return f"{head} {told(most.z)}   {told(most.chi_square)}", largest


def main() -> None:
    """Prints the table; ends with status 1 if a z-score is 4 or more."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", nargs="*", default=GAMES)
    options.add_argument("--rounds", type=float, default=1e8)
    options.add_argument("--seed", type=int, default=2026)
    asked = options.parse_args()
    heads = f"{'largest z':<23} {'of':>4} {'chance':>6}   {'largest chi-square':<23} {'of':>4} {'chance':>6}"
    print(f"{int(asked.rounds):,} rounds each, seed {asked.seed}\n{'':<38} {heads}", flush=True)
    started, largest = time.perf_counter(), 0.0
    for name in asked.games:
        for strategy in (*games.folder(name).strategies, "optimal"):
            text, z = line(name, strategy, int(asked.rounds), asked.seed)
            largest = max(largest, z)
            print(text.rstrip(), flush=True)
    print(f"\nThe largest |z| is {largest:.2f}; all in {time.perf_counter() - started:,.0f} s")
    sys.exit(1 if largest >= MOST_Z else 0)


if __name__ == "__main__":
    main()
