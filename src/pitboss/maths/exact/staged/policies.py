"""The best play of a staged game as policies: for every choice, a table of answers by the cards in sight.

The key of an answer is what is seen at the choice: shared cards up to renamings of suits, the private hand renamed with
them, and the earlier answers where the choice is asked after several.
"""

from collections.abc import Sequence
from math import comb, prod

import numpy as np

from pitboss.core.errors import GameError
from pitboss.hands.bits import card_bit
from pitboss.maths.codegen.program import Policies, Policy
from pitboss.maths.compile.cpu import shared
from pitboss.maths.exact.staged.cards import BINOMIALS
from pitboss.maths.exact.staged.induction import Induction
from pitboss.maths.exact.staged.lookup import answer_after, answer_with, pack, pack_images
from pitboss.maths.exact.staged.method import Method
from pitboss.maths.exact.staged.scene import Level, Scene
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
        self.row_bytes = -(-self.hands * self.bits // 8)

    @property
    def choice(self) -> str:
        return list(self.method.game.choices)[self.stage]

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
        return 5 * self.sets + len(self.points) * rows * self.row_bytes

    def option(self, place: int, columns: np.ndarray) -> np.ndarray:
        """The options that columns of a point's preferences stand for."""
        point = self.method.tree.points[self.points[place]]
        return np.array([point.options[each] for each in preferred(self.method.game, point)])[columns]

    @property
    def earlier(self) -> tuple[tuple[tuple[str, int], ...], np.ndarray]:
        """The earlier choices by which points are told apart, each with its factor; and the point of each number."""
        points = [self.method.tree.points[number].made for number in self.points]
        if len(points) == 1:
            return (), np.zeros(1, dtype=np.int64)
        factors, size = [], 1
        for place, name in enumerate(list(self.method.game.choices)[: self.stage]):
            factors.append((name, size))
            size *= 2 + max(made[place] for made in points)
        table = np.zeros(size, dtype=np.int64)
        for row, made in enumerate(points):
            table[sum((each + 1) * factor for each, (_, factor) in zip(made, factors, strict=False))] = row
        return tuple(factors), table

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
    known = places_of(scene), BINOMIALS, scene.orders.astype(np.int8)
    return Policies(tuple(_policy(induction, each, *known) for each in check_size(method)))


def places_of(scene: Scene) -> np.ndarray:
    """By face: its number among the cards of the deck."""
    places = np.zeros(64, dtype=np.int64)
    places[scene.cards] = np.arange(len(scene.cards))
    return places


def _policy(
    induction: Induction, asked: Asked, places: np.ndarray, binomials: np.ndarray, renamings: np.ndarray
) -> Policy:
    is_last = asked.stage == induction.last
    level = induction.scene.level(asked.stage) if is_last else induction.stages[asked.stage].level
    sets = [comb(len(induction.scene.cards), size) for size in level.sizes]
    sizes = np.array([asked.hands, *sets, *[1] * (MOST_SETS - len(sets)), len(level), asked.row_bytes, asked.bits])
    answers = np.zeros(len(asked.points) * len(level) * asked.row_bytes, dtype=np.uint8)
    if is_last:
        _write_last(induction, asked, level, (sizes, places, binomials, renamings), answers)
    else:
        stage = induction.stages[asked.stage]
        for place in range(len(asked.points)):
            row = stage.choosing.points.index(asked.points[place])
            options = asked.option(place, stage.best[row]).reshape(len(level), asked.hands)
            pack(options, place * len(level), asked.row_bytes, asked.bits, answers)
    made, points = asked.earlier
    numbers, orders = level.number.astype(np.int32), level.order.astype(np.int8)
    tables = sizes, points, places, binomials, numbers, orders, renamings, answers
    function = answer_after if made else answer_with
    return Policy(asked.choice, card_bit, function, tables, piles=asked.piles(), made=made)


def _write_last(
    induction: Induction, asked: Asked, level: Level, tables: Sequence[np.ndarray], answers: np.ndarray
) -> None:
    """Writes the answers of the last choice, from the values of every block of hands."""
    sizes, places, binomials, renamings = tables
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
            for place, row in enumerate(rows):
                options = asked.option(place, best[:, row].astype(np.int64))
                hands = block.starts, block.masks["m_P"], numbers[:, 0], orders[:, 0], fixing, options
                base = place * len(level)
                pack_images(*hands, renamings, sizes, base, places, binomials, answers)

    shared(work, dealer.blocks, "tables of the best play")
