"""Rounds per second on this machine's cores, also against C. Run: python benchmarks/simulate.py [GAME ...]

With --peers, other libraries are measured in the same run; see peers.py. Best plays of hold'em games are solved first,
which takes minutes.

Every wager is tallied. Compiling and start-up are not counted. Rates of one core are by processor time, so that other
work on the machine takes little from them; rates of all cores are by the clock. C programs are built if there is a
compiler; they deal without bias, and tally the same joint outcomes. `tight C` is scalar. `limit C` is the fastest we
know: AVX2 written by hand, in bytes, and for 3 Card Poker without dealing cards, with two hands from a table of all.
`dealt` is our loop with no judgement: it deals the same cards and counts their parity.
"""

import argparse
import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from measure import built

os.environ.setdefault("XDG_CACHE_HOME", tempfile.mkdtemp(prefix="pitboss-benchmarks-"))

from pitboss import games
from pitboss.core.rule import Rule
from pitboss.games.wild_six.arrays import strengths
from pitboss.hands import longest_flush, seven_card
from pitboss.maths.codegen.deals import MOST_MASKED
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
    ("take-2-back", "basic", 128),
    ("louisiana-stud", "points", 96),
    ("louisiana-stud", "optimal", 96),
    ("tropical-stud-poker", "three-rules", 128),
    ("tropical-stud-poker", "optimal", 64),
    ("super-4-poker", "k-q-8-4", 128),
    ("super-4-poker", "optimal", 96),
    ("four-card-frenzy", "k-q-8-4", 128),
    ("four-card-frenzy", "optimal", 96),
    ("chase-the-flush", "published", 96),
    ("xtreme-hold-em", "published", 48),
    ("xtreme-hold-em", "optimal", 32),
    ("jackpot-hold-em", "simple", 48),
    ("jackpot-hold-em", "optimal", 32),
)
ASKED = {  # Millions of rounds per second on one core.
    "take-2-back": 100,
    "louisiana-stud": 100,
    "tropical-stud-poker": 50,
    "super-4-poker": 50,
    "four-card-frenzy": 50,
    "chase-the-flush": 50,
    "xtreme-hold-em": 50,
    "jackpot-hold-em": 50,
}
IN_C = {
    "three-card-blitz": ("simulate_blitz", "vector_blitz"),
    "turbo-sports": ("simulate_turbo", "vector_turbo"),
    "super-pan-9": ("simulate_pan9", ""),
    "three-card-poker": ("simulate_three_card_poker", "hands_three_card_poker"),
}
TRIES = 3
C_ROUNDS = 50_000_000
VECTOR_ROUNDS = 500_000_000
SEVEN_CARDS = 200_000_000
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
        clock = time.process_time if workers == 1 else time.perf_counter
        started = clock()
        for _done in run.go_on(engine):
            pass
        fastest = max(fastest, run.dealt / (clock() - started) / 1e6)
    engine.close()
    return fastest


def dealing_alone(loop: Program) -> Program:
    """A loop that deals the same cards and counts the parity of their masks, the least that cannot be left out."""
    parity = f"key = ({' ^ '.join(loop.dealing.dealt)}) & 1"
    return replace(loop, player=None, judgement=(parity,), policies_at=(), dealing=replace(loop.dealing, codes=()))


def c_rate(name: str, rounds: int) -> float:
    """Like `rate`, for a C program on one core; 0 without a compiler, or if the processor lacks the instructions."""
    program = built(name) if name else None
    if not program:
        return 0.0
    fastest = 0.0
    for _ in range(TRIES):
        before = os.times()
        done = subprocess.run([str(program), str(rounds), "7"], capture_output=True)
        if done.returncode == NOT_HERE:
            return 0.0
        done.check_returncode()
        now = os.times()
        spent = now.children_user + now.children_system - before.children_user - before.children_system
        fastest = max(fastest, rounds / spent / 1e6)
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


def c_ranking_rate() -> float:
    """Like `ranking_rate`, for a C evaluator of seven cards by tables, on one core; 0 without a compiler."""
    return c_rate("seven_cards", SEVEN_CARDS)


def hands_rate(ranked: Callable[[np.ndarray], np.ndarray], cards: np.ndarray, workers: int) -> float:
    """Millions of hands per second, the best of many tries on an array of a million."""
    hands = np.left_shift(1, cards).sum(axis=1)
    ranked(hands)
    cores = os.sched_getaffinity(0)  # Arrays are ranked on all cores that the process may use.
    os.sched_setaffinity(0, set(sorted(cores)[-workers:]))
    fastest = 0.0
    for _ in range(8 * TRIES):
        clock = time.process_time if workers == 1 else time.perf_counter
        started = clock()
        ranked(hands)
        fastest = max(fastest, len(hands) / (clock() - started) / 1e6)
    os.sched_setaffinity(0, cores)
    return fastest


def main(names: list[str]) -> None:
    """Prints one line per game and strategy, then rankings; only for these games where there are any."""
    cores = os.cpu_count() or 1
    head = f"{'M rounds/s':<20} {'strategy':<12} {'one core':>9} {f'{cores} cores':>9} {'gain':>6} {'of simple':>10}"
    print(f"{head} {'asked for':>9} {'dealt':>9} {'tight C':>9} {'ours / C':>9} {'limit C':>9} {'ours / C':>9}")
    simple: dict[str, float] = {}
    for name, strategy, batches in RUNS:
        if names and name not in names:
            continue
        loop = loop_of(name, strategy)
        one, all_of_them = loop_rate(loop, batches, 1), loop_rate(loop, batches, cores)
        line = f"{name:<20} {strategy:<12} {one:>9.1f} {all_of_them:>9.1f} {all_of_them / one:>6.2f}"
        line += f" {f'{one / simple[name]:.2f}' if name in simple else '':>10} {ASKED.get(name, ''):>9}"
        if name in simple:
            print(line.rstrip(), flush=True)
            continue
        simple[name] = one
        dealt = loop_rate(dealing_alone(loop), batches, 1) if len(games.build(name).deck) <= MOST_MASKED else 0
        line += f" {f'{dealt:.1f}' if dealt else '':>9}"
        for in_c, rounds in zip(IN_C.get(name, ()), (C_ROUNDS, VECTOR_ROUNDS), strict=False):
            found = c_rate(in_c, rounds)
            line += f" {found:>9.1f} {one / found:>9.2f}" if found else ""
        print(line.rstrip(), flush=True)
    if not names:
        print_rankings(cores)


def print_rankings(cores: int) -> None:
    """Prints the rates of whole shoes and of rankings on arrays."""
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
        print(f"the best five of seven by tables in C, one core: {c_ranking_rate():.1f} M hands/s")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", nargs="*")
    options.add_argument("--peers", action="store_true")
    asked = options.parse_args()
    main(asked.games)
    if asked.peers:
        import peers

        print()
        peers.main()
