"""Machine code kept on disk: found again, compiled again when damaged, and never the reason for a failure."""

import os
from pathlib import Path
from types import FunctionType
from typing import Any, cast

import pytest

from pitboss.maths.compile.kept_code import KeptCode
from pitboss.maths.compile.kept_files import take_failure
from tests.support.damage import DAMAGE

pytestmark = pytest.mark.compiled


def twice(number: int) -> int:
    return 2 * number


def compiled(place: Path) -> Any:
    import numba

    function: Any = numba.njit(twice)
    function._cache = KeptCode(cast(FunctionType, twice), place)
    return function


def hits(function: Any) -> int:
    """How often kept code was used."""
    assert function(21) == 42
    return sum(function.stats.cache_hits.values())


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_code_is_compiled_again_and_kept(tmp_path: Path, damage: str):
    assert [hits(compiled(tmp_path)), hits(compiled(tmp_path))] == [0, 1]
    (path,) = tmp_path.iterdir()
    DAMAGE[damage](path)
    assert [hits(compiled(tmp_path)), hits(compiled(tmp_path))] == [0, 1]
    assert list(tmp_path.iterdir()) == [path]


def test_code_for_another_signature_is_another_file(tmp_path: Path):
    function = compiled(tmp_path)
    assert (function(21), function(0.5)) == (42, 1.0)
    assert len(list(tmp_path.iterdir())) == 2


def test_a_whole_file_of_another_function_is_not_used(tmp_path: Path):
    hits(compiled(tmp_path))
    (path,) = tmp_path.iterdir()
    compiled(tmp_path)(0.5)
    (other,) = set(tmp_path.iterdir()) - {path}
    path.write_bytes(other.read_bytes())
    assert hits(compiled(tmp_path)) == 0


def test_a_full_disk_costs_the_code_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    assert hits(compiled(tmp_path)) == 0
    assert "twice-" in take_failure()
    assert os.listdir(tmp_path) == []


def test_code_that_cannot_be_had_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """As after Ctrl-C while LLVM hands its object code over."""

    def fail(*_: object) -> None:
        raise RuntimeError("no compiled object yet")

    monkeypatch.setattr("numba.core.compiler.CompileResult._reduce", fail)
    assert compiled(tmp_path)(21) == 42
    assert list(tmp_path.iterdir()) == []
