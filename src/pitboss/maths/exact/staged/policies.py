"""The best play of a staged game as policies: for every choice, a table of answers by the cards in sight.

The key of an answer is what is seen at the choice: shared cards up to renamings of suits, the private hand renamed with
them, and the earlier answers where the choice is asked after several.
"""

from math import comb, prod

import numpy as np

from pitboss.core.errors import GameError
from pitboss.hands.bits import card_bit
from pitboss.maths.codegen.program import Policies, Policy, Read
from pitboss.maths.compile.cpu import shared
from pitboss.maths.exact.staged.cards import BINOMIALS
from pitboss.maths.exact.staged.induction import Induction
from pitboss.maths.exact.staged.lookup import (
    RENAMING,
    WORD,
    answer,
    answer_place,
    lone_place,
    pack,
    pack_images,
    shared_place,
)
from pitboss.maths.exact.staged.method import Method
from pitboss.maths.exact.staged.scene import Level, Scene, mask_of
from pitboss.maths.exact.staged.split import Split
from pitboss.maths.exact.staged.tables import linked
from pitboss.maths.exact.staged.tree import preferred

MOST_BYTES = 1 << 28
"""The most that all tables may take: more would be read too slowly, and kept on disk."""
MOST_SETS = 2
WIDTHS = (1, 2, 4, 8)


