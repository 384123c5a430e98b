"""Exact values for learners: what every action is worth, and what a policy gives up against the best play.

    from pitboss.envs import RoundEnv, exact

    env = RoundEnv("super-pan-9")
    exact.optimal_value(env)                     # Fraction: the reward per round that no policy can exceed
    exact.regret(env, policy).value              # units per round that the policy gives up, over all hands
    exact.worst_hands(env, policy)               # the hands on which it gives up most

A policy is a function of a batch of observations. It returns an action for each, or a row of probabilities for each. If
it has a parameter `action_masks`, it is given the legal actions of the batch.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from pitboss.core.cards import FACES
from pitboss.core.errors import GameError, OptionError
from pitboss.core.meters import DOLLAR
from pitboss.core.script import option_name
from pitboss.envs.hands import DecidedHands, decided_hands, values_of_actions
from pitboss.envs.kernel import kernel_of
from pitboss.envs.observing import Observing
from pitboss.envs.played import SAMPLED_AT_ONCE, played
from pitboss.envs.scored import Policy, Regret, WorstHand, asked, cards_of, named
from pitboss.envs.sets import Answered, Sets, exact_sum_of, is_staged, sets_of, sight_of, staged_solver
from pitboss.envs.single import RoundEnv
from pitboss.envs.terms import Terms
from pitboss.envs.vector import VectorRounds
from pitboss.maths.codegen import deals
from pitboss.maths.exact.solver import Staged, deciding, solve, solver_of
from pitboss.maths.strategy.decisions import exact_sum
from pitboss.maths.tally.tally import figures, first_stakes

__all__ = ["Policy", "Regret", "WorstHand", "optimal_value", "q_values", "regret", "worst_hands"]
MOST_HANDS = 4_000_000
"""The most hands over which regret is summed exactly; beyond that, rounds are sampled."""
SAMPLED = 1_000_000


def optimal_value(env: Any) -> Fraction:
    """The exact expected reward per round of the best play, with the environment's options and bets."""
    terms = terms_of(env)
    stakes, names = deciding(terms.game, terms.bets)
    if not any(name in terms.bets for name in terms.game.main_wagers):
        stakes, names = first_stakes(terms.game, terms.bets), tuple(terms.bets)
    if is_staged(terms.game) and not isinstance(solver_of(terms.game), Staged):
        tally = staged_solver(terms.game).solve(terms.game, stakes, names)
    else:
        tally = solve(terms.game, None, stakes, names)
    return figures(terms.game, tally, names, stakes).ev / Fraction(terms.unit_cents, DOLLAR)


def q_values(env: Any, observations: Any) -> np.ndarray:
    """The exact expected reward of every action for a batch of observations; NaN where an action is not legal.

    Rounds that ask nothing (more), in which `pass` alone is legal, have no decision: their rows are NaN throughout.
    """
    terms = terms_of(env)
    return values_of_actions(terms, *seen_in(terms, env, observations))


def regret(env: Any, policy: Policy, *, samples: int = SAMPLED, seed: int = 0, most_hands: int = MOST_HANDS) -> Regret:
    """What a policy gives up per round: exactly over all hands, or in `samples` rounds where there are too many.

    The policy sees observations of the environment's own kind. Probabilities make it the regret of sampled actions. In
    a game with several choices a hand is what the seat sees at one of them, with what it has answered before.
    """
    terms, observing = terms_of(env), _observing(env)
    if is_staged(terms.game):
        sets = sets_of(terms)
        if sets.count > most_hands:
            return _of_rounds(sets, played(sets, observing, policy, samples, seed), samples)
        return _of_sets(sets, observing, policy)
    hands = decided_hands(terms)
    if hands.count > most_hands:
        return _sampled(hands, observing, policy, samples, seed)
    lost, total, found, count = 0.0, 0.0, 0.0, 0
    exact: Fraction | None = Fraction(0)
    for sight, weight in hands.every():
        worth, is_asked = hands.worths(sight)
        total += weight.sum()
        sight, weight, worth = sight[is_asked], weight[is_asked], worth[is_asked]
        found, count = found + weight.sum(), count + len(weight)
        if not len(weight):
            continue
        given, actions = _given_up(terms, observing, policy, sight, worth)
        lost += float(weight @ given.astype(float))
        exact = None if actions is None or exact is None else exact + exact_sum(weight.astype(np.int64), given)
    _check_weights(hands, found, total)
    value = float(lost / total / float(hands.scale))
    return Regret(value, 0.0, count, None if exact is None else exact / int(total) / hands.scale)


def _of_sets(sets: Sets, observing: Observing, policy: Policy) -> Regret:
    """The regret over all information sets that a policy comes to."""
    value, count = 0.0, 0
    exact: Fraction | None = Fraction(0)
    for part, lost, _ in sets.every(observing, policy):
        whole = sets.sets_at(part.point) * sets.scale(part.point)
        value, count = value + float(part.weight @ lost.astype(float)) / float(whole), count + len(lost)
        is_sure = part.answer.ndim == 1 and exact is not None
        exact = exact + exact_sum_of(lost) / whole if is_sure and exact is not None else None
    return Regret(value if exact is None else float(exact), 0.0, count, exact)


def _of_rounds(sets: Sets, parts: Iterable[Answered], samples: int) -> Regret:
    """The regret over rounds that were played: by round, all that was given up at its choices."""
    lost, count = np.zeros(samples), 0
    for part in parts:
        given, _ = sets.given_up(part)
        np.add.at(lost, part.rounds, given.astype(float) / float(sets.scale(part.point)))
        count += len(given)
    return Regret(float(lost.mean()), float(lost.std() / np.sqrt(samples)), count)


