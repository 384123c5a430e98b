"""Rounds per second on this machine's cores, also against C. Run: python benchmarks/simulate.py

With --peers, other libraries are measured in the same run; see peers.py.

Every wager is tallied. Compiling and start-up are not counted. C programs are built if there is a compiler; they deal
without bias, and tally the same joint outcomes. `tight C` is scalar. `limit C` is the fastest we know: AVX2 written by
hand, in bytes, and for 3 Card Poker without dealing cards, with two hands from a table of all.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numpy as np
from measure import built

os.environ.setdefault("XDG_CACHE_HOME", tempfile.mkdtemp(prefix="pitboss-benchmarks-"))

from pitboss import games
from pitboss.core.rule import Rule
from pitboss.games.wild_six.arrays import strengths
from pitboss.hands import longest_flush, seven_card
from pitboss.maths.codegen.program import Program, program_of
from pitboss.maths.codegen.shoes import shoe_program
from pitboss.maths.compile.cpu import on_arrays
from pitboss.maths.simulate.engines import Threads
from pitboss.maths.simulate.run import Run, best_policy

RUNS = (
    ("three-card-blitz", "play-on-19", 64),
    ("three-card-blitz", "optimal", 64),
    ("turbo-sports", "double-on-3", 128),
    ("super-pan-9", "draw-on-5", 64),
    ("three-card-poker", "q-6-4", 64),
    ("spadez", "", 192),
    ("wild-six", "lowest", 16),
    ("wild-six", "optimal", 16),
    ("xtreme-hold-em", "published", 32),
    ("jackpot-hold-em", "simple", 32),
    ("chase-the-flush", "published", 64),
)
IN_C = {
    "three-card-blitz": ("simulate_blitz", "vector_blitz"),
    "turbo-sports": ("simulate_turbo", "vector_turbo"),
    "super-pan-9": ("simulate_pan9", ""),
    "three-card-poker": ("simulate_three_card_poker", "hands_three_card_poker"),
}
TRIES = 3
C_ROUNDS = 50_000_000
VECTOR_ROUNDS = 500_000_000
NOT_HERE = 3  # The exit status of a vector program on a processor without its instructions.


def loop_of(name: str, strategy: str) -> Program:
    """The loop of a game and a strategy."""
    game, strategies = games.build(name), games.folder(name).strategies
    optimal = strategy == "optimal"
    return program_of(game, best_policy(game, strategies.values()) if optimal else strategies.get(strategy))


def rate(name: str, strategy: str, batches: int, workers: int) -> float:
    """Millions of rounds per second, the best of a few tries."""
    return loop_rate(loop_of(name, strategy), batches, workers)


def loop_rate(loop: Program, batches: int, workers: int) -> float:
    """Like `rate`, for a loop at hand."""
    engine = Threads(loop, 1, workers)
    fastest = 0.0
    for _ in range(TRIES):
        run = Run(loop, 1, batches * loop.batch)
        started = time.perf_counter()
        for _done in run.go_on(engine):
            pass
        fastest = max(fastest, run.dealt / (time.perf_counter() - started) / 1e6)
    engine.close()
    return fastest


def c_rate(name: str, rounds: int) -> float:
    """Like `rate`, for a C program on one core; 0 without a compiler, or if the processor lacks the instructions."""
    program = built(name) if name else None
    if not program:
        return 0.0
    fastest = 0.0
    for _ in range(TRIES):
        started = time.perf_counter()
        done = subprocess.run([str(program), str(rounds), "7"], capture_output=True)
        if done.returncode == NOT_HERE:
            return 0.0
        done.check_returncode()
        fastest = max(fastest, rounds / (time.perf_counter() - started) / 1e6)
    return fastest


def evaluator_rate(workers: int) -> float:
    """Millions of six-card hands per second that the Wild Six evaluator ranks, the best of many tries."""
    source = np.random.default_rng(1)
    places = np.argsort(source.random((1 << 20, 54)), axis=1)[:, :6]
    return hands_rate(lambda hands: strengths(hands, check=False), np.minimum(places, 52), workers)


def ranking_rate(ranking: Rule, workers: int) -> float:
    """Millions of seven-card hands per second that a ranking of `hands` ranks as it is written, the best of many."""
    source = np.random.default_rng(1)
    return hands_rate(on_arrays(ranking), np.argsort(source.random((1 << 20, 52)), axis=1)[:, :7], workers)


def hands_rate(ranked: Callable[[np.ndarray], np.ndarray], cards: np.ndarray, workers: int) -> float:
    """Millions of hands per second, the best of many tries on an array of a million."""
    hands = np.left_shift(1, cards).sum(axis=1)
    ranked(hands)
    cores = os.sched_getaffinity(0)  # Arrays are ranked on all cores that the process may use.
    os.sched_setaffinity(0, set(sorted(cores)[-workers:]))
    fastest = 0.0
    for _ in range(8 * TRIES):
        started = time.perf_counter()
        ranked(hands)
        fastest = max(fastest, len(hands) / (time.perf_counter() - started) / 1e6)
    os.sched_setaffinity(0, cores)
    return fastest


def main() -> None:
    """Prints one line per game and strategy."""
    cores = os.cpu_count() or 1
    head = f"{'M rounds/s':<18} {'strategy':<12} {'one core':>9} {f'{cores} cores':>9} {'gain':>6} {'of simple':>10}"
    print(f"{head} {'tight C':>9} {'ours / C':>9} {'limit C':>9} {'ours / C':>9}")
    simple: dict[str, float] = {}
    for name, strategy, batches in RUNS:
        loop = loop_of(name, strategy)
        one, all_of_them = loop_rate(loop, batches, 1), loop_rate(loop, batches, cores)
        line = f"{name:<18} {strategy:<12} {one:>9.1f} {all_of_them:>9.1f} {all_of_them / one:>6.2f}"
        if name in simple:
            print(f"{line} {one / simple[name]:>10.2f}", flush=True)
            continue
        simple[name] = one
        line += f" {'':>10}"
        for in_c, rounds in zip(IN_C.get(name, ()), (C_ROUNDS, VECTOR_ROUNDS), strict=False):
            found = c_rate(in_c, rounds)
            line += f" {found:>9.1f} {one / found:>9.2f}" if found else ""
        print(line.rstrip(), flush=True)
    pan = games.build("super-pan-9")
    shoes = shoe_program(pan, games.folder("super-pan-9").strategies["draw-on-5"], behind=pan.behind_cut(1))
    print(f"\nSuper Pan 9, whole shoes to a cut card, one core: {loop_rate(shoes, 16, 1):.1f} M rounds/s")
    if hasattr(os, "sched_setaffinity"):
        one, all_of_them = evaluator_rate(1), evaluator_rate(cores)
        print(
            f"Wild Six evaluator on an array of hands of six, one core: {one:.1f}, {cores}: {all_of_them:.1f} M hands/s"
        )
        for words, ranking in (("the best five", seven_card.strength), ("the longest flush", longest_flush.strength)):
            one, all_of_them = ranking_rate(ranking, 1), ranking_rate(ranking, cores)
            print(f"{words} of seven on an array, one core: {one:.1f}, {cores}: {all_of_them:.1f} M hands/s")


if __name__ == "__main__":
    main()
    if "--peers" in sys.argv[1:]:
        import peers

        print()
        peers.main()
