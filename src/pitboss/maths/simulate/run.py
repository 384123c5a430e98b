"""Simulation runs: batches of rounds, dealt by an engine and counted in whole numbers.

A run consists of batches of 1,048,576 rounds (or 32,768 whole shoes), of which the last may be shorter. Each batch has
its own streams, seeded by the run's seed and the batch's number, so the tally depends only on game, strategy, seed and
rounds, not on the engine. Batches are added in order; an interrupted run keeps all batches up to the first gap.
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
from pitboss.maths.codegen import deals
from pitboss.maths.codegen.program import Player, Policies, Policy, Program, program_of
from pitboss.maths.compile.code_cache import fingerprint
from pitboss.maths.exact.decide import in_turn
from pitboss.maths.exact.solver import aimed_at, decisions_of, solve, solver_of
from pitboss.maths.simulate.engines import Engine, Promise, Threads
from pitboss.maths.simulate.limits import MOST_ROUNDS, MOST_SEED
from pitboss.maths.simulate.policies import policy_of
from pitboss.maths.strategy.best_play import BestPlay
from pitboss.maths.strategy.plan import priced
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import figures, first_stakes

SEAL = "pitboss simulation "


@dataclass(frozen=True)
class Counted:
    """The progress of a run: its histogram, and the number of leading batches in it."""

    counts: np.ndarray
    batches: int = 0
    short: np.ndarray | None = None
    """The part of the counts from a last batch that is shorter."""


@dataclass
class Run:
    """One simulation: its program, seed and length, and its progress."""

    loop: Program
    seed: int
    rounds: int
    counted: Counted = field(init=False)
    """Replaced as a whole, so that counts and batches stay consistent when a run is interrupted."""

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
        """The number of rounds in the counts, also if the run is measured in shoes."""
        return int(self.counts.sum())

    @property
    def analysis(self) -> Analysis:
        return Analysis(self.loop.game, self.loop.tally(self.counts))

    def go_on(self, engine: Engine) -> Iterator[int]:
        """Deals the rest of the run, and yields the rounds done after every lot; the caller may stop at any time.

        Refuses a player who makes an illegal choice (`illegal-choice`).
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
        """The first batch of each remaining lot and the one after its last; a shorter last batch is its own lot.

        Lots end at the same batches wherever a run was resumed.
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
            "streams": deals.batch_starts(self.seed, 0, 2).tobytes().hex(),
            "loop": hashlib.sha256("\n".join(self.loop.lines).encode()).hexdigest(),
            "tables": hashlib.sha256(b"".join(table.tobytes() for table in self.loop.policy_tables)).hexdigest(),
            "rules": fingerprint(*game.name.split("+")),
        }

    def text(self) -> str:
        """The full batches so far, as text for `resume`; a shorter last batch is left out, to be dealt again."""
        done = self.counted
        whole, counts = done.batches, done.counts
        if done.short is not None:
            whole, counts = whole - 1, counts - done.short
        cells = {str(cell): int(counts[cell]) for cell in np.flatnonzero(counts).tolist()}
        body = json.dumps({"settings": self.settings(), "batches": whole, "counts": cells}, sort_keys=True)
        return f"{SEAL}{hashlib.sha256(body.encode()).hexdigest()}\n{body}\n"

    def resume(self, text: str, source: str) -> None:
        """Continues from the text of another run with the same settings; `source` names it in messages."""
        read = read_kept(text, source)
        for name, value in self.settings().items():
            if read["settings"].get(name) != value:
                why = f"its {name} is {read['settings'].get(name)!r}, not {value!r}"
                if name in ("streams", "loop", "tables", "rules"):
                    why = f"its {name} differ; it was kept by another version of the program, or of the game"
                raise FormatError(f"{source} belongs to a run with other settings: {why}")
        if (done := read["batches"] * self.loop.batch) > self.rounds:
            raise FormatError(f"{source} has {done:,} {self.loop.unit} already; ask for as many or more")
        counts = np.zeros(self.loop.counters, dtype=np.int64)
        for cell, count in read["counts"].items():
            counts[int(cell)] = count
        self.counted = Counted(counts, read["batches"])


def read_kept(text: str, source: str) -> dict[str, Any]:
    """The contents of a text that `Run.text` wrote; refuses any other text, and a damaged one."""
    head, _, body = text.partition("\n")
    if not head.startswith(SEAL):
        raise FormatError(f"{source} is not a file of a simulation")
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


def best_policy(
    game: Game, strategies: Iterable[Strategy], names: tuple[str, ...] | None = None
) -> Strategy | Policy | Policies:
    """The best play for these wagers, or for the main ones: a named strategy if one is as good, else a policy."""
    named = list(strategies)
    aims = in_turn(game, aimed_at(game, names or game.main_wagers))
    try:
        if aims != [game.main_wagers]:
            return _best_in_turn(game, named, aims)
        cheapest = BestPlay(game, None, named).named
        if cheapest and cheapest[0].cost == 0:
            return cheapest[0].strategy
        return policy_of(game)
    except GameError as error:
        if error.code not in UNSOLVED or not named:
            raise
        known = one_of(strategy.name for strategy in named)
        raise GameError(f"{error}; to simulate, name a strategy: {known}", error.code.split("/")[1]) from None


def _best_in_turn(game: Game, named: list[Strategy], aims: list[tuple[str, ...]]) -> Strategy | Policy | Policies:
    """The play that is best for the first aim, and of equal plays for the next: a named strategy, or a policy."""
    if len(game.choices) > 1:
        plain = (each for each in named if each.memory is None)
        as_good = next((each for each in plain if _is_best_in_turn(game, each, aims)), None)
        return as_good or solver_of(game).policy(game, first_stakes(game), aims[0])
    decisions = [decisions_of(game, aim) for aim in aims]
    costs = {
        tuple(short.cost for each in decisions for short in priced(game, [strategy], each)): strategy
        for strategy in reversed(named)
    }
    least = min((each for each in costs if each), default=())  # A strategy with a memory has no known cost.
    if least and least[0] == 0 and (len(aims) == 1 or _is_best_in_turn(game, costs[least], aims)):
        return costs[least]
    return solver_of(game).policy(game, first_stakes(game), aims[0])


def _is_best_in_turn(game: Game, strategy: Strategy, aims: list[tuple[str, ...]]) -> bool:
    """Whether a strategy has the same EV for every aim as the best play."""
    stakes = first_stakes(game)
    tallies = [solve(game, each, stakes, aims[0]) for each in (strategy, None)]
    return all(len({figures(game, tally, aim, stakes).ev for tally in tallies}) == 1 for aim in aims)


def simulate(game: Game, player: Player, *, rounds: int, seed: int, workers: int = 1) -> Run:
    """Runs a whole simulation of single rounds on this machine."""
    return simulate_program(program_of(game, player), rounds=rounds, seed=seed, workers=workers)


def simulate_program(program: Program, *, rounds: int, seed: int, workers: int = 1) -> Run:
    """Runs a whole simulation of a program on this machine; `rounds` counts shoes in a program of whole shoes."""
    run = Run(program, seed, rounds)
    engine = Threads(program, seed, workers)
    try:
        for _ in run.go_on(engine):
            pass
    finally:
        engine.close()
    return run
