"""Exact regret: values of every action against advice, simulation and the solver; regrets against the tallies."""

from fractions import Fraction
from itertools import combinations

import gymnasium
import numpy as np
import pytest

from pitboss import envs, games
from pitboss.core.errors import OptionError
from pitboss.core.game import Cards
from pitboss.envs import RoundEnv, TableEnv, VectorRounds, exact, suite
from pitboss.envs.sets import sets_of
from pitboss.maths.exact.advise import advise
from pitboss.maths.exact.staged.method import method_of
from pitboss.maths.exact.staged.scene import mask_of
from tests.envs.test_envs import GAMES
from tests.support.cases import brought

DECIDED = [name for name in GAMES if len(games.build(name).choices) == 1]
# Others: test_exact_several.py.
EDGES = dict(brought("SLOW_EDGES"))
"""The edges of games that take minutes to solve, in antes; `--soak` solves them."""


def names_cards(name: str) -> bool:
    """Whether the choice of a game is one of its cards, whose values take long."""
    (choice,) = games.build(name).choices.values()
    return isinstance(choice.options, Cards)


def first(seen):
    """The policy that always takes action 0."""
    return np.zeros(len(seen["observation"]), dtype=int)


def threshold(name: str) -> float | None:
    """What a game is registered with."""
    return gymnasium.spec(next(each for each, game in envs.env_ids().items() if game == name)).reward_threshold


@pytest.mark.compiled
@pytest.mark.parametrize("name", [name for name in GAMES if name not in EDGES])
def test_the_threshold_is_the_exact_value_of_the_best_play(name: str):
    assert threshold(name) == float(exact.optimal_value(RoundEnv(name)))


@pytest.mark.parametrize("name", EDGES)
def test_the_threshold_of_a_hold_em_game_is_its_known_edge(name: str):
    """The edge is a sum over all deals, so its denominator divides their number."""
    assert threshold(name) == float(-EDGES[name])
    assert method_of(games.build(name)).split.total % EDGES[name].denominator == 0


@pytest.mark.soak
@pytest.mark.parametrize("name", EDGES)
def test_the_known_edge_of_a_hold_em_game_is_that_of_the_solver(name: str):
    """By the tally of the best play; and by the values of the first choice, over all private hands."""
    env = RoundEnv(name)
    assert exact.optimal_value(env) == -EDGES[name]
    own = sets_of(env.terms)
    row = env.terms.rows.index("player")
    hands = list(combinations(env.terms.game.deck.faces, env.terms.game.piles["player"].count))
    piles = np.zeros((len(hands), len(env.terms.rows)), dtype=np.int64)
    piles[:, row] = [mask_of(hand) for hand in hands]
    worth, _ = own.at(0, piles)
    assert Fraction(int(worth.max(axis=1).sum()), len(hands)) / own.scale(0) == -EDGES[name]


