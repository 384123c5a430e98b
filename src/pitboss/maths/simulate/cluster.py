"""Simulation on a cluster: a running dask scheduler hands lots of batches to its workers.

A worker is told what to simulate by name and builds the loop from its own copy of the rules. All that the counts depend
on must then be the same as here, so that a worker with another version is refused and never counted. A lot is a task
that the scheduler hands out anew when the worker that had it is lost.
"""

import asyncio
import importlib.util
import json
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
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

CONNECT_S = 6  # How long a scheduler, and then its first worker, may take to answer.
WORKER_S = 2


@dataclass(frozen=True)
class Errand:
    """The message to workers: a game by its name, options and custom pay tables, its player, and the seed."""

    name: str
    options: Mapping[str, str]
    custom: Custom | None
    player: bytes
    """The player, pickled: a game outside the package can only be imported once the worker has looked for its games."""
    seed: int
    behind: int | None
    """Cards behind the cut card; None for single rounds."""
    settings: str
    """Everything that the counts depend on; a worker must compute the same."""

    def __hash__(self) -> int:
        return hash(self.settings)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Errand) and self.settings == other.settings


class Cluster:
    """Deals on the workers of a cluster."""

    lot = LOT

    def __init__(self, address: str) -> None:
        if importlib.util.find_spec("distributed") is None:
            raise OptionError("the extra 'cluster' is not installed; pip install 'pitboss[cluster]'")
        from distributed import Client, Security
        from distributed.comm import connect

        async def knock() -> None:
            comm = await connect(address, timeout=CONNECT_S, **Security().get_connection_args("client"))
            await comm.close()

        # An error is reported here, in one line; the library would log it in many.
        for name in ("distributed", "distributed.client", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self.address = address
        try:
            # First a mere connection: a client that cannot connect takes its time to give up. Whatever answers there
            # is no scheduler unless it talks like one.
            asyncio.run(asyncio.wait_for(knock(), CONNECT_S))
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
        """The number of lots that can be dealt at a time; asked again every second, because workers come and go."""
        if time.monotonic() - self.asked_at > 1:
            self.known_workers = sum(self.client.nthreads().values()) or self.known_workers
            self.asked_at = time.monotonic()
        return self.known_workers

    def send(self, run: Run, name: str, options: Mapping[str, str], custom: Custom | None) -> None:
        """Tells the workers what to deal, and waits until one of them can."""
        import dask
        from distributed.protocol import pickle

        settings = json.dumps(run.settings(), sort_keys=True)
        behind = run.loop.shoe.behind if run.loop.shoe else None
        player = pickle.dumps(run.loop.player)
        errand = Errand(name, dict(options), custom, player, run.seed, behind, settings)
        # The errand is the result of a task, so that it is made again when the worker that holds it is lost. It is sent
        # once, tables and all, so its size is no cause for a warning.
        with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 GB"}):
            self.errand = self.client.submit(same, errand, pure=False)
        try:
            self.client.submit(deal_lot, self.errand, 0, 1, 0, pure=False).result()
        except Exception as error:
            self.close()
            raise OptionError(f"cluster {self.address!r}: its workers cannot deal this: {brief(error)}") from None

    def submit(self, first: int, last: int, rounds: int) -> "Lot":
        """Hands a lot to the next free worker."""
        return Lot(self, self.client.submit(deal_lot, self.errand, first, last, rounds, pure=False))

    def close(self) -> None:
        """Leaves the cluster as it was."""
        self.client.close()


@dataclass
class Lot:
    """Some batches that the cluster deals."""

    cluster: Cluster
    task: Any

    def result(self) -> np.ndarray:
        """The histogram, once it is there; raises `EngineError` when the cluster fails."""
        try:
            return self.task.result()
        except Exception as error:
            raise EngineError(f"the cluster at {self.cluster.address} failed: {brief(error)}") from None

    def cancel(self) -> None:
        self.task.cancel()


def brief(error: BaseException) -> str:
    """An error of a library in one short line."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0][:200]}" if lines else type(error).__name__


def same(errand: Errand) -> Errand:
    """The errand itself."""
    return errand


def deal_lot(errand: Errand, first: int, last: int, rounds: int) -> np.ndarray:
    """On a worker: the histogram of the batches from `first` up to `last`."""
    deal, program = ready(errand)
    return deal_batches(deal, program, errand.seed, first, last, rounds)


@lru_cache(maxsize=2)
def ready(errand: Errand) -> tuple[Any, Program]:
    """On a worker, once: the loop and its program, which must be the one that was sent."""
    from distributed.protocol import pickle

    game, behind = games.build(errand.name, errand.options, errand.custom), errand.behind
    player: Player = pickle.loads(errand.player)
    program = program_of(game, player) if behind is None else shoe_program(game, player, behind)
    own = Run(program, errand.seed, 1).settings()
    for name, value in json.loads(errand.settings).items():
        if own.get(name) != value:
            raise OptionError(
                f"a worker has another version of pitboss: its {name} is {own.get(name)!r}, not {value!r}"
            )
    return cpu_loop(program), program
