"""Commands on a disk that is full or read-only, files that never end or are no text, and errors that name their file."""

import errno
import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.maths.compile.code_cache import folder, results
from tests.support.command import check_refused, only_progress, pitboss, pitboss_process
from tests.support.damage import DAMAGE

GIB = 1 << 30


def limited(limit: Callable[[], None], *arguments: str, cache: Path) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own that a limit of the system applies to; without the compiler, to be quick."""
    environment = {**os.environ, "NO_COLOR": "1", "PITBOSS_COMPILE": "0", "XDG_CACHE_HOME": str(cache)}
    command = [sys.executable, "-B", "-m", "pitboss", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, preexec_fn=limit)


def no_file_may_grow() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def little_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (2 * GIB, 2 * GIB))


def told(stderr: str) -> list[str]:
    """What stderr says beside that somebody has to wait."""
    return [line for line in stderr.splitlines() if not only_progress(line)]


ANSWERED = (
    ("analyze", "spadez"),
    ("strategy", "turbo-sports"),
    ("simulate", "spadez", "--rounds", "10"),
)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
@pytest.mark.parametrize("asked", ANSWERED, ids=" ".join)
def test_a_cache_that_takes_nothing_never_costs_the_answer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, asked: tuple[str, ...], number: int
):
    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(os, "replace", fail)
    done = pitboss(*asked)
    assert done.returncode == 0
    assert done.stdout
    (line,) = told(done.stderr)
    assert line.startswith(f"pitboss: results are not cached, so the next run takes as long: '{tmp_path / 'pitboss'}")
    assert line.endswith(f"cannot be written: {os.strerror(number)}")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_process_that_can_write_no_file_answers(tmp_path: Path):
    done = limited(no_file_may_grow, "analyze", "spadez", "--json", cache=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["game"] == "spadez"
    (line,) = told(done.stderr)
    assert line.startswith(f"pitboss: results are not cached, so the next run takes as long: '{tmp_path / 'pitboss'}")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_simulation_that_cannot_be_kept_names_the_file_and_leaves_nothing(tmp_path: Path):
    place = tmp_path / "place"
    place.mkdir()
    asked = ("simulate", "spadez", "--rounds", "10", "--resume", str(place / "run.sim"))
    done = limited(no_file_may_grow, *asked, cache=tmp_path / "cache")
    assert (done.returncode, done.stdout) == (2, "")
    assert told(done.stderr) == [f"pitboss: --resume '{place / 'run.sim'}' cannot be written: File too large"]
    assert os.listdir(place) == []


def test_no_cache_keeps_no_results(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert pitboss("analyze", "spadez", "--no-cache").returncode == 0
    assert not results().exists()
    assert pitboss("analyze", "spadez").returncode == 0
    assert list(results().iterdir())


def test_an_error_of_another_file_is_not_taken_for_one_of_the_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def fail() -> int:
        raise OSError(errno.EIO, "Input/output error", "/some/file")

    monkeypatch.setattr(main, "run", fail)
    assert main.main() == 2
    assert capsys.readouterr().err == "pitboss: '/some/file' cannot be read or written: Input/output error\n"


ENDLESS = (
    ("settle", "/dev/zero"),
    ("settle", "/dev/full"),
    ("analyze", "spadez", "--paytables", "/dev/zero"),
    ("simulate", "spadez", "--resume", "/dev/full"),
)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a file that Linux alone has")
@pytest.mark.parametrize("asked", ENDLESS, ids=" ".join)
def test_an_endless_file_is_refused(tmp_path: Path, asked: tuple[str, ...]):
    done = limited(little_memory, *asked, cache=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"pitboss: {asked[-1]!r} is not a text file: line 1, byte 1 is zero\n"


def test_an_endless_text_is_refused_at_a_limit(tmp_path: Path):
    with subprocess.Popen(["yes", "deal player 1 As"], stdout=subprocess.PIPE) as endless:
        environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
        command = [sys.executable, "-m", "pitboss", "settle", "/dev/stdin"]
        done = subprocess.run(
            command, stdin=endless.stdout, capture_output=True, text=True, env=environment, preexec_fn=little_memory
        )
        endless.kill()
    assert done.returncode == 2
    assert done.stderr == "pitboss: '/dev/stdin' is larger than 16 MiB, the most that is read of a file\n"


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "is not a text file: line 3, byte 1 is zero"),
        ("ein Gerät".encode("latin-1"), "line 1, byte 8 (0xe4) is not UTF-8; save the file as UTF-8"),
        (b"\n\n\xef\xbb", "line 3, byte 1 (0xef) is not UTF-8"),
        ("[ante]".encode("utf-16"), "is UTF-16 text; save it as UTF-8"),
        (b"x" * (1 << 24) + b"y", "is larger than 16 MiB, the most that is read of a file"),
    ],
    ids=["a picture", "Latin-1", "half a byte-order mark", "UTF-16", "too large"],
)
@pytest.mark.parametrize("asked", [("settle",), ("analyze", "spadez", "--paytables")], ids=" ".join)
def test_a_file_that_is_no_text_is_refused_by_its_name(
    tmp_path: Path, asked: tuple[str, ...], body: bytes, sentence: str
):
    path = tmp_path / "file.txt"
    path.write_bytes(body)
    check_refused((*asked, str(path)), sentence)
    check_refused((*asked, str(path)), str(path))


ROUND = (
    *("settle", "super-pan-9", "--bet", "regular=10", "--deal", "player=6s 4h 3d", "--deal", "dealer=Ks 5c 2d"),
    *("--choose", "draw=stand"),
)


def test_a_byte_order_mark_and_other_line_ends_are_read(tmp_path: Path):
    text = pitboss(*ROUND).stdout
    path = tmp_path / "round.txt"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    done = pitboss("settle", str(path))
    assert (done.returncode, done.stdout) == (0, text)


def test_many_wrong_lines_are_one_sentence(tmp_path: Path):
    path = tmp_path / "round.txt"
    path.write_text(pitboss(*ROUND).stdout + "net 1 +1.00\n" * 20_000)
    done = pitboss("settle", str(path))
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("pitboss: round.txt: 'net 1 +1.00' ")
    assert line.endswith("net 1 and 19989 other lines")


@pytest.mark.compiled
@pytest.mark.slow
def test_a_command_heals_a_cache_in_which_every_file_is_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    asked = ("analyze", "super-pan-9")
    first = pitboss_process(*asked)
    files = sorted(path for path in folder().rglob("*") if path.is_file())
    assert {path.suffix for path in files} == {".code", ".json"}
    for damage, path in zip(list(DAMAGE) * len(files), files, strict=False):
        DAMAGE[damage](path)
    again = pitboss_process(*asked)
    assert (again.returncode, again.stdout) == (0, first.stdout)
    assert only_progress(again.stderr)
    assert sorted(path for path in folder().rglob("*") if path.is_file()) == files
    assert all(path.stat().st_size > 65 for path in files)
