"""Policies of staged games: answers of tables against advice, round by round and in the tally of a simulation."""

import itertools
import random
from collections.abc import Mapping
from functools import cache
from math import comb
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from pitboss.core.errors import GameError
from pitboss.core.game import Answer, Game
from pitboss.core.script import NeedChoice, State
from pitboss.maths.codegen.program import Policies, program_of
from pitboss.maths.compile.cpu import plain_of
from pitboss.maths.exact import solver
from pitboss.maths.exact.solver import Staged
from pitboss.maths.exact.staged import policies
from pitboss.maths.exact.staged.cards import MOST_SIZE, set_rank, subsets
from pitboss.maths.exact.staged.method import method_of
from pitboss.maths.exact.staged.tree import preferred
from pitboss.maths.exact.staged.whole import root_of
from pitboss.maths.seats.results import Rows
from pitboss.maths.simulate import policies as kept
from pitboss.maths.simulate.agreement import z_score
from pitboss.maths.simulate.run import simulate
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import first_stakes
from tests.maths.exact.staged.test_staged import GAMES
from tests.support.judged import by_answers, by_loop

DEALS = 25


@cache
def solved(name: str) -> tuple[Staged, Policies]:
    """The solver of a toy and its best play."""
    game = GAMES[name]
    staged = Staged(game)
    return staged, staged.policy(game, first_stakes(game), game.main_wagers)


def advised(
    staged: Staged, game: Game, known: Mapping[str, tuple[int, ...]], need: str, made: dict[str, Answer]
) -> int:
    """The best option by advice; of options worth the same, the one that stakes most."""
    values = staged.advise(game, known, (), first_stakes(game), game.main_wagers, made)
    point = method_of(game).tree.points[root_of(game, need, made)]
    best = max(values.values())
    return next(
        option for option in (point.options[place] for place in preferred(game, point)) if values.get(option) == best
    )


@pytest.mark.parametrize("size", range(MOST_SIZE + 1))
def test_sets_are_ranked_without_a_table_as_they_are_listed(size: int):
    """Every set of cards of a deck with gaps, in colexicographic order; binomials up to 63 things."""
    cards = (0, 1, 4, 12, 13, 20, 30, 41, 51, 52)
    listed = sorted(sum(1 << card for card in each) for each in itertools.combinations(cards, size))
    deck = sum(1 << card for card in cards)
    assert [plain_of(set_rank)(each, size, deck) for each in listed] == list(range(len(listed)))
    assert [plain_of(subsets)(count, size) for count in range(64)] == [comb(count, size) for count in range(64)]


def dealt(game: Game, source: random.Random) -> dict[str, tuple[int, ...]]:
    """The cards of every pile in one deal."""
    cards, piles = source.sample(game.deck.faces, game.most_cards(1)), {}
    for pile, deal in game.piles.items():
        piles[pile], cards = tuple(cards[: deal.count]), cards[deal.count :]
    return piles


@pytest.mark.parametrize("name", GAMES)
def test_the_loop_plays_as_the_interpreter_does_by_advice(name: str):
    game, (staged, best) = GAMES[name], solved(name)
    program = program_of(game, best)
    assert len(program.policies_at) == sum(len(part.reads) for part in best.parts) >= len(game.choices)
    source, asked = random.Random(name), set[str]()
    for _ in range(DEALS):

        def answer(state: State, need: NeedChoice) -> Answer:
            seen = method_of(game).split.seen[list(game.choices).index(need.name)]
            known = {pile: cards for (pile, _), cards in state.piles.items() if pile in seen}
            made = {choice: option for (choice, _), option in state.choices.items()}
            asked.add(need.name)
            return advised(staged, game, known, need.name, made)

        piles = dealt(game, source)
        assert by_loop(program, None, piles) == by_answers(game, answer, piles), piles
    assert asked == set(game.choices)


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_plays_many_deals_as_the_loop_does(name: str):
    game, (_, best) = GAMES[name], solved(name)
    program, source = program_of(game, best), random.Random(name)
    deals = [dealt(game, source) for _ in range(DEALS)]
    faces = {pile: np.array([deal[pile] for deal in deals]) for pile in game.piles}
    rows = np.array(Rows(game, best, faces).played()).T
    assert [tuple(row) for row in rows.tolist()] == [by_loop(program, None, deal) for deal in deals]


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_a_simulation_of_the_best_play_agrees_with_the_exact_figures(name: str):
    game, (staged, best) = GAMES[name], solved(name)
    exact = Analysis(game, staged.solve(game, first_stakes(game), game.main_wagers))
    run = simulate(game, best, rounds=100_000, seed=7)
    for entry in exact.entries:
        assert abs(z_score(run.analysis, exact, entry)) < 4, entry


def test_tables_that_would_be_too_large_are_refused_before_anything_is_solved(monkeypatch: pytest.MonkeyPatch):
    game = GAMES["ride"]
    monkeypatch.setattr(policies, "MOST_BYTES", 100)
    monkeypatch.setattr(Staged, "values", lambda *_: pytest.fail("solved first"))
    with pytest.raises(GameError, match="tables of its best play would take about") as refused:
        Staged(game).policy(game, first_stakes(game), game.main_wagers)
    assert refused.value.code == "game/too-large"


def test_tables_of_several_choices_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    game, (_, best) = GAMES["three-streets"], solved("three-streets")
    made: list[str] = []

    def policy(game: Game, *_: object) -> Policies:
        made.append(game.name)
        return best

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(solver, "covers", lambda file: True)
    monkeypatch.setattr(kept, "solver_of", lambda game: SimpleNamespace(policy=policy))
    for _ in range(2):
        found = kept.policy_of(game)
        assert isinstance(found, Policies)
        assert len(found.tables) == len(best.tables)
        assert all(map(np.array_equal, found.tables, best.tables))
        for one, other in zip(found.parts, best.parts, strict=True):
            assert (one.choice, one.coder, one.function) == (other.choice, other.coder, other.function)
            assert (one.asks, one.piles, one.made) == (other.asks, other.piles, other.made)
            assert (one.reads, one.constants) == (other.reads, other.constants)
            assert all(map(np.array_equal, one.tables, other.tables))
    assert made == [game.name]
