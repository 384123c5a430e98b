"""Simulation: batches of rounds through a fused loop, counted in whole numbers.

A run is batches of 1,048,576 rounds (or of 32,768 whole shoes), the last perhaps shorter, and each batch has streams of
its own, started from the seed and its number. So the tally depends on game, strategy, seed and rounds alone: batches
are added up in their order, whoever dealt them, and a run that is broken off keeps its leading unbroken batches.
"""

import hashlib
import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event
from typing import Any, Protocol

import numpy as np

from pitboss.core.errors import FormatError, OptionError
from pitboss.core.game import Game, Strategy
from pitboss.maths.codegen import deals
from pitboss.maths.codegen.program import STRANDS, Loop, Player, Policy
from pitboss.maths.compile.code_cache import fingerprint
from pitboss.maths.compile.cpu import compiling, fused_loop
from pitboss.maths.compile.cuda import gpu_loop, gpu_missing, on_gpu
from pitboss.maths.exact.solver import decisions_of, solver_of
from pitboss.maths.strategy.plan import priced
from pitboss.maths.tally.tally import first_stakes

MOST_ROUNDS = 10**15
MOST_SEED = 2**64 - 1
SEAL = "pitboss simulation "
LOT = 8  # Batches that are handed out, and looked at, together.
GPU_LOT = 512  # On a GPU, so that every part of it has threads.
GPU_BLOCK = 256  # Threads that count together.


class Promise(Protocol):
    """A histogram that is being dealt."""

    def result(self) -> np.ndarray:
        """Waits for it."""
        ...

    def cancel(self) -> Any:
        """Says that nobody wants it any more."""
        ...


class Engine(Protocol):
    """Whatever deals lots of batches: threads here, a GPU, a cluster."""

    lot: int
    """How many batches it wants at a time."""

    @property
    def workers(self) -> int:
        """How many lots it deals at a time."""
        ...

    def submit(self, first: int, last: int, rounds: int) -> Promise:
        """Deals the batches from `first` up to `last` of a run of so many rounds; the answer is a histogram."""
        ...

    def close(self) -> None:
        """Lets go of what it holds."""
        ...


@dataclass(frozen=True)
class Counted:
    """How far a run has come: its histogram, and the leading batches that are in it."""

    counts: np.ndarray
    batches: int = 0
    short: np.ndarray | None = None
    """What of the counts is of a last batch that is not whole."""


@dataclass
class Run:
    """One simulation: what it is of, and how far it has come."""

    loop: Loop
    seed: int
    rounds: int
    counted: Counted = field(init=False)
    """Replaced as a whole, so that whoever breaks in finds counts and batches that belong together."""

    def __post_init__(self) -> None:
        check_run(self.rounds, self.seed)
        self.counted = Counted(np.zeros(self.loop.cells, dtype=np.int64))

    @property
    def counts(self) -> np.ndarray:
        """The histogram so far."""
        return self.counted.counts

    @property
    def done(self) -> int:
        """Rounds, or shoes, that are in the counts."""
        return min(self.rounds, self.counted.batches * self.loop.batch)

    @property
    def dealt(self) -> int:
        """Rounds that are in the counts, also where the run is counted in shoes."""
        return int(self.counts.sum())

    def go_on(self, engine: Engine) -> Iterator[int]:
        """Deals what is left, and yields the rounds done whenever another lot is in; may be left at any time."""
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
                short = counts if last > self.rounds // self.loop.batch else None
                self.counted = Counted(self.counts + counts, last, short)
                yield self.done
        finally:
            for _, future in waiting:
                future.cancel()

    def _lots(self, size: int) -> Iterator[tuple[int, int]]:
        """What is left to deal: whole batches a few at a time, then a shorter one if there is one.

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
        """All that the counts depend on, but for the number of rounds."""
        game, player = self.loop.game, self.loop.strategy
        options = {f"option {name}": game.options.text(name) for name in game.options}
        tables = player.tables if isinstance(player, Policy) else ()
        return {
            "game": game.name,
            "version": game.version,
            **options,
            "strategy": player.name if isinstance(player, Strategy) else "optimal",
            "unit": self.loop.unit,
            **self.loop.more_settings,
            "seed": str(self.seed),
            "loop": hashlib.sha256("\n".join(self.loop.lines).encode()).hexdigest(),
            "tables": hashlib.sha256(b"".join(table.tobytes() for table in tables)).hexdigest(),
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
        counts = np.zeros(self.loop.cells, dtype=np.int64)
        for cell, count in read["counts"].items():
            counts[int(cell)] = count
        self.counted = Counted(counts, read["batches"])


def read_kept(text: str, source: str) -> dict[str, Any]:
    """What a run has kept; refuses a text that is none, or is damaged."""
    head, _, body = text.partition("\n")
    if not head.startswith(SEAL):
        raise FormatError(f"{source} is no file of a simulation")
    body = body.rstrip("\n")
    if head != SEAL + hashlib.sha256(body.encode()).hexdigest():
        raise FormatError(f"{source} is damaged: its checksum does not fit")
    return json.loads(body)


def check_run(rounds: int, seed: int) -> None:
    """Refuses a run that cannot be."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise OptionError(f"rounds {rounds}: simulate from 1 to 10^15 rounds")
    if not 0 <= seed <= MOST_SEED:
        raise OptionError(f"seed {seed}: give a whole number from 0 to 2^64 - 1")


