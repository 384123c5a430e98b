"""The information sets of a game that is solved in stages, as its environments show them, each valued exactly.

A set is the cards that the seat sees at one point of a round: at one choice, after certain earlier answers. The value
of an action there is that of the best play from then on, so the sum of what a policy gives up at all sets that it
comes to is what it gives up in a round (the performance difference lemma).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TypeAlias

import numpy as np

from pitboss.core.cards import FACES, Card
from pitboss.core.errors import OptionError, plural
from pitboss.core.game import Game
from pitboss.core.meters import DOLLAR
from pitboss.core.pays import Meter, Prize
from pitboss.envs.observing import Observing
from pitboss.envs.scored import Policy, asked
from pitboss.envs.terms import Terms
from pitboss.maths.exact.advise import advise
from pitboss.maths.exact.key_parts import pays_of
from pitboss.maths.exact.solver import Staged, deciding, solver_of
from pitboss.maths.exact.staged.cards import all_places
from pitboss.maths.exact.staged.induction import exact_total
from pitboss.maths.exact.staged.method import method_of
from pitboss.maths.exact.staged.tree import Point
from pitboss.maths.exact.staged.worths import Worths
from pitboss.maths.tally.tally import NOT_PLACED, first_stakes

CHUNK = 131_072
BITS = 1 << np.arange(FACES, dtype=np.int64)
Deal: TypeAlias = tuple[np.ndarray, np.ndarray]
"""The piles of some sets, and with which probability a policy comes to each."""


@dataclass(frozen=True)
class Answered:
    """Some information sets at one point, and what a policy does there."""

    point: int
    piles: np.ndarray
    """By set and row of an observation: the cards as a mask."""
    weight: np.ndarray
    answer: np.ndarray
    """By set: the action, or the probability of every action."""
    rounds: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """By set: the number of the round that it comes from, where rounds are played."""


@lru_cache(maxsize=2)
def sets_of(terms: Terms) -> "Sets":
    """The information sets of an environment's terms, solved once."""
    return Sets(terms)


def is_staged(game: Game) -> bool:
    """Whether the sets of a game are valued here: it has several choices, or is solved in stages."""
    return len(game.choices) > 1 or isinstance(solver_of(game), Staged)


def staged_solver(game: Game) -> Staged:
    """The solver in stages: also of a small game, because plain enumeration may see cards only through their codes."""
    found = solver_of(game)
    return found if isinstance(found, Staged) else Staged(game)


