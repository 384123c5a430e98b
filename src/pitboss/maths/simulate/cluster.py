"""Simulation on a cluster: a dask scheduler that is already there hands lots of batches to its workers.

A worker is told what to simulate by name and builds the loop from its own copy of the rules; what the counts depend on
must then be what it is here, so that a worker with another version is refused and never counted. A lot is a task that
the scheduler deals out anew when the worker that had it is lost.
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
from pitboss.maths.codegen.program import Loop, Player
from pitboss.maths.codegen.shoes import Shoes
from pitboss.maths.compile.cpu import fused_loop
from pitboss.maths.simulate.run import LOT, Run, deal_batches

CONNECT_S = 6  # How long a scheduler, and then its first worker, may take to answer.
WORKER_S = 2


@dataclass(frozen=True)
class Errand:
    """What workers are told: a game by its name, options and brought pay tables, how it is played, and the seed."""

    name: str
    options: Mapping[str, str]
    custom: Custom | None
    strategy: Player
    seed: int
    behind: int | None
    """Cards behind the cut card, where whole shoes are dealt."""
    settings: str
    """All that the counts depend on; a worker must arrive at the same."""

    def __hash__(self) -> int:
        return hash(self.settings)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Errand) and self.settings == other.settings


class Cluster:
    """Deals on the workers of a cluster."""

    lot = LOT

    def __init__(self, address: str) -> None:
        if importlib.util.find_spec("distributed") is None:
            raise OptionError("--cluster: the extra 'cluster' is not installed; pip install 'pitboss[cluster]'")
        from distributed import Client, Security
        from distributed.comm import connect

        async def knock() -> None:
            comm = await connect(address, timeout=CONNECT_S, **Security().get_connection_args("client"))
            await comm.close()

        # What goes wrong is said here, in one line; the library would say it in many.
        for name in ("distributed", "distributed.client", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self.address = address
        try:
            # First a mere connection: a client that cannot connect takes its time to give up. Whoever answers there,
            # and with whatever, it is no scheduler unless it talks like one.
            asyncio.run(asyncio.wait_for(knock(), CONNECT_S))
            self.client: Any = Client(address, timeout=CONNECT_S, set_as_default=False)
        except Exception as error:
            why = "what answers is something else" if isinstance(error, MemoryError) else brief(error)
            raise OptionError(
                f"--cluster {address!r}: no dask scheduler answers there ({why}); "
                "give its address, such as tcp://10.0.0.5:8786"
            ) from None
        try:
            self.client.wait_for_workers(1, timeout=WORKER_S)
        except TimeoutError:
            self.client.close()
            raise OptionError(
                f"--cluster {address!r}: the scheduler has no workers; start some and try again"
            ) from None
        self.errand: Any = None
        self.known_workers, self.asked_at = 1, float("-inf")

    @property
    def workers(self) -> int:
        """How many lots can be dealt at a time; workers may come and go, so it is asked again every second."""
        if time.monotonic() - self.asked_at > 1:
            self.known_workers = sum(self.client.nthreads().values()) or self.known_workers
            self.asked_at = time.monotonic()
        return self.known_workers

    def send(self, run: Run, name: str, options: Mapping[str, str], custom: Custom | None) -> None:
        """Tells the workers what to deal, and waits until one of them can."""
        import dask

        settings = json.dumps(run.settings(), sort_keys=True)
        behind = run.loop.behind if isinstance(run.loop, Shoes) else None
        errand = Errand(name, dict(options), custom, run.loop.strategy, run.seed, behind, settings)
        # As the result of a task, not as data laid out: what a lost worker held is then made again. It is sent once,
        # tables and all, so its size is no cause for a warning.
        with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 GB"}):
            self.errand = self.client.submit(same, errand, pure=False)
        try:
            self.client.submit(deal_lot, self.errand, 0, 1, 0, pure=False).result()
        except Exception as error:
            self.close()
            raise OptionError(f"--cluster {self.address!r}: its workers cannot deal this: {brief(error)}") from None

    def submit(self, first: int, last: int, rounds: int) -> "Lot":
        """A lot for the next free worker."""
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
        """The histogram, once it is there."""
        try:
            return self.task.result()
        except Exception as error:
            raise EngineError(f"the cluster at {self.cluster.address} failed: {brief(error)}") from None

    def cancel(self) -> None:
        """Nobody wants it any more."""
        self.task.cancel()


def brief(error: BaseException) -> str:
    """An error of somebody else's in one short line."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0][:200]}" if lines else type(error).__name__


def same(errand: Errand) -> Errand:
    """The errand itself."""
    return errand


def deal_lot(errand: Errand, first: int, last: int, rounds: int) -> np.ndarray:
    """On a worker: the histogram of some batches."""
    deal, loop = ready(errand)
    return deal_batches(deal, loop, errand.seed, first, last, rounds)


@lru_cache(maxsize=2)
def ready(errand: Errand) -> tuple[Any, Loop]:
    """On a worker, once: the loop, after making sure that it is the same one."""
    game = games.build(errand.name, errand.options, errand.custom)
    whole = errand.behind is not None
    loop = Shoes(game, errand.strategy, behind=errand.behind) if whole else Loop(game, errand.strategy)
    own = Run(loop, errand.seed, 1).settings()
    for name, value in json.loads(errand.settings).items():
        if own.get(name) != value:
            raise OptionError(
                f"a worker has another version of pitboss: its {name} is {own.get(name)!r}, not {value!r}"
            )
    return fused_loop(loop.on_lanes(), loop.scope), loop
