"""Every distinguishable deal of a round, counted once with its weight.

Cards with the same codes are interchangeable, so a deal is how many cards of each kind a pile gets. The deals of a game
lie in arrays, a row each, and a step of the round is one operation on all rows. Rules are the game's own.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb
from typing import Any, TypeAlias

import numpy as np

from pitboss.core.cards import Card
from pitboss.core.errors import GameError
from pitboss.core.game import Answer, Bound, Cards, Choose, Coder, Deal, Game, Rule, Source, SourceKind
from pitboss.core.script import codes_of
from pitboss.core.stakes import placing_options
from pitboss.maths.compile.cpu import on_arrays
from pitboss.maths.exact.sums import numbered
from pitboss.maths.tally.tally import NOT_PLACED, first_stakes

BLOCK_ROWS = 5_000_000  # Of a table of every row so far against every hand that may follow, worked on at a time.
GIGABYTE = 10**9
Piles: TypeAlias = Mapping[str, tuple[Card, ...]]
"""Cards by pile."""


def memory_allowed() -> int:
    """The bytes that enumeration may take: half of what the machine has."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, ValueError, OSError):
        return 4 * GIGABYTE


@dataclass
class Deals:
    """The deals so far, a row each: what is left of each kind of card, what lies on the piles, what was chosen.

    An option of a choice is its number; cards are numbered by their kinds, see `Enumeration.option`.
    """

    left: np.ndarray
    weight: np.ndarray
    piles: dict[tuple[str, Any], np.ndarray] = field(default_factory=dict)
    choices: dict[str, np.ndarray] = field(default_factory=dict)
    unused: np.ndarray = field(default_factory=lambda: np.ones(1, dtype=np.int64))
    held: dict[str, np.ndarray] = field(default_factory=dict)
    """The number of cards of each kind on the piles that cards are chosen from."""

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

    @property
    def row_bytes(self) -> int:
        """The approximate memory of a row, in bytes."""
        return 8 * (self.left.shape[1] + 2 + len(self.piles) + len(self.choices)) + len(self.held) * self.left.shape[1]

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
    """The codes through which the rules of a game see cards."""
    sources = [source for bound in game.bounds() for source in bound.sources]
    return list(dict.fromkeys(source.coder for source in sources if source.coder))


