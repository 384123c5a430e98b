"""Exact figures by enumeration: every distinguishable deal, counted once with its weight.

Cards with the same codes are interchangeable, so a deal is how many cards of each kind a pile gets. The deals of a game
lie in arrays, a row each, and a step of the round is one operation on all rows. Rules are the game's own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, lcm
from typing import Any

import numpy as np

from pitboss.core.cards import Card
from pitboss.core.errors import GameError
from pitboss.core.game import Bound, Cards, Choose, Coder, Deal, Game, Kind, Rule, Source, Strategy
from pitboss.core.script import codes_of
from pitboss.core.stakes import stakes_after
from pitboss.maths.compile.cpu import on_arrays
from pitboss.maths.tally.tally import NOT_PLACED, Tally, first_stakes, line_net, tally_columns

MOST_ROWS = 5_000_000  # Of a table of every row so far against every hand that may follow, worked on at a time.


@dataclass
class Deals:
    """The deals so far, a row each: what is left of each kind of card, what lies on the piles, what was chosen."""

    left: np.ndarray
    weight: np.ndarray
    piles: dict[tuple[str, Any], np.ndarray] = field(default_factory=dict)
    choices: dict[str, np.ndarray] = field(default_factory=dict)
    unused: np.ndarray = field(default_factory=lambda: np.ones(1, dtype=np.int64))
    held: dict[str, np.ndarray] = field(default_factory=dict)
    """How many of each kind lie on the piles that a card is chosen from."""

    def take(self, rows: np.ndarray) -> "Deals":
        """Some of the rows, in this order, perhaps several times."""
        return Deals(
            self.left[rows],
            self.weight[rows],
            {key: column[rows] for key, column in self.piles.items()},
            {key: column[rows] for key, column in self.choices.items()},
            self.unused[rows],
            {key: column[rows] for key, column in self.held.items()},
        )

    def __len__(self) -> int:
        return len(self.weight)


def joined(parts: Sequence[Deals]) -> Deals:
    """Several sets of deals one after the other."""
    first = parts[0]
    return Deals(
        np.concatenate([part.left for part in parts]),
        np.concatenate([part.weight for part in parts]),
        {key: np.concatenate([part.piles[key] for part in parts]) for key in first.piles},
        {key: np.concatenate([part.choices[key] for part in parts]) for key in first.choices},
        np.concatenate([part.unused for part in parts]),
        {key: np.concatenate([part.held[key] for part in parts]) for key in first.held},
    )


def coders_of(game: Game) -> list[Coder]:
    """What the rules of a game see of cards."""
    sources = [source for bound in game.bounds() for source in bound.sources]
    return list(dict.fromkeys(source.coder for source in sources if source.coder))


class Enumeration:
    """All deals of one seat of a game, some piles perhaps known and some cards perhaps gone."""

    def __init__(
        self,
        game: Game,
        known: Mapping[str, tuple[Card, ...]] | None = None,
        seen: Iterable[Card] = (),
    ) -> None:
        self.game = game
        self.known = known or {}
        self.coders = coders_of(game)
        codes = {coder: codes_of(game, coder) for coder in self.coders}
        kinds: dict[tuple[int, ...], int] = {}
        self.kind_of = {
            face: kinds.setdefault(tuple(codes[coder][face] for coder in self.coders), len(kinds))
            for face in sorted(game.deck.counts)
        }
        self.codes = np.array(list(kinds), dtype=np.int64).reshape(len(kinds), len(self.coders))
        left = np.zeros(len(kinds), dtype=np.int64)
        for face, count in game.deck.counts.items():
            left[self.kind_of[face]] += count
        for face in seen:
            left[self.kind_of[face]] -= 1
        self.start = left
        first_faces = {kind: face for face, kind in reversed(self.kind_of.items())}
        self.faces = np.array([first_faces[kind] for kind in range(len(kinds))])
        options = [choice.options for choice in game.choices.values()]
        self.chosen_from = {each.pile for each in options if isinstance(each, Cards)}

    def deals(self) -> Deals:
        """Every deal to the end of the round, every option of every choice followed."""
        exact_type = np.int64 if self._total() < 2**63 else object
        deals = Deals(self.start.reshape(1, -1).copy(), np.ones(1, dtype=exact_type))
        for step in self.game.steps:
            if isinstance(step, Deal):
                deals = self._deal(step, deals)
            elif isinstance(step, Choose):
                deals = self._choose(step, deals)
        deals.weight = deals.weight * deals.unused
        return deals

    def _total(self) -> int:
        """The weight of all deals of one line of play."""
        left, total = int(self.start.sum()), 1
        for deal in self.game.piles.values():
            total *= 1 if deal.pile in self.known else comb(left, deal.count)
            left -= deal.count
        return total

    def argument(self, source: Source, deals: Deals) -> np.ndarray:
        """One argument of a rule, for every row."""
        size = len(deals)
        if source.kind is Kind.HAS:
            return np.ones(size, dtype=np.int64)
        if source.kind is Kind.CONSTANT:
            return np.full(size, source.value, dtype=np.int64)
        if source.kind is Kind.CHOICE:
            return np.maximum(deals.choices[source.name], 0)
        empty = np.zeros(size, dtype=np.int64)
        if source.kind is Kind.CARD and source.coder:
            cards = deals.choices[source.name]
            return np.where(cards == NOT_PLACED, 0, np.array(codes_of(self.game, source.coder))[cards])
        return sum((deals.piles.get((pile, source.coder), empty) for pile in source.piles), empty)

    def answers(self, rule: Rule, deals: Deals, bound: Bound | None = None) -> np.ndarray:
        """A rule's answer for every row."""
        sources = (bound or self.game.bound[rule]).sources
        return (
            on_arrays(rule)(*(self.argument(source, deals) for source in sources))
            if sources
            else np.full(len(deals), rule())
        )

    def _deal(self, step: Deal, deals: Deals) -> Deals:
        """Deals a pile in every way there is; rows whose condition fails leave it empty."""
        holds = np.ones(len(deals), dtype=bool)
        if step.when is not None:
            holds = self.answers(step.when, deals) != 0
        dealt = self._dealt(step, deals.take(np.flatnonzero(holds)))
        if holds.all():
            return dealt
        skipped = deals.take(np.flatnonzero(~holds))
        for coder in self.coders:
            skipped.piles[step.pile, coder] = np.zeros(len(skipped), dtype=np.int64)
        # Cards that stay in the deck may lie in any order there: the weight of what was not dealt.
        rest = skipped.left.sum(axis=1)
        later = sum(deal.count for deal in self._after(step))
        unused = [comb(int(count) - later, step.count) for count in rest]
        skipped.unused = skipped.unused * np.array(unused, dtype=skipped.weight.dtype)
        return joined([dealt, skipped]) if len(dealt) else skipped

    def _after(self, step: Deal) -> list[Deal]:
        """The deals that come after one."""
        deals = list(self.game.piles.values())
        return deals[deals.index(step) + 1 :]

    def _dealt(self, step: Deal, deals: Deals) -> Deals:
        """Every way to deal a pile from what each row has left, a block of rows at a time."""
        count = 1 if step.pile in self.known else self._hand_count(step)
        if count > MOST_ROWS or count * len(deals) > 200 * MOST_ROWS:
            raise GameError(f"{self.game.name} has too many deals for plain enumeration; it needs a shortcut")
        hands = self._hands(step)
        block = max(1, MOST_ROWS // len(hands))
        parts = []
        for first in range(0, max(1, len(deals)), block):
            part = deals.take(np.arange(first, min(first + block, len(deals))))
            rows, which, ways = self._ways(part.left, hands, step)
            dealt = part.take(rows)
            dealt.weight = dealt.weight * ways
            dealt.left = dealt.left - hands[which]
            for place, coder in enumerate(self.coders):
                dealt.piles[step.pile, coder] = (hands @ self.codes[:, place])[which]
            if step.pile in self.chosen_from:
                dealt.held[step.pile] = hands[which].astype(np.int8)
            parts.append(dealt)
        return joined(parts)

    def _ways(self, left: np.ndarray, hands: np.ndarray, step: Deal) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Which rows can be dealt which hands, and in how many ways each."""
        kinds = hands.shape[1]
        if kinds < 63 and self.start.max(initial=0) <= 1:
            bits = 1 << np.arange(kinds, dtype=np.int64)
            rows, which = np.nonzero(((left == 0) @ bits)[:, None] & (hands @ bits)[None, :] == 0)
            return rows, which, np.ones(len(rows), dtype=np.int64)
        most = int(left.max(initial=0))
        exact_type = np.int64 if comb(int(self.start.sum()), step.count) < 2**63 else object
        choose = np.array([[comb(n, k) for k in range(step.count + 1)] for n in range(most + 1)], dtype=exact_type)
        ways = np.ones((len(left), len(hands)), dtype=exact_type)
        for kind in range(kinds):
            ways *= choose[left[:, kind][:, None], hands[:, kind][None, :]]
        rows, which = np.nonzero(ways)
        known = step.pile in self.known
        return rows, which, np.ones(len(rows), dtype=np.int64) if known else ways[rows, which]

    def _hand_count(self, step: Deal) -> int:
        """How many different hands a pile can get."""
        ways = [1] + [0] * step.count
        for most in self.start.tolist():
            ways = [sum(ways[size - more] for more in range(min(size, most) + 1)) for size in range(step.count + 1)]
        return ways[step.count]

    def _hands(self, step: Deal) -> np.ndarray:
        """Every hand a pile can get, a row each: how many of each kind of card."""
        kinds = self.codes.shape[0]
        if step.pile in self.known:
            hand = np.zeros((1, kinds), dtype=np.int64)
            for face in self.known[step.pile]:
                hand[0, self.kind_of[face]] += 1
            return hand
        hands = [((), step.count)]
        for kind, most in enumerate(self.start.tolist()):
            rest = int(self.start[kind + 1 :].sum())
            hands = [
                ((*hand, more), left - more)
                for hand, left in hands
                for more in range(max(0, left - rest), min(left, most) + 1)
            ]
        return np.array([hand for hand, _ in hands], dtype=np.int64).reshape(-1, kinds)

    def _choose(self, step: Choose, deals: Deals) -> Deals:
        """Follows every legal option; rows that are not asked go on without one."""
        asked = np.ones(len(deals), dtype=bool)
        if step.when is not None:
            asked = self.answers(step.when, deals) != 0
        parts = []
        for place, option in enumerate(self.faces if isinstance(step.options, Cards) else step.options):
            there = asked & (deals.held[step.options.pile][:, place] > 0) if isinstance(step.options, Cards) else asked
            part = deals.take(np.flatnonzero(there))
            part.choices[step.name] = np.full(len(part), int(option), dtype=np.int64)
            if step.legal is not None:
                part = part.take(np.flatnonzero(self.answers(step.legal, part) != 0))
            parts.append(part)
        unasked = deals.take(np.flatnonzero(~asked))
        unasked.choices[step.name] = np.full(len(unasked), NOT_PLACED, dtype=np.int64)
        return joined([*parts, unasked])


def outcome_columns(enumeration: Enumeration, deals: Deals) -> list[np.ndarray]:
    """The outcome of every line for every row; -1 where a wager placed by choosing was not."""
    game = enumeration.game
    columns = []
    for wager in game.wagers:
        placed = np.ones(len(deals), dtype=bool)
        if not first_stakes(game)[wager.name]:
            placed[:] = False
            for name, choice in game.choices.items():
                for option, raised in choice.raises.items():
                    if raised.wager == wager.name:
                        placed |= deals.choices[name] == option
        for line in wager.lines:
            ended = enumeration.answers(line.outcome, deals, game.bound_line(line)).astype(np.int64)
            columns.append(np.where(placed, ended, NOT_PLACED))
    return columns


def numbered(columns: Sequence[np.ndarray]) -> tuple[list[tuple[int, ...]], np.ndarray]:
    """The different rows of some columns, and for every row the number of its kind."""
    numbers, count = np.zeros(len(columns[0]), dtype=np.int64), 1
    for column in columns:
        own, different = ranked(column)
        numbers, count = ranked(numbers * different + own)
    first = np.zeros(count, dtype=np.int64)
    first[numbers[::-1]] = np.arange(len(numbers) - 1, -1, -1)
    return list(zip(*(column[first].tolist() for column in columns), strict=True)), numbers


def ranked(column: np.ndarray) -> tuple[np.ndarray, int]:
    """The place of every number among the different ones, and how many those are; near numbers are not sorted."""
    low = int(column.min(initial=0))
    span = int(column.max(initial=0)) - low + 1
    if span > 4 * len(column) + 1000:
        values, places = np.unique(column, return_inverse=True)
        return places.ravel(), len(values)
    there = np.zeros(span, dtype=bool)
    there[column - low] = True
    return (np.cumsum(there) - 1)[column - low], int(there.sum())


def added(numbers: np.ndarray, weight: np.ndarray, size: int) -> list[int]:
    """The weight of every kind of row, exact: the sum of everything is known to fit, or the numbers are Python's."""
    sums = np.zeros(size, dtype=weight.dtype)
    np.add.at(sums, numbers, weight)
    return [int(each) for each in sums]


def cell_columns(game: Game, deals: Deals, columns: list[np.ndarray]) -> list[np.ndarray]:
    """The columns of a tally's cells."""
    return [*(deals.choices[name] for name in tally_columns(game)[0]), *columns]


def tallied(game: Game, deals: Deals, columns: list[np.ndarray], keep: np.ndarray) -> Tally:
    """The kept rows, added up by cell."""
    cells, numbers = numbered([column[keep] for column in cell_columns(game, deals, columns)])
    return Tally(*tally_columns(game), dict(zip(cells, added(numbers, deals.weight[keep], len(cells)), strict=True)))


def exact(game: Game, strategy: Strategy) -> Tally:
    """The tally of a game under a named strategy."""
    enumeration = Enumeration(game)
    deals = enumeration.deals()
    keep = np.ones(len(deals), dtype=bool)
    for name, choice in game.choices.items():
        bound = game.bind(strategy.rules[name], strategy.constants)
        wanted = enumeration.answers(strategy.rules[name], deals, bound)
        made = deals.choices[name]
        if isinstance(choice.options, Cards):
            coder = next(source.coder for source in bound.sources if source.coder)
            made = enumeration.argument(Source(Kind.CARD, name, coder), deals)
        keep &= (deals.choices[name] == NOT_PLACED) | (made == wanted)
    return tallied(game, deals, outcome_columns(enumeration, deals), keep)


@dataclass(frozen=True)
class Solution:
    """The best strategy: its tally, and the value of every option for every hand the player can hold."""

    tally: Tally
    values: Mapping[tuple[int, ...], Mapping[int, Fraction]]
    weights: Mapping[tuple[int, ...], int]


def best_strategy(game: Game, stakes: Mapping[str, Fraction], names: tuple[str, ...], known=None, seen=()) -> Solution:
    """The strategy that makes most of these wagers together, by enumeration; ties go to the first option."""
    enumeration = Enumeration(game, known, seen)
    deals = enumeration.deals()
    columns = outcome_columns(enumeration, deals)
    if not game.choices:
        return Solution(tallied(game, deals, columns, np.ones(len(deals), dtype=bool)), {}, {})
    (choice,) = game.choices.values()
    sources = [Source(Kind.PILE, pile, coder, (pile,)) for pile in choice.sees for coder in enumeration.coders]
    hands, hand_of = numbered([enumeration.argument(source, deals) for source in sources])
    cells, cell_of = numbered(cell_columns(game, deals, columns))
    worth = [cell_net(game, cell, stakes, names) for cell in cells]
    groups, group_of = numbered([hand_of, deals.choices[choice.name], cell_of])
    sums: list[dict[int, list[Fraction]]] = [{} for _ in hands]
    for (hand, option, cell), weight in zip(groups, added(group_of, deals.weight, len(groups)), strict=True):
        entry = sums[hand].setdefault(option, [Fraction(0), Fraction(0)])
        entry[0] += weight * worth[cell]
        entry[1] += weight
    values = [{option: value / weight for option, (value, weight) in entry.items()} for entry in sums]
    best = np.array([best_option(each) for each in values])
    keep = deals.choices[choice.name] == best[hand_of]
    weights = [int(max(weight for _, weight in entry.values())) for entry in sums]
    return Solution(
        tallied(game, deals, columns, keep),
        dict(zip(hands, values, strict=True)),
        dict(zip(hands, weights, strict=True)),
    )


def best_option(values: Mapping[int, Fraction]) -> int:
    """The option worth most; of equals the one that stakes less, which is the lower number."""
    return max(values, key=lambda option: (values[option], -option))


def whole_numbers(values: Sequence[Fraction], times: int) -> tuple[np.ndarray, int]:
    """Fractions as whole numbers over one denominator; Python's own numbers where a sum of `times` could overflow."""
    scale = lcm(*(value.denominator for value in values))
    whole = [int(value * scale) for value in values]
    fits = max((abs(each) for each in whole), default=0) * times < 2**62
    return np.array(whole, dtype=np.int64 if fits else object), scale


def cell_net(game: Game, cell: tuple[int, ...], stakes: Mapping[str, Fraction], names: tuple[str, ...]) -> Fraction:
    """What these wagers net together in one cell of a tally."""
    choices, lines = tally_columns(game)
    after = stakes_after(game, stakes, dict(zip(choices, cell, strict=False)))
    return sum(
        (
            line_net(game, game.wager[name], line, cell[len(choices) + place], after[name])
            for place, (name, line) in enumerate(lines)
            if name in names
        ),
        Fraction(0),
    )
