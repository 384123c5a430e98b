"""Rounds played with a policy on the generated loop, for games with too many information sets to go through."""

import numpy as np

from pitboss.envs.kernel import kernel_of
from pitboss.envs.observing import Observing
from pitboss.envs.scored import Policy, asked
from pitboss.envs.sets import Answered, Sets, masks_of
from pitboss.maths.codegen import deals

SAMPLED_AT_ONCE = 65_536


def played(sets: Sets, observing: Observing, policy: Policy, samples: int, seed: int) -> list[Answered]:
    """The information sets of so many rounds from the streams of a seed, by point, with the policy's answers.

    They are valued afterwards all at once, because boards that come again need to be counted once alone.
    """
    parts: dict[int, list[Answered]] = {}
    source = np.random.default_rng(seed)
    for first in range(0, samples, SAMPLED_AT_ONCE):
        for each in _round_by_round(
            sets, observing, policy, (seed, first, min(first + SAMPLED_AT_ONCE, samples)), source
        ):
            parts.setdefault(each.point, []).append(each)
    return [
        Answered(
            point,
            np.concatenate([each.piles for each in some]),
            np.concatenate([each.weight for each in some]),
            np.concatenate([each.answer for each in some]),
            np.concatenate([each.rounds for each in some]),
        )
        for point, some in sorted(parts.items())
    ]


def _round_by_round(
    sets: Sets, observing: Observing, policy: Policy, tables: tuple[int, int, int], source: np.random.Generator
) -> list[Answered]:
    """The sets of some tables of a seed, from the first choice of their rounds to the end."""
    terms, kernel = sets.terms, kernel_of(sets.terms)
    states = deals.table_streams(*tables)
    rounds = np.arange(tables[1], tables[2])
    kept, stages = np.zeros((len(kernel.loop.kept), len(rounds)), dtype=np.int64), np.zeros(len(rounds), dtype=np.int64)
    answers, made = np.zeros((kernel.end, len(rounds)), dtype=np.int64), np.full((kernel.end, len(rounds)), -1)
    sight, found = kernel.blank(len(rounds)), []
    kernel.deal(states[0], states[1], kept, stages, sight, kernel.faces)
    while len(live := np.flatnonzero(stages != kernel.end)):
        kept, answers, made = (np.ascontiguousarray(each[:, live]) for each in (kept, answers, made))
        stages, sight, rounds = stages[live], sight[live], rounds[live]
        legal = kernel.legal(kept, answers, stages, sight)
        answer = asked(terms, observing, policy, sight, legal, made)
        actions = answer if answer.ndim == 1 else _drawn(answer, source)
        piles = masks_of(sight)
        different, place = np.unique(made, axis=1, return_inverse=True)
        for number, column in enumerate(different.T.tolist()):
            rows = np.flatnonzero(place.reshape(len(rounds)) == number)
            point = sets.point_after[tuple(column)]
            found.append(Answered(point, piles[rows], np.ones(len(rows)), answer[rows], rounds[rows]))
        kernel.answer(answers, stages, sight, actions)
        for number in range(kernel.end):
            made[number] = np.where(stages == number, actions, made[number])
        _, sight = kernel.gone_on(kept, answers, stages, sight)
    return found


def _drawn(chances: np.ndarray, source: np.random.Generator) -> np.ndarray:
    """An action for each row of probabilities."""
    upto = chances.cumsum(axis=1)
    return (upto <= (source.random(len(chances)) * upto[:, -1])[:, None]).sum(axis=1)
