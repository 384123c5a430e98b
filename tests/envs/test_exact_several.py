"""Exact regret in games with several choices: against literal play of every deal, advice, and rounds that are played."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv

from pitboss import games
from pitboss.core.cards import STANDARD, Deck
from pitboss.core.errors import GameError, OptionError
from pitboss.core.game import Game, Place
from pitboss.core.round import Round
from pitboss.core.script import Bets
from pitboss.core.settle import settle_round
from pitboss.envs import RoundEnv, TableEnv, VectorRounds, exact, sets
from pitboss.envs.dealer import Dealer
from tests.envs.test_vector_rules import MODES, TABLES, Interpreted, compare
from tests.maths.exact.staged import toys
from tests.support.staged import streets as streets_of_cards
from tests.support.streets import streets


def ride() -> Game:
    """Two bets that may be taken back, on nine cards."""
    return replace(toys.let_it_ride(), deck=toys.deck(3, 3), seats=2)


def short_streets() -> Game:
    """Three choices, raises and folds, on eight cards."""
    cards = tuple(sorted(13 * suit + rank for suit in range(2) for rank in range(4)))
    return streets(deck=Deck("short deck", cards), seats=2)


MAKERS = {"ride": ride, "streets": short_streets}
EVERY = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Game]], str]:
    """Makes a toy the game that is found; its name."""

    def build(make: Callable[[], Game]) -> str:
        game = make()
        monkeypatch.setattr(games, "build", lambda name, options: game)
        return game.name

    return build


def by_chance(seen: Any) -> np.ndarray:
    """A fixed policy without a plan: probabilities in eighths, made from the cards and answers that are seen."""
    numbers = (seen["observation"] * np.arange(seen["observation"].shape[2])).sum(axis=(1, 2))
    numbers = numbers + seen["chosen"] @ np.arange(seen["chosen"].shape[1])
    found = np.zeros(seen["action_mask"].shape)
    for row, mask in enumerate(seen["action_mask"]):
        legal = np.flatnonzero(mask)
        found[row, legal[0]] += int(numbers[row]) % 9 / 8
        found[row, legal[-1]] += 1 - int(numbers[row]) % 9 / 8
    return found


def by_plan(seen: Any) -> np.ndarray:
    """The likelier action of `by_chance`."""
    return by_chance(seen).argmax(axis=1)


def first(seen: Any) -> np.ndarray:
    """The first legal action."""
    return seen["action_mask"].argmax(axis=1)


class Literal:
    """What a policy earns, literally: every deal, every way the policy plays it, each round settled."""

    def __init__(self, env: RoundEnv, policy: Callable[[Any], np.ndarray]) -> None:
        self.env, self.terms, self.policy = env, env.terms, policy
        self.dealer = Dealer(env.terms.game, 1)
        self.known: dict[tuple[Any, ...], list[Fraction]] = {}

    def value(self) -> Fraction:
        """The mean over all deals, in units."""
        nets = []
        for cards in all_deals(self.terms.game):
            self.dealer.cards = cards
            start = Round(self.terms.game).after(Bets({1: self.terms.bets}))
            nets.append(self.net(self.dealer.go_on(start), ()))
        return sum(nets, Fraction(0)) / len(nets) / self.terms.unit_cents

    def net(self, played: Round, made: tuple[int, ...]) -> Fraction:
        if played.need() is None:
            return Fraction(settle_round(played).net_cents(1))
        legal = self.terms.mask(played, 1)
        chances = self.chances(self.terms.sight(played, 1), legal, made)
        return sum(
            (
                chance * self.net(self.dealer.go_on(self.terms.after(played, 1, action, legal)), (*made, action))
                for action, chance in enumerate(chances)
                if chance
            ),
            Fraction(0),
        )

    def chances(self, sight: np.ndarray, legal: np.ndarray, made: tuple[int, ...]) -> list[Fraction]:
        key = sight.tobytes(), made
        if key not in self.known:
            seen = self.env.observing.one(sight, legal, str, made)
            answer = self.policy({name: each[None] for name, each in seen.items()})[0]
            row = answer if answer.ndim else np.eye(len(legal))[answer]
            self.known[key] = [Fraction(float(each)) for each in row]
        return self.known[key]


def all_deals(game: Game) -> Iterator[dict[tuple[str, int], tuple[int, ...]]]:
    """Every way to deal the piles of a round with one seat."""
    found: list[dict[tuple[str, int], tuple[int, ...]]] = [{}]
    for name, deal in game.piles.items():
        key = name, 1 if deal.to is Place.SEAT else 0
        found = [
            {**piles, key: cards}
            for piles in found
            for cards in combinations(
                [face for face in game.deck.faces if face not in sum(piles.values(), ())], deal.count
            )
        ]
    yield from found


@EVERY
def test_regret_is_the_value_of_the_best_play_less_that_of_the_policy(built, make):
    """The performance difference lemma: every choice's own loss, added up over the sets that the policy comes to."""
    env = RoundEnv(built(make))
    best = exact.optimal_value(env)
    for policy in (by_plan, first):
        found = exact.regret(env, policy)
        lost = best - Literal(env, policy).value()
        assert found.exact == lost
        assert found.value == float(lost)
        assert found.standard_error == 0
    mixed = exact.regret(env, by_chance)
    assert mixed.exact is None
    assert mixed.value == pytest.approx(float(best - Literal(env, by_chance).value()), abs=1e-12)


@EVERY
def test_the_best_actions_have_no_regret(built, make):
    env = RoundEnv(built(make))

    def best(seen: Any) -> np.ndarray:
        values = exact.q_values(env, seen)
        assert (np.isnan(values) == (seen["action_mask"] == 0)).all()
        return np.nanargmax(values, axis=1)

    assert exact.regret(env, best).exact == 0
    assert exact.worst_hands(env, best) == []
    assert Literal(env, best).value() == exact.optimal_value(env)


