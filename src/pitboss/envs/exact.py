"""Exact values for learners: what every action is worth, and what a policy gives up against the best play.

    from pitboss.envs import RoundEnv, exact

    env = RoundEnv("super-pan-9")
    exact.optimal_value(env)                     # Fraction: the reward per round that no policy can exceed
    exact.regret(env, policy).value              # units per round that the policy gives up, over all hands
    exact.worst_hands(env, policy)               # the hands on which it gives up most

A policy is a function of a batch of observations. It returns an action for each, or a row of probabilities for each.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from pitboss.core.cards import FACES, cards_text
from pitboss.core.errors import GameError, OptionError
from pitboss.core.game import Cards
from pitboss.core.meters import DOLLAR
from pitboss.core.script import option_name
from pitboss.envs.hands import DecidedHands, decided_hands, values_of_actions
from pitboss.envs.kernel import kernel_of
from pitboss.envs.observing import Observing
from pitboss.envs.single import RoundEnv
from pitboss.envs.terms import Terms
from pitboss.envs.vector import VectorRounds
from pitboss.maths.codegen import deals
from pitboss.maths.exact.solver import deciding, solve
from pitboss.maths.strategy.decisions import exact_sum
from pitboss.maths.tally.tally import figures, first_stakes

Policy: TypeAlias = Callable[[Any], Any]
"""Actions, or rows of probabilities, for a batch of observations."""
MOST_HANDS = 4_000_000
"""The most hands over which regret is summed exactly; beyond that, hands are sampled."""
SAMPLED = 1_000_000
SAMPLED_AT_ONCE = 65_536


@dataclass(frozen=True)
class Regret:
    """What a policy gives up per round against the best play, in units."""

    value: float
    standard_error: float
    """0 if all hands were summed."""
    hands: int
    """The number of hands that the policy was asked about."""
    exact: Fraction | None = None
    """The exact regret of a policy that names actions, if all hands were summed."""


@dataclass(frozen=True)
class WorstHand:
    """One hand that a policy misplays."""

    cards: str
    action: str
    best: str
    lost: float
    """Units that the action gives up with this hand."""
    share: float
    """The part of the policy's whole regret that this hand makes up."""


def optimal_value(env: Any) -> Fraction:
    """The exact expected reward per round of the best play, with the environment's options and bets."""
    terms = terms_of(env)
    stakes, names = deciding(terms.game, terms.bets)
    if not any(name in terms.bets for name in terms.game.main_wagers):
        stakes, names = first_stakes(terms.game, terms.bets), tuple(terms.bets)
    tally = solve(terms.game, None, stakes, names)
    return figures(terms.game, tally, names, stakes).ev / Fraction(terms.unit_cents, DOLLAR)


def q_values(env: Any, observations: Any) -> np.ndarray:
    """The exact expected reward of every action for a batch of observations; NaN where an action is not legal.

    Rounds that ask nothing, in which `pass` alone is legal, have no decision: their rows are NaN throughout.
    """
    terms = terms_of(env)
    return values_of_actions(terms, seen_in(terms, env, observations))


def regret(env: Any, policy: Policy, *, samples: int = SAMPLED, seed: int = 0, most_hands: int = MOST_HANDS) -> Regret:
    """What a policy gives up per round: exactly over all hands, or over `samples` hands where there are too many.

    The policy sees observations of the environment's own kind. Probabilities make it the regret of sampled actions.
    """
    terms, observing = terms_of(env), _observing(env)
    hands = decided_hands(terms)
    if hands.count > most_hands:
        return _sampled(hands, observing, policy, samples, seed)
    lost, total, found, count = 0.0, 0.0, 0.0, 0
    exact: Fraction | None = Fraction(0)
    for sight, weight in hands.every():
        worth, asked = hands.worths(sight)
        total += weight.sum()
        sight, weight, worth = sight[asked], weight[asked], worth[asked]
        found, count = found + weight.sum(), count + len(weight)
        if not len(weight):
            continue
        given, actions = _given_up(terms, observing, policy, sight, worth)
        lost += float(weight @ given.astype(float))
        exact = None if actions is None or exact is None else exact + exact_sum(weight.astype(np.int64), given)
    _check_weights(hands, found, total)
    value = float(lost / total / float(hands.scale))
    return Regret(value, 0.0, count, None if exact is None else exact / int(total) / hands.scale)


