"""Simulation: batches of rounds, dealt by an engine and counted in whole numbers.

A run is batches of 1,048,576 rounds (or of 32,768 whole shoes), the last perhaps shorter, and each batch has streams of
its own, started from the seed and its number. So the tally depends on game, strategy, seed and rounds alone: batches
are added up in their order, whichever engine dealt them, and a run that is broken off keeps its leading unbroken
batches.
"""

import hashlib
import json
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pitboss.core.errors import UNSOLVED, FormatError, GameError, OptionError, one_of
from pitboss.core.game import Game, Strategy
from pitboss.maths.codegen.program import Player, Policy, Program, program_of
from pitboss.maths.compile.code_cache import fingerprint
from pitboss.maths.exact.solver import decisions_of, solver_of
from pitboss.maths.simulate.engines import Engine, Promise, Threads
from pitboss.maths.simulate.limits import MOST_ROUNDS, MOST_SEED
from pitboss.maths.strategy.plan import priced
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import first_stakes

SEAL = "pitboss simulation "


@dataclass(frozen=True)
class Counted:
    """The progress of a run: its histogram, and how many leading batches are in it."""

    counts: np.ndarray
    batches: int = 0
    short: np.ndarray | None = None
    """The part of the counts that comes from a last batch that is not whole."""


@dataclass
class Run:
    """One simulation: its program, seed and length, and its progress."""

    loop: Program
    seed: int
    rounds: int
    counted: Counted = field(init=False)
    """Replaced as a whole, so that an interruption finds counts and batches that belong together."""

    def __post_init__(self) -> None:
        check_run(self.rounds, self.seed)
        self.counted = Counted(np.zeros(self.loop.counters, dtype=np.int64))

    @property
    def counts(self) -> np.ndarray:
        return self.counted.counts

    @property
    def done(self) -> int:
        """The number of rounds, or shoes, in the counts."""
        return min(self.rounds, self.counted.batches * self.loop.batch)

    @property
    def dealt(self) -> int:
        """The number of rounds in the counts, also when the run is counted in shoes."""
        return int(self.counts.sum())

    @property
    def analysis(self) -> Analysis:
        """The tally so far, analysed."""
        return Analysis(self.loop.game, self.loop.tally(self.counts))

    def go_on(self, engine: Engine) -> Iterator[int]:
        """Deals what is left, and yields the rounds done after every lot; the caller may stop at any time.

        Refuses a player who does what the rules forbid (`illegal-choice`).
        """
        waiting: deque[tuple[int, Promise]] = deque()
        lots = self._lots(engine.lot)
        try:
            while True:
                while len(waiting) < 2 * engine.workers and (lot := next(lots, None)) is not None:
                    waiting.append((lot[1], engine.submit(*lot, self.rounds)))
                if not waiting:
                    return
                last, future = waiting.popleft()
                counts = future.result()
                self.loop.check_legal(counts)
                short = counts if last > self.rounds // self.loop.batch else None
                self.counted = Counted(self.counts + counts, last, short)
                yield self.done
        finally:
            for _, future in waiting:
                future.cancel()

    def _lots(self, size: int) -> Iterator[tuple[int, int]]:
        """The first and last batch of each lot that is left; a shorter last batch is a lot of its own.

        Lots end at the same batches wherever a run went on from.
        """
        whole = self.rounds // self.loop.batch
        first = self.counted.batches
        while first < whole:
            last = min(first + size - first % size, whole)
            yield first, last
            first = last
        if self.rounds % self.loop.batch:
            yield whole, whole + 1

    def settings(self) -> dict[str, Any]:
        """Everything that the counts depend on, except the number of rounds."""
        game, player = self.loop.game, self.loop.player
        options = {f"option {name}": game.options.text(name) for name in game.options}
        return {
            "game": game.name,
            "version": game.version,
            **options,
            "strategy": player.name if isinstance(player, Strategy) else "optimal",
            "unit": self.loop.unit,
            **({"cut": self.loop.shoe.behind} if self.loop.shoe else {}),
            "seed": str(self.seed),
            "loop": hashlib.sha256("\n".join(self.loop.lines).encode()).hexdigest(),
            "tables": hashlib.sha256(b"".join(table.tobytes() for table in self.loop.policy_tables)).hexdigest(),
            "rules": fingerprint(*game.name.split("+")),
        }

    def text(self) -> str:
        """The whole batches so far, as text that `resume` reads; the shorter last one is dealt again."""
        done = self.counted
        whole, counts = (
            (done.batches, done.counts) if done.short is None else (done.batches - 1, done.counts - done.short)
        )
        cells = {str(cell): int(counts[cell]) for cell in np.flatnonzero(counts).tolist()}
        body = json.dumps({"settings": self.settings(), "batches": whole, "counts": cells}, sort_keys=True)
        return f"{SEAL}{hashlib.sha256(body.encode()).hexdigest()}\n{body}\n"

    def resume(self, text: str, source: str) -> None:
        """Goes on from where another run with the same settings was left."""
        read = read_kept(text, source)
        for name, value in self.settings().items():
            if read["settings"].get(name) != value:
                if name in ("loop", "tables", "rules"):
                    why = "it was kept by another version of the program, or of the game"
                    raise FormatError(f"{source} is of other settings: its {name} differ; {why}")
                raise FormatError(
                    f"{source} is of other settings: its {name} is {read['settings'].get(name)!r}, not {value!r}"
                )
        if read["batches"] * self.loop.batch > self.rounds:
            done = read["batches"] * self.loop.batch
            raise FormatError(f"{source} has {done:,} {self.loop.unit} already; ask for as many or more")
        counts = np.zeros(self.loop.counters, dtype=np.int64)
        for cell, count in read["counts"].items():
            counts[int(cell)] = count
        self.counted = Counted(counts, read["batches"])