def strand_rounds(loop: Loop, batch: int, rounds: int) -> np.ndarray:
    """How many rounds every strand of a batch deals: all alike, but for the end of the run."""
    left = min(loop.batch, rounds - batch * loop.batch)
    return np.clip(left - loop.strand * np.arange(STRANDS), 0, loop.strand).astype(np.int64)


def deal_batches(
    deal: Callable[..., None], loop: Loop, seed: int, first: int, last: int, rounds: int, stop: Event | None = None
) -> np.ndarray:
    """The histogram of some batches, one after the other; who is told to stop does not finish them."""
    counts = np.zeros(loop.cells, dtype=np.int64)
    for batch in range(first, last):
        if stop is not None and stop.is_set():
            break
        deal(*deals.streams(seed, batch, STRANDS), strand_rounds(loop, batch, rounds), counts, *loop.lane_tables)
    return counts


class Threads:
    """Deals on the cores of this machine; compiled loops run without the interpreter's lock."""

    lot = LOT

    def __init__(self, loop: Loop, seed: int, workers: int) -> None:
        self.deal = fused_loop(loop.on_lanes(), loop.scope)
        self.loop, self.seed = loop, seed
        deal_batches(self.deal, loop, seed, 0, 1, 0)  # Compiles, so that rounds are all that is timed later.
        self.workers = workers if compiling() else 1
        self.pool = ThreadPoolExecutor(self.workers)
        self.stop = Event()

    def submit(self, first: int, last: int, rounds: int) -> Future[np.ndarray]:
        """A lot for the next free core."""
        return self.pool.submit(deal_batches, self.deal, self.loop, self.seed, first, last, rounds, self.stop)

    def close(self) -> None:
        """Gives up the lots in hand, and waits for the batches that are being dealt."""
        self.stop.set()
        self.pool.shutdown(cancel_futures=True)


class Gpu:
    """Deals on a GPU, a strand a thread: the same streams, the same text, the same counts."""

    workers = 1

    def __init__(self, loop: Loop, seed: int, lot: int = GPU_LOT) -> None:
        reason = gpu_missing()
        if reason:
            raise OptionError(f"--gpu: {reason}")
        self.loop = Loop(loop.game, loop.strategy, tabled=True)
        self.kernel = gpu_loop(self.loop.on_threads(), self.loop.scope)
        self.seed, self.lot = seed, lot
        own = loop.strategy.tables if isinstance(loop.strategy, Policy) else ()
        self.tables = [on_gpu(table) for table in (*own, *self.loop.rule_tables.values())]
        self.pool = ThreadPoolExecutor(1)
        self.deal(0, 1, 0)

    def deal(self, first: int, last: int, rounds: int) -> np.ndarray:
        """The histogram of some batches."""
        starts = deals.batch_starts(self.seed, first, last).view(np.int64)
        counts = on_gpu(np.zeros(self.loop.gpu_counts, dtype=np.int64))
        blocks = -(-len(starts) * STRANDS // GPU_BLOCK)
        self.kernel[blocks, GPU_BLOCK](on_gpu(starts), first, rounds, counts, *self.tables)
        return counts.copy_to_host().reshape(-1, self.loop.cells).sum(axis=0)

    def submit(self, first: int, last: int, rounds: int) -> Future[np.ndarray]:
        """A lot, after those before it."""
        return self.pool.submit(self.deal, first, last, rounds)

    def close(self) -> None:
        """Waits for the lot in hand."""
        self.pool.shutdown(cancel_futures=True)


def best_policy(game: Game, strategies: Iterable[Strategy]) -> Strategy | Policy:
    """The best play for the main wagers as a loop can follow it: a named strategy that is as good, or the tables."""
    cheapest = priced(game, strategies, decisions_of(game))
    if cheapest and cheapest[0].cost == 0:
        return cheapest[0].strategy
    return solver_of(game).policy(game, first_stakes(game), game.main_wagers)


def simulate(game: Game, strategy: Player, *, rounds: int, seed: int, workers: int = 1) -> Run:
    """A whole run on this machine."""
    return simulate_loop(Loop(game, strategy), rounds=rounds, seed=seed, workers=workers)


def simulate_loop(loop: Loop, *, rounds: int, seed: int, workers: int = 1) -> Run:
    """The same for a loop that is there: so many rounds, or shoes."""
    run = Run(loop, seed, rounds)
    engine = Threads(loop, seed, workers)
    try:
        for _ in run.go_on(engine):
            pass
    finally:
        engine.close()
    return run