class Enumeration:
    """All deals of one seat of a game, some piles perhaps known and some cards perhaps gone.

    `also` are coders beside those of the game's rules, such as a strategy's own.
    """

    def __init__(
        self, game: Game, known: Piles | None = None, seen: Iterable[Card] = (), also: Iterable[Coder] = ()
    ) -> None:
        self.game = game
        self.known = known or {}
        self.coders = list(dict.fromkeys((*coders_of(game), *also)))
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
        self.faces = [first_faces[kind] for kind in range(len(kinds))]
        options = (choice.options for choice in game.choices.values())
        self.chosen_from = {each.pile for each in options if isinstance(each, Cards)}

    def deals(self) -> Deals:
        """Every deal to the end of the round, every legal option of every choice followed."""
        exact_type = np.int64 if self.total < 2**63 else object
        deals = Deals(self.start.reshape(1, -1).copy(), np.ones(1, dtype=exact_type))
        for step in self.game.steps:
            if isinstance(step, Deal):
                deals = self._deal(step, deals)
            elif isinstance(step, Choose):
                deals = self._choose(step, deals)
        deals.weight = deals.weight * deals.unused
        return deals

    @property
    def total(self) -> int:
        """The weight of all deals of one line of play."""
        left, total = int(self.start.sum()), 1
        for deal in self.game.piles.values():
            total *= 1 if deal.pile in self.known else comb(left, deal.count)
            left -= deal.count
        return total

    def argument(self, source: Source, deals: Deals) -> np.ndarray:
        """The value of one argument of a rule, for every row."""
        size = len(deals)
        if source.kind is SourceKind.HAS:
            return np.ones(size, dtype=np.int64)
        if source.kind is SourceKind.CONSTANT:
            return np.full(size, source.value, dtype=np.int64)
        if source.kind is SourceKind.CHOICE:
            return np.maximum(deals.choices[source.name], 0)
        total = np.zeros(size, dtype=np.int64)
        if source.kind is SourceKind.CARD and source.coder:
            codes = self.codes[:, self.coders.index(source.coder)]
            made = deals.choices[source.name]
            for kind in self._kinds(source.name, made):
                total += codes[kind]
            return np.where(made == NOT_PLACED, 0, total)
        for pile in source.piles:
            total += deals.piles.get((pile, source.coder), 0)
        return total

    def answers(self, rule: Rule, deals: Deals, bound: Bound | None = None) -> np.ndarray:
        """A rule's answer for every row."""
        sources = (bound or self.game.bound[rule]).sources
        arguments = [self.argument(source, deals) for source in sources]
        return on_arrays(rule)(*arguments) if arguments else np.full(len(deals), rule())

    def _holds(self, rule: Rule | None, deals: Deals) -> np.ndarray:
        """The rows in which a condition holds; all of them where there is none."""
        return np.ones(len(deals), dtype=bool) if rule is None else self.answers(rule, deals) != 0

    def number(self, cards: Iterable[Card]) -> int:
        """The number of an option that names these cards: their kinds, rising, as the digits of one number."""
        number = 0
        for kind in sorted(self.kind_of[card] for card in cards):
            number = number * len(self.faces) + kind
        return number

    def option(self, name: str, number: int) -> Answer:
        """The option of a choice with this number; of cards that are alike the first face stands for all."""
        options = self.game.choices[name].options
        if number == NOT_PLACED or not isinstance(options, Cards):
            return number
        cards = tuple(self.faces[int(kind)] for kind in self._kinds(name, np.array(number)))
        return cards[0] if options.count == 1 else cards

    def _kinds(self, name: str, numbers: np.ndarray) -> list[np.ndarray]:
        """The kinds of the cards that options of a choice name, the first cards first."""
        options, size = self.game.choices[name].options, len(self.faces)
        assert isinstance(options, Cards)
        return [numbers // size**place % size for place in reversed(range(options.count))]

    def _check_memory(self, needed: int) -> None:
        """Refuses to allocate more bytes than this machine can spare."""
        if needed > memory_allowed():
            raise GameError(
                f"{self.game.name} has too many deals for plain enumeration: about {needed / GIGABYTE:,.0f} GB of "
                f"memory, and {memory_allowed() / GIGABYTE:,.0f} GB may be used; it needs a solver of its own",
                "too-large",
            )

    def _deal(self, step: Deal, deals: Deals) -> Deals:
        """Deals a pile in every way there is; rows whose condition fails leave it empty."""
        holds = self._holds(step.when, deals)
        dealt = self._dealt(step, deals.take(np.flatnonzero(holds)))
        if holds.all():
            return dealt
        skipped = deals.take(np.flatnonzero(~holds))
        for coder in self.coders:
            skipped.piles[step.pile, coder] = np.zeros(len(skipped), dtype=np.int64)
        if step.pile in self.chosen_from:
            skipped.held[step.pile] = np.zeros(skipped.left.shape, dtype=np.int8)
        # Cards that stay in the deck may lie in any order there: the weight of what was not dealt.
        later = sum(deal.count for deal in self._after(step))
        unused = [comb(int(count) - later, step.count) for count in skipped.left.sum(axis=1)]
        skipped.unused = skipped.unused * np.array(unused, dtype=skipped.weight.dtype)
        return joined([dealt, skipped]) if len(dealt) else skipped

    def _after(self, step: Deal) -> list[Deal]:
        """The deals that come after one."""
        deals = list(self.game.piles.values())
        return deals[deals.index(step) + 1 :]

    def _dealt(self, step: Deal, deals: Deals) -> Deals:
        """Every way to deal a pile from what each row has left, a block of rows at a time."""
        count = 1 if step.pile in self.known else hand_count(self.start.tolist(), step.count)
        # Blocks and the whole lie in memory side by side, and so do the hands as tuples and as rows.
        self._check_memory(2 * count * deals.row_bytes)
        if 2 * len(deals) * count * deals.row_bytes > memory_allowed():
            self._check_memory(2 * rows_after(deals.left, step.count) * deals.row_bytes)
        hands = self._hands(step)
        block = max(1, BLOCK_ROWS // len(hands))
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
        return rows, which, np.ones(len(rows), dtype=np.int64) if step.pile in self.known else ways[rows, which]

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
        asked = self._holds(step.when, deals)
        unasked = deals.take(np.flatnonzero(~asked))
        unasked.choices[step.name] = np.full(len(unasked), NOT_PLACED, dtype=np.int64)
        parts = [unasked]
        for rows, numbers in self._options(step, deals, np.flatnonzero(asked)):
            part = deals.take(rows)
            part.choices[step.name] = numbers
            parts.append(part.take(np.flatnonzero(self._holds(step.legal, part))) if step.legal else part)
        return joined(parts)

    def _options(self, step: Choose, deals: Deals, asked: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """The options of a choice: for each the rows that may have it, and its number in each of them."""
        if not isinstance(step.options, Cards):
            self._check_memory(2 * len(asked) * len(step.options) * deals.row_bytes)
            for option in step.options:
                yield asked, np.full(len(asked), int(option), dtype=np.int64)
            return
        size, count = self.game.piles[step.options.pile].count, step.options.count
        self._check_memory(2 * len(asked) * comb(size, count) * deals.row_bytes)
        held = deals.held[step.options.pile][asked]
        there = held.any(axis=1)
        rows, held = asked[there], held[there]
        cards = np.repeat(np.tile(np.arange(held.shape[1]), len(held)), held.ravel()).reshape(-1, size)
        for places in combinations(range(size), count):
            # Of cards of one kind the first are named, so that every set of cards comes once.
            once = np.ones(len(rows), dtype=bool)
            numbers = np.zeros(len(rows), dtype=np.int64)
            for place in places:
                numbers = numbers * len(self.faces) + cards[:, place]
                if place and place - 1 not in places:
                    once &= cards[:, place - 1] != cards[:, place]
            yield rows[once], numbers[once]


def rows_after(left: np.ndarray, count: int) -> int:
    """The number of rows once each row is dealt every hand of this size that its cards allow."""
    most = np.minimum(left, count)
    patterns, number = numbered([(most == each).sum(axis=1) for each in range(1, count + 1)])
    times = np.bincount(number).tolist()
    return sum(
        rows * hand_count([each + 1 for each, kinds in enumerate(pattern) for _ in range(kinds)], count)
        for pattern, rows in zip(patterns, times, strict=True)
    )


def hand_count(left: Sequence[int], count: int) -> int:
    """The number of different hands of this size, given how many cards of each kind are left."""
    ways = [1] + [0] * count
    for most in left:
        ways = [sum(ways[size - more] for more in range(min(size, most) + 1)) for size in range(count + 1)]
    return ways[count]


def outcome_columns(enumeration: Enumeration, deals: Deals) -> list[np.ndarray]:
    """The outcome of every line for every row; -1 where a wager placed by choosing was not."""
    game = enumeration.game
    columns = []
    for wager in game.wagers:
        placed = np.full(len(deals), bool(first_stakes(game)[wager.name]))
        for name, option in placing_options(game, wager.name):
            placed |= deals.choices[name] == option
        for line in wager.lines:
            ended = enumeration.answers(line.outcome, deals, game.bound_line(line)).astype(np.int64)
            columns.append(np.where(placed, ended, NOT_PLACED))
    return columns