def _given_up(
    terms: Terms, observing: Observing, policy: Policy, sight: np.ndarray, worth: np.ndarray
) -> tuple[np.ndarray, np.ndarray | None]:
    """The worth that a policy gives up with each hand, and its actions; None for them if it gives probabilities."""
    answer = _answered(terms, observing, policy, sight)
    best = worth.max(axis=1)
    if answer.ndim == 1:
        return best - worth[np.arange(len(worth)), answer], answer
    return best.astype(float) - (answer[:, : worth.shape[1]] * worth.astype(float)).sum(axis=1), None


def _answered(terms: Terms, observing: Observing, policy: Policy, sight: np.ndarray) -> np.ndarray:
    """A policy's answer to a batch of hands; refuses actions that are not legal and rows that are no probabilities."""
    legal = terms.usual[None].repeat(len(sight), axis=0)
    answer = np.asarray(policy(observing.many(sight, legal, _no_text)))
    options = int(terms.usual.sum())
    if answer.ndim == 1 and len(answer) == len(sight) and np.issubdtype(answer.dtype, np.integer):
        if len(answer) and not ((answer >= 0) & (answer < options)).all():
            wrong = int(answer[(answer < 0) | (answer >= options)][0])
            raise OptionError(f"the policy answers {wrong}, which is not legal; give 0 to {options - 1}")
        return answer.astype(np.int64)
    if answer.shape != (len(sight), len(terms.actions)) or not np.issubdtype(answer.dtype, np.floating):
        what = f"an array of shape {answer.shape} and kind {answer.dtype}"
        rows = f"rows of {len(terms.actions)} probabilities"
        raise OptionError(f"the policy returns {what}: give {len(sight)} whole numbers, or {rows}")
    if (answer < 0).any() or not np.allclose(answer[:, :options].sum(axis=1), 1, atol=1e-4):
        raise OptionError("the policy returns probabilities that do not add up to 1 over the legal actions")
    return answer


def _sampled(hands: DecidedHands, observing: Observing, policy: Policy, samples: int, seed: int) -> Regret:
    """The regret over hands dealt from the streams of a seed, with its standard error."""
    terms, totals, count = hands.terms, np.zeros(2), 0
    for sight, _ in _dealt(hands, samples, seed):
        worth, known = hands.worths(sight)
        if not known.all():
            raise GameError(f"{terms.game.name}: a hand that is asked has no exact value", "no-solver")
        count += len(sight)
        if len(sight):
            given = _given_up(terms, observing, policy, sight, worth)[0].astype(float) / float(hands.scale)
            totals += given.sum(), (given**2).sum()
    mean = float(totals[0] / samples)
    return Regret(mean, float(np.sqrt(max(totals[1] / samples - mean**2, 0.0) / samples)), count)


def worst_hands(env: Any, policy: Policy, count: int = 10, *, samples: int = SAMPLED, seed: int = 0) -> list[WorstHand]:
    """The hands on which a policy that names actions gives up most, counted with how often they are dealt.

    Hands are all hands, or those sampled where there are too many.
    """
    terms, observing = terms_of(env), _observing(env)
    hands = decided_hands(terms)
    whole, found = 0.0, []
    for sight, weight in hands.every() if hands.count <= MOST_HANDS else _dealt(hands, samples, seed):
        worth, asked = hands.worths(sight)
        sight, weight, worth = sight[asked], weight[asked], worth[asked]
        given, actions = _given_up(terms, observing, policy, sight, worth)
        if actions is None:
            raise OptionError("worst_hands is for policies that name an action; give the action of highest probability")
        cost = weight * given.astype(float)
        whole += cost.sum()
        for place in np.argsort(-cost, kind="stable")[:count].tolist():
            if cost[place] > 0:
                best = int(worth[place].argmax())
                lost = float(given[place]) / float(hands.scale)
                found.append((cost[place], sight[place], int(actions[place]), best, lost))
    found.sort(key=lambda each: -each[0])
    return [
        WorstHand(
            _cards(terms, sight), _named(terms, sight, action), _named(terms, sight, best), lost, float(cost / whole)
        )
        for cost, sight, action, best, lost in found[:count]
    ]


