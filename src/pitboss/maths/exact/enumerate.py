"""Enumeration: every distinguishable deal of a round, counted once with its weight.

Cards with the same codes are interchangeable (one *kind*), so a deal is the number of cards of each kind in each pile.
All deals are rows of arrays, and a step of the round is one operation on all rows. The rules called are the game's own.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
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

BLOCK_ROWS = 5_000_000  # Pairs (row so far, next hand) that are worked on at a time.
GIGABYTE = 10**9
MOST_GIGABYTES = 10**6
MEMORY_VARIABLE = "PITBOSS_MEMORY_GB"
"""The environment variable that says how many gigabytes exact mathematics may use."""
Piles: TypeAlias = Mapping[str, tuple[Card, ...]]
"""Cards by pile."""


def memory_allowed() -> int:
    """The bytes that exact mathematics may use: what the user allows, or half of the machine's memory."""
    allowed = os.environ.get(MEMORY_VARIABLE, "")
    if allowed:
        try:
            gigabytes = float(allowed)
        except ValueError:
            gigabytes = 0.0
        if not 0 < gigabytes < MOST_GIGABYTES:
            raise GameError(f"{MEMORY_VARIABLE} {allowed!r}: give a number of gigabytes above 0, such as 4")
        return int(gigabytes * GIGABYTE)
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, ValueError, OSError):
        return 4 * GIGABYTE


@dataclass
class Deals:
    """The deals so far, one per row: the cards left of each kind, the piles as sums of codes, and the choices made.

    A choice is held as the number of its option; for cards see `Enumeration.number`.
    """

    left: np.ndarray
    weight: np.ndarray
    piles: dict[tuple[str, Any], np.ndarray] = field(default_factory=dict)
    choices: dict[str, np.ndarray] = field(default_factory=dict)
    unused: np.ndarray = field(default_factory=lambda: np.ones(1, dtype=np.int64))
    """The number of ways to fill piles that the round left out; a factor of the final weight."""
    held: dict[str, np.ndarray] = field(default_factory=dict)
    """The number of cards of each kind on the piles that cards are chosen from."""

    def take(self, rows: np.ndarray) -> "Deals":
        """The rows with these indices, which may repeat."""
        return by_column(lambda columns: columns[0][rows], [self])

    @property
    def row_bytes(self) -> int:
        """The approximate size of a row."""
        return 8 * (self.left.shape[1] + 2 + len(self.piles) + len(self.choices)) + len(self.held) * self.left.shape[1]

    def __len__(self) -> int:
        return len(self.weight)


def by_column(combine: Callable[[list[np.ndarray]], np.ndarray], parts: Sequence[Deals]) -> Deals:
    """The deals whose every column is the combination of the parts' columns."""

    def combined(columns: list[Any]) -> Any:
        if isinstance(columns[0], dict):
            return {key: combine([each[key] for each in columns]) for key in columns[0]}
        return combine(columns)

    return Deals(*(combined([getattr(part, each.name) for part in parts]) for each in fields(Deals)))


def joined(parts: Sequence[Deals]) -> Deals:
    """Several sets of deals, concatenated."""
    return by_column(np.concatenate, parts)


def coders_of(game: Game) -> list[Coder]:
    """The codes through which the rules of a game see cards."""
    sources = [source for bound in game.bounds() for source in bound.sources]
    return list(dict.fromkeys(source.coder for source in sources if source.coder))


