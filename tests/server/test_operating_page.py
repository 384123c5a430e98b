"""docs/operating-a-table.md, typed from top to bottom into one shell: every command runs, and prints what the page shows."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.machine import is_missing
from tests.support.postgres import database

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "operating-a-table.md").read_text()
ANYTHING = "…"
END = "--the-command-has-ended--"
SHARED = "## Several servers"


@dataclass(frozen=True)
class Command:
    """A command of the page, and the lines that it shows under it."""

    text: str
    shown: tuple[str, ...]


def commands(page: str) -> Iterator[Command]:
    """The commands of a page in order; a line that begins with `> ` goes on with the one before."""
    for block in re.findall(r"^```console\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        for each in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            first, *rest = each.rstrip("\n").split("\n")
            more = [line[2:] for line in rest if line.startswith("> ")]
            yield Command("\n".join([first, *more]), tuple(line for line in rest if not line.startswith("> ")))


def is_as_shown(printed: str, shown: tuple[str, ...]) -> bool:
    """Whether an output is what the page shows; `…` stands for anything, on a line of its own for any lines.

    A sentence may be broken at a space where the page does not: numbers that `…` stands for differ in length.
    """
    if not shown:
        return printed.strip() == ""
    parts = [
        r"(?s:.*)" if line == ANYTHING else ".*".join(map(re.escape, line.split(ANYTHING))).replace(r"\ ", r"[ \n]")
        for line in shown
    ]
    return re.fullmatch(r"\n".join(parts), printed.strip("\n")) is not None


class Shell:
    """One bash, into which commands are typed."""

    def __init__(self, folder: Path, **variables: str) -> None:
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT / "src"),
            "PITBOSS_LOG": "warning",
            "COLUMNS": "80",
            **variables,
        }
        self.folder = folder
        self.bash = subprocess.Popen(
            ["bash", "--norc"],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def type(self, text: str) -> str:
        """What a command prints."""
        assert self.bash.stdin
        assert self.bash.stdout
        self.bash.stdin.write(f"{text}\necho; echo {END}\n")
        self.bash.stdin.flush()
        lines: list[str] = []
        for line in self.bash.stdout:
            if line.startswith(END):
                break
            if not re.match(r"bash: line \d+: +\d+ Killed ", line):  # What bash says of a server that was killed.
                lines.append(line)
        return "".join(lines).strip("\n")

    def close(self) -> None:
        """Ends the shell and whatever it started."""
        for stream in (self.bash.stdin, self.bash.stdout):
            assert stream
            stream.close()
        with suppress(ProcessLookupError):
            os.killpg(self.bash.pid, signal.SIGKILL)
        self.bash.wait(30)


def free_port() -> int:
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def prepared(folder: Path) -> None:
    """Makes a folder look like a checkout in which `./run` was called once."""
    if shutil.which("curl") is None:
        is_missing("no curl")
    run = folder / "run"
    run.write_text(f'#!/bin/sh\nexec {sys.executable} -m pitboss "$@"\n')
    run.chmod(0o755)
    python = folder / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    for name, text in re.findall(r"`(\w+\.py)`:\n\n```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        folder.joinpath(name).write_text(text)


def type_in(shell: Shell, page: str, replaced: dict[str, str]) -> int:
    """Types every command of a page; the number of them."""
    found = list(commands(page))
    for command in found:
        text, shown = command.text, command.shown
        for old, new in replaced.items():
            text, shown = text.replace(old, new), tuple(line.replace(old, new) for line in shown)
        printed = shell.type(text)
        assert is_as_shown(printed, shown), f"$ {text}\nprints:\n{printed}\nthe page shows:\n" + "\n".join(shown)
    return len(found)


@pytest.mark.slow
def test_the_commands_of_the_page_print_what_it_shows(tmp_path: Path):
    prepared(tmp_path)
    shell = Shell(tmp_path)
    try:
        assert type_in(shell, PAGE.partition(SHARED)[0], {"8036": str(free_port())}) > 40
        # Verified twice on the page; said here in so many words.
        assert shell.type("./run verify --db room.db > /dev/null && echo holds") == "holds"
    finally:
        shell.close()


@pytest.mark.slow
def test_the_page_s_two_servers_share_a_table(tmp_path: Path):
    prepared(tmp_path)
    before = "\n".join(re.findall(r"^\$ ((?:field|call)\(\) .*)$", PAGE, re.MULTILINE))
    with database(is_empty=True) as url:
        shell = Shell(tmp_path)
        try:
            shell.type(before)
            ports = {"8037": str(free_port()), "8038": str(free_port())}
            own = {"postgresql://pitboss@db.example/pitboss": f"'{url}'", **ports}
            assert type_in(shell, PAGE.partition(SHARED)[2], own) > 10
        finally:
            shell.close()


def test_what_the_page_does_not_show_is_found():
    assert is_as_shown("t_1\nt_2", ("t_…", "t_…"))
    assert not is_as_shown("t_1", ("t_…", "t_…"))
    assert is_as_shown("Checked 4 rounds and 2\nanchors.", ("Checked … rounds and … anchor….",))
    assert not is_as_shown("t_1 t_2", ("t_1", "t_2"))
    assert not is_as_shown('{"code": "x"}', ('{"id": "…"}',))
    assert not is_as_shown("an error", ())
    assert is_as_shown("a\nb\nc", ("a", "…"))
    assert list(commands("```console\n$ for x\n>   do y\n> done\nz\n$ w\n```\n")) == [
        Command("for x\n  do y\ndone", ("z",)),
        Command("w", ()),
    ]
