"""Engines that deal lots of batches: the cores of this machine, and a GPU. A cluster is in `cluster`."""

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

LOT = 8  # Batches that are handed out, and looked at, together.
GPU_LOT = 512  # On a GPU, so that every part of it has threads.
GPU_BLOCK = 256  # Threads that count together.
Loop: TypeAlias = Callable[..., None]
"""A function of two arrays of stream states, the rounds of each strand, and the counters, which it fills."""


class Promise(Protocol):
    """A histogram that is being dealt."""

    def result(self) -> np.ndarray:
        """The histogram, once it is there."""
        ...

    def cancel(self) -> Any:
        """Says that nobody wants the histogram any more."""
        ...


class Engine(Protocol):
    """An engine: it deals lots of batches."""

    lot: int
    """The number of batches in a lot."""

    @property
    def workers(self) -> int:
        """The number of lots that are dealt at a time."""
        ...

    def submit(self, first: int, last: int, rounds: int) -> Promise:
        """Deals the batches from `first` up to `last` of a run of `rounds` rounds."""
        ...

    def close(self) -> None:
        """Releases threads and connections."""
        ...


def cpu_loop(program: Program) -> Loop:
    """The loop of a program for this machine's cores."""
    if program.shoe:
        text, tables = shoes_text(program), shoe_tables(program)
    else:
        # Tables would gain nothing without the compiler.
        lookup = lookup_of(program) if compiling() else None
        text, tables = lanes_text(program, lookup), lookup.tables if lookup else program.policy_tables
    loop = fused_loop(text, program.scope)
    return lambda *arrays: loop(*arrays, *tables)


def strand_rounds(program: Program, batch: int, rounds: int) -> np.ndarray:
    """The number of rounds of each strand of a batch: all strands deal the same number, except at the end of a run."""
    left = min(program.batch, rounds - batch * program.batch)
    return np.clip(left - program.strand * np.arange(program.strands), 0, program.strand).astype(np.int64)


def deal_batches(
    deal: Loop, program: Program, seed: int, first: int, last: int, rounds: int, stop: Event | None = None
) -> np.ndarray:
    """The histogram of the batches from `first` up to `last`, dealt by `cpu_loop`; `stop` breaks off between two."""
    counts = np.zeros(program.counters, dtype=np.int64)
    for batch in range(first, last):
        if stop is not None and stop.is_set():
            break
        deal(*deals.streams(seed, batch, program.strands), strand_rounds(program, batch, rounds), counts)
    return counts


class Threads:
    """Deals on the cores of this machine; compiled loops run without the interpreter's lock."""

    lot = LOT

    def __init__(self, program: Program, seed: int, workers: int) -> None:
        self.program, self.seed = program, seed
        self.deal = cpu_loop(program)
        deal_batches(self.deal, program, seed, 0, 1, 0)  # Compiles, so that rounds are all that is timed later.
        self.workers = workers if compiling() else 1
        self.pool = ThreadPoolExecutor(self.workers)
        self.stop = Event()

    def submit(self, first: int, last: int, rounds: int) -> Future[np.ndarray]:
        return self.pool.submit(deal_batches, self.deal, self.program, self.seed, first, last, rounds, self.stop)

    def close(self) -> None:
        """Gives up the lots that wait, and waits for the batches that are being dealt."""
        self.stop.set()
        self.pool.shutdown(cancel_futures=True)


class Gpu:
    """Deals on a GPU, a strand a thread: the same streams, the same text, the same counts."""

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
        """Waits for the lot that is being dealt."""
        self.pool.shutdown(cancel_futures=True)
