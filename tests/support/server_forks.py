"""Servers that start in a moment: forks of one process that has imported everything a server needs.

Run as a program, it reads a line of JSON for every server, forks, and lets the fork go on as `pitboss` with the arguments
of the line: the same program after the same imports, which would take each server a second or two by itself.
"""

import contextlib
import importlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from pitboss import games
from pitboss.__main__ import main as pitboss
from pitboss.table.sql_store import SqlStore

MODULES = (
    "pitboss.cli.serving",
    "pitboss.server.run",
    "uvicorn.loops.auto",
    "uvicorn.lifespan.on",
    "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.auto",
)
"""What a server imports before it serves."""


class Fork:
    """One forked server, with what tests use of `subprocess.Popen`."""

    def __init__(self, pid: int, printed: Path) -> None:
        self.pid = pid
        self.stdout = printed.open()  # Waits until the server has opened its end.

    def kill(self) -> None:
        """Ends the server as `kill -9` does."""
        os.kill(self.pid, signal.SIGKILL)

    def terminate(self) -> None:
        """Tells the server to end."""
        os.kill(self.pid, signal.SIGTERM)

    def poll(self) -> int | None:
        """0 once the server has ended; its status is nobody's to know."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return 0
        return None

    def wait(self, timeout: float) -> int:
        """Waits until the server has ended."""
        ends = time.monotonic() + timeout
        while self.poll() is None:
            assert time.monotonic() < ends, f"the server {self.pid} does not end"
            time.sleep(0.002)
        return 0


class Forks:
    """The process that forks."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.number = folder, 0
        self.process = subprocess.Popen(
            [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def start(self, arguments: Sequence[str], environment: Mapping[str, str]) -> Fork:
        """A new server that prints into a pipe of its own."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.number += 1
        printed = self.folder / f"{self.number}"
        os.mkfifo(printed)
        asked = {"arguments": list(arguments), "environment": dict(environment), "printed": str(printed)}
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        return Fork(int(self.process.stdout.readline()), printed)


@contextlib.contextmanager
def forks() -> Generator[Forks]:
    """The process that forks, until the block ends."""
    with tempfile.TemporaryDirectory(prefix="pitboss-forks-") as folder:
        made = Forks(Path(folder))
        try:
            yield made
        finally:
            made.process.communicate(timeout=60)


def main() -> None:
    """Imports what a server needs, then forks for every line until there are no more."""
    for name in MODULES:
        importlib.import_module(name)
    games.find()
    with tempfile.TemporaryDirectory() as folder:
        SqlStore(f"{folder}/first.db").close()  # Imports what migrations need.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # Nobody asks how a fork ended, so it leaves nothing behind.
    for line in sys.stdin:
        assert threading.active_count() == 1, "a fork has no threads but one"
        pid = os.fork()
        if pid == 0:
            _serve(json.loads(line))
        print(pid, flush=True)


def _serve(asked: dict[str, Any]) -> NoReturn:
    """Goes on as `pitboss`, with its own arguments and environment."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ.update(asked["environment"])
    os.dup2(os.open(asked["printed"], os.O_WRONLY), 1)
    with Path(os.devnull).open() as nothing:
        os.dup2(nothing.fileno(), 0)
    sys.stdin = os.fdopen(0)  # One that nobody has read from.
    sys.argv[1:] = asked["arguments"]
    try:
        pitboss()
    except SystemExit:
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
    os._exit(0)


if __name__ == "__main__":
    main()