@pytest.mark.compiled
@pytest.mark.parametrize("name", DECIDED)
def test_values_of_actions_are_those_of_advice(name: str):
    """Twelve hands: the batch of values, looked up by suit order, against the exact advice on each hand."""
    env = VectorRounds(name, 12)
    seen, _ = env.reset(seed=3)
    values = exact.q_values(env, seen)
    flat = RoundEnv(name, observation="flat")
    shown = flat.observing.many(seen["observation"], seen["action_mask"], str)
    assert np.array_equal(exact.q_values(flat, shown), values, equal_nan=True)
    game = env.terms.game
    (choice,) = game.choices.values()
    for table in range(env.num_envs):
        if not seen["action_mask"][table][0]:
            assert np.isnan(values[table]).all()
            continue
        played = env.round_of(table)
        known = {pile: played.state.piles[pile, played.state.owner(pile, 1)] for pile in choice.sees}
        advice = advise(game, known, (), env.terms.bets)
        legal = env.terms.mask(played, 1)
        assert np.isnan(values[table][legal == 0]).all()
        for number in np.flatnonzero(legal).tolist():
            option = env.terms.option(played, 1, *env.terms.actions[number])
            assert values[table][number] == pytest.approx(float(advice[option]), abs=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize("name", [name for name in DECIDED if not names_cards(name)])
def test_the_regret_of_a_constant_is_the_difference_of_two_tallies(name: str):
    """Always the first action, over all hands (or many): the best play's exact value less what the environment pays."""
    env = RoundEnv(name)
    found = exact.regret(env, first, samples=200_000)
    many = VectorRounds(name, 20_000, illegal="penalty")
    seen, _ = many.reset(seed=4)
    paid = []
    for _ in range(10):
        last = len(many.terms.actions) - 1
        seen, rewards, *_ = many.step(np.where(seen["action_mask"][:, 0] == 1, 0, last))
        paid.append(rewards)
    paid = np.concatenate(paid)
    value = float(exact.optimal_value(env)) - found.value
    error = paid.std() / len(paid) ** 0.5 + found.standard_error
    assert abs(paid.mean() - value) <= 4.5 * error
    if found.exact is not None:
        assert float(found.exact) == pytest.approx(found.value, abs=1e-12)
        assert found.standard_error == 0


@pytest.mark.compiled
def test_sampled_regret_brackets_the_exact_one(house):
    env = RoundEnv("draw-five")
    whole = exact.regret(env, first)
    part = exact.regret(env, first, most_hands=1, samples=50_000)
    assert whole.exact is not None
    assert part.exact is None
    assert 0 < part.standard_error < 0.02
    assert abs(part.value - whole.value) < 4 * part.standard_error

    def evenly(seen):
        return np.full((len(seen["observation"]), 2), 0.5)

    other = exact.regret(env, lambda seen: first(seen) + 1)
    assert exact.regret(env, evenly).value == pytest.approx((whole.value + other.value) / 2)


@pytest.mark.compiled
def test_the_best_actions_have_no_regret_and_worst_hands_are_the_costly_ones(house):
    env = RoundEnv("draw-five", regret=True)

    def best(seen):
        return np.nanargmax(exact.q_values(env, seen), axis=1)

    assert exact.regret(env, best).exact == 0
    assert exact.worst_hands(env, best) == []
    worst = exact.worst_hands(env, first, 5)
    assert len(worst) == 5
    assert all(each.lost > 0 and each.action != each.best for each in worst)
    assert sum(each.share for each in worst) < 1
    env.reset(options={"player": worst[0].cards})
    assert env.step(0)[4]["regret"] == pytest.approx(worst[0].lost)
    many = VectorRounds("draw-five", 50, regret=True)
    seen, _ = many.reset(seed=1)
    values = exact.q_values(many, seen)
    infos = many.step(np.zeros(50, dtype=int))[4]
    assert infos["final_info"]["regret"] == pytest.approx(values.max(axis=1) - values[:, 0])


def test_wrong_policies_and_environments_are_refused_with_a_sentence(house):
    env = RoundEnv("draw-five")
    for policy, why in (
        (lambda seen: first(seen) + 2, "the policy answers 2, which is not legal; give 0 to 1"),
        (lambda seen: first(seen)[:-1], "give .* whole numbers, or rows of 2 probabilities"),
        (lambda seen: np.zeros((len(seen["observation"]), 2)), "do not add up to 1"),
    ):
        with pytest.raises(OptionError, match=why):
            exact.regret(env, policy)
    with pytest.raises(OptionError, match="TableEnv is no environment of single rounds"):
        exact.optimal_value(TableEnv("draw-five"))
    with pytest.raises(OptionError, match="does not show the cards"):
        exact.q_values(RoundEnv("draw-five", observation="text"), ["x"])
    with pytest.raises(OptionError, match=r"expected \(tables, 1, 53\)"):
        exact.q_values(env, np.zeros((3, 4)))


def test_cells_results_and_files_of_the_suite(house, tmp_path, monkeypatch):
    fixed = suite.definition()
    assert fixed["name"] == "pitboss-regret-v1"
    sizes = [len(fixed[key]) for key in ("games", "observations", "budgets", "seeds")]
    assert len(suite.cells()) == np.prod(sizes)
    assert len(suite.cells(budgets=[100_000], seeds=[0])) == sizes[0] * sizes[1]
    with pytest.raises(OptionError, match="has no 7 among its budgets: expected 100000, 1000000 or 10000000"):
        suite.cells(budgets=[7])
    cell = suite.Cell("draw-five", "cards", 100, 0)
    result = suite.run(cell, "mine", lambda game, observation, rounds, seed: (first, None))
    assert result.greedy == result.sampled > 0
    suite.write([result], tmp_path / "mine.csv")
    (back,) = suite.read(tmp_path / "mine.csv")
    assert back.greedy == pytest.approx(result.greedy, abs=1e-9)
    (tmp_path / "bad.csv").write_text("game,rounds\n", encoding="utf-8")
    with pytest.raises(OptionError, match="columns game, rounds: expected game, observation"):
        suite.read(tmp_path / "bad.csv")