def _given_up(
    terms: Terms, observing: Observing, policy: Policy, sight: np.ndarray, worth: np.ndarray
) -> tuple[np.ndarray, np.ndarray | None]:
    """The worth that a policy gives up with each hand, and its actions; None for them if it gives probabilities."""
    answer = asked(terms, observing, policy, sight, terms.usual[None].repeat(len(sight), axis=0))
    best = worth.max(axis=1)
    if answer.ndim == 1:
        return best - worth[np.arange(len(worth)), answer], answer
    return best.astype(float) - (answer[:, : worth.shape[1]] * worth.astype(float)).sum(axis=1), None


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

    Hands are all hands, or those of sampled rounds where there are too many.
    """
    terms, observing = terms_of(env), _observing(env)
    if is_staged(terms.game):
        return _worst_sets(sets_of(terms), observing, policy, count, (samples, seed))
    hands = decided_hands(terms)
    whole, found = 0.0, []
    for sight, weight in hands.every() if hands.count <= MOST_HANDS else _dealt(hands, samples, seed):
        worth, is_asked = hands.worths(sight)
        sight, weight, worth = sight[is_asked], weight[is_asked], worth[is_asked]
        given, actions = _given_up(terms, observing, policy, sight, worth)
        if actions is None:
            raise OptionError(NAMES_ACTIONS)
        cost = weight * given.astype(float)
        whole += cost.sum()
        for place in np.argsort(-cost, kind="stable")[:count].tolist():
            if cost[place] > 0:
                best = int(worth[place].argmax())
                lost = float(given[place]) / float(hands.scale)
                found.append((cost[place], sight[place], int(actions[place]), best, lost))
    found.sort(key=lambda each: -each[0])
    return [
        WorstHand(cards_of(sight), named(terms, sight, action), named(terms, sight, best), lost, float(cost / whole))
        for cost, sight, action, best, lost in found[:count]
    ]


NAMES_ACTIONS = "worst_hands is for policies that name an action; give the action of highest probability"


def _worst_sets(
    sets: Sets, observing: Observing, policy: Policy, count: int, sampled: tuple[int, int]
) -> list[WorstHand]:
    """The information sets on which a policy gives up most."""
    terms, whole, found = sets.terms, 0.0, []
    for part, lost, best in _scored(sets, observing, policy, sampled):
        if part.answer.ndim != 1:
            raise OptionError(NAMES_ACTIONS)
        given = lost.astype(float) / float(sets.scale(part.point))
        cost = part.weight * given
        whole += cost.sum()
        for row in np.argsort(-cost, kind="stable")[:count].tolist():
            if cost[row] > 0:
                found.append(
                    (cost[row], part.point, part.piles[row], int(part.answer[row]), int(best[row]), given[row])
                )
    found.sort(key=lambda each: -each[0])
    return [
        WorstHand(
            cards_of(sight_of(piles[None])[0]),
            *(option_name(terms.game.choices[sets.choice(point)], sets.option(each)) for each in (action, best)),
            float(lost),
            float(cost / whole),
            ", ".join(map(terms.action_text, filter(lambda each: each >= 0, sets.made(sets.tree.points[point])))),
        )
        for cost, point, piles, action, best, lost in found[:count]
    ]


def _scored(
    sets: Sets, observing: Observing, policy: Policy, sampled: tuple[int, int]
) -> Iterator[tuple[Answered, np.ndarray, np.ndarray]]:
    """Sets with what a policy gives up there and the best action: all, each as likely as it is, or those of rounds."""
    if sets.count <= MOST_HANDS:
        for part, lost, best in sets.every(observing, policy):
            yield replace(part, weight=part.weight / sets.sets_at(part.point)), lost, best
        return
    for part in played(sets, observing, policy, *sampled):
        rows = np.column_stack([part.piles, part.answer]) if part.answer.ndim == 1 else part.piles
        _, first, times = np.unique(rows, axis=0, return_index=True, return_counts=True)
        once = Answered(part.point, part.piles[first], times.astype(float), part.answer[first])
        yield once, *sets.given_up(once)


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


def seen_in(terms: Terms, env: Any, observations: Any) -> tuple[np.ndarray, np.ndarray]:
    """A batch of observations of the kind `cards` or `flat`: the cards by table, row and face; what was chosen."""
    observing, shape = _observing(env), (len(terms.rows), FACES)
    chosen: Any = np.zeros(0, dtype=np.int8)
    if observing.kind == "cards":
        cards = np.asarray(observations["observation"] if isinstance(observations, dict) else observations)
        if observing.answered and (not isinstance(observations, dict) or "chosen" not in observations):
            raise OptionError(f"{terms.game.name}: observations need 'chosen', what the seat has answered before")
        chosen = observations["chosen"] if observing.answered else chosen
    elif observing.kind == "flat":
        flat = np.asarray(observations)
        if flat.shape[-1:] != observing.space.shape:
            raise OptionError(f"observations of shape {flat.shape}: expected rows of {observing.space.shape}")
        counts = len(terms.rows) * len(observing.faces)
        cards = np.zeros((*flat.shape[:-1], *shape), dtype=np.int8)
        cards[..., observing.faces] = flat[..., :counts].reshape(*flat.shape[:-1], len(terms.rows), -1)
        chosen = flat[..., counts:]
    else:
        raise OptionError(f"observation={observing.kind!r} does not show the cards; give cards or flat observations")
    if cards.shape == shape:
        cards = cards[None]
    if cards.ndim != 3 or cards.shape[1:] != shape:
        raise OptionError(f"observations of shape {cards.shape}: expected (tables, {shape[0]}, {shape[1]})")
    return cards.astype(np.int64), np.asarray(chosen, dtype=np.int8).reshape(len(cards), observing.answered)