class Enumeration:
    """All deals of one seat of a game, given known piles and cards seen to be gone.

    `also` holds coders besides those of the game's rules, such as a strategy's.
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
        # Known cards leave the deck before the first deal: which of two alike cards is known changes what is dealt.
        for face in (*seen, *(card for cards in self.known.values() for card in cards)):
            left[self.kind_of[face]] -= 1
        self.start = left
        first_faces = {kind: face for face, kind in reversed(self.kind_of.items())}
        self.faces = [first_faces[kind] for kind in range(len(kinds))]
        options = (choice.options for choice in game.choices.values())
        self.chosen_from = {each.pile for each in options if isinstance(each, Cards)}

    def deals(self) -> Deals:
        """Every deal to the end of the round, with every legal option of every choice."""
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
        """The weight of all deals under any one way to play."""
        left, total = int(self.start.sum()), 1
        for deal in self.game.piles.values():
            if deal.pile not in self.known:
                total *= comb(left, deal.count)
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
        return np.ones(len(deals), dtype=bool) if rule is None else self.answers(rule, deals) != 0

    def number(self, cards: Iterable[Card]) -> int:
        """The number of an option that names these cards: their kinds, ascending, as digits."""
        number = 0
        for kind in sorted(self.kind_of[card] for card in cards):
            number = number * len(self.faces) + kind
        return number

    def option(self, name: str, number: int) -> Answer:
        """The option of a choice with this number; the first face of a kind stands for the kind."""
        options = self.game.choices[name].options
        if number == NOT_PLACED or not isinstance(options, Cards):
            return number
        cards = tuple(self.faces[int(kind)] for kind in self._kinds(name, np.array(number)))
        return cards[0] if options.count == 1 else cards

    def _kinds(self, name: str, numbers: np.ndarray) -> list[np.ndarray]:
        """The digits of `number`: for each card that the options name, an array of kinds."""
        options, size = self.game.choices[name].options, len(self.faces)
        assert isinstance(options, Cards)
        return [numbers // size**place % size for place in reversed(range(options.count))]

    def _check_memory(self, needed: int) -> None:
        if needed > memory_allowed():
            raise GameError(
                f"{self.game.name} has too many deals for plain enumeration: about {needed / GIGABYTE:,.0f} GB of "
                f"memory, and {memory_allowed() / GIGABYTE:,.0f} GB may be used (set {MEMORY_VARIABLE} to allow more); "
                "it needs a solver of its own",
                "too-large",
            )

    def _deal(self, step: Deal, deals: Deals) -> Deals:
        """Deals a pile in every possible way; it stays empty in rows where the step's condition fails."""
        holds = self._holds(step.when, deals)
        dealt = self._dealt(step, deals.take(np.flatnonzero(holds)))
        if holds.all():
            return dealt
        skipped = deals.take(np.flatnonzero(~holds))
        for coder in self.coders:
            skipped.piles[step.pile, coder] = np.zeros(len(skipped), dtype=np.int64)
        if step.pile in self.chosen_from:
            skipped.held[step.pile] = np.zeros(skipped.left.shape, dtype=np.int8)
        # A pile left out could have been any of the remaining cards; counting those ways keeps all weights comparable.
        if step.pile not in self.known:
            piles = list(self.game.piles.values())
            later = sum(deal.count for deal in piles[piles.index(step) + 1 :] if deal.pile not in self.known)
            unused = [comb(int(count) - later, step.count) for count in skipped.left.sum(axis=1)]
            skipped.unused = skipped.unused * np.array(unused, dtype=skipped.weight.dtype)
        return joined([dealt, skipped]) if len(dealt) else skipped

    def _dealt(self, step: Deal, deals: Deals) -> Deals:
        """Every way to deal a pile from the cards that each row has left, a block of rows at a time."""
        count = 1 if step.pile in self.known else hand_count(self.start.tolist(), step.count)
        # Twice: the blocks and their concatenation are in memory together, as are the hands as tuples and as rows.
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
            dealt.left = dealt.left if step.pile in self.known else dealt.left - hands[which]
            for place, coder in enumerate(self.coders):
                dealt.piles[step.pile, coder] = (hands @ self.codes[:, place])[which]
            if step.pile in self.chosen_from:
                dealt.held[step.pile] = hands[which].astype(np.int8)
            parts.append(dealt)
        return joined(parts)

    def _ways(self, left: np.ndarray, hands: np.ndarray, step: Deal) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The rows and the hands that can be dealt to them, as index pairs, and the number of ways for each pair."""
        kinds = hands.shape[1]
        if step.pile in self.known:
            return np.arange(len(left)), np.zeros(len(left), dtype=np.int64), np.ones(len(left), dtype=np.int64)
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
        return rows, which, ways[rows, which]

    def _hands(self, step: Deal) -> np.ndarray:
        """Every hand a pile can get, one per row: the number of cards of each kind."""
        kinds = self.codes.shape[0]
        if step.pile in self.known:
            hand = np.zeros((1, kinds), dtype=np.int64)
            for face in self.known[step.pile]:
                hand[0, self.kind_of[face]] += 1
            return hand
        if self.start.max(initial=0) <= 1:  # Every kind is a single card: hands are combinations, in the same order.
            sets = list(combinations(np.flatnonzero(self.start).tolist(), step.count))[::-1]
            single = np.zeros((len(sets), kinds), dtype=np.int64)
            single[np.arange(len(sets))[:, None], np.array(sets, dtype=np.int64).reshape(len(sets), -1)] = 1
            return single
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
        """Follows every legal option; rows where the choice is not asked continue without one."""
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
        """For each option of a choice: the rows that offer it, and its number in each of them."""
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
            # Of cards of one kind only the first are named, so that no set of cards is counted twice.
            once = np.ones(len(rows), dtype=bool)
            numbers = np.zeros(len(rows), dtype=np.int64)
            for place in places:
                numbers = numbers * len(self.faces) + cards[:, place]
                if place and place - 1 not in places:
                    once &= cards[:, place - 1] != cards[:, place]
            yield rows[once], numbers[once]


def rows_after(left: np.ndarray, count: int) -> int:
    """The number of rows after each row is dealt every hand of this size that its cards allow."""
    most = np.minimum(left, count)
    patterns, number = numbered([(most == each).sum(axis=1) for each in range(1, count + 1)])
    times = np.bincount(number).tolist()
    return sum(
        rows * hand_count([each + 1 for each, kinds in enumerate(pattern) for _ in range(kinds)], count)
        for pattern, rows in zip(patterns, times, strict=True)
    )


def hand_count(left: Sequence[int], count: int) -> int:
    """The number of different hands of this size from `left` cards of each kind."""
    ways = [1] + [0] * count
    for most in left:
        ways = [sum(ways[size - more] for more in range(min(size, most) + 1)) for size in range(count + 1)]
    return ways[count]


def outcome_columns(enumeration: Enumeration, deals: Deals) -> list[np.ndarray]:
    """The outcome of every line in every row; `NOT_PLACED` where a choice did not place the wager."""
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
