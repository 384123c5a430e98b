"""The decisions of one choice of a staged game: information sets one by one, or in groups where there are too many.

Where the reader's rules see shared cards only together, the ways to lay them onto their piles count as one.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import comb

import numpy as np

from pitboss.core.game import Bound, Cards, Coder
from pitboss.core.script import codes_of
from pitboss.maths.compile.cpu import shared
from pitboss.maths.exact.enumerate import coders_of
from pitboss.maths.exact.staged.induction import Choosing, Induction
from pitboss.maths.exact.staged.kernels import asked
from pitboss.maths.exact.staged.named import laid
from pitboss.maths.exact.staged.questions import Questions
from pitboss.maths.exact.staged.tables import reaching
from pitboss.maths.exact.staged.tallying import DEALINGS_AT_A_TIME, BestPlay, in_bits
from pitboss.maths.exact.sums import numbered
from pitboss.maths.strategy.decisions import Decisions

MOST_LISTED = 200_000
LEVEL_ROWS = 200_000


@dataclass(frozen=True)
class Entries:
    """Some hands at one point: the cards of each pile, the weight, and the worth of every option that the point has."""

    made: tuple[int, ...]
    piles: Mapping[str, np.ndarray]
    weight: np.ndarray
    worth: np.ndarray
    legal: np.ndarray

    @property
    def best(self) -> np.ndarray:
        """The worth of the best option with every hand."""
        return np.where(self.legal, self.worth, self.worth.min(initial=0)).max(axis=1)


@dataclass
class Group:
    """The sums over the hands of one group, and the hand where the choice matters most."""

    weight: int = 0
    totals: list[int] = field(default_factory=list)
    best: int = 0
    preferred: list[int] = field(default_factory=list)
    tied: int = 0
    gap: int = -1
    example: tuple[dict[str, int], list[int]] = field(default_factory=lambda: ({}, []))

    def add(self, other: "Group") -> None:
        """Adds the hands of another part; of examples that matter as much, the earlier stays."""
        if other is self:
            return
        self.weight, self.best, self.tied = self.weight + other.weight, self.best + other.best, self.tied + other.tied
        self.totals = [one + more for one, more in zip(self.totals, other.totals, strict=True)]
        self.preferred = [one + more for one, more in zip(self.preferred, other.preferred, strict=True)]
        if other.gap > self.gap:
            self.gap, self.example = other.gap, other.example


class Listing:
    """Every hand with which one choice comes up after the best earlier choices, with the values of its options."""

    def __init__(self, induction: Induction, choice: str, by: tuple[Bound, ...]) -> None:
        self.induction, self.choice, self.by = induction, choice, by
        self.game, self.method = induction.method.game, induction.method
        self.stage = list(self.game.choices).index(choice)
        self.play = BestPlay(induction)
        self._loops: dict[tuple[int, ...], Callable[..., list[np.ndarray]]] = {}
        options = self.game.choices[choice].options
        assert not isinstance(options, Cards)  # `tree_of` refuses choices of cards.
        self.options = tuple(int(option) for option in options)
        self.dealings = induction.scene.dealings_at(self.stage)
        self.picks, self.deals = self.play.laid(self.dealings, induction.scene.sizes(self.stage))
        self.is_grouped = self._count() > MOST_LISTED
        self.is_apart = not self.is_grouped or any(map(self._tells_apart, by))

    def _tells_apart(self, bound: Bound) -> bool:
        """Whether a rule sees some shared cards of a set in sight without the others."""
        seen = self.method.split.seen[self.stage]
        for piles in self.method.split.sets:
            here = {pile for pile in piles if pile in seen}
            if any(0 < len(here & set(source.piles)) < len(here) for source in bound.sources):
                return True
        return False

    @property
    def is_last(self) -> bool:
        return self.stage == self.induction.last

    @property
    def deals_each(self) -> int:
        """The number of ways to deal what comes after one information set, its shared cards laid onto their piles."""
        return self.induction.scene.deals // (self._hands * len(self.dealings))

    def _count(self) -> int:
        """About how many hands there are."""
        return self._hands * len(self.dealings) // len(self.induction.scene.orders)

    @property
    def _hands(self) -> int:
        """The number of information sets, without the ways to lay shared cards onto their piles."""
        scene = self.induction.scene
        left, hands = len(scene.cards), 1
        for size in (scene.private_size, *scene.sizes(self.stage)):
            hands *= comb(left, size)
            left -= size
        return hands

    def entries(self) -> Iterator[Entries]:
        """All hands, some at a time."""
        yield from self._last_entries(0, self.induction.dealer.blocks) if self.is_last else self._level_entries()

    def _last_entries(self, first: int, last: int) -> Iterator[Entries]:
        induction, dealer = self.induction, self.induction.dealer
        for number in range(first, last):
            block = dealer.block(number)
            values = induction.block_values(block, dealer.counts(block))[:, 0]
            legal = self.method.ask_legal(induction.at_last.points)(len(block), block.masks)
            contexts = dealer.contexts.masks[block.first : block.last]
            args = contexts, block.starts, block.ranks, block.weights, values, legal, block.masks["m_P"]
            yield from self._at_points(induction.at_last, *args)

    def _level_entries(self) -> Iterator[Entries]:
        induction = self.induction
        stage, hands = induction.stages[self.stage], len(induction.private)
        sizes = len(induction.scene.orders) // np.bitwise_count(stage.level.fixing).astype(np.int64)
        weights = np.bincount(stage.least, minlength=len(stage.least)) * np.repeat(sizes, hands)
        every, possible = induction.level_masks(self.stage)
        limits = self.method.ask_legal(stage.choosing.points)
        step = max(1, LEVEL_ROWS // hands)
        for first in range(0, len(stage.level), step):
            last = min(first + step, len(stage.level))
            rows = np.arange(first * hands, last * hands)
            rows = rows[possible[rows] & (stage.least[rows] == rows)]
            starts = np.searchsorted(rows, np.arange(first, last + 1) * hands)
            values = stage.table[0][:, rows].T // (weights[rows] * len(self.dealings))[:, None]
            legal = limits(len(rows), {name: column[rows] for name, column in every.items()})
            contexts = stage.level.masks[first:last]
            args = contexts, starts, rows % hands, weights[rows], values, legal, every["m_P"][rows]
            yield from self._at_points(stage.choosing, *args)

    def _at_points(
        self,
        choosing: Choosing,
        contexts: np.ndarray,
        starts: np.ndarray,
        ranks: np.ndarray,
        weights: np.ndarray,
        values: np.ndarray,
        allowed: np.ndarray,
        private: np.ndarray,
    ) -> Iterator[Entries]:
        """The hands of a block by the point that the best earlier choices lead to."""
        play, tree = self.play, self.induction.tree
        parts = in_bits(self.deals, self.picks)
        reached = np.zeros((len(parts), len(ranks), len(choosing.points)), dtype=np.int64)
        links = play.linked(contexts, self.picks)
        stop = -1 if self.is_last else play.stages.index(self.stage)
        walk = play.tree_of(self.picks), play.offsets, play.table, stop
        for part, bits in zip(parts, reached, strict=True):
            reaching(starts, ranks, self.induction.renamed, play.root, links, *part, *walk, bits)
        bit_of = {(number, place): bit for number, place, bit in self.method.limits}
        here = np.repeat(np.arange(len(contexts)), np.diff(starts))
        for place, number in enumerate(choosing.points):
            rows, deals, times = self._rows(reached[:, :, place])
            if not len(rows):
                continue
            point = tree.points[number]
            slots = {
                int(after): int(slot) for after, slot in zip(choosing.after[place], choosing.slots[place], strict=True)
            }
            worth = np.zeros((len(rows), len(self.options)), dtype=np.int64)
            legal = np.zeros(worth.shape, dtype=bool)
            for option, after in zip(point.options, point.after, strict=True):
                column, bit = self.options.index(option), bit_of.get((number, point.options.index(option)), -1)
                worth[:, column] = values[rows, slots[after]]
                legal[:, column] = True if bit < 0 else allowed[rows] >> bit & 1
            piles = self._piles(contexts, here[rows], deals, private[rows])
            yield Entries(point.made, piles, weights[rows] * times, worth, legal)

    def _rows(self, reached: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The hands and dealings that reach a point, and how many dealings each stands for; `reached` has them in bits.

        Where dealings do not matter, the first stands for all.
        """
        if self.is_apart:
            every = np.concatenate([bits[:, None] >> np.arange(DEALINGS_AT_A_TIME) & 1 for bits in reached], axis=1)
            rows, deals = np.nonzero(every)
            return rows, deals, np.ones(len(rows), dtype=np.int64)
        times = np.bitwise_count(reached).sum(axis=0, dtype=np.int64)
        rows, deals = np.flatnonzero(times), np.zeros(len(times), dtype=np.int64)
        for part, bits in reversed([*enumerate(reached)]):
            lowest = np.bitwise_count((bits & -bits) - 1).astype(np.int64)
            deals = np.where(bits != 0, part * DEALINGS_AT_A_TIME + lowest, deals)
        return rows, deals[rows], times[rows]

    def _piles(
        self, contexts: np.ndarray, here: np.ndarray, deals: np.ndarray, private: np.ndarray
    ) -> dict[str, np.ndarray]:
        """The cards on every pile in sight, by hand."""
        split, scene = self.method.split, self.induction.scene
        found = {pile: private if not place else 0 * private for place, pile in enumerate(split.private)}
        for pile in split.context:
            if pile in split.seen[self.stage]:
                masks = np.zeros((len(contexts), len(self.dealings)), dtype=np.int64)
                laid(contexts, scene.cards, np.array([dealt[pile] for dealt in self.dealings], dtype=np.int64), masks)
                found[pile] = masks[here, deals]
        return found

    def decisions(self) -> Decisions:
        """The decisions, listed or in groups."""
        scale, total = self.induction.scale * self.deals_each, self.method.split.total
        return self._grouped(scale, total) if self.is_grouped else self._listed(scale, total)

    @property
    def _times(self) -> int:
        """The deals of a round for one information set with its shared cards on their piles."""
        return self.method.split.total // (self._hands * len(self.dealings))

    def _listed(self, scale: int, total: int) -> Decisions:
        parts = list(self.entries())
        hands = {
            (pile, coder): np.concatenate([self._codes(part.piles[pile], coder) for part in parts])
            for pile in parts[0].piles
            for coder in self._coders()
        }
        worth, legal = (np.concatenate([getattr(part, name) for part in parts]) for name in ("worth", "legal"))
        weight = np.concatenate([part.weight for part in parts]) * self._times
        made = {
            name: np.concatenate([np.full(len(part.weight), part.made[place]) for part in parts])
            for place, name in enumerate(list(self.game.choices)[: self.stage])
        }
        return Decisions(hands, weight, worth, scale, total, self.options, made, None if legal.all() else legal)

    def _coders(self) -> list[Coder]:
        """The codes through which rules of the game and of the reader see cards."""
        more = [source.coder for bound in self.by for source in bound.sources if source.coder]
        return list(dict.fromkeys((*coders_of(self.game), *more)))

    def _codes(self, masks: np.ndarray, coder: Coder) -> np.ndarray:
        """The codes of sets of cards."""
        codes = codes_of(self.game, coder)
        found = np.zeros(len(masks), dtype=np.int64)
        for face in self.game.deck.faces:
            found += (masks >> face & 1) * codes[face]
        return found

    def _grouped(self, scale: int, total: int) -> Decisions:
        found: dict[int, dict[tuple[int, ...], Group]] = {}

        def work(first: int, last: int) -> None:
            groups: dict[tuple[int, ...], Group] = {}
            for part in self._last_entries(first, last) if self.is_last else self._level_entries():
                self._add(part, groups)
            found[first] = groups

        shared(work, self.induction.dealer.blocks if self.is_last else 1)
        groups: dict[tuple[int, ...], Group] = {}
        for first in sorted(found):  # In order, so that of examples that matter as much the same one is shown.
            for key, group in found[first].items():
                groups.setdefault(key, group).add(group)
        return self._of_groups(groups, scale, total)

    def _add(self, part: Entries, groups: dict[tuple[int, ...], Group]) -> None:
        """Adds some hands to their groups: those with the same answers, earlier choices and legal options."""
        size = len(part.weight)
        sets = {f"m_{pile}": cards for pile, cards in part.piles.items()}
        answers = self._ask(part.made)(size, sets)
        allowed = part.legal @ (1 << np.arange(len(self.options)))
        keys, group_of = numbered([*answers, allowed, *(np.full(size, each) for each in part.made)])
        best = part.best
        is_best = part.legal & (part.worth == best[:, None])
        others = np.sort(np.where(part.legal, part.worth, part.worth.min(initial=0)), axis=1)
        gap = (others[:, -1] - others[:, -2]) * (part.legal.sum(axis=1) > 1) if others.shape[1] > 1 else 0 * best

        def sums(values: np.ndarray) -> list[int]:
            found = np.zeros(len(keys), dtype=np.int64)
            np.add.at(found, group_of, values)
            return found.tolist()

        weights, bests, tied = (
            sums(part.weight),
            sums(part.weight * best),
            sums(part.weight * (is_best.sum(axis=1) > 1)),
        )
        totals = [sums(part.weight * np.where(part.legal[:, each], part.worth[:, each], 0)) for each in self._columns]
        preferred = [sums(part.weight * is_best[:, each]) for each in self._columns]
        order = np.lexsort([-gap, group_of])
        widest = order[np.searchsorted(group_of[order], np.arange(len(keys)))]
        for place, key in enumerate(keys):
            group = groups.setdefault(key, Group(totals=[0] * len(self.options), preferred=[0] * len(self.options)))
            group.weight += weights[place]
            group.best += bests[place]
            group.tied += tied[place]
            for each in self._columns:
                group.totals[each] += totals[each][place]
                group.preferred[each] += preferred[each][place]
            row = int(widest[place])
            if gap[row] > group.gap:
                group.gap = int(gap[row])
                group.example = {pile: int(cards[row]) for pile, cards in part.piles.items()}, part.worth[row].tolist()

    @property
    def _columns(self) -> range:
        return range(len(self.options))

    def _ask(self, made: tuple[int, ...]) -> Callable[..., list[np.ndarray]]:
        """The loop that asks the reader's rules after some choices."""
        if made not in self._loops:
            questions = Questions(self.game)
            wanted = [(questions.ask(bound), (*made, *(0 for _ in self.game.choices))) for bound in self.by]
            seen = self.method.split.seen[self.stage]
            masks = {pile: f"m_{pile}" if pile in seen else "" for pile in self.game.piles}
            self._loops[made] = asked(questions, wanted, masks)
        return self._loops[made]

    def _of_groups(self, groups: Mapping[tuple[int, ...], Group], scale: int, total: int) -> Decisions:
        """The decisions that groups make."""
        keys, found = sorted(groups), [groups[key] for key in sorted(groups)]
        columns = np.array(keys, dtype=np.int64).reshape(len(keys), -1).T
        asked_for, legal = (
            len(self.by),
            np.array([[key[len(self.by)] >> each & 1 for each in self._columns] for key in keys]),
        )
        hands = {
            (pile, coder): self._codes(np.array([group.example[0][pile] for group in found], dtype=np.int64), coder)
            for pile in found[0].example[0]
            for coder in self._coders()
        }
        names, times = list(self.game.choices)[: self.stage], self._times
        return Decisions(
            hands,
            np.array([group.weight * times for group in found], dtype=np.int64),
            np.array([group.example[1] for group in found], dtype=np.int64),
            scale,
            total,
            self.options,
            {name: columns[asked_for + 1 + place] for place, name in enumerate(names)},
            None if legal.all() else legal.astype(bool),
            {bound: columns[place] for place, bound in enumerate(self.by)},
            np.array([group.totals for group in found], dtype=object) * times,
            np.array([group.best for group in found], dtype=object) * times,
            np.array([group.preferred for group in found], dtype=np.int64) * times,
            np.array([group.tied for group in found], dtype=np.int64) * times,
        )
