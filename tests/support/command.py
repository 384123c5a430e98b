"""Runs `pitboss` as a user does: in a process of its own, or faster in this one."""

import contextlib
import io
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from pitboss.cli import main, serving


@dataclass
class Done:
    returncode: int
    stdout: str
    stderr: str


def pitboss(*arguments: str, given: str = "") -> Done:
    """The command in this process, output and exit status caught; a server is asked for with right settings, and not started."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["pitboss", *arguments]),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8")),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.object(serving, "start"),
    ):
        code = main.run()
    return Done(code, out.getvalue(), err.getvalue())


def pitboss_process(*arguments: str, given: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    environment = {**os.environ, "NO_COLOR": "1", **variables}
    command = [sys.executable, "-m", "pitboss", *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, env=environment, timeout=120)


KEEPING_OFTEN = """
from pitboss.__main__ import main
from pitboss.cli.commands.simulate import deal
deal.KEPT_EVERY_S = 0.5
main()
"""


def dealing(path: Path, *arguments: str) -> subprocess.Popen[str]:
    """A long simulation in a process of its own that has dealt for half a second, and kept what it dealt in a file."""
    command = [sys.executable, "-c", KEEPING_OFTEN, "simulate", *arguments, "--json", "--resume", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    limit = time.monotonic() + 120
    while not path.exists():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < limit
        time.sleep(0.05)
    return process


def only_progress(stderr: str) -> bool:
    """Whether stderr says no more than that somebody has to wait."""
    return all(line.startswith(("Solving ", "Writing ", "Without the compiler ")) for line in stderr.splitlines())


def check_refused(arguments: tuple[str, ...], sentence: str) -> None:
    """A wrong request: one line on stderr that says what is wrong, exit 2, nothing else.

    What can only be refused once a game is solved may say before, on a slow machine, that somebody has to wait.
    """
    done = pitboss(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = [line for line in done.stderr.splitlines() if not only_progress(line)]
    assert line.startswith("pitboss: ")
    assert sentence in line


def advice(*arguments: str) -> dict:
    """What `pitboss advise` says, as JSON."""
    done = pitboss("advise", *arguments, "--json")
    assert done.returncode == 0
    assert only_progress(done.stderr)
    return json.loads(done.stdout)
