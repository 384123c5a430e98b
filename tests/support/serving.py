"""`pitboss serve`, or the lobby, as a process of its own."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitboss.games import catalog
from tests.support.house import HOUSE


@dataclass
class Served:
    """A server that runs: its process, what it has printed, its address, and the token of its supervisor's link."""

    process: "subprocess.Popen[str]"
    printed: str
    address: str
    link: str

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Ends the process by a signal; its status and what it wrote to stderr."""
        self.process.send_signal(how)
        _, stderr = self.process.communicate(timeout=60)
        return self.process.returncode, stderr


ON_ANY_PORT = """
from pitboss.__main__ import main
from pitboss.cli import serving
serving.PORT = 0
main()
"""
"""The program as it is started by its name, with a lobby that takes any free port."""


def start(*arguments: str, **variables: str) -> Served:
    """Starts `pitboss` with these arguments and the toy games, and waits until it serves."""
    process = subprocess.Popen(
        [sys.executable, "-c", ON_ANY_PORT, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "NO_COLOR": "1", "PITBOSS_LOG": "error", catalog.VARIABLE: str(HOUSE), **variables},
    )
    killer = threading.Timer(120, process.kill)
    killer.start()
    printed = ""
    try:
        assert process.stdout is not None
        for line in process.stdout:
            printed += line
            if found := re.fullmatch(r"(http://\S+)/supervisor\?token=(\S+)\n", line):
                return Served(process, printed, found[1], found[2])
    finally:
        killer.cancel()
    raise AssertionError((printed, process.communicate()))


@contextmanager
def served(folder: Path, *arguments: str, **variables: Any) -> Generator[Served]:
    """A server on a free port over a database in a folder; it is killed at the end where it still runs."""
    server = start("serve", "--db", str(folder / "tables.db"), "--port", "0", *arguments, **variables)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.communicate()
