"""F1: coverage-guided fuzzing of every parser, and proof that it finds what is wrong."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.core.errors import FormatError
from tests.fuzz.targets import TARGETS, Target, check, of_text
from tests.support.machine import is_missing

ROOT = Path(__file__).parents[2]
PER_COMMIT, SOAK = 100_000, 10_000_000
COSTLY = {"commands": 6_000, "proofs": 16_000, "rounds": 28_000}
"""Targets that do more than parse (they settle rounds, derive decks, carry requests out): fewer inputs a commit."""
LONGEST_S = 24 * 3600


def fuzz(name: str, runs: int, folder: Path, module: str = "tests.fuzz") -> tuple[int, str]:
    """The exit status and the last words of a fuzzer in a process of its own."""
    try:
        import atheris as _  # noqa: F401
    except ImportError:
        is_missing("no atheris for this Python or this machine")
    command = [sys.executable, "-m", module, name, str(runs), str(folder)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=LONGEST_S)
    lines = (done.stdout + done.stderr).decode(errors="replace").splitlines()
    return done.returncode, "\n".join(line for line in lines if not line.startswith("INFO: Instrumenting"))[-6000:]


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_a_parser_refuses_whatever_it_does_not_take(name: str, tmp_path: Path):
    runs = COSTLY.get(name, PER_COMMIT)
    status, words = fuzz(name, runs, tmp_path)
    assert status == 0, words
    assert f"number_of_executed_units: {runs}" in words


@pytest.mark.soak
@pytest.mark.parametrize("name", TARGETS)
def test_a_parser_refuses_whatever_it_does_not_take_for_hours(name: str, tmp_path: Path):
    status, words = fuzz(name, SOAK, tmp_path)
    assert status == 0, words
    assert f"number_of_executed_units: {SOAK}" in words


@pytest.mark.parametrize("name", TARGETS)
def test_the_inputs_to_begin_with_are_read(name: str):
    target = TARGETS[name]
    for given in target.seeds():
        check(target, given)


def test_a_parser_that_breaks_is_found(tmp_path: Path):
    """A planted fault three branches deep: coverage leads there, chance alone would need some 10^9 inputs."""
    status, words = fuzz("planted", PER_COMMIT, tmp_path, "tests.fuzz.planted")
    assert status != 0
    assert "ZeroDivisionError" in words
    assert [each.name for each in tmp_path.glob("crash-*")]


@pytest.mark.parametrize("sentence", ["one line\nand another"])
def test_a_refusal_of_two_lines_is_found(sentence: str):
    def refused(_: str) -> None:
        raise FormatError(sentence)

    with pytest.raises(AssertionError, match="several lines"):
        check(replace(TARGETS["cards"], read=of_text(refused)), b"As")


def test_a_form_that_does_not_read_back_is_found():
    lossy = Target(of_text(lambda text: _same(text)), lambda: [b"5"])
    with pytest.raises(AssertionError):
        check(lossy, b"5.50")


def _same(text: str) -> None:
    assert str(int(float(text))) == text
