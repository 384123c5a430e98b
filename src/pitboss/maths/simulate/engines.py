"""Engines that deal lots of batches: the cores of this machine, and a GPU. The third one is in `cluster`."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from threading import Event
from typing import Any, Protocol, TypeAlias

import numpy as np

from pitboss.core.errors import OptionError
from pitboss.maths.codegen import deals
from pitboss.maths.codegen.emit import gpu_counters, lanes_text, threads_text
from pitboss.maths.codegen.lookup import lookup_of
from pitboss.maths.codegen.program import Program, program_of
from pitboss.maths.codegen.shoes import shoe_tables, shoes_text
from pitboss.maths.compile.cpu import compiling, fused_loop, smallest_table
from pitboss.maths.compile.cuda import gpu_loop, gpu_missing, on_gpu

LOT = 8  # Batches that an engine deals as one task.
GPU_LOT = 512  # Enough threads to occupy all of a GPU.
GPU_BLOCK = 256  # Threads that share counters.
Loop: TypeAlias = Callable[..., None]
"""A function of two arrays of stream states, the rounds of each strand, and the counters, which it fills."""


class Promise(Protocol):
    """A future histogram."""

    def result(self) -> np.ndarray:
        """Waits for the histogram."""

    def cancel(self) -> Any:
        """Drops the task if it has not begun."""


class Engine(Protocol):
    """A machine that deals lots of batches."""

    lot: int
    """The number of batches in a lot."""

    @property
    def workers(self) -> int:
        """The number of lots that are dealt at a time."""

    def submit(self, first: int, last: int, rounds: int) -> Promise:
        """Starts to deal the batches from `first` up to `last` of a run of `rounds` rounds."""

    def close(self) -> None:
        """Releases threads and connections."""


def cpu_loop(program: Program) -> Loop:
    """The loop of a program for this machine's cores."""
    if program.shoe:
        text, tables = shoes_text(program), shoe_tables(program)
    else:
        # Without the compiler, tables would be no faster.
        lookup = lookup_of(program) if compiling() else None
        text, tables = lanes_text(program, lookup), lookup.tables if lookup else program.policy_tables
    loop = fused_loop(text, program.scope)
    return lambda *arrays: loop(*arrays, *tables)


def strand_rounds(program: Program, batch: int, rounds: int) -> np.ndarray:
    """The number of rounds of each strand of a batch; fewer, or none, only in the last batch of a run."""
    left = min(program.batch, rounds - batch * program.batch)
    return np.clip(left - program.strand * np.arange(program.strands), 0, program.strand).astype(np.int64)


def deal_batches(
    deal: Loop, program: Program, seed: int, first: int, last: int, rounds: int, stop: Event | None = None
) -> np.ndarray:
    """The histogram of the batches from `first` up to `last`; `stop` ends the work between two batches."""
    counts = np.zeros(program.counters, dtype=np.int64)
    for batch in range(first, last):
        if stop is not None and stop.is_set():
            break
        deal(*deals.streams(seed, batch, program.strands), strand_rounds(program, batch, rounds), counts)
    return counts


class Threads:
    """The engine that deals on the cores of this machine; compiled loops release the interpreter's lock."""

    lot = LOT

    def __init__(self, program: Program, seed: int, workers: int) -> None:
        self.program, self.seed = program, seed
        self.deal = cpu_loop(program)
        deal_batches(self.deal, program, seed, 0, 1, 0)  # Compiles now, so that later times are of dealing alone.
        self.workers = workers if compiling() else 1
        self.pool = ThreadPoolExecutor(self.workers)
        self.stop = Event()

    def submit(self, first: int, last: int, rounds: int) -> Future[np.ndarray]:
        return self.pool.submit(deal_batches, self.deal, self.program, self.seed, first, last, rounds, self.stop)

    def close(self) -> None:
        """Drops the lots that wait, and waits for the batches that are being dealt."""
        self.stop.set()
        self.pool.shutdown(cancel_futures=True)


class Gpu:
    """The engine that deals on a GPU, one strand per thread, with the same streams and counts as on a CPU."""

    workers = 1

    def __init__(self, program: Program, seed: int, lot: int = GPU_LOT, block: int = GPU_BLOCK) -> None:
        reason = gpu_missing()
        if reason:
            raise OptionError(f"there is no GPU to deal on: {reason}")
        tabled = program_of(program.game, program.player, tabled=True)
        self.program = replace(tabled, strand=program.strand, strands=program.strands)
        self.kernel = gpu_loop(threads_text(self.program), self.program.scope)
        self.seed, self.lot, self.block = seed, lot, block
        rule_tables = map(smallest_table, self.program.rule_tables.values())
        self.tables = [on_gpu(table) for table in (*program.policy_tables, *rule_tables)]
        self.pool = ThreadPoolExecutor(1)
        self.deal(0, 1, 0)

    def deal(self, first: int, last: int, rounds: int) -> np.ndarray:
        """The histogram of the batches from `first` up to `last`."""
        starts = deals.batch_starts(self.seed, first, last).view(np.int64)
        counts = on_gpu(np.zeros(gpu_counters(self.program), dtype=np.int64))
        blocks = -(-len(starts) * self.program.strands // self.block)
        self.kernel[blocks, self.block](on_gpu(starts), first, rounds, counts, *self.tables)
        return counts.copy_to_host().reshape(-1, self.program.counters).sum(axis=0)

    def submit(self, first: int, last: int, rounds: int) -> Future[np.ndarray]:
        return self.pool.submit(self.deal, first, last, rounds)

    def close(self) -> None:
        self.pool.shutdown(cancel_futures=True)
