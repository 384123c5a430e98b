"""Files of the cache: damage is noticed and healed, and a disk that takes nothing costs time alone."""

import errno
import os
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
