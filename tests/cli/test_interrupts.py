"""Ctrl-C at moments from the very start on: one line, status 130, whatever is being done."""

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import pitboss.__main__
from pitboss.cli import main
from tests.support.command import only_progress

MOMENTS_S = (0, 0.03, 0.06, 0.1, 0.2, 0.4, 0.8, 1.6)
COMMANDS = (
    ("analyze", "super-pan-9", "--set", "decks=1", "--no-cache"),
    ("rules", "spadez"),
    ("strategy", "three-card-poker"),
)
ROOT = Path(__file__).parents[2]


def hold_back() -> None:
    """Starts the command as `./run` does: Python cannot handle Ctrl-C before its first line of ours."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])


def interrupted(moment: float, arguments: tuple[str, ...], cache: Path) -> tuple[int, str]:
    """The status and stderr of a command that is interrupted so many seconds after its start."""
    with subprocess.Popen(
        [sys.executable, "-m", "pitboss", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_CACHE_HOME": str(cache)},
        preexec_fn=hold_back,
    ) as process:
        time.sleep(moment)
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=120)
    return process.returncode, "".join(line for line in stderr.splitlines(True) if not only_progress(line))


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS_S)
def test_ctrl_c_at_any_moment_is_one_line(tmp_path: Path, moment: float):
    for arguments in COMMANDS[:1] if moment > 1 else COMMANDS:
        status, stderr = interrupted(moment, arguments, tmp_path)
        assert (status, stderr) in ((130, "Interrupted.\n"), (0, "")), arguments
        assert moment or status == 130, "nothing is done in no time"


@pytest.mark.slow
def test_ctrl_c_at_random_moments_of_commands_that_go_on_and_on(tmp_path: Path):
    going_on = ("simulate", "spadez", "--rounds", "1e15")
    for _ in range(4):
        moment = random.uniform(0, 3)
        status, stderr = interrupted(moment, going_on, tmp_path)
        assert status == 130, (moment, stderr)
        assert re.fullmatch(r"Interrupted( after [0-9,]+ of [0-9,]+ rounds)?\.\n", stderr), moment


@pytest.mark.skipif(shutil.which("env") is None, reason="`./run` holds Ctrl-C back by env")
def test_run_itself_ends_with_status_130(tmp_path: Path):
    """The shell part alone: a copy of it in front of something that takes its time."""
    script, program = tmp_path / "run", tmp_path / ".venv" / "bin" / "pitboss"
    shutil.copy(ROOT / "run", script)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\nexec {sys.executable} -m pitboss simulate spadez --rounds 1e15\n")
    program.chmod(0o755)
    stamp = subprocess.run(
        ["sh", "-c", 'printf "%s" "$(cat requirements/base.txt pyproject.toml | cksum) $(pwd -P)"'],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    (tmp_path / ".venv" / ".installed-base").write_text(stamp)
    for moment in (0.05, 0.3):
        with subprocess.Popen(
            [str(script)],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        ) as process:
            time.sleep(moment)
            process.send_signal(signal.SIGINT)
            _, stderr = process.communicate(timeout=120)
        assert "Traceback" not in stderr
        assert (process.returncode, stderr) in ((130, "Interrupted.\n"), (-signal.SIGINT, "")), stderr


def status_of(
    work: Callable[[], int], monkeypatch: pytest.MonkeyPatch, at_exit: Callable[[], None] | None = None
) -> int:
    """The status of the program when its command is `work`; `at_exit` is called where Python would end."""
    monkeypatch.setattr(main, "main", work)
    monkeypatch.setattr(os, "_exit", sys.exit)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(SystemExit) as ended:
            pitboss.__main__.main()
        if at_exit:
            at_exit()
    finally:
        signal.signal(signal.SIGINT, before)
    return int(str(ended.value.code))


def test_ctrl_c_after_the_work_changes_nothing(monkeypatch: pytest.MonkeyPatch):
    assert status_of(lambda: 2, monkeypatch, at_exit=lambda: signal.raise_signal(signal.SIGINT)) == 2


def test_a_command_may_say_more_than_that_it_was_interrupted(monkeypatch: pytest.MonkeyPatch, capsys):
    def work() -> int:
        raise KeyboardInterrupt("Stopped after 12 rounds: +35.00.")

    assert status_of(work, monkeypatch) == 130
    assert capsys.readouterr().err == "Stopped after 12 rounds: +35.00.\n"


def test_ctrl_c_that_python_would_drop_is_raised_again(monkeypatch: pytest.MonkeyPatch, capsys):
    class Dropped:
        def __del__(self) -> None:
            raise KeyboardInterrupt

    def work() -> int:
        Dropped()
        time.sleep(10)
        return 0

    assert status_of(work, monkeypatch) == 130
    assert capsys.readouterr().err == "Interrupted.\n"
