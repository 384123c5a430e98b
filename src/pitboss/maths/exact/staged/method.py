"""How one game is solved: its questions sorted by whose cards they ask about, and the loops that ask them.

A line is a *side* line where play and hidden cards mean nothing to it: its outcome follows from the private and shared
cards. Any other line is *contested*. A line that sees only a sum over all cards, as a rider's does, is *added*: the sum
of the hidden cards is counted with them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np

from pitboss.core.errors import GameError
from pitboss.core.game import Game, Line, SourceKind
from pitboss.core.stakes import placing_options
from pitboss.maths.codegen.legality import possible
from pitboss.maths.exact.staged.kernels import Columns, asked, runs
from pitboss.maths.exact.staged.questions import NAME, Column, Made, Questions
from pitboss.maths.exact.staged.split import HIDDEN, PRIVATE, Split, split_of
from pitboss.maths.exact.staged.tree import Tree, sees_cards, tree_of
from pitboss.maths.tally.tally import NOT_PLACED

MOST_SUMS = 64
"""The most different sums over all cards that are counted apart."""


@dataclass(frozen=True)
class Judged:
    """One line of a wager, and the variable of its outcome."""

    wager: str
    place: int
    line: Line
    variable: str


class Method:
    """The questions and loops of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.split: Split = split_of(game)
        self.tree: Tree = tree_of(game)
        self.questions = Questions(game)
        self.lines = [
            Judged(wager.name, place, line, self.questions.line(line))
            for wager in game.wagers
            for place, line in enumerate(wager.lines)
        ]
        self.added = self._added()
        self.side = [each for each in self.lines if each not in self.added and self._is_side(each)]
        self.contested = [each for each in self.lines if each not in self.added and each not in self.side]
        self.is_direct = self._mixes_cards()
        """Whether private and hidden cards enter one question, so that hidden cards are listed one by one."""
        if self.is_direct:  # Then hidden cards are listed one by one, and nothing needs to be added apart.
            self.contested += self.added
            self.added = []

    @property
    def shared(self) -> tuple[str, ...]:
        """The names of the sets of shared cards."""
        return tuple(f"C{number}" for number in range(len(self.split.sets)))

    def groups(self, variable: str) -> frozenset[str]:
        """The sets of cards that an answer depends on."""
        return frozenset(self.split.group_of[pile] for pile in self.questions.cards(variable))

    @cached_property
    def affected(self) -> tuple[str, ...]:
        """The wagers whose stake or outcome can depend on a choice."""
        return tuple(wager.name for wager in self.game.wagers if self._is_affected(wager.name))

    def _is_affected(self, name: str) -> bool:
        lines = (self.game.bound_line(line) for line in self.game.wager[name].lines)
        asks = any(source.kind is SourceKind.CHOICE for bound in lines for source in bound.sources)
        return asks or bool(placing_options(self.game, name))

    def _is_side(self, line: Judged) -> bool:
        return line.wager not in self.affected and HIDDEN not in self.groups(line.variable)

    def _added(self) -> list[Judged]:
        """The lines that see nothing but one sum over all cards, where that sum is small."""
        sums = {line.variable: self._sum_seen(line.variable) for line in self.lines}
        found = [
            line
            for line in self.lines
            if sums[line.variable]
            and line.wager not in self.affected
            and self.groups(line.variable) >= {PRIVATE, HIDDEN}
        ]
        texts = {sums[line.variable] for line in found}
        if len(texts) > 1 or (found and self.most_sum(self.hands_in(sums[found[0].variable])) >= MOST_SUMS):
            return []
        return found

    def _sum_seen(self, variable: str) -> str:
        """The sum of hands that is all an answer reads; empty where it reads anything else."""
        used = [text for text in self.questions.answers[variable].arguments if NAME.search(text)]
        return used[0] if len(used) == 1 and self.hands_in(used[0]) and "-" not in used[0] else ""

    def hands_in(self, text: str) -> list[str]:
        """The variables of a sum, if all of them are hands; else none."""
        found = NAME.findall(text)
        return found if all(each in self.questions.hands for each in found) else []

    def most_sum(self, hands: Sequence[str]) -> int:
        """The most that the codes of some hands can come to."""
        most = 0
        for name in hands:
            pile, coder = self.questions.hands[name]
            codes = self.questions.codes(coder)
            most += self.game.piles[pile].count * max(codes[face] for face in self.game.deck.faces)
        return most

    @cached_property
    def summed(self) -> dict[str, list[str]]:
        """The hands that an added line sees the sum of: the hidden ones, and the others."""
        if not self.added:
            return {HIDDEN: [], PRIVATE: []}
        hands = self.hands_in(self._sum_seen(self.added[0].variable))
        hidden = [each for each in hands if self.questions.hands[each][0] in self.split.hidden]
        return {HIDDEN: hidden, PRIVATE: [each for each in hands if each not in hidden]}

    @property
    def _roots(self) -> list[tuple[str, Made]]:
        """Every contested outcome at every end."""
        ends = [self.tree.points[number].made for number in self.tree.ends]
        return [(line.variable, made) for made in ends for line in self.contested]

    def _mixes_cards(self) -> bool:
        looking = self.questions.frontier(self._roots, lambda variable: False)
        return any({PRIVATE, HIDDEN} <= self.groups(variable) for variable, _ in looking)

    @cached_property
    def mine(self) -> list[Column]:
        """The questions about private and shared cards; with hidden cards listed one by one, all questions."""
        if self.is_direct:
            return self.questions.frontier(self._roots, lambda variable: not self.questions.choices(variable))
        looking = self.questions.frontier(self._roots, lambda variable: False)
        return [column for column in looking if HIDDEN not in self.groups(column[0])]

    @cached_property
    def theirs(self) -> list[Column]:
        """The questions about hidden cards."""
        if self.is_direct:
            return []
        looking = self.questions.frontier(self._roots, lambda variable: False)
        return [column for column in looking if HIDDEN in self.groups(column[0])]

    def _asked(self, columns: Sequence[Column], groups: Sequence[str]) -> Callable[..., Columns]:
        """The loop that asks some columns of masks of `groups`."""
        wanted = [(variable, self._made(dict(chosen))) for variable, chosen in columns]
        return asked(self.questions, wanted, self.split.masks(tuple(groups)))

    def _made(self, chosen: dict[str, int]) -> Made:
        return tuple(chosen.get(name, NOT_PLACED) for name in self.game.choices)

    @cached_property
    def ask_mine(self) -> Callable[..., Columns]:
        """Answers to `mine`, from private and shared masks, and hidden ones where they are listed one by one."""
        return self._asked(self.mine, (PRIVATE, *self.shared, *((HIDDEN,) if self.is_direct else ())))

    @cached_property
    def ask_theirs(self) -> Callable[..., Columns]:
        """Answers to `theirs`, from hidden and shared masks."""
        return self._asked(self.theirs, (*self.shared, HIDDEN))

    @cached_property
    def ask_sums(self) -> dict[str, Callable[..., Columns]]:
        """By hidden and other cards: the codes of the hands that an added line sees the sum of."""
        groups = {HIDDEN: (*self.shared, HIDDEN), PRIVATE: (PRIVATE, *self.shared)}
        return {each: self._asked([(name, ()) for name in self.summed[each]], groups[each]) for each in groups}

    @cached_property
    def ask_sides(self) -> Callable[..., Columns]:
        """The outcomes of side lines, from private and shared masks."""
        return self._asked([(line.variable, ()) for line in self.side], (PRIVATE, *self.shared))

    @cached_property
    def ask_outcomes(self) -> Callable[..., Columns]:
        """The outcome of every contested line at every end, from answers to `mine` and `theirs`."""
        return asked(self.questions, self._roots, {}, [*self.mine, *self.theirs])

    @cached_property
    def find_runs(self) -> Callable[..., None]:
        """Where the outcomes change along the hidden classes."""
        return runs(self.questions, self._roots, self.mine, self.theirs)

    @cached_property
    def limits(self) -> list[tuple[int, int, int]]:
        """Every option that cards can forbid: the point, the place of the option, and the bit that allows it."""
        found: list[tuple[int, int, int]] = []
        choices = list(self.game.choices.values())
        for number, point in enumerate(self.tree.points):
            rule = choices[point.stage].legal if point.options else None
            if rule is not None and sees_cards(self.game.bound[rule]):
                found += [(number, place, len(found) + place) for place in range(len(point.options))]
        return found

    def ask_legal(self, points: Sequence[int]) -> Callable[..., np.ndarray]:
        """A function of private and shared masks: what cards allow at some points, as bits (see `limits`)."""
        choices = list(self.game.choices.values())
        limits = [each for each in self.limits if each[0] in points]
        wanted = []
        for number, place, _ in limits:
            point, rule = self.tree.points[number], choices[self.tree.points[number].stage].legal
            assert rule is not None
            wanted.append((self.questions.ask(self.game.bound[rule]), (*point.made, point.options[place])))
        loop = asked(self.questions, wanted, self.split.masks((PRIVATE, *self.shared)))

        def allowed(size: int, masks: Mapping[str, np.ndarray]) -> np.ndarray:
            found = np.zeros(size, dtype=np.int64)
            for (_, _, bit), column in zip(limits, loop(size, masks), strict=True):
                found |= (column != 0).astype(np.int64) << bit
            return found

        return allowed

    @cached_property
    def side_values(self) -> list[tuple[int, ...]]:
        """By side line: the outcomes it can have."""
        return [possible(line.line) for line in self.side]

    @property
    def side_size(self) -> int:
        """The number of joint outcomes of all side lines."""
        return prod(len(values) for values in self.side_values)

    def side_numbers(self, size: int, masks: Mapping[str, np.ndarray]) -> np.ndarray:
        """The joint outcome of all side lines for some hands, as one number."""
        number = np.zeros(size, dtype=np.int64)
        for values, column in zip(self.side_values, self.ask_sides(size, masks), strict=True):
            place = np.searchsorted(np.array(values), column)
            if not (np.array(values)[place.clip(max=len(values) - 1)] == column).all():
                raise GameError(f"{self.game.name}: a rule ends a bet in a way that its pay table does not have")
            number = number * len(values) + place
        return number

    def side_outcomes(self, number: int) -> list[int]:
        """The outcomes of the side lines that a number stands for."""
        found = []
        for values in reversed(self.side_values):
            number, place = divmod(number, len(values))
            found.append(values[place])
        return found[::-1]


def method_of(game: Game) -> Method:
    """The method of a game, made once."""
    known: dict[str, Method] = game.__dict__.setdefault("_staged_method", {})
    if "" not in known:
        known[""] = Method(game)
    return known[""]
