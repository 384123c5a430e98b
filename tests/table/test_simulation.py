"""Deterministic simulation (D1): thousands of seeds, every invariant after every step, and bugs that it must find."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.support.simulation.bugs import BUGS
from tests.support.simulation.games import build
from tests.support.simulation.invariants import Violation
from tests.support.simulation.world import HONEST, RESTS, Faults, Room, prepare_rooms, run

PARTS, SEEDS, SOAK_SEEDS = 8, 1250, 250_000
"""Ten thousand seeds for every commit, two million in the soak, in parts that run beside each other."""

HAPPENS = (
    "crashed before a commit",
    "crashed after a commit",
    "failed before a commit",
    "failed after a commit",
    "slow",
    "lost",
    "answers lost",
    "repeated in a batch",
    "repeated later",
    "reordered",
    "asked again",
    "restarts",
    "power off",
    "clocks set",
    "called to time",
    "booked settle",
    "booked void",
    "booked feed",
    "awards",
)
"""What must have happened many times in every part, for the part to have shown anything."""


def simulated(seeds: range) -> Counter[str]:
    counts: Counter[str] = Counter()
    for seed in seeds:
        counts += run(seed).counts
    return counts


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_every_seed_keeps_every_invariant(part: int):
    counts = simulated(range(part * SEEDS, (part + 1) * SEEDS))
    assert {name: counts[name] for name in HAPPENS if counts[name] < SEEDS // 25} == {}


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_two_million_seeds_keep_every_invariant(part: int):
    first = PARTS * SEEDS + part * SOAK_SEEDS
    simulated(range(first, first + SOAK_SEEDS))


def test_a_long_life_keeps_every_invariant():
    for seed in range(RESTS, 4 * RESTS, RESTS):  # Such seeds come to rest in the end.
        run(seed, steps=100)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(1, 201))
def test_many_long_lives_keep_every_invariant(number: int):
    run(RESTS * number, steps=1000)


def test_every_game_found_keeps_every_invariant(game_name: str):
    rooms = (Room((game_name,)), Room((game_name,), has_bots=build(game_name).seats > 2))
    for seed in range(RESTS, 8 * RESTS, RESTS):
        run(seed, rooms=rooms)


@pytest.mark.soak
def test_every_game_found_keeps_every_invariant_for_long(game_name: str):
    rooms = (Room((game_name, "metered")), Room((game_name,), has_bots=build(game_name).seats > 2))
    for seed in range(2000):
        run(seed, rooms=rooms, steps=30)


def found(faults: Faults, seeds: range) -> Violation | None:
    for seed in seeds:
        try:
            run(seed, faults)
        except Violation as violation:
            return violation
    return None


@pytest.mark.parametrize("name", BUGS)
def test_a_seeded_bug_is_found_and_its_seed_replays_exactly(name: str, monkeypatch: pytest.MonkeyPatch):
    bug = BUGS[name]
    prepare_rooms()
    bug.patch(monkeypatch)
    violation = found(bug.faults, range(1, 1000))
    assert violation is not None, f"{name} was not found"
    words = str(violation)
    assert any(f": {each}:" in words for each in bug.breaks), words
    seed = int(words.split()[1].rstrip(","))
    with pytest.raises(Violation) as again:
        run(seed, bug.faults)
    assert str(again.value) == words


def test_without_a_bug_those_seeds_are_clean():
    assert found(HONEST, range(1, 60)) is None


def test_a_seed_tells_the_same_story_in_every_process():
    """The order in which sets are walked differs from process to process, and must not matter."""
    stories = set()
    for hashing in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hashing, "PITBOSS_COMPILE": "0"}
        command = [sys.executable, "-m", "tests.support.simulation", "17", "40"]
        root = Path(__file__).parents[2]
        told = subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, check=True).stdout
        assert "all invariants hold" in told
        stories.add(told)
    assert len(stories) == 1