def read_kept(text: str, source: str) -> dict[str, Any]:
    """The contents of a text that `Run.text` wrote; refuses any other, and one that is damaged."""
    head, _, body = text.partition("\n")
    if not head.startswith(SEAL):
        raise FormatError(f"{source} is no file of a simulation")
    body = body.rstrip("\n")
    if head != SEAL + hashlib.sha256(body.encode()).hexdigest():
        raise FormatError(f"{source} is damaged: its checksum does not fit")
    return json.loads(body)


def check_run(rounds: int, seed: int) -> None:
    """Refuses a number of rounds, or a seed, out of range."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise OptionError(f"rounds {rounds}: simulate from 1 to 10^15 rounds")
    if not 0 <= seed <= MOST_SEED:
        raise OptionError(f"seed {seed}: give a whole number from 0 to 2^64 - 1")


def best_policy(game: Game, strategies: Iterable[Strategy]) -> Strategy | Policy:
    """The best play for the main wagers as a loop can follow it: a named strategy that is as good, or tables."""
    named = list(strategies)
    try:
        cheapest = priced(game, named, decisions_of(game))
        if cheapest and cheapest[0].cost == 0:
            return cheapest[0].strategy
        return solver_of(game).policy(game, first_stakes(game), game.main_wagers)
    except GameError as error:
        if error.code not in UNSOLVED or not named:
            raise
        names = one_of(strategy.name for strategy in named)
        raise GameError(f"{error}; to simulate, name a strategy: {names}", error.code.split("/")[1]) from None


def simulate(game: Game, player: Player, *, rounds: int, seed: int, workers: int = 1) -> Run:
    """A whole run of single rounds on this machine."""
    return simulate_program(program_of(game, player), rounds=rounds, seed=seed, workers=workers)


def simulate_program(program: Program, *, rounds: int, seed: int, workers: int = 1) -> Run:
    """A whole run of a program on this machine; `rounds` are shoes for a program of whole shoes."""
    run = Run(program, seed, rounds)
    engine = Threads(program, seed, workers)
    try:
        for _ in run.go_on(engine):
            pass
    finally:
        engine.close()
    return run
