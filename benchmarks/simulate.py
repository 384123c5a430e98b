"""Simulation on this machine's cores: rounds a second, and against tight scalar C. Run: python benchmarks/simulate.py

Every wager is tallied. Compiling and start-up are not counted. C programs are built here if there is a compiler; they
deal in the same way, unbiased, and tally the same joint outcomes.
"""

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

os.environ.setdefault("XDG_CACHE_HOME", tempfile.mkdtemp(prefix="pitboss-benchmarks-"))

from pitboss import games
from pitboss.games.wild_six.evaluator import strength
from pitboss.maths import fused, simulate
from pitboss.maths.kernel import on_arrays

HERE = Path(__file__).parent
RUNS = (
    ("three-card-blitz", "play-on-19", 48),
    ("three-card-blitz", "optimal", 48),
    ("turbo-sports", "double-on-3", 96),
    ("super-pan-9", "draw-on-5", 48),
    ("three-card-poker", "q-6-4", 48),
    ("spadez", "", 96),
    ("wild-six", "lowest", 16),
    ("wild-six", "optimal", 16),
)
C_ROUNDS = 20_000_000


def rate(name: str, strategy: str, batches: int, workers: int) -> float:
    """Millions of rounds a second, the best of two."""
    game = games.build(name)
    strategies = games.folder(name).strategies
    followed = simulate.best_policy(game, strategies.values()) if strategy == "optimal" else strategies.get(strategy)
    loop = fused.Loop(game, followed)
    engine = simulate.Threads(loop, 1, workers)
    fastest = 0.0
    for _ in range(2):
        run = simulate.Run(loop, 1, batches * fused.BATCH_ROUNDS)
        started = time.perf_counter()
        for _done in run.go_on(engine):
            pass
        fastest = max(fastest, run.done / (time.perf_counter() - started) / 1e6)
    engine.close()
    return fastest


def c_rate(name: str) -> float:
    """The same for a C program on one core; 0 where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        return 0.0
    program = Path(tempfile.mkdtemp(prefix="pitboss-c-")) / name
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(program), str(HERE / "c" / f"{name}.c")], check=True)
    fastest = 0.0
    for _ in range(2):
        started = time.perf_counter()
        subprocess.run([str(program), str(C_ROUNDS), "7"], check=True, capture_output=True)
        fastest = max(fastest, C_ROUNDS / (time.perf_counter() - started) / 1e6)
    return fastest


def main() -> None:
    """One line a game."""
    in_c = {"three-card-blitz": c_rate("simulate_blitz"), "turbo-sports": c_rate("simulate_turbo")}
    cores = os.cpu_count() or 1
    head = f"{'M rounds/s':<18} {'strategy':<12} {'one core':>9} {f'{cores} cores':>9} {'gain':>6}"
    print(f"{head} {'tight C':>9} {'ours / C':>9}")
    for name, strategy, batches in RUNS:
        one, all_of_them = rate(name, strategy, batches, 1), rate(name, strategy, batches, cores)
        line = f"{name:<18} {strategy:<12} {one:>9.1f} {all_of_them:>9.1f} {all_of_them / one:>6.2f}"
        if in_c.get(name):
            line += f" {in_c[name]:>9.1f} {one / in_c[name]:>9.2f}"
        print(line, flush=True)
    source = np.random.default_rng(1)
    places = np.argsort(source.random((1 << 20, 54)), axis=1)[:, :6]
    hands = np.left_shift(1, np.minimum(places, 52)).sum(axis=1)
    on_arrays(strength)(hands)
    started = time.perf_counter()
    for _ in range(8):
        on_arrays(strength)(hands)
    spent = (time.perf_counter() - started) / 8
    hands_a_second = len(hands) / spent
    print(f"\nWild Six evaluator on an array of six cards each, {cores} cores: {hands_a_second / 1e6:.1f} M hands/s")


if __name__ == "__main__":
    main()
