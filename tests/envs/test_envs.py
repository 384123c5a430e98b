"""Environments: the official checkers pass, one text deals for all of them, and rewards are what rounds pay."""

import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from pitboss import envs, games
from pitboss.core.cards import FACES, STANDARD, Deck
from pitboss.core.errors import BetError, ChoiceError, OptionError, TurnError
from pitboss.core.game import Game
from pitboss.core.script import NeedChoice
from pitboss.envs import RoundEnv, TableEnv, VectorRounds
from pitboss.envs.terms import PASS
from pitboss.maths.codegen import deals
from pitboss.maths.exact.solver import solve
from pitboss.maths.tally.tally import figures, first_stakes
from tests.support.cases import brought
from tests.support.toys import TWO_DECKS, press, split

GAMES = sorted(name for name in games.find() if games.build(name).choices)
RIDDEN = [*GAMES, *(name for name, both in games.attached().items() if both.build().choices)]
BETS = [*((name, None) for name in RIDDEN), *brought("SIDE_BETS")]


def test_every_game_with_a_decision_is_registered():
    assert set(envs.env_ids().values()) == set(GAMES)
    for name in envs.env_ids():
        assert name in gymnasium.registry


@pytest.mark.parametrize("name", sorted(envs.env_ids()))
def test_gymnasium_approves(name: str):
    """The checker takes an action that it sampled in mid-round after a reset, where another choice is asked."""
    several = len(games.build(envs.env_ids()[name]).choices) > 1
    env = gymnasium.make(name, render_mode="ansi", illegal="penalty" if several else "raise")
    check_env(env.unwrapped)
    assert env.spec is not None
    env.close()


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_approves(name: str):
    """Warnings are errors, but for this: it would like observations without an action mask better."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        api_test(TableEnv(name, seats=3, render_mode="ansi"), num_cycles=60, verbose_progress=False)
        seed_test(lambda: TableEnv(name, seats=2), num_cycles=30)
        parallel_api_test(envs.parallel_env(name, seats=2), num_cycles=40)
        parallel_seed_test(lambda: envs.parallel_env(name, seats=2), num_cycles=20)


@pytest.mark.parametrize(("name", "bets"), BETS)
def test_tables_side_by_side_play_the_rounds_of_single_ones(name: str, bets: dict[str, int] | None):
    """The fused loop against interpreter and settlement: observations, masks, rewards and last views are equal."""
    many = VectorRounds(name, 24, bets=bets)
    singles = [RoundEnv(name, bets=bets) for _ in range(24)]
    seen, info = many.reset(seed=100)
    alone = [env.reset(seed=100, options={"table": place})[0] for place, env in enumerate(singles)]
    many.action_space.seed(1)
    for _ in range(12):
        for key in ("observation", "action_mask"):
            assert (seen[key] == np.array([each[key] for each in alone])).all(), key
        assert (info["action_mask"] == seen["action_mask"]).all()
        assert many.observation_space.contains(seen)
        actions = many.action_space.sample()
        seen, paid, ended, cut, info = many.step(actions)
        assert not cut.any()
        for place, env in enumerate(singles):
            last, reward, over, _, _ = env.step(actions[place])
            assert (reward, over) == (paid[place], ended[place])
            if over:
                assert (info["final_obs"][place]["observation"] == last["observation"]).all()
            alone[place] = env.reset()[0] if over else last


def play_out(many: VectorRounds, steps: int, choose) -> np.ndarray:
    """All rewards of so many steps."""
    seen, _ = many.reset(seed=7)
    found = []
    for _ in range(steps):
        seen, paid, *_ = many.step(choose(seen))
        found.append(paid)
    return np.concatenate(found)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "strategy", "action"),
    brought("ALWAYS"),
)
def test_rewards_average_what_the_mathematics_says(name: str, strategy: str, action: int):
    """A player who always does the same, against the exact tally of a strategy that does."""
    game = games.build(name)
    many = VectorRounds(name, 20_000)
    idle = len(many.terms.actions) - 1
    paid = play_out(many, 40, lambda seen: np.where(seen["action_mask"][:, action] == 1, action, idle))
    followed = games.folder(name).strategies[strategy]
    stakes = first_stakes(game)
    exact = figures(game, solve(game, followed, stakes, game.main_wagers), game.main_wagers, stakes)
    error = (float(exact.variance) / len(paid)) ** 0.5
    assert abs(paid.mean() - float(exact.ev)) < 4 * error


def test_rewards_are_in_units_of_the_first_main_stake(house):
    env = RoundEnv("draw-five", bets={"regular": "20", "tie": 10})
    paid = set()
    for seed in range(60):
        env.reset(seed=seed)
        paid.add(env.step(env.action_space.sample())[1])
    # A win of 0.95 with the tie bet lost, a loss with it, a push with the tie bet won at 4 to 1.
    assert paid <= {0.45, -1.5, 2.0}
    assert len(paid) == 3


def test_seats_of_a_table_see_their_own_cards(house):
    table = TableEnv("draw-five", seats=4)
    table.reset(seed=1)
    for agent in table.agents:
        assert table.observe(agent)["observation"].sum() == 2
    assert len({table.observe(agent)["observation"].tobytes() for agent in table.agents}) == 4


@pytest.mark.parametrize("name", ["draw-five", *GAMES])
def test_a_table_pays_every_seat(house, name: str):
    """The rewards of a round are the settlement of that round."""
    table = TableEnv(name, seats=games.build(name).seats)
    for seed in range(10):
        table.reset(seed=seed)
        acted = []
        while not all(table.terminations.values()):
            acted.append(table.agent_selection)
            table.step(int(np.flatnonzero(table.observe(acted[-1])["action_mask"])[-1]))
        assert acted[: len(table.agents)] == table.agents or len(table.terms.game.choices) > 1
        assert table.round.need() is None
        assert len(table.rewards) == table.terms.game.seats
        assert all(abs(value) < 200 for value in table.rewards.values())
        assert any(table.rewards.values())


def test_streams_of_tables_are_those_of_simulation():
    seeds = np.array([0, 5, 2**64 - 1], dtype=np.uint64)
    for place, seed in enumerate(seeds.tolist()):
        one, other = deals.streams(seed, 0, 1)
        assert (deals.first_streams(seeds)[:, place] == [one[0], other[0]]).all()
        assert (deals.table_streams(seed, 0, 3)[:, 0] == [one[0], other[0]]).all()
        assert (deals.table_streams(seed, 2, 3)[:, 0] == deals.table_streams(seed, 0, 3)[:, 2]).all()


def test_neighbouring_seeds_share_no_stream():
    """The rounds of 4096 tables under seeds 0 to 9: before, seeds 0 and 1 shared 4095 of them."""
    streams = np.concatenate([deals.table_streams(seed, 0, 4096) for seed in range(10)], axis=1)
    assert np.unique(streams, axis=1).shape == streams.shape == (2, 40_960)


def test_seeds_repeat_and_differ(house):
    env = RoundEnv("draw-five")
    first = env.reset(seed=5)[0]["observation"]
    second = env.reset()[0]["observation"]
    assert (first != second).any()
    assert (env.reset(seed=5)[0]["observation"] == first).all()
    assert (env.reset()[0]["observation"] == second).all()
    assert (env.reset(seed=6)[0]["observation"] != first).any()
    fresh = RoundEnv("draw-five").reset()[0], RoundEnv("draw-five").reset()[0]
    assert any((fresh[0][key] != fresh[1][key]).any() for key in fresh[0])
    many = VectorRounds("draw-five", 3)
    chosen = many.reset(seed=[5, None, 6])[0]["observation"]
    assert (chosen[0] == first).all()
    with pytest.raises(OptionError, match="2 seeds for 3 tables"):
        many.reset(seed=[1, 2])


def test_bad_terms_are_refused_with_a_sentence(house):
    with pytest.raises(OptionError, match="high-card asks for no choice"):
        RoundEnv("high-card")
    with pytest.raises(OptionError, match="no game 'draw-fiv'; did you mean 'draw-five'"):
        RoundEnv("draw-fiv")
    with pytest.raises(BetError, match="no wager 'anty'"):
        RoundEnv("draw-five", bets={"anty": 5})
    with pytest.raises(BetError, match=r"regular 0.05 could be paid a fraction of a cent; bet multiples of 0.20"):
        RoundEnv("draw-five", bets={"regular": "0.05"})
    with pytest.raises(TurnError, match="10 seats: draw-five has seats 1 to 9"):
        TableEnv("draw-five", seats=10)
    with pytest.raises(OptionError, match="num_envs 0"):
        VectorRounds("draw-five", 0)


@pytest.mark.parametrize("name", sorted(envs.env_ids()))
def test_a_vector_environment_is_made_by_name(name: str):
    game = games.build(envs.env_ids()[name])
    many: Any = gymnasium.make_vec(name, num_envs=6)
    seen, _ = many.reset(seed=2)
    assert seen["observation"].shape == (6, len(many.unwrapped.terms.rows), FACES)
    assert set(many.unwrapped.terms.rows) < set(game.piles)
    many.close()
    drawn: Any = gymnasium.make_vec(name, num_envs=2, render_mode="ansi")
    drawn.reset(seed=1)
    assert len(drawn.render()) == 2


def test_options_reach_the_game(house):
    assert VectorRounds("draw-five", 2, options={"decks": "1"}).terms.game.options["decks"] == 1


def test_bad_seeds_actions_and_moments_are_refused_with_a_sentence(house):
    many, single, table = VectorRounds("draw-five", 4), RoundEnv("draw-five"), TableEnv("draw-five", seats=2)
    for env in (many, single, table):
        with pytest.raises(OptionError, match="seed 18446744073709551616: give a whole number from 0"):
            env.reset(seed=2**64)
    with pytest.raises(OptionError, match="seed -3"):
        many.reset(seed=[1, 2, -3, 4])
    with pytest.raises(OptionError, match="seed -1"):
        table.reset(seed=-1)
    with pytest.raises(TurnError, match="no round was dealt yet"):
        VectorRounds("draw-five", 2).step(np.zeros(2, dtype=int))
    with pytest.raises(TurnError, match="none was dealt yet"):
        RoundEnv("draw-five").step(0)
    fresh = TableEnv("draw-five", seats=2)
    with pytest.raises(TurnError, match="no round was dealt yet"):
        fresh.step(0)
    with pytest.raises(TurnError, match="no round was dealt yet"):
        fresh.observe("seat_1")
    single.reset(seed=1)
    wrong: list[Any] = [0.7, "x", None, [1], np.array([1]), np.float64(1)]
    for action in wrong:
        with pytest.raises(ChoiceError, match="give a whole number from 0 to 1"):
            single.step(action)
    many.reset(seed=1)
    with pytest.raises(ChoiceError, match="kind float64"):
        many.step(np.array([0.0, 0.7, 1.0, 1.9]))
    with pytest.raises(OptionError, match="render_mode 'human': expected ansi or rgb_array"):
        RoundEnv("draw-five", render_mode="human")
    assert RoundEnv("draw-five", options={"decks": 1}).terms.game.options["decks"] == 1


@pytest.mark.parametrize("deck", [STANDARD, TWO_DECKS])
@pytest.mark.parametrize("make", [press, split])
def test_masks_are_those_of_the_rules_and_of_a_single_environment(
    make: Callable[[Deck], Game], deck: Deck, monkeypatch: pytest.MonkeyPatch
):
    """Games with a `legal` rule, one of them naming two cards at once: tables side by side, and each alone."""
    toy = make(deck)
    monkeypatch.setattr(games, "build", lambda name, options: toy)
    many, singles = VectorRounds(toy.name, 12), [RoundEnv(toy.name) for _ in range(12)]
    table = TableEnv(toy.name, seats=2)
    seen, _ = many.reset(seed=70)
    alone = [env.reset(seed=70, options={"table": place})[0] for place, env in enumerate(singles)]
    allowed = set()
    for _ in range(25):
        for place, env in enumerate(singles):
            assert (seen["action_mask"][place] == alone[place]["action_mask"]).all()
            assert env.round
            need = env.round.need()
            legal = need.legal[1] if isinstance(need, NeedChoice) else ()
            numbers = np.flatnonzero(seen["action_mask"][place]).tolist()
            names = [env.terms.actions[number] for number in numbers]
            assert {env.terms.option(env.round, 1, *each) for each in names if each[0] != PASS} == set(legal)
            allowed.add(tuple(numbers))
        actions = many.action_space.sample()
        seen, paid, _, _, info = many.step(actions)
        for place, env in enumerate(singles):
            last, reward, over, _, _ = env.step(actions[place])
            assert over
            assert reward == paid[place]
            assert (info["final_obs"][place]["observation"] == last["observation"]).all()
            alone[place] = env.reset()[0]
    assert len(allowed) > 1
    table.reset(seed=70)
    for agent in list(table.agents):
        table.step(int(table.action_space(agent).sample()))
    assert table.round.need() is None


def test_actions_that_name_several_cards_are_combinations_of_places(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(games, "build", lambda name, options: split())
    env = RoundEnv("split")
    texts = [env.terms.action_text(number) for number in range(len(env.terms.actions))]
    assert texts == [f"low cards {pair}" for pair in ("1 2", "1 3", "1 4", "2 3", "2 4", "3 4")]
    env.reset(seed=4)
    assert env.round
    held = sorted(env.round.state.piles["player", 1])
    env.step(0)
    assert env.round.state.choices["low", 1] == (held[0], held[1])
    env.reset(seed=4)
    env.legal_actions.legal[5] = 0
    with pytest.raises(ChoiceError, match=r"action 5 \(low cards 3 4\) is not legal here"):
        env.step(5)
