"""The fused loop against the interpreter, on the same cards; and compiled against plain."""

import random
from dataclasses import replace

import numpy as np
import pytest

from pitboss import games
from pitboss.core.cards import Deck
from pitboss.core.game import Line, Wager
from pitboss.core.rule import rule
from pitboss.maths.codegen.lookup import lookup_of
from pitboss.maths.codegen.program import Policy, program_of
from pitboss.maths.codegen.shared_calls import Calls
from pitboss.maths.compile import cpu
from pitboss.maths.simulate import engines
from pitboss.maths.simulate import run as simulate
from tests.support import toys
from tests.support.cases import bringing, brought
from tests.support.judged import by_loop, by_script

GAMES = brought("LOOPS")


@pytest.mark.parametrize(("name", "strategy"), GAMES)
def test_the_loop_judges_as_the_interpreter_does(name: str, strategy: str):
    game = games.build(name)
    named = games.folder(name).strategies.get(strategy)
    loop = program_of(game, named)
    lookup = lookup_of(loop)
    source = random.Random(f"{name} {strategy}")
    for _ in range(60 if strategy == "helpers" else 300):
        cards = source.sample(game.deck.faces, game.most_cards(1))
        piles, first = {}, 0
        for pile, deal in game.piles.items():
            piles[pile] = tuple(cards[first : first + deal.count])
            first += deal.count
        assert by_loop(loop, lookup, piles) == by_script(game, named, piles), piles


@rule
def beats(player: toys.Ranks, least: int) -> toys.Result:
    """Won with at least so many points."""
    if player >= least:
        return toys.Result.WON
    return toys.Result.LOST


def test_one_rule_with_constants_serves_several_lines():
    table = toys.GRIDS["ante"].table("printed", toys.Result)
    lines = tuple(Line(beats, table, {"least": least}) for least in (10, 20))
    game = replace(toys.press(), wagers=(Wager("ante", lines, required=True),))
    program = program_of(game, toys.PRESS_BY_RULE)
    cells = set()
    for player in ((0, 1), (6, 20), (11, 12)):
        piles = {"player": player, "dealer": (40,)}
        cell = by_loop(program, lookup_of(program), piles)
        assert cell == by_script(game, toys.PRESS_BY_RULE, piles)
        cells.add(cell[1:])
    assert cells == {(0, 0), (2, 0), (2, 2)}


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "strategy"), [game for game in GAMES if game[1] != "helpers"])
def test_compiled_and_plain_loops_deal_the_same_rounds(monkeypatch: pytest.MonkeyPatch, name: str, strategy: str):
    game = games.build(name)
    rounds = np.array([3] * 2 + [1] + [0] * 61, dtype=np.int64)
    counts = []
    for compile_it in (True, False):
        for module in (cpu, engines):
            monkeypatch.setattr(module, "compiling", lambda compile_it=compile_it: compile_it)
        loop = program_of(game, games.folder(name).strategies.get(strategy))
        found = np.zeros(loop.counters, dtype=np.int64)
        states = [np.arange(64, dtype=np.int64) + 5, np.arange(64, dtype=np.int64) * -7 + 1]
        engines.cpu_loop(loop)(*states, rounds, found)
        counts.append(found)
    assert counts[0].sum() == 7
    assert (counts[0] == counts[1]).all()


def test_games_that_see_little_are_judged_by_tables():
    judged = {
        name: lookup_of(program_of(games.build(name), games.folder(name).strategies.get(strategy)))
        for name, strategy in GAMES
    }
    wanted = dict(brought("LOOKED_UP"))
    assert {name for name, found in judged.items() if found} == set(wanted)
    for name, size in wanted.items():
        found = judged[name]
        assert found
        assert size in (None, len(found.tables[-1]))


@rule
def doubled(number: int) -> int:
    """Twice."""
    return 2 * number


@rule
def deep(number: int, other: int) -> int:
    """Asks twice what it can be handed, and once what it cannot."""
    moved = number
    for _ in range(3):
        moved += doubled(moved)
    return moved + doubled(number + other) + doubled(number + other) + doubled(other)


def test_a_question_is_asked_once_and_a_moving_one_where_it_stands():
    calls = Calls()
    variable = calls.ask(deep, ("a", "b"))
    assert calls.ask(deep, ("a", "b")) == variable
    assert sum("doubled" in line.partition("=")[0] for line in calls.lines) == 2
    scope = {**calls.functions, "a": 5, "b": 7}
    exec("\n".join(calls.lines), scope)
    assert scope[variable] == deep(5, 7)


PLACES = (0, 1, 2, 3)
MOVED = (1, 0, 2, 3)


@rule
def placed(number: int) -> int:
    """Looks up a number that is its own answer, and one that may not be."""
    return 10 * PLACES[number] + MOVED[number]


def test_a_look_up_of_a_number_that_is_its_own_answer_is_left_out():
    calls = Calls()
    variable = calls.ask(placed, ("a",))
    (function,) = calls.functions.values()
    assert "PLACES" not in function.__code__.co_names
    assert "MOVED" in function.__code__.co_names
    for number in PLACES:
        scope = {**calls.functions, "a": number}
        exec("\n".join(calls.lines), scope)
        assert scope[variable] == placed(number)


@pytest.mark.compiled
def test_the_best_play_of_the_loop_is_the_best_play():
    """Hand by hand, what the tables of a policy choose is worth what the best choice is worth."""
    from pitboss.maths.exact.solver import decisions_of
    from pitboss.maths.strategy.decisions import place_of

    for name in bringing("BEST_HAND_BY_HAND"):
        game = games.build(name)
        policy = simulate.best_policy(game, games.folder(name).strategies.values())
        assert isinstance(policy, Policy)
        decisions = decisions_of(game)
        (hands,) = decisions.hands.values()
        best = decisions.best
        for row in np.random.default_rng(5).integers(0, len(hands), 3000).tolist():
            hand = int(hands[row])
            answer = policy.function(hand, *(rule(hand) for rule in policy.asks), *policy.tables)
            column = answer
            if not decisions.options:
                column = int(place_of(hands[row : row + 1], np.array([answer]))[0])
            assert decisions.worth[row, column] == best[row]


def test_a_small_deck_is_simulated_too():
    game = toys.press(Deck("small deck", (0, 5, 8, 12, 13, 18, 21, 25)))
    run = simulate.simulate(game, toys.PRESS_BY_RULE, rounds=500, seed=3)
    assert run.counts.sum() == 500
