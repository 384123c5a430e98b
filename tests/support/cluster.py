"""A real cluster on loopback: a scheduler and workers, each a process of its own."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path


class Machines:
    """The processes of a cluster."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.processes: list[subprocess.Popen[bytes]] = []
        self.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(self.file))
        limit = time.monotonic() + 60
        while not self.file.exists() or not self.file.read_text():
            assert time.monotonic() < limit
            time.sleep(0.1)

    @property
    def address(self) -> str:
        return json.loads(self.file.read_text())["address"]

    def start(self, kind: str, *arguments: str, **variables: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + kind, *arguments, "--no-dashboard"]
        environment = {**os.environ, **variables}
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        self.processes.append(process)
        return process

    def worker(self, **variables: str) -> subprocess.Popen[bytes]:
        return self.start("worker", self.address, "--nthreads", "1", "--no-nanny", **variables)

    def wait_for(self, workers: int) -> None:
        """Until so many have reported to the scheduler: a run would not wait for them as long as a busy machine takes."""
        from distributed import Client

        with Client(self.address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=60)

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()
