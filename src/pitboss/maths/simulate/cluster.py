"""Simulation on a cluster: a running dask scheduler hands lots of batches to its workers.

A worker gets the name of the game and builds the loop from its own copy of the rules. Everything that the counts depend
on must then be the same as here: a worker with another version is refused. A lot is one task, which the scheduler hands
out again if its worker is lost.
"""

import asyncio
import importlib.util
import json
import logging
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from pitboss import games
from pitboss.core.errors import EngineError, OptionError
from pitboss.games import Custom
from pitboss.maths.codegen.program import Player, Program, program_of
from pitboss.maths.codegen.shoes import shoe_program
from pitboss.maths.simulate.engines import LOT, cpu_loop, deal_batches
from pitboss.maths.simulate.run import Run

CONNECT_S = 6  # The time a scheduler has to answer.
WORKER_S = 2  # The time its first worker then has.


@dataclass(frozen=True)
class Errand:
    """The message to workers: a game by its name, options and custom pay tables, its player, and the seed."""

    name: str
    options: Mapping[str, str] = field(hash=False)
    custom: Custom | None = field(hash=False)
    player: bytes
    """The player, pickled, because a worker can unpickle it only after it has found its games outside the package."""
    seed: int
    behind: int | None
    """Cards behind the cut card; None for single rounds."""
    settings: str
    """Everything that the counts depend on; a worker's own must be equal."""


class Cluster:
    """The engine that deals on the workers of a cluster."""

    lot = LOT

    def __init__(self, address: str) -> None:
        if importlib.util.find_spec("distributed") is None:
            raise OptionError("the extra 'cluster' is not installed; pip install 'pitboss[cluster]'")
        from distributed import Client, Security
        from distributed.comm import connect

        async def knock() -> None:
            comm = await connect(address, timeout=CONNECT_S, **Security().get_connection_args("client"))
            await comm.close()

        # Errors are reported here, in one line; the library would log many.
        for name in ("distributed", "distributed.client", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self.address = address
        try:
            # First a bare connection, because a client that cannot connect is slow to give up. Then a client, because
            # something other than a scheduler may listen there. In a thread: the caller may be in an event loop.
            with ThreadPoolExecutor(1) as thread:
                thread.submit(lambda: asyncio.run(asyncio.wait_for(knock(), CONNECT_S))).result()
            self.client: Any = Client(address, timeout=CONNECT_S, set_as_default=False)
        except Exception as error:
            why = "something else answers" if isinstance(error, MemoryError) else brief(error)
            raise OptionError(
                f"cluster {address!r}: no dask scheduler answers there ({why}); "
                "give its address, such as tcp://10.0.0.5:8786"
            ) from None
        try:
            self.client.wait_for_workers(1, timeout=WORKER_S)
        except TimeoutError:
            self.client.close()
            raise OptionError(f"cluster {address!r}: the scheduler has no workers; start some and try again") from None
        self.errand: Any = None
        self.known_workers, self.asked_at = 1, float("-inf")

    @property
    def workers(self) -> int:
        """The number of lots that can be dealt at a time; updated every second, because workers come and go."""
        if time.monotonic() - self.asked_at > 1:
            self.known_workers = sum(self.client.nthreads().values()) or self.known_workers
            self.asked_at = time.monotonic()
        return self.known_workers

    def send(self, run: Run, name: str, options: Mapping[str, str], custom: Custom | None) -> None:
        """Sends the errand to the workers, and waits until one of them is ready to deal."""
        import dask
        from distributed.protocol import pickle

        settings = json.dumps(run.settings(), sort_keys=True)
        behind = run.loop.shoe.behind if run.loop.shoe else None
        player = pickle.dumps(run.loop.player)
        errand = Errand(name, dict(options), custom, player, run.seed, behind, settings)
        # The errand is the result of a task, so that dask recreates it if the worker that holds it is lost. It is sent
        # only once, with its tables, so dask need not warn of its size.
        with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 GB"}):
            self.errand = self.client.submit(same, errand, pure=False)
        try:
            self.client.submit(deal_lot, self.errand, 0, 1, 0, pure=False).result()
        except Exception as error:
            self.close()
            raise OptionError(f"cluster {self.address!r}: its workers cannot deal this: {brief(error)}") from None

    def submit(self, first: int, last: int, rounds: int) -> "Lot":
        return Lot(self, self.client.submit(deal_lot, self.errand, first, last, rounds, pure=False))

    def close(self) -> None:
        self.client.close()


@dataclass
class Lot:
    """A lot of batches that the cluster deals."""

    cluster: Cluster
    task: Any

    def result(self) -> np.ndarray:
        """The histogram, once it is dealt; raises `EngineError` if the cluster fails."""
        try:
            return self.task.result()
        except Exception as error:
            raise EngineError(f"the cluster at {self.cluster.address} failed: {brief(error)}") from None

    def cancel(self) -> None:
        self.task.cancel()


def brief(error: BaseException) -> str:
    """The type and the first line of a library's error."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0][:200]}" if lines else type(error).__name__


def same(errand: Errand) -> Errand:
    """The errand, unchanged: the task that puts it on the cluster."""
    return errand


def deal_lot(errand: Errand, first: int, last: int, rounds: int) -> np.ndarray:
    """On a worker: the histogram of the batches from `first` up to `last`."""
    deal, program = ready(errand)
    return deal_batches(deal, program, errand.seed, first, last, rounds)


@lru_cache(maxsize=2)
def ready(errand: Errand) -> tuple[Any, Program]:
    """On a worker, cached: the loop and its program, whose settings must equal those sent."""
    from distributed.protocol import pickle

    game, behind = games.build(errand.name, errand.options, errand.custom), errand.behind
    player: Player = pickle.loads(errand.player)
    program = program_of(game, player) if behind is None else shoe_program(game, player, behind)
    own = Run(program, errand.seed, 1).settings()
    for name, value in json.loads(errand.settings).items():
        if own.get(name) != value:
            why = f"its {name} is {own.get(name)!r}, not {value!r}"
            raise OptionError(f"a worker has another version of pitboss: {why}")
    return cpu_loop(program), program
