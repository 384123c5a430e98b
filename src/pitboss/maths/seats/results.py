"""The net results of one seat for many deals at once, by the steps and rules of the game.

A deal is a row of arrays: for every pile of the seat and of the table, its cards. Every pile has its cards in every
row; a pile that the round leaves out is not looked at, and its cards might as well have stayed in the deck.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

import numpy as np

from pitboss.core.errors import GameError
from pitboss.core.game import Bound, Cards, Choose, Coder, Deal, Game, Place, Source, SourceKind, Strategy
from pitboss.core.rule import Rule
from pitboss.core.script import codes_of
from pitboss.core.stakes import placing_options
from pitboss.maths.codegen.program import (
    Player,
    Policy,
    answer_coder,
    bounds_of,
    policy_for,
    policy_lines,
    policy_piles,
    strategy_bound,
)
from pitboss.maths.compile.cpu import fused_loop, on_arrays
from pitboss.maths.exact.decide import cell_net
from pitboss.maths.exact.sums import whole_numbers
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import NOT_PLACED, Tally, first_stakes, tally_columns

Dealt: TypeAlias = Mapping[str, np.ndarray]
"""The faces of every pile: a row for each deal, a column for each card."""
UNKNOWN = np.iinfo(np.int64).min


def table_piles(game: Game) -> list[Deal]:
    """The piles that all seats share, in the order of the deal; refuses a round that deals them by a seat's cards."""
    shared = [deal for deal in game.piles.values() if deal.to is not Place.SEAT]
    for deal in shared:
        sources = game.bound[deal.when].sources if deal.when is not None else ()
        if any(_differs(game, source) for source in sources):
            raise GameError(f"{game.name}: whether {deal.pile} is dealt depends on the seats in play", "seats")
    return shared


def _differs(game: Game, source: Source) -> bool:
    """Whether an argument of a rule can differ between seats that made the same bets."""
    if source.kind in (SourceKind.HAS, SourceKind.CONSTANT):
        return False
    return source.kind is not SourceKind.PILE or any(game.piles[pile].to is Place.SEAT for pile in source.piles)


def seat_piles(game: Game) -> list[Deal]:
    """The piles that every seat has for itself, in the order of the deal."""
    return [deal for deal in game.piles.values() if deal.to is Place.SEAT]


class WagerNets:
    """The net of one wager in every cell that the exact tally has, as whole numbers over one denominator."""

    def __init__(self, analysis: Analysis, name: str) -> None:
        game, tally = analysis.game, analysis.tally
        self.columns = [*range(len(tally.choices)), *(len(tally.choices) + place for place, _ in tally.places((name,)))]
        cells = list(tally.onto((name,)))
        whole = Tally(tally.choices, tuple(line for _, line in tally.places((name,))), {})
        nets = [wager_net(game, analysis.stakes, name, whole, cell) for cell in cells]
        numbers, self.scale = whole_numbers(nets, 1)
        self.sizes = [max(cell[place] for cell in cells) + 2 for place in range(len(self.columns))]
        self.table = np.full(int(np.prod(self.sizes)), UNKNOWN, dtype=np.int64)
        for cell, number in zip(cells, numbers.tolist(), strict=True):
            place = 0
            for each, size in zip(cell, self.sizes, strict=True):
                place = place * size + each + 1
            self.table[place] = number

    def of(self, columns: list[np.ndarray]) -> np.ndarray:
        """The net of every row, given the columns of a tally's cells; refuses a cell that the tally does not have."""
        place = np.zeros(len(columns[0]), dtype=np.int64)
        for column, size in zip(self.columns, self.sizes, strict=True):
            if int(columns[column].max(initial=0)) > size - 2:
                raise GameError("a deal ends in a way that the exact figures do not know", "seats")
            place = place * size + columns[column] + 1
        found = self.table[place]
        if (found == UNKNOWN).any():
            raise GameError("a deal ends in a way that the exact figures do not know", "seats")
        return found


