"""`./run` in a checkout of its own, with a `uv` that only notes how it is called: two first calls, and broken ones."""

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
UV = """#!/bin/sh
echo "$1 $2" >>calls.txt
mkdir busy || echo overlap >>calls.txt
sleep 0.2
if [ "$1" = venv ]; then
    mkdir -p .venv/bin
    printf '#!/bin/sh\\nexit 0\\n' >.venv/bin/python
    printf '#!/bin/sh\\necho "ran $*"\\n' >.venv/bin/pitboss
    chmod +x .venv/bin/python .venv/bin/pitboss
fi
rmdir busy
[ ! -e broken ]
"""
ONCE = ["venv --quiet", "pip sync", "pip install"]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder that `./run` takes for a checkout."""
    here = tmp_path / "checkout"
    (here / "requirements").mkdir(parents=True)
    shutil.copy(ROOT / "run", here)
    for name in ("pyproject.toml", *(f"requirements/{each}.txt" for each in ("base", "docs", "test", "build"))):
        (here / name).write_text("")
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "uv").write_text(UV)
    (programs / "uv").chmod(0o755)
    return here


def started(checkout: Path) -> subprocess.Popen[str]:
    path = f"{checkout.parent / 'programs'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.Popen(
        ["./run", "games"],
        cwd=checkout,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def calls(checkout: Path) -> list[str]:
    return (checkout / "calls.txt").read_text().splitlines()


def lock(checkout: Path, holder: str) -> Path:
    (checkout / ".run-lock").mkdir()
    (checkout / ".run-lock" / "holder").write_text(holder)
    return checkout / ".run-lock"


def gone() -> int:
    """The number of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_first_calls_at_the_same_time_set_up_once(checkout: Path):
    for process in [started(checkout) for _ in range(3)]:
        code, out, _ = ended(process)
        assert (code, out) == (0, "ran games\n")
    assert calls(checkout) == ONCE
    assert not (checkout / ".run-lock").exists()


def test_a_lock_whose_process_is_gone_is_taken_over_by_one(checkout: Path):
    lock(checkout, f"{gone()} {socket.gethostname()}")
    assert [ended(process)[0] for process in [started(checkout) for _ in range(3)]] == [0, 0, 0]
    assert calls(checkout) == ONCE
    assert not (checkout / ".run-lock").exists()


@pytest.mark.parametrize("machine", ["this machine", "another machine"])
def test_a_lock_whose_process_may_live_is_waited_for(checkout: Path, machine: str):
    is_here = machine == "this machine"
    held = lock(checkout, f"{os.getpid()} {socket.gethostname()}" if is_here else f"{gone()} another-machine")
    process = started(checkout)
    assert process.stderr
    assert process.stderr.readline().startswith("Waiting for another ./run that sets up here")
    assert not (checkout / "calls.txt").exists()
    shutil.rmtree(held)
    assert ended(process)[:2] == (0, "ran games\n")
    assert calls(checkout) == ONCE


def test_a_set_up_that_was_broken_off_begins_anew(checkout: Path):
    """Half a package would be taken for a whole one."""
    (checkout / ".venv" / "bin").mkdir(parents=True)
    half = checkout / ".venv" / "half-a-package"
    half.touch()
    (checkout / ".venv" / ".unfinished").touch()
    assert ended(started(checkout))[:2] == (0, "ran games\n")
    assert not half.exists()
    assert not (checkout / ".venv" / ".unfinished").exists()


def test_run_is_found_through_a_link(checkout: Path, tmp_path: Path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "run").symlink_to(checkout / "run")
    done = subprocess.run(
        ["./run", "games"],
        cwd=elsewhere,
        env={**os.environ, "PATH": f"{tmp_path / 'programs'}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (0, "ran games\n")
    assert [path.name for path in elsewhere.iterdir()] == ["run"]


def test_a_set_up_that_fails_stops_at_once_and_leaves_no_lock(checkout: Path):
    (checkout / "broken").touch()
    code, out, _ = ended(started(checkout))
    assert (code != 0, out) == (True, "")
    assert calls(checkout) == ONCE[:1]
    assert not (checkout / ".run-lock").exists()
    (checkout / "broken").unlink()
    assert ended(started(checkout))[:2] == (0, "ran games\n")
