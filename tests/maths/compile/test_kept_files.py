"""Files of the cache: damage is noticed and healed, and a disk that takes nothing costs time alone."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pitboss.maths.compile import results_cache
from pitboss.maths.compile.code_cache import results
from pitboss.maths.compile.kept_files import read_sealed, take_failure, write_sealed
from tests.support.damage import DAMAGE


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_counts_as_missing_and_is_replaced(tmp_path: Path, damage: str):
    path = tmp_path / "folder" / "file"
    assert read_sealed(path) is None
    write_sealed(path, b"what is kept")
    assert read_sealed(path) == b"what is kept"
    DAMAGE[damage](path)
    assert read_sealed(path) is None
    write_sealed(path, b"what is kept")
    assert read_sealed(path) == b"what is kept"
    assert take_failure() == ""
    assert os.listdir(path.parent) == ["file"]


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_results_are_made_anew(damage: str):
    made: list[str] = []
    table = np.arange(6).reshape(2, 3)

    def arrays() -> dict[str, np.ndarray]:
        made.append("arrays")
        return {"table": table}

    def value() -> list[str]:
        made.append("value")
        return ["1/3"]

    for damaged in (False, True):
        for expected in (["arrays", "value"], []):
            made.clear()
            assert np.array_equal(results_cache.kept_arrays({"game": "toy"}, arrays)["table"], table)
            assert results_cache.kept_json({"game": "toy"}, value) == ["1/3"]
            assert made == expected
        for path in results().iterdir() if not damaged else ():
            DAMAGE[damage](path)


def test_switched_off_nothing_is_looked_up_or_kept():
    with results_cache.switched_off():
        assert results_cache.kept_json({"game": "toy"}, lambda: 1) == 1
        assert not results().exists()
    assert results_cache.kept_json({"game": "toy"}, lambda: 2) == 2
    with results_cache.switched_off():
        assert results_cache.kept_json({"game": "toy"}, lambda: 3) == 3
    with results_cache.switched_off(False):
        assert results_cache.kept_json({"game": "toy"}, lambda: 4) == 2


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EDQUOT])
def test_a_disk_that_takes_nothing_is_told_once_with_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
):
    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "replace", fail)
    for name in ("first", "second"):
        write_sealed(tmp_path / name, b"body")
    assert take_failure() == f"{str(tmp_path / 'first')!r} cannot be written: {os.strerror(number)}"
    assert take_failure() == ""
    assert os.listdir(tmp_path) == []


def test_a_file_in_place_of_the_folder_is_no_error(tmp_path: Path):
    (tmp_path / "folder").write_text("")
    write_sealed(tmp_path / "folder" / "file", b"body")
    assert take_failure().startswith(f"{str(tmp_path / 'folder' / 'file')!r} cannot be written")
    assert read_sealed(tmp_path / "folder" / "file") is None


def test_what_one_process_works_out_others_wait_for(tmp_path: Path):
    """Four processes and two threads ask at once: one of them works it out, and all have its answer."""
    done = tmp_path / "done"
    text = f"""
import time
from pathlib import Path
from pitboss.maths.compile import results_cache
def make():
    with Path({str(done)!r}).open("a") as file:
        file.write("x")
    time.sleep(0.5)
    return ["1/3"]
def ask(_=0):
    return results_cache.kept_json({{"game": "toy"}}, make)
from concurrent.futures import ThreadPoolExecutor
print(*ThreadPoolExecutor(2).map(ask, range(2)))
"""
    started = [subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert {process.communicate(timeout=60)[0] for process in started} == {"['1/3'] ['1/3']\n"}
    assert done.read_text() == "x"
    assert [path.suffix for path in results().iterdir()] == [".json"]


def test_a_process_that_is_killed_holds_up_nobody(tmp_path: Path):
    text = """
import time
from pitboss.maths.compile import results_cache
results_cache.kept_json({"game": "toy"}, lambda: print("begun", flush=True) or time.sleep(60))
"""
    with subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "begun\n"
        process.kill()
    assert results_cache.kept_json({"game": "toy"}, lambda: 1) == 1
    assert results_cache.kept_json({"game": "toy"}, lambda: 2) == 1


def test_what_cannot_be_worked_out_leaves_no_lock():
    def fails() -> int:
        raise ValueError

    for _ in range(2):
        with pytest.raises(ValueError):  # noqa: PT011
            results_cache.kept_json({"game": "toy"}, fails)
    assert list(results().iterdir()) == []