def _dealt(hands: DecidedHands, samples: int, seed: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The hands that are asked among sampled ones, in chunks, each of weight 1."""
    kernel = kernel_of(hands.terms)
    for first in range(0, samples, SAMPLED_AT_ONCE):
        size = min(SAMPLED_AT_ONCE, samples - first)
        states = deals.table_streams(seed, first, first + size)
        kept, stages = np.zeros((len(kernel.loop.kept), size), dtype=np.int64), np.zeros(size, dtype=np.int64)
        sight = kernel.blank(size)
        kernel.deal(states[0], states[1], kept, stages, sight, kernel.faces)
        yield sight[stages == 0], np.ones(int((stages == 0).sum()))


def _cards(terms: Terms, sight: np.ndarray) -> str:
    piles = (tuple(np.repeat(np.arange(FACES), sight[row]).tolist()) for row in range(len(terms.rows)))
    return " | ".join(cards_text(cards) for cards in piles)


def _named(terms: Terms, sight: np.ndarray, action: int) -> str:
    """An action as a player says it: an option, or the cards."""
    name, option = terms.actions[action]
    choice = terms.game.choices[name]
    if isinstance(option, int):
        return option_name(choice, option)
    assert isinstance(choice.options, Cards)
    row = terms.rows.index(choice.options.pile)
    held = np.repeat(np.arange(FACES), sight[row]).tolist()
    return cards_text(tuple(held[place] for place in option))


def _check_weights(hands: DecidedHands, found: float, total: float) -> None:
    """Refuses hands that were looked up wrongly: those asked must be as frequent as the decisions say."""
    share = int(hands.decisions.weight.sum()) / hands.decisions.total
    if abs(found / total - share) > 1e-9:
        name = hands.terms.game.name
        raise GameError(f"{name}: {found / total:.9f} of hands are found to be asked, not {share:.9f}", "no-solver")


def terms_of(env: Any) -> Terms:
    """The terms of an environment, under any wrappers, or terms themselves."""
    if isinstance(env, Terms):
        return env
    return base_of(env).terms


def base_of(env: Any) -> Any:
    """The environment of ours under any wrappers; refuses one that is not ours."""
    inner = getattr(env, "unwrapped", env)
    if not isinstance(inner, RoundEnv | VectorRounds):
        raise OptionError(f"{type(inner).__name__} is no environment of single rounds: give a RoundEnv or VectorRounds")
    return inner


def _observing(env: Any) -> Observing:
    return Observing(env, "cards") if isinstance(env, Terms) else base_of(env).observing


def seen_in(terms: Terms, env: Any, observations: Any) -> np.ndarray:
    """The cards of a batch of observations of the kind `cards` or `flat`: table, row, face."""
    observing = _observing(env)
    if observing.kind == "cards":
        cards = np.asarray(observations["observation"] if isinstance(observations, dict) else observations)
        shape = (len(terms.rows), FACES)
    elif observing.kind == "flat":
        flat = np.asarray(observations)
        shape = (len(terms.rows), FACES)
        if flat.shape[-1:] != observing.space.shape:
            raise OptionError(f"observations of shape {flat.shape}: expected rows of {observing.space.shape}")
        cards = np.zeros((*flat.shape[:-1], *shape), dtype=np.int8)
        cards[..., observing.faces] = flat.reshape(*flat.shape[:-1], len(terms.rows), -1)
    else:
        raise OptionError(f"observation={observing.kind!r} does not show the cards; give cards or flat observations")
    if cards.shape == shape:
        cards = cards[None]
    if cards.ndim != 3 or cards.shape[1:] != shape:
        raise OptionError(f"observations of shape {cards.shape}: expected (tables, {shape[0]}, {shape[1]})")
    return cards.astype(np.int64)


def _no_text(table: int) -> str:
    raise OptionError("a policy of texts is scored round by round, with regret=True; see pitboss.envs.text")