def wager_net(game: Game, stakes: Mapping[str, Fraction], name: str, columns: Tally, cell: tuple[int, ...]) -> Fraction:
    """The net of one wager in a cell that has its own lines only."""
    choices, lines = tally_columns(game)
    own = dict(zip(columns.lines, cell[len(choices) :], strict=True))
    whole = (*cell[: len(choices)], *(own.get(line, NOT_PLACED) for line in lines))
    return cell_net(game, whole, stakes, (name,))


class SeatResults:
    """Judges deals of a seat: the choices of a player, then the outcome and the net of every wager."""

    def __init__(self, analysis: Analysis, player: Player) -> None:
        self.game, self.player, self.analysis = analysis.game, player, analysis
        self.wagers = tuple(analysis.game.wager)
        self.by_wager = [WagerNets(analysis, name) for name in self.wagers]
        self.scales = [each.scale for each in self.by_wager]
        table_piles(self.game)

    @property
    def coders(self) -> list[Coder]:
        """The codes through which rules and the player see cards."""
        found = [each.coder for bound in bounds_of(self.game, self.player) for each in bound.sources if each.coder]
        policies = (policy_for(self.game, self.player, step) for step in self.game.choices.values())
        found += [policy.coder for policy in policies if policy]
        return list(dict.fromkeys(found))

    def nets(self, dealt: Dealt) -> np.ndarray:
        """The net of every wager in every row, over `scales`."""
        rows = Rows(self.game, self.player, dealt)
        columns = rows.played()
        return np.stack([each.of(columns) for each in self.by_wager], axis=1)


