"""The same counts for the same seed, for ever: digests of tallies that an earlier version of the program counted.

`counts.json` has every named strategy of every game that was there: a few rounds (1,024, or 8 whole shoes) dealt without
the compiler, and for some strategies and the best plays 65,536 rounds (or 1,024 shoes) dealt compiled. A digest changes
only with the rules or with `Game.version`; then the table is made anew and the change log says so.
"""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from pitboss import games
from pitboss.maths.codegen import deals
from pitboss.maths.codegen.program import Program, program_of
from pitboss.maths.codegen.shoes import shoe_program
from pitboss.maths.simulate.engines import cpu_loop
from pitboss.maths.simulate.run import best_policy, simulate_program

COUNTS: dict[str, dict[str, str]] = json.loads((Path(__file__).parent / "counts.json").read_text())
SEED, BEHIND = 2026, 52


def kept(part: str) -> list[str]:
    """The entries of a part of the table whose game is there."""
    return [name for name in COUNTS[part] if name.split()[0] in {**games.find(), **games.attached()}]


def program(name: str, shoes: bool = False) -> Program:
    game_name, _, strategy = name.partition(" ")
    game, strategies = games.build(game_name), games.folder(game_name).strategies
    best = strategy == "optimal"
    player = best_policy(game, strategies.values()) if best else strategies[strategy] if strategy else None
    return shoe_program(game, player, BEHIND) if shoes else program_of(game, player)


def digest(program: Program, counts: np.ndarray) -> str:
    program.check_legal(counts)
    return hashlib.sha256(repr(sorted(program.tally(counts).cells.items())).encode()).hexdigest()[:16]


def few(program: Program, strands: int, each: int) -> str:
    counts = np.zeros(program.counters, dtype=np.int64)
    cpu_loop(program)(*deals.streams(SEED, 0, strands), np.full(strands, each), counts)
    return digest(program, counts)


@pytest.mark.parametrize("name", kept("few"))
def test_every_strategy_counts_what_it_did(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PITBOSS_COMPILE", "0")
    assert few(program(name), 64, 16) == COUNTS["few"][name]


@pytest.mark.parametrize("name", kept("few shoes"))
def test_whole_shoes_count_what_they_did(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PITBOSS_COMPILE", "0")
    assert few(program(name, shoes=True), 4, 2) == COUNTS["few shoes"][name]


@pytest.mark.compiled
@pytest.mark.parametrize("name", kept("many"))
def test_compiled_loops_count_what_they_did(name: str):
    run = simulate_program(program(name), rounds=65_536, seed=SEED)
    assert digest(run.loop, run.counts) == COUNTS["many"][name]


@pytest.mark.compiled
@pytest.mark.parametrize("name", kept("many shoes"))
def test_compiled_shoes_count_what_they_did(name: str):
    run = simulate_program(program(name, shoes=True), rounds=1024, seed=SEED)
    assert digest(run.loop, run.counts) == COUNTS["many shoes"][name]