@EVERY
def test_rounds_that_are_played_bracket_the_exact_regret(built, make):
    """Twice the bets have the same regret in units; a policy that takes masks is given them."""
    env = RoundEnv(built(make))

    def masked(seen: Any, action_masks: np.ndarray) -> np.ndarray:
        assert action_masks.dtype == bool
        return by_plan({**seen, "action_mask": action_masks.astype(np.int8)})

    for policy in (masked, by_chance):
        whole = exact.regret(env, policy)
        part = exact.regret(env, policy, most_hands=1, samples=20_000, seed=4)
        assert part.exact is None
        assert 0 < part.standard_error < 0.05
        assert abs(part.value - whole.value) < 4 * part.standard_error
        assert part.hands >= 20_000
    twice = RoundEnv(env.terms.game.name, bets={name: 2 * cents // 100 for name, cents in env.terms.bets.items()})
    assert exact.regret(twice, by_plan).exact == exact.regret(env, by_plan).exact


@pytest.mark.compiled
@EVERY
def test_worst_hands_are_the_costly_ones(built, make, monkeypatch: pytest.MonkeyPatch):
    env = RoundEnv(built(make))
    worst = exact.worst_hands(env, by_plan, 10**6)
    assert sum(each.share for each in worst) == pytest.approx(1)
    assert all(each.lost > 0 and each.action != each.best for each in worst)
    assert [each.share for each in worst] == sorted((each.share for each in worst), reverse=True)
    shares = {(each.cards, each.chosen): each.share for each in worst}
    assert len(shares) == len(worst)
    monkeypatch.setattr(exact, "MOST_HANDS", 1)
    some = exact.worst_hands(env, by_plan, 10**6, samples=30_000)
    assert {(each.cards, each.chosen) for each in some} <= set(shares)
    one = max(some, key=lambda each: each.share)
    assert one.share == pytest.approx(shares[one.cards, one.chosen], rel=0.5)
    with pytest.raises(OptionError, match="policies that name an action"):
        exact.worst_hands(env, by_chance)


@pytest.mark.parametrize("mode", MODES, ids=[mode.value for mode in MODES])
@EVERY
def test_regret_in_infos_is_laid_out_as_that_of_single_environments(built, make, mode):
    how: dict[str, Any] = {"illegal": "penalty", "penalty": 5, "regret": True}
    name = built(make)
    ours: Any = VectorRounds(name, TABLES, autoreset_mode=mode, **how)
    compare(ours, SyncVectorEnv([lambda: Interpreted(name, **how)] * TABLES, autoreset_mode=mode), mode, steps=20)


@pytest.mark.parametrize("observation", ["cards", "flat"])
@EVERY
def test_what_a_seat_has_answered_is_seen(built, make, observation: str):
    """Step by step: the actions taken so far, in single environments, tables and vectors; regret is that of q-values."""
    name = built(make)
    env, table = RoundEnv(name, observation=observation, regret=True), TableEnv(name, seats=2, observation=observation)
    env.action_space.seed(2)
    for seed in range(12):
        seen, _ = env.reset(seed=seed)
        table.reset(seed=seed)
        taken: list[int] = []
        while not env.over:
            action = int(env.action_space.sample())
            values = exact.q_values(env, seen)[0]
            seen, _, _, _, info = env.step(action)
            assert info["regret"] == pytest.approx(np.nanmax(values) - values[action])
            taken.append(action)
            size = int(env.terms.usual.sum())
            bits = seen["chosen"] if observation == "cards" else seen[-size:]
            assert np.flatnonzero(bits).tolist() == sorted(taken)
            assert env.observation_space.contains(seen)
        assert np.isnan(exact.q_values(env, seen)).all()
        answered: dict[str, list[int]] = {agent: [] for agent in table.agents}
        while not all(table.terminations.values()):
            agent = table.agent_selection
            action = int(table.action_space(agent).sample())
            table.step(action)
            answered[agent].append(action)
            seen = table.observe(agent)
            bits = seen["chosen"] if observation == "cards" else seen[-size:]
            assert np.flatnonzero(bits).tolist() == sorted(each for each in answered[agent] if each < size)


def test_earlier_answers_stand_in_texts(built):
    env = RoundEnv(built(ride), observation="text")
    told, _ = env.reset(seed=1)
    assert "Chosen so far" not in told
    told, *_ = env.step(1)
    assert "Chosen so far: one take-back" in told


def test_wrong_observations_and_games_are_refused_with_a_sentence(built):
    env = RoundEnv(built(ride))
    seen, _ = env.reset(seed=1)
    with pytest.raises(OptionError, match="observations need 'chosen'"):
        exact.q_values(env, seen["observation"])
    with pytest.raises(OptionError, match="no round comes to these answers: one LET_IT_RIDE, one TAKE_BACK"):
        exact.q_values(env, {**seen, "chosen": np.array([1, 1, 0, 0])})
    with pytest.raises(OptionError, match="shows 0 of first_card; two is asked with 1 card"):
        exact.q_values(env, {**seen, "chosen": np.array([1, 0, 0, 0])})
    with pytest.raises(OptionError, match="the policy answers 2, which is not legal; give 0 to 1"):
        exact.regret(env, lambda seen: np.full(len(seen["chosen"]), 2))
    env = RoundEnv(built(lambda: streets_of_cards(STANDARD)))
    with pytest.raises(GameError, match="needs a solver of its own"):
        exact.regret(env, first)
    assert sets.cards_in(5) == (0, 2)