class Rows:
    """Deals of one seat while they are played."""

    def __init__(self, game: Game, player: Player, dealt: Dealt) -> None:
        self.game, self.player, self.dealt = game, player, dealt
        self.size = len(next(iter(dealt.values())))
        self.lying: dict[str, np.ndarray | None] = {}
        """The piles on the table: the rows that have them, or None for all."""
        self.chosen: dict[str, np.ndarray] = {}
        self.named: dict[str, list[np.ndarray]] = {}
        """The cards that a choice of cards names, each as a column of faces."""
        self.sums: dict[tuple[str, Coder], np.ndarray] = {}

    def played(self) -> list[np.ndarray]:
        """Plays every row to its end, and returns the columns of a tally's cells."""
        for step in self.game.steps:
            if isinstance(step, Deal):
                self.lying[step.pile] = None if step.when is None else self.holds(step.when)
            elif isinstance(step, Choose):
                self.choose(step)
        choices = [self.chosen[name] for name in tally_columns(self.game)[0]]
        return [*choices, *self.outcomes()]

    def outcomes(self) -> list[np.ndarray]:
        """The outcome of every line; `NOT_PLACED` where no choice placed the wager."""
        columns = []
        for wager in self.game.wagers:
            placed = np.full(self.size, bool(first_stakes(self.game)[wager.name]))
            for name, option in placing_options(self.game, wager.name):
                placed |= self.chosen[name] == option
            for line in wager.lines:
                ended = self.answers(self.game.bound_line(line))
                columns.append(np.where(placed, ended, NOT_PLACED))
        return columns

    def holds(self, rule: Rule | None) -> np.ndarray:
        """The rows in which a condition holds."""
        if rule is None:
            return np.ones(self.size, dtype=bool)
        return self.answers(self.game.bound[rule]) != 0

    def answers(self, bound: Bound) -> np.ndarray:
        """A rule's answer in every row."""
        arguments = [self.argument(source) for source in bound.sources]
        return on_arrays(bound.rule)(*arguments) if arguments else np.full(self.size, int(bound.rule()))

    def argument(self, source: Source) -> np.ndarray:
        """One argument of a rule in every row."""
        if source.kind is SourceKind.HAS:
            return np.ones(self.size, dtype=np.int64)
        if source.kind is SourceKind.CONSTANT:
            return np.full(self.size, source.value, dtype=np.int64)
        if source.kind is SourceKind.CHOICE:
            return np.maximum(self.chosen[source.name], 0)
        assert source.coder is not None
        codes = np.array(codes_of(self.game, source.coder), dtype=np.int64)
        if source.kind is SourceKind.CARD:
            total = np.zeros(self.size, dtype=np.int64)
            for column in self.named[source.name]:
                total += np.where(column < 0, 0, codes[column])
            return total
        return sum((self.hand(pile, source.coder) for pile in source.piles), np.zeros(self.size, dtype=np.int64))

    def hand(self, pile: str, coder: Coder) -> np.ndarray:
        """The sum of the codes of a pile in every row; 0 where the round has not dealt it."""
        if pile not in self.lying:
            return np.zeros(self.size, dtype=np.int64)
        if (pile, coder) not in self.sums:
            codes, faces = np.array(codes_of(self.game, coder), dtype=np.int64), self.dealt[pile]
            total = codes[faces[:, 0]]
            for place in range(1, faces.shape[1]):
                total += codes[faces[:, place]]
            there = self.lying[pile]
            self.sums[pile, coder] = total if there is None else np.where(there, total, 0)
        return self.sums[pile, coder]

    def choose(self, step: Choose) -> None:
        """Asks the player in the rows in which the choice comes up."""
        asked = self.holds(step.when)
        answer = self.answered(step, asked)
        if isinstance(step.options, Cards):
            self.name_cards(step, step.options, asked, answer)
        self.chosen[step.name] = np.where(asked, answer, NOT_PLACED)

    def answered(self, step: Choose, asked: np.ndarray) -> np.ndarray:
        """The player's answer in every row that is asked."""
        if isinstance(self.player, Strategy):
            return self.answers(strategy_bound(self.game, self.player, self.player.rules[step.name]))
        policy = policy_for(self.game, self.player, step)
        if policy is None:
            raise GameError(f"{self.game.name}: nobody answers {step.name}", "seats")
        none = np.zeros(self.size, dtype=np.int64)
        hands = [
            sum((self.hand(pile, policy.coder) for pile in piles), none)[asked] for piles in policy_piles(policy, step)
        ]
        made = sum((factor * (self.chosen[name] + 1) for name, factor in policy.made), none)[asked]
        found = np.full(self.size, NOT_PLACED, dtype=np.int64)
        found[asked] = policy_answers(policy, hands, made)
        return found

    def name_cards(self, step: Choose, cards: Cards, asked: np.ndarray, answer: np.ndarray) -> None:
        """Finds the cards whose codes add up to the player's answer."""
        coder = answer_coder(self.game, self.player, step)
        assert coder is not None
        codes, faces = np.array(codes_of(self.game, coder), dtype=np.int64), self.dealt[cards.pile]
        named = [np.full(self.size, -1, dtype=np.int64) for _ in range(cards.count)]
        found = ~asked
        for places in combinations(range(faces.shape[1]), cards.count):
            fits = ~found & (sum(codes[faces[:, place]] for place in places) == answer)
            for column, place in zip(named, places, strict=True):
                column[fits] = faces[fits, place]
            found |= fits
        if not found.all():
            raise GameError(f"{self.game.name}: {step.name} is answered with cards that are not in the hand", "seats")
        self.named[step.name] = named


def policy_answers(policy: Policy, hands: Sequence[np.ndarray], made: np.ndarray) -> np.ndarray:
    """A policy's answer to every row of hands and of earlier answers, which are one number (`Policy.made`)."""
    columns = [f"hand{place}" for place in range(len(hands))] + ["made"] * bool(policy.made)
    tables = [f"table{place}" for place in range(len(policy.tables))]
    asks = {f"ask{place}": rule for place, rule in enumerate(policy.asks)}
    none_made = ["0"] * bool(policy.reads and not policy.made)
    given = [*(f"{name}[row]" for name in columns), *none_made, *(f"{name}(hand0[row])" for name in asks)]
    lines, answer, functions = policy_lines(policy, policy.choice, given, tables)
    text = "\n".join(
        [
            f"def fused({', '.join(['answers', *columns, *tables])}):",
            " for row in range(len(answers)):",
            *(f"  {line}" for line in (*lines, f"answers[row] = {answer}")),
        ]
    )
    answers = np.zeros(len(made), dtype=np.int64)
    rows = [*hands, *([made] if policy.made else [])]
    loop = fused_loop(f"{text}\n", {**functions, **asks}, 1 + len(rows))
    loop(answers, *(np.ascontiguousarray(column, dtype=np.int64) for column in rows), *policy.tables)
    return answers