class Sets:
    """All information sets of a game with its bets."""

    def __init__(self, terms: Terms) -> None:
        self.terms, game = terms, terms.game
        if not any(name in terms.bets for name in game.main_wagers):
            raise OptionError(f"{game.name}: without a bet on {game.main_wagers[0]} there is nothing to decide")
        stakes, every = deciding(game, terms.bets)
        names = _contested(game, every)
        times, unit = _times(game, stakes, names), Fraction(terms.unit_cents, DOLLAR)
        if times:
            stakes, names = first_stakes(game), game.main_wagers
        self.worths = Worths(staged_solver(game).values(game, stakes, names))
        self.unit = unit / (times or 1)
        self.aside = tuple(name for name in every if name not in names)
        """Bets that no choice has to do with: they are part of values, and never of regret."""
        self.tree, self.split = self.worths.induction.tree, self.worths.method.split
        self.actions = {
            number: [terms.actions.index((self.choice(number), option)) for option in point.options]
            for number, point in enumerate(self.tree.points)
            if point.options
        }
        """By point: the action of each of its options."""

    def choice(self, number: int) -> str:
        """The name of the choice that is asked at a point."""
        return list(self.terms.game.choices)[self.tree.points[number].stage]

    def option(self, action: int) -> int:
        """The option that an action names."""
        option = self.terms.actions[action][1]
        assert isinstance(option, int)  # Choices of cards are not solved in stages.
        return option

    def scale(self, number: int) -> Fraction:
        """The number by which a worth at a point is divided to be a value in units."""
        return self.worths.scale(number) * self.unit

    def sets_at(self, number: int) -> int:
        """The number of information sets at a point."""
        return self.worths.sets(self.tree.points[number].stage)

    @cached_property
    def count(self) -> int:
        """The number of information sets at all points."""
        return sum(map(self.sets_at, self.actions))

    @cached_property
    def point_after(self) -> dict[tuple[int, ...], int]:
        """The number of each point, by the actions that lead to it, -1 for a choice that is not asked."""
        return {self.made(point): number for number, point in enumerate(self.tree.points)}

    def made(self, point: Point) -> tuple[int, ...]:
        """The action of every choice before a point, -1 for one that was not asked or comes later."""
        choices = list(self.terms.game.choices)
        found = [
            -1 if answer == NOT_PLACED else self.terms.actions.index((name, answer))
            for name, answer in zip(choices, point.made, strict=False)
        ]
        return (*found, *[-1] * (len(choices) - len(found)))

    def at(self, number: int, piles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """By set at a point and option: the worth in whole numbers, and whether it is legal."""
        rows, seen = self.terms.rows, self.split.seen[self.tree.points[number].stage]
        for pile in sorted(seen, key=rows.index):
            shown = np.bitwise_count(piles[:, rows.index(pile)])
            if (shown != self.terms.game.piles[pile].count).any():
                wrong = int(shown[shown != self.terms.game.piles[pile].count][0])
                needs = plural(self.terms.game.piles[pile].count, "card")
                raise OptionError(
                    f"an observation shows {wrong} of {pile}; {self.choice(number)} is asked with {needs}"
                )
        private = sum((piles[:, rows.index(pile)] for pile in self.split.private), 0 * piles[:, 0])
        boards = [
            sum((piles[:, rows.index(pile)] for pile in group if pile in seen), 0 * private)
            for group in self.split.sets
        ]
        return self.worths.at(number, private, boards)

    def given_up(self, sets: Answered) -> tuple[np.ndarray, np.ndarray]:
        """By set: the worth that a policy gives up, and the best action."""
        worth, legal = self.at(sets.point, sets.piles)
        return self.lost(sets, worth, legal), self.best(sets.point, worth, legal)

    def best(self, number: int, worth: np.ndarray, legal: np.ndarray) -> np.ndarray:
        """By set: the action that is worth most, the first of equals."""
        worth = np.where(legal, worth, worth.min(initial=0) - 1)
        return np.array(self.actions[number])[worth.argmax(axis=1)]

    def lost(self, sets: Answered, worth: np.ndarray, legal: np.ndarray) -> np.ndarray:
        """By set: the worth of the best action less that of the policy's; whole numbers if it names actions."""
        behind = np.where(legal, worth, worth.min(initial=0)).max(axis=1)[:, None] - worth
        actions = self.actions[sets.point]
        if sets.answer.ndim == 1:
            return behind[np.arange(len(behind)), sets.answer - actions[0]]
        return (sets.answer[:, actions] * np.where(legal, behind, 0)).sum(axis=1)

    def legal(self, number: int, options: np.ndarray) -> np.ndarray:
        """Action masks of sets at a point, from what is legal by option."""
        mask = np.zeros((len(options), len(self.terms.actions)), dtype=np.int8)
        mask[:, self.actions[number]] = options
        return mask

    def every(self, observing: Observing, policy: Policy) -> Iterator[tuple[Answered, np.ndarray, np.ndarray]]:
        """All sets that a policy comes to, some at a time, with what it gives up there and the best action."""
        todo: list[tuple[int, frozenset[str], Deal]] = [(0, frozenset(), self._nothing())]
        while todo:
            number, dealt, before = todo.pop()
            point = self.tree.points[number]
            if not point.options:
                continue
            seen = self.split.seen[point.stage]
            for piles, weight in self._dealt(before, [pile for pile in self.terms.rows if pile in seen - dealt]):
                worth, legal = self.at(number, piles)
                made = np.array(self.made(point))[:, None].repeat(len(piles), axis=1)
                mask = self.legal(number, legal)
                answer = asked(self.terms, observing, policy, sight_of(piles), mask, made)
                sets = Answered(number, piles, weight, answer)
                yield sets, self.lost(sets, worth, legal), self.best(number, worth, legal)
                for action, after in zip(self.actions[number], point.after, strict=True):
                    chance = (answer == action).astype(float) if answer.ndim == 1 else answer[:, action]
                    rows = np.flatnonzero(chance > 0)
                    if len(rows) and self.tree.points[after].options:
                        todo.append((after, seen, (piles[rows], weight[rows] * chance[rows])))

    def _nothing(self) -> Deal:
        return np.zeros((1, len(self.terms.rows)), dtype=np.int64), np.ones(1)

    def _dealt(self, before: Deal, more: list[str]) -> Iterator[Deal]:
        """Every way to deal further piles to some sets, some sets at a time."""
        if not more:
            yield before
            return
        (piles, weight), row = before, self.terms.rows.index(more[0])
        faces = np.array(sorted(self.terms.game.deck.faces))
        left = len(faces) - int(np.bitwise_count(piles[0]).sum())
        places = all_places(left, self.terms.game.piles[more[0]].count).astype(np.int64)
        step = max(1, CHUNK // len(places))
        for first in range(0, len(piles), step):
            own = piles[first : first + step]
            free = np.bitwise_or.reduce(own, axis=1)[:, None] >> faces & 1 == 0
            rest = np.broadcast_to(faces, free.shape)[free].reshape(len(own), left)
            for start in range(0, len(places), CHUNK):
                part = places[start : start + CHUNK]
                deals = np.repeat(own, len(part), axis=0)
                deals[:, row] = (1 << rest[:, part]).sum(axis=2).ravel()
                yield from self._dealt((deals, np.repeat(weight[first : first + step], len(part))), more[1:])

    def values(self, piles: np.ndarray, points: np.ndarray) -> np.ndarray:
        """The exact value of every action with each set, in units; NaN where it is not legal or nothing is asked."""
        found = np.full((len(piles), len(self.terms.actions)), np.nan)
        for number in np.unique(points).tolist():
            rows = np.flatnonzero(points == number)
            if number not in self.actions:
                continue
            worth, legal = self.at(number, piles[rows])
            worth = self._advised(number, piles[rows]) if self.aside else worth / float(self.scale(number))
            found[np.ix_(rows, np.array(self.actions[number]))] = np.where(legal, worth, np.nan)
        return found

    def _advised(self, number: int, piles: np.ndarray) -> np.ndarray:
        """Values with bets that no choice has to do with, set by set."""
        game, point, choice = self.terms.game, self.tree.points[number], self.choice(number)
        seen = self.split.seen[point.stage]
        chosen = {name: made for name, made in zip(game.choices, point.made, strict=False) if made != NOT_PLACED}
        different, place = np.unique(piles, axis=0, return_inverse=True)
        found = np.full((len(different), len(point.options)), np.nan)
        for row, held in enumerate(different.tolist()):
            known = {pile: cards_in(held[self.terms.rows.index(pile)]) for pile in game.choices[choice].sees}
            known |= {pile: cards_in(held[self.terms.rows.index(pile)]) for pile in self.terms.rows if pile in seen}
            advice = advise(game, known, (), self.terms.bets, chosen)
            for column, option in enumerate(point.options):
                found[row, column] = float(advice.get(option, np.nan))
        return found[place.reshape(len(piles))]

    def points_of(self, chosen: np.ndarray) -> np.ndarray:
        """By table: the point that the actions it has taken lead to (`Observing.chosen`)."""
        if not chosen.shape[1]:
            return np.zeros(len(chosen), dtype=np.int64)
        bits = {tuple(each for each in made if each >= 0): number for made, number in self.point_after.items()}
        different, place = np.unique(chosen, axis=0, return_inverse=True)
        found = []
        for row in different:
            actions = tuple(np.flatnonzero(row).tolist())
            if actions not in bits:
                told = ", ".join(map(self.terms.action_text, actions))
                raise OptionError(f"no round comes to these answers: {told}")
            found.append(bits[actions])
        return np.array(found)[place.reshape(len(chosen))]


def exact_sum_of(lost: np.ndarray) -> int:
    """The exact sum of worths."""
    return exact_total(lost) if lost.dtype != object else int(lost.sum())


def masks_of(sight: np.ndarray) -> np.ndarray:
    """The cards of each row as a mask."""
    return np.stack([sight[:, row].astype(np.int64) @ BITS for row in range(sight.shape[1])], axis=1)


def sight_of(piles: np.ndarray) -> np.ndarray:
    """Masks of cards as observations count them: by row and face."""
    return (piles[:, :, None] >> np.arange(FACES) & 1).astype(np.int8)


def cards_in(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, ascending."""
    return tuple(face for face in range(FACES) if mask >> face & 1)


def _contested(game: Game, names: tuple[str, ...]) -> tuple[str, ...]:
    """The wagers whose outcomes choices or hidden cards decide; values of stages are of these alone."""
    method = method_of(game)
    apart = {line.wager for line in (*method.side, *method.added)}
    own = game.wager if game.host is None else game.host.wager
    return tuple(name for name in names if name not in apart and name in own)


def _times(game: Game, stakes: dict[str, Fraction], names: tuple[str, ...]) -> Fraction | None:
    """How many times the usual stakes the bets are; None where they ask another question than the main one."""
    usual = first_stakes(game)
    times = {stakes[name] / usual[name] for name in names if usual[name]}
    if (
        set(names) != set(game.main_wagers)
        or len(times) != 1
        or any(stakes[name] and not usual[name] for name in names)
    ):
        return None
    in_dollars = any(isinstance(pay, Prize | Meter) for name in names for pay in pays_of(game, name, None))
    (found,) = times
    return None if not found or (in_dollars and found != 1) else found
