"""Rounds per second on a GPU, every wager tallied. Run on a machine with a CUDA device:
python benchmarks/gpu.py [GAME ...]

First the counts of a few batches are compared with the CPU's, which must be the same.
"""

import sys
import time
from importlib import metadata

import numpy as np
from simulate import RUNS, loop_of

from pitboss.maths.codegen.program import BATCH_ROUNDS
from pitboss.maths.compile.cuda import gpu_missing
from pitboss.maths.simulate.engines import Gpu, Threads

ASKED = {"play-on-19": 25, "double-on-3": 40, "draw-on-5": 15, "lowest": 3}  # Billions of rounds per second.
SECONDS = 4.0


def main() -> None:
    """Prints one line per game and strategy."""
    reason = gpu_missing()
    if reason:
        sys.exit(f"no GPU to measure: {reason}")
    from numba import cuda

    print(f"{cuda.get_current_device().name}, numba-cuda {metadata.version('numba-cuda')}, NumPy {np.__version__}")
    print(f"{'':<18} {'strategy':<12} {'compile':>9} {'G rounds/s':>11} {'asked for':>10}   the CPU's counts")
    for name, strategy, _ in RUNS:
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        loop = loop_of(name, strategy)
        started = time.perf_counter()
        engine = Gpu(loop, 7)
        compiled = time.perf_counter() - started
        few = 3 * BATCH_ROUNDS + 12_345
        cpu = Threads(loop, 7, 1)
        same = (engine.deal(0, 4, few) == cpu.submit(0, 4, few).result()).all()
        rounds, first, spent = 0, 0, 0.0
        while spent < SECONDS:
            started = time.perf_counter()
            engine.deal(first, first + engine.lot, 10**15)
            spent += time.perf_counter() - started
            first += engine.lot
            rounds += engine.lot * BATCH_ROUNDS
        rate = rounds / spent / 1e9
        line = f"{name:<20} {strategy:<12} {compiled:>7.1f} s {rate:>11.2f} {ASKED.get(strategy, ''):>10}"
        print(f"{line}   {'same' if same else 'DIFFERENT'}", flush=True)


if __name__ == "__main__":
    main()
