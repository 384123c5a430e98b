"""F1: coverage-guided fuzzing of every parser, and proof that it finds what is wrong."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.core.errors import FormatError
from tests.fuzz import messages
from tests.fuzz.targets import TARGETS, Target, check, of_text
from tests.support.machine import is_missing
from tests.support.memory_store import MemoryStore

ROOT = Path(__file__).parents[2]
PER_COMMIT, SOAK = 100_000, 10_000_000
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
    status, words = fuzz(name, PER_COMMIT, tmp_path)
    assert status == 0, words
    assert f"number_of_executed_units: {PER_COMMIT}" in words


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


def stored(store: MemoryStore) -> tuple[object, ...]:
    """What a request could have changed."""
    return store.list_tables(), list(store.every_round()), store.list_accounts(), store.head, store.persons()


def test_commands_are_carried_out_and_undone(monkeypatch: pytest.MonkeyPatch):
    """Else the target would fuzz refusals alone, or a room that nobody could tell apart from the last input's."""
    carried_out: list[bool] = []
    for is_dealt in (False, True):
        made, _ = messages._room(is_dealt)
        before, undo = stored(made.store), made.store.before_commit

        def counted(undo: Callable[[], None] = undo) -> None:
            carried_out.append(False)
            undo()
            carried_out[-1] = True  # Nothing to undo: it was refused.

        monkeypatch.setattr(made.store, "before_commit", counted)
        for document in messages.documents():
            messages.carry_out(document)
        assert stored(made.store) == before
    assert carried_out.count(False) > 5
    assert carried_out.count(True) > 5
