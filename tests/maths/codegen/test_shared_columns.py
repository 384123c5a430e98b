"""Bets that end alike share a column of the histogram, and tallies are the same as of the interpreter."""

from dataclasses import replace
from math import prod

import numpy as np
import pytest

from pitboss.core.errors import GameError
from pitboss.core.game import Game
from pitboss.maths.codegen import judgement
from pitboss.maths.codegen.program import Program, program_of
from pitboss.maths.tally.tally import NOT_PLACED, tally_columns
from tests.support.house import THREE_STREETS
from tests.support.house.three_streets.game import First, Second, Third

STRATEGY = THREE_STREETS.strategies["ride-on-8"]


def streets() -> tuple[Game, Program]:
    game = THREE_STREETS.build()
    return game, program_of(game, STRATEGY)


def test_bets_that_ask_the_same_question_share_a_column():
    _, program = streets()
    sizes = [len(column.values) for column in program.columns]
    assert sizes == [len(First), len(Second), 1 + len(Third), 3, 2]
    assert program.cells == prod(sizes)
    assert len({program.column_of[name, 0] for name in ("ante", "blind", "street", "last")}) == 1
    assert program.column_of["pair", 0] != program.column_of["ante", 0]


def test_a_bet_that_was_not_placed_has_no_outcome_in_the_tally():
    """Every cell of a histogram with one round in each, against the placing written out."""
    game, program = streets()
    tally = program.tally(np.ones(program.counters, dtype=np.int64))
    choices, lines = tally_columns(game)
    assert (tally.choices, tally.lines) == (choices, lines)
    assert tally.total == program.cells
    for cell in tally.cells:
        _, second, third, ante, blind, street, last, _ = cell
        assert ante == blind
        assert street == (NOT_PLACED if second == Second.FOLD else ante)
        assert last == (ante if third == Third.BET_3 else NOT_PLACED)


def test_too_many_joint_outcomes_are_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(judgement, "MOST_CELLS", 100)
    with pytest.raises(GameError, match=r"three-streets has 144 joint outcomes; 100 can be counted"):
        streets()


def test_columns_that_no_choice_places_are_those_of_the_lines():
    game = THREE_STREETS.build()
    alone = replace(game, wagers=tuple(each for each in game.wagers if each.name != "pair"))
    assert program_of(alone, STRATEGY).cells * 2 == program_of(game, STRATEGY).cells