class Asked:
    """The sizes and keys of one choice's table."""

    def __init__(self, method: Method, scene: Scene, stage: int) -> None:
        self.method, self.scene, self.stage = method, scene, stage
        self.points = tuple(method.tree.asked_at(stage))
        most = max(option for number in self.points for option in method.tree.points[number].options)
        least = min(option for number in self.points for option in method.tree.points[number].options)
        fits = [width for width in WIDTHS if least >= 0 and most < 1 << width]
        if not fits:
            raise GameError(f"{method.game.name}: the options of {self.choice} do not fit into a byte", "no-solver")
        self.bits = fits[0]
        self.hands = comb(len(scene.cards), scene.private_size)
        self.row_words = -(-self.hands * self.bits >> WORD)

    @property
    def choice(self) -> str:
        return list(self.method.game.choices)[self.stage]

    @property
    def deck(self) -> int:
        """The cards of the deck, as a mask."""
        return mask_of(self.scene.cards.tolist())

    @property
    def own(self) -> int:
        """The number of private cards."""
        return self.scene.private_size

    @property
    def sets(self) -> int:
        """The number of sets of shared cards in sight, alike ones counted apart."""
        return prod(comb(len(self.scene.cards), size) for size in self.scene.sizes(self.stage))

    @property
    def bytes(self) -> int:
        """About the size of the tables: a number and a renaming for each set, and a row for those that stand for all.

        Renamings leave some sets as they are, so a third more rows than the share of each renaming are reckoned with.
        """
        rows = min(self.sets, 4 * self.sets // (3 * len(self.scene.orders)) + 2 * len(self.scene.orders))
        return 4 * (self.sets + self.answered_after * rows * self.row_words)

    def option(self, place: int, columns: np.ndarray) -> np.ndarray:
        """The options that columns of a point's preferences stand for."""
        point = self.method.tree.points[self.points[place]]
        return np.array([point.options[each] for each in preferred(self.method.game, point)])[columns]

    @property
    def _ends(self) -> list[tuple[str, int, int]]:
        """By earlier choice: the lowest and the highest answer after which this choice is asked."""
        made = [self.method.tree.points[number].made for number in self.points]
        named = list(self.method.game.choices)[: self.stage]
        return [
            (name, min(answers), max(answers)) for name, answers in zip(named, zip(*made, strict=True), strict=True)
        ]

    @property
    def factors(self) -> tuple[tuple[str, int], ...]:
        """The earlier choices by which points are told apart, each with its factor."""
        found, size = [], 1
        for name, least, most in self._ends:
            found += [(name, size)] * (least < most)
            size *= most - least + 1
        return tuple(found)

    @property
    def answered_after(self) -> int:
        """The number of earlier answers, or of combinations of them, for which there are rows."""
        return prod(most - least + 1 for _, least, most in self._ends)

    @property
    def least(self) -> int:
        """The least number that earlier answers make."""
        ends = {name: least for name, least, _ in self._ends}
        return sum((ends[name] + 1) * factor for name, factor in self.factors)

    def place(self, number: int) -> int:
        """The place of a point among the earlier answers for which there are rows."""
        made = dict(zip(self.method.game.choices, self.method.tree.points[number].made, strict=False))
        return sum((made[name] + 1) * factor for name, factor in self.factors) - self.least

    def piles(self) -> tuple[tuple[str, ...], ...]:
        """The piles of the private hand, and of two sets of shared cards."""
        split: Split = self.method.split
        seen = split.seen[self.stage]
        sets = [tuple(pile for pile in piles if pile in seen) for piles in split.sets]
        return (split.private, *sets, *((),) * (MOST_SETS - len(sets)))


def check_size(method: Method) -> list[Asked]:
    """The tables of every choice; refuses a game whose tables would be too large."""
    scene = Scene(method.split, 0, {})
    if len(method.split.sets) > MOST_SETS:
        why = f"{len(method.split.sets)} sets of shared cards; its best play has tables for up to {MOST_SETS}"
        raise GameError(f"{method.game.name}: rules tell apart {why}", "no-solver")
    found = [Asked(method, scene, stage) for stage in range(len(method.game.choices))]
    needed = sum(each.bytes for each in found)
    if needed > MOST_BYTES:
        raise GameError(
            f"{method.game.name}: tables of its best play would take about {needed / 2**20:,.0f} MB, and up to "
            f"{MOST_BYTES >> 20} MB are made",
            "too-large",
        )
    return found


def policies_of(induction: Induction) -> Policies:
    """The best play that an induction found from the first card on."""
    method, scene = induction.method, induction.scene
    return Policies(tuple(_policy(induction, each, scene.orders) for each in check_size(method)))


def _policy(induction: Induction, asked: Asked, renamings: np.ndarray) -> Policy:
    is_last = asked.stage == induction.last
    level = induction.scene.level(asked.stage) if is_last else induction.stages[asked.stage].level
    answers = np.zeros(asked.answered_after * len(level) * asked.row_words, dtype=np.uint32)
    if is_last:
        _write_last(induction, asked, level, renamings, answers)
    else:
        stage = induction.stages[asked.stage]
        for place, number in enumerate(asked.points):
            options = asked.option(place, stage.best[stage.choosing.points.index(number)])
            first_row = asked.place(number) * len(level)
            pack(options.reshape(len(level), asked.hands), first_row, asked.row_words, asked.bits, answers)
    sizes = [*level.sizes, *[0] * (MOST_SETS - len(level.sizes))]
    seconds = comb(len(asked.scene.cards), sizes[-1])
    row_bits = asked.row_words << WORD
    constants = asked.deck, asked.own, *sizes, seconds, len(level), row_bits, asked.bits, asked.least
    last = Read(answer_place if any(sizes) else lone_place, WORD)
    reads, tables = (last,), (answers,)
    if any(sizes):
        reads, tables = (Read(shared_place), last), (entries_of(level, renamings), answers)
    return Policy(
        asked.choice,
        card_bit,
        answer,
        tables,
        piles=asked.piles(),
        made=asked.factors,
        reads=reads,
        constants=constants,
    )


def entries_of(level: Level, renamings: np.ndarray) -> np.ndarray:
    """By set of shared cards: the number of the set that stands for it, and the suit that each suit becomes."""
    suits = (renamings << 2 * np.arange(4)).sum(axis=1)
    entries = level.number << RENAMING | suits[level.order]
    return entries.astype(np.int32 if entries.max() < 1 << 31 else np.int64)


def _write_last(induction: Induction, asked: Asked, level: Level, renamings: np.ndarray, answers: np.ndarray) -> None:
    """Writes the answers of the last choice, from the values of every block of hands."""
    dealer, scene = induction.dealer, induction.scene
    picks = np.array([(1 << sum(level.sizes)) - 1], dtype=np.int64)
    rows = [induction.at_last.points.index(number) for number in asked.points]

    def work(first: int, last: int) -> None:
        for number in range(first, last):
            block = dealer.block(number)
            best, _ = induction.last_choice(block, induction.block_values(block, dealer.counts(block)))
            contexts = dealer.contexts.masks[block.first : block.last]
            numbers, orders = (np.zeros((len(contexts), 1), dtype=np.int64) for _ in range(2))
            args = np.array(level.sizes, dtype=np.int64), level.number, level.order, BINOMIALS, numbers, orders
            linked(contexts, scene.cards, picks, *args)
            fixing = level.fixing[numbers[:, 0]]
            for place, (row, point) in enumerate(zip(rows, asked.points, strict=True)):
                options = asked.option(place, best[:, row].astype(np.int64))
                hands = block.starts, block.masks["m_P"], numbers[:, 0], orders[:, 0], fixing, options
                shape = asked.place(point) * len(level), asked.row_words, asked.bits, asked.own, asked.deck
                pack_images(*hands, renamings, *shape, answers)

    shared(work, dealer.blocks, "tables of the best play")
