"""Every figure a report prints is read back from the page and held against one worked out here, another way.

What is trusted is the tally of a game, and `advise` of a hand: their own tests hold them against brute force. All that
a report makes of them (nets, moments, sessions, ruin, bands, costs, shares) is made again below, in other words.
"""

import csv
import hashlib
import io
import json
import random
import re
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations_with_replacement, pairwise
from math import ceil, comb, erf, erfc, floor, gcd, lcm, prod, sqrt
from typing import Any
from unittest import mock

import numpy as np
import pypdfium2
import pytest

from pitboss import games
from pitboss.cards import parse_cards
from pitboss.game import Cards, Choose, Chosen, Fixed, Game, Wager
from pitboss.games.super_pan_9 import strategies as pan_9
from pitboss.guide import Feature
from pitboss.maths.agreement import chi_square
from pitboss.maths.analysis import Analysis, analysed
from pitboss.maths.instructive import Example, Level, Mixed
from pitboss.maths.solve import advise, solve
from pitboss.maths.tally import Tally, first_stakes, tally_columns
from pitboss.pays import Odds, Pay, Prize, ladder_value
from pitboss.report import charts, checking, deciding, figures, pdf, progressive
from pitboss.report.checking import checked
from pitboss.report.comparing import compared, comparisons, other_returns
from pitboss.report.deciding import decided
from pitboss.report.describing import warnings
from pitboss.report.document import Block, Chart, Document, Items, Section, Table, Text
from pitboss.report.par import par_sheet
from pitboss.report.returns import figures_table, returns
from pitboss.report.spreading import long_run_words, operated, spread
from pitboss.report.subject import Assumed, Comparison, Subject
from pitboss.report.words import outcome_words

# Where things stand on the page: parts of captions, and marks. All that may be worded otherwise is here. ---------------

RETURN_TABLE = "return table"
JOINT = "every result of a round"
FIGURES = "Figures"
RESULTS = "Results after"
RUIN = "Risk of ruin"
HOUSE_WINS = "What the house wins"
THEO = "Theoretical win"
STRATEGIES = "Named strategies"
MISSED = "Instructive hands"
WORTHS = "What either way is worth"
SIMULATION = "Simulation against"
CHECKS = "Checks made"
IDENTITY = "What this report is of"
METERS = "The meters"
LONG_RUN = "In the long run"
ANY_AMOUNT = "any amount"  # Where a bet favours the player whatever a meter shows.
MIXED = "Levels that are mixed"
NORMAL_DIFFERS = "differs"  # In the note under results, where a normal curve would mislead.
FAVOURS = "favours the player"
RARER = "is rarer than"
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
BANDS = ((0.025, 0.975), (0.005, 0.995))
OPERATOR = 1_000
USABLE = 0.01
VOLATILITY = Fraction(1645, 1000)
RARE = Fraction(1, 10**8)
NUMBER = re.compile(r"(<?)(−?)(\$?)(\d[\d,]*(?:\.(\d+))?)(?:e(−?\d+))?( ?%)?")
PAYS = {"lose": Fraction(-1), "push": Fraction(0)}

CHARTS = ("edges", "lines", "payoff_bars", "fan", "session_bins", "decision_map")
FEW = 2_000


# Reading the page -----------------------------------------------------------------------------------------------------


def agrees(cell: str, value: float | Fraction) -> bool:
    """Whether a cell begins with this number, to half a unit of its last digit; with %, whether it is this share."""
    found = NUMBER.match(cell)
    if found is None:
        return False
    below, minus, _, digits, decimals, exponent, percent = found.groups()
    printed = float(digits.replace(",", "")) * (-1 if minus else 1)
    tens = int((exponent or "0").replace("−", "-"))
    unit = 10.0 ** (tens - len(decimals or ""))
    meant = float(value) * (100 if percent else 1)
    if below:
        return -1e-9 <= meant < printed
    if percent and not printed:  # What is not nothing never reads as nothing.
        return abs(meant) < 1e-7
    return abs(printed * 10.0**tens - meant) <= unit * 0.500001 + 1e-11 * abs(meant)


def same(cell: str, value: float | Fraction, whose: object = "") -> None:
    """The whole cell is this number."""
    found = NUMBER.match(cell)
    assert found is not None, (whose, cell)
    assert found[0] == cell, (whose, cell)
    assert agrees(cell, value), (whose, cell, float(value))


def mentions(text: str, *values: float | Fraction) -> None:
    """A sentence has each of these numbers in it."""
    found = [each[0] for each in NUMBER.finditer(text)]
    for value in values:
        assert any(agrees(each, value) for each in found), (text, float(value))


def number_in(cell: str) -> str:
    """A cell without the mark behind its number."""
    found = NUMBER.match(cell)
    assert found is not None, cell
    return found[0]


@dataclass(frozen=True)
class Printed:
    """A section as it is written, with whatever its charts were drawn from."""

    section: Section
    drawn: Mapping[str, tuple[str, tuple[Any, ...], Mapping[str, Any]]]

    def blocks(self) -> list[Block]:
        return list(Document("", "", (), (self.section,)).blocks())

    def tables(self, caption: str) -> list[Table]:
        return [each for each in self.blocks() if isinstance(each, Table) and caption in each.caption]

    def table(self, caption: str) -> Table:
        (found,) = self.tables(caption)
        return found

    def charts(self, kind: str) -> list[tuple[Chart, tuple[Any, ...], Mapping[str, Any]]]:
        """Those of a kind, each with what it was drawn from."""
        found = [each for each in self.blocks() if isinstance(each, Chart)]
        return [(each, *self.drawn[each.svg][1:]) for each in found if self.drawn[each.svg][0] == kind]

    def part(self, place: int) -> "Printed":
        return Printed(self.section.sections[place], self.drawn)


def printed(write: Callable[[], Section | None]) -> Printed:
    """What is written, charts caught instead of drawn."""
    drawn: dict[str, tuple[str, tuple[Any, ...], Mapping[str, Any]]] = {}

    def catching(name: str) -> Callable[..., str]:
        def catch(*arguments: Any, **more: Any) -> str:
            key = f"<svg {len(drawn)}>"
            drawn[key] = (name, arguments, more)
            return key

        return catch

    with ExitStack() as patched:
        for name in CHARTS:
            patched.enter_context(mock.patch.object(charts, name, catching(name)))
        section = write()
    assert section is not None
    return Printed(section, drawn)


# The same figures another way -----------------------------------------------------------------------------------------


def worth(game: Game, pay: Pay, stake: Fraction) -> Fraction:
    """What a pay is worth to a stake, before commission."""
    if isinstance(pay, Odds):
        return pay.net * stake
    if isinstance(pay, Prize):
        return Fraction(pay.cents, 100)
    (meter,) = [each for each in game.meters if each.number == pay.number]
    return Fraction(ceil(Fraction(meter.amount_cents + meter.share_cents, 100)))


def first_stake(wager: Wager) -> Fraction:
    if isinstance(wager.stake, Chosen):
        return Fraction(0)
    return Fraction(wager.stake.cents, 100) if isinstance(wager.stake, Fixed) else Fraction(1)


@dataclass(frozen=True)
class Ended:
    """A cell of a tally: what was staked, what every line of some wagers nets, and how often."""

    staked: Fraction
    lines: tuple[tuple[int, Fraction], ...]
    weight: int

    @property
    def net(self) -> Fraction:
        return sum((net for _, net in self.lines), Fraction(0))


@dataclass(frozen=True)
class Own:
    """An entry of an analysis, from the cells of its tally alone."""

    analysis: Analysis
    name: str

    @property
    def game(self) -> Game:
        return self.analysis.game

    @cached_property
    def wagers(self) -> list[Wager]:
        names = self.game.main_wagers if self.name == "main" else (self.name,)
        return [self.game.wager[name] for name in names]

    @cached_property
    def ended(self) -> list[Ended]:
        tally = self.analysis.tally
        found = []
        for cell, weight in tally.cells.items():
            stakes = {wager.name: first_stake(wager) for wager in self.game.wagers}
            raised = dict(stakes)
            for name, option in zip(tally.choices, cell, strict=False):
                more = self.game.choices[name].raises.get(option)
                if more:
                    raised[more.wager] += more.times * stakes[more.of]
            lines = []
            for (name, place), outcome in zip(tally.lines, cell[len(tally.choices) :], strict=True):
                wager = self.game.wager[name]
                if wager in self.wagers:
                    lines.append((outcome, self.line(wager, place, outcome, raised[name])))
            found.append(Ended(sum((raised[each.name] for each in self.wagers), Fraction(0)), tuple(lines), weight))
        return found

    def line(self, wager: Wager, place: int, outcome: int, stake: Fraction) -> Fraction:
        if outcome < 0 or not stake:
            return Fraction(0)
        won = worth(self.game, wager.lines[place].pays.pays[outcome], stake)
        won -= wager.commission * won if won > 0 else 0
        return won - (stake if place == 0 and isinstance(wager.stake, Fixed) and wager.stake.kept else 0)

    @cached_property
    def total(self) -> int:
        return sum(each.weight for each in self.ended)

    def mean_of(self, what: Callable[[Ended], Fraction | int]) -> Fraction:
        return sum((what(each) * Fraction(each.weight) for each in self.ended), Fraction(0)) / self.total

    @cached_property
    def ev(self) -> Fraction:
        return self.mean_of(lambda each: each.net)

    @cached_property
    def variance(self) -> Fraction:
        return self.mean_of(lambda each: (each.net - self.ev) ** 2)

    @cached_property
    def deviation(self) -> float:
        return sqrt(self.variance)

    @cached_property
    def hit(self) -> Fraction:
        return self.mean_of(lambda each: each.net > 0)

    @cached_property
    def staked(self) -> Fraction:
        return self.mean_of(lambda each: each.staked)

    @property
    def fixed(self) -> bool:
        return isinstance(self.wagers[0].stake, Fixed)

    @property
    def unit(self) -> Fraction:
        """The first stake, of a wager with a price."""
        return first_stake(self.wagers[0]) if self.fixed else Fraction(1)

    @property
    def edge(self) -> Fraction:
        return -self.ev / self.unit

    @property
    def risk(self) -> Fraction:
        return -self.ev / self.staked if self.staked else Fraction(0)

    def dollars(self, assumed: Assumed) -> Fraction:
        """What a unit of its results is in dollars."""
        return Fraction(1) if self.fixed else Fraction(assumed.stake_cents, 100)

    def stake(self, assumed: Assumed) -> Fraction:
        return self.unit if self.fixed else Fraction(assumed.stake_cents, 100)

    def chance(self, place: int, outcome: int) -> Fraction:
        return self.mean_of(lambda each: each.lines[place][0] == outcome)

    def part(self, place: int, outcome: int) -> Fraction:
        """Of the expected result."""
        return self.mean_of(lambda each: each.lines[place][1] if each.lines[place][0] == outcome else 0)

    def share(self, place: int, outcome: int) -> Fraction:
        """Of the variance: squared distance of a single line, what it has in common with the whole of several."""

        def spread_of(each: Ended) -> Fraction | int:
            if each.lines[place][0] != outcome:
                return 0
            off = each.net - self.ev
            return off * (off if len(each.lines) == 1 else each.lines[place][1])

        return self.mean_of(spread_of) / self.variance

    @cached_property
    def nets(self) -> dict[Fraction, Fraction]:
        """The chance of every result of a round."""
        found: dict[Fraction, Fraction] = {}
        for each in self.ended:
            found[each.net] = found.get(each.net, Fraction(0)) + Fraction(each.weight, self.total)
        return found

    @cached_property
    def step(self) -> Fraction:
        whole = lcm(*(net.denominator for net in self.nets))
        return Fraction(gcd(*(int(net * whole) for net in self.nets)), whole)

    @cached_property
    def apart(self) -> Fraction:
        """What the totals of so many rounds are multiples of, counted from any of them."""
        lowest = min(self.nets)
        return self.step * gcd(*(int((net - lowest) / self.step) for net in self.nets))

    @cached_property
    def after(self) -> "Callable[[int], Totals]":
        return cache(self._after)

    def _after(self, rounds: int) -> "Totals":
        cells = {int(net / self.step): float(chance) for net, chance in self.nets.items()}
        low = min(cells)
        one = np.zeros(max(cells) - low + 1)
        for cell, chance in cells.items():
            one[cell - low] = chance
        return Totals(self, rounds, *powered(low, one, rounds))


def powered(low: int, chances: np.ndarray, rounds: int) -> tuple[int, np.ndarray]:
    """The distribution of a sum, by squaring: tails that hold nothing are cut off after every step."""
    found = (0, np.ones(1))
    base = (low, chances)
    while rounds:
        if rounds & 1:
            found = together(found, base)
        rounds >>= 1
        if rounds:
            base = together(base, base)
    return found


def together(one: tuple[int, np.ndarray], other: tuple[int, np.ndarray]) -> tuple[int, np.ndarray]:
    size = len(one[1]) + len(other[1]) - 1
    if size < 2_000:
        chances = np.convolve(one[1], other[1])
    else:
        fine = 1 << size.bit_length()
        chances = np.fft.irfft(np.fft.rfft(one[1], fine) * np.fft.rfft(other[1], fine), fine)[:size].clip(0)
    kept = np.flatnonzero((np.cumsum(chances) > 1e-13) & (np.cumsum(chances[::-1])[::-1] > 1e-13))
    return one[0] + other[0] + int(kept[0]), chances[kept[0] : kept[-1] + 1]


@dataclass(frozen=True, eq=False)
class Totals:
    """What many rounds come to: chances by steps, from `low` on."""

    own: Own
    rounds: int
    low: int
    chances: np.ndarray

    @cached_property
    def cells(self) -> np.ndarray:
        return self.low + np.arange(len(self.chances))

    def share(self, holds: np.ndarray) -> float:
        return float(self.chances[holds].sum())

    def quantile(self, share: float) -> Fraction:
        """The least total that is not exceeded with this chance."""
        place = int(np.argmax(np.cumsum(self.chances) >= share))
        return (self.low + place) * self.own.step

    @property
    def mean(self) -> Fraction:
        return self.rounds * self.own.ev

    @property
    def deviation(self) -> float:
        return sqrt(self.rounds * self.own.variance)

    def curve(self, total: float) -> float:
        """A normal curve with the same mean and deviation."""
        return (1 + erf((total - float(self.mean)) / self.deviation / sqrt(2))) / 2

    @cached_property
    def gap(self) -> float:
        """How far the curve is off at most, half a place between totals to either side."""
        every = int(self.own.apart / self.own.step)
        start = int(self.rounds * min(self.own.nets) / self.own.step)
        below, most = 0.0, 0.0
        for cell, chance in zip(self.cells.tolist(), self.chances.tolist(), strict=True):
            if (cell - start) % every == 0:
                before = self.curve((cell - every / 2) * float(self.own.step))
                after = self.curve((cell + every / 2) * float(self.own.step))
                most = max(most, abs(below - before), abs(below + chance - after))
            below += chance
        return most


def ruined(own: Own, bankrolls: list[Fraction], horizons: list[int]) -> list[list[float]]:
    """Chances to be ruined, by following every bankroll forwards, round by round."""
    cells = {int(net / own.step): float(chance) for net, chance in own.nets.items()}
    need = -min(cells)
    starts = [floor(bankroll / own.step) - need for bankroll in bankrolls]
    top = max(starts) + ceil(12 * own.deviation * sqrt(max(horizons)) / float(own.step)) + max(cells)
    there = np.zeros((len(starts), top + 1))
    there[range(len(starts)), starts] = 1
    gone = np.zeros(len(starts))
    found: dict[int, list[float]] = {}
    for done in range(1, max(horizons) + 1):
        after = np.zeros_like(there)
        for cell, chance in cells.items():
            if cell >= 0:
                after[:, cell:] += chance * there[:, : top + 1 - cell]
                after[:, top] += chance * there[:, top + 1 - cell :].sum(axis=1)
            else:
                after[:, :cell] += chance * there[:, -cell:]
                gone += chance * there[:, :-cell].sum(axis=1)
        there = after
        if done in horizons:
            found[done] = gone.tolist()
    return [[found[horizon][place] for horizon in horizons] for place in range(len(starts))]


def test_our_own_sessions_are_exact():
    """A hundred rounds in whole numbers: the chances as the digits of one long number, raised to a power."""
    own = Own(subject_of("pan").analysis, "tie")
    whole = lcm(*(chance.denominator for chance in own.nets.values()))
    bits = 100 * whole.bit_length() + 1
    packed = sum(int(chance * whole) << bits * int(net - min(own.nets)) for net, chance in own.nets.items()) ** 100
    counts = [(packed >> bits * cell) & ((1 << bits) - 1) for cell in range(0, 901, 9)]
    assert sum(counts) == whole**100
    exact = {
        cell - 100: float(Fraction(count, whole**100)) for cell, count in zip(range(0, 901, 9), counts, strict=True)
    }
    after = own.after(100)
    for cell, chance in zip(after.cells.tolist(), after.chances.tolist(), strict=True):
        assert chance == pytest.approx(exact.get(cell, 0.0), abs=1e-12)


# What is reported on --------------------------------------------------------------------------------------------------

ASSUMED = Assumed(stake_cents=2500, pace=45, bankrolls=(75_000, 150_000), rounds=FEW)


def options_of(choice: Choose) -> list[IntEnum]:
    """What may be chosen, where it is no card."""
    assert not isinstance(choice.options, Cards)
    return list(choice.options)


def made_up(name: str, texts: Mapping[str, str], seed: int, lowest: int = 99) -> Subject:
    """A game with a tally that nobody dealt: every kind of wager and pay without the time to solve it.

    Of every line no more than so many of the lowest outcomes come.
    """
    subject = Subject(games.folder(name), texts, None, ASSUMED)
    choices, lines = tally_columns(subject.game)
    chance = random.Random(seed)
    cells: dict[tuple[int, ...], int] = {}
    for number in range(150):
        chosen = tuple(int(chance.choice(options_of(subject.game.choices[each]))) for each in choices)
        ended = []
        for wager, place in lines:
            outcomes = list(subject.game.wager[wager].lines[place].pays.pays)[-lowest:]
            common = outcomes[-1] if chance.random() < 0.6 else chance.choice(outcomes)
            outcome = outcomes[number % len(outcomes)] if place == 0 and number < 30 else common
            ended.append(-1 if isinstance(subject.game.wager[wager].stake, Chosen) and not chosen[0] else outcome)
        weight = chance.randint(1, 50) if number < 30 else chance.randint(1, 50_000)
        cells[chosen + tuple(ended)] = weight
    subject.__dict__["analysis"] = Analysis(subject.game, Tally(choices, lines, cells))
    subject.__dict__["comparisons"] = []
    return subject


@cache
def subject_of(case: str) -> Subject:
    if case == "pan":
        subject = Subject(games.folder("super-pan-9"), {"decks": "1"}, None, replace(ASSUMED, rounds=1_000))
        subject.__dict__["comparisons"] = []  # 48 shoes, and without the compiler two minutes.
        return subject
    if case == "spadez":
        return Subject(games.folder("spadez"), {}, None, replace(ASSUMED, bankrolls=()))
    if case == "spadez 12":
        return Subject(games.folder("spadez"), {"cards": "12", "table": "B"}, None, ASSUMED)
    if case == "turbo":
        return Subject(games.folder("turbo-sports"), {}, None, ASSUMED)
    if case == "fixed":
        return made_up("three-card-blitz", {}, 3)
    if case == "narrow":
        return made_up("three-card-blitz", {}, 5, lowest=3)
    assert case == "progressive"
    return made_up("three-card-blitz", {"blitz_bonus": "progressive"}, 4)


@cache
def part_of(case: str, part: Callable[[Subject], Section | None]) -> Printed:
    return printed(lambda: part(subject_of(case)))


@cache
def own_of(case: str, name: str) -> Own:
    return Own(subject_of(case).analysis, name)


def owns(case: str) -> list[Own]:
    """Every entry."""
    return [own_of(case, name) for name in subject_of(case).analysis.entries]


def played(case: str) -> list[Own]:
    """Every entry that is bet on by itself."""
    several = len(subject_of(case).game.main_wagers) > 1
    return [each for each in owns(case) if not (several and each.name in subject_of(case).game.main_wagers)]


def is_called(own: Own, cell: str) -> bool:
    """Whether a cell names the wagers of an entry."""
    return all(own.game.label(wager.name).lower() in cell.lower() for wager in own.wagers)


QUICK = ("pan", "spadez", "turbo")
EVERY = (*QUICK, "spadez 12", "fixed", "progressive")


# Returns --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", EVERY)
def test_the_first_table_has_every_figure(case: str):
    for own, cells in zip(owns(case), figures_table(subject_of(case)).rows, strict=True):
        scale = own.staked if own.fixed else Fraction(1)
        assert is_called(own, cells[0])
        same(cells[1], own.edge)
        same(cells[2], own.risk)
        same(cells[3], own.hit)
        same(cells[4], own.deviation / float(scale))
        same(cells[5], 1 + own.ev / scale)


@pytest.mark.parametrize("case", EVERY)
def test_every_wager_has_its_figures(case: str):
    subject, part = subject_of(case), part_of(case, returns)
    for own, table in zip(owns(case), part.tables(FIGURES), strict=True):
        theo = -own.ev * own.dollars(ASSUMED) * 45
        expected = {
            "House edge": (own.edge, own.edge),
            "Expected result": (own.ev, own.ev),
            "Element of risk": (own.risk, own.risk),
            "Average stake": (own.staked, own.staked),
            "Hit frequency": (own.hit, own.hit),
            "Variance": (own.variance, own.variance),
            "Standard deviation": (own.deviation, None),
            "Volatility index": (float(VOLATILITY) * own.deviation, None),
            "Theo an hour": (theo, None),
        }
        assert [row[0] for row in table.rows] == list(expected)
        for (words, cell, exactly), (value, exact) in zip(table.rows, expected.values(), strict=True):
            same(cell, value, words)
            if exact is not None:
                assert Fraction(exactly) == exact, words
        mentions(table.rows[-1][2], 45, own.stake(subject.assumed))


@pytest.mark.parametrize("case", EVERY)
def test_every_return_table_is_what_the_tally_says(case: str):
    part = part_of(case, returns)
    for place, own in enumerate(owns(case)):
        check_return_tables(own, part.part(place))
        if len(own.wagers) == 1:  # Of several `check_joint` looks at them.
            check_payoff_bars(own, part.part(place))


def outcomes_of(own: Own, place: int) -> list[int]:
    """What a line of a wager ends with, the best first."""
    return [each for each in own.wagers[0].lines[place].pays.pays if own.chance(place, each)]


def pays_of(cell: str) -> Fraction | str:
    """What a cell of pays says."""
    odds = re.fullmatch(r"(−?\d+) to (\d+)", cell.replace(",", ""))
    return Fraction(int(odds[1].replace("−", "-")), int(odds[2])) if odds else PAYS.get(cell, cell)


def pay_is(cell: str, pay: Pay) -> bool:
    """Whether a cell says this pay."""
    if isinstance(pay, Odds):
        return pays_of(cell) == pay.net
    if isinstance(pay, Prize):
        said = ("−" if pay.cents < 0 else "") + f"${abs(pay.cents) / 100:.2f}".removesuffix(".00")
        return cell.replace(",", "") == said
    return cell == f"meter {pay.number}"


def check_return_tables(own: Own, part: Printed) -> None:
    """Every line of a wager that pays anything, column by column, and the sums."""
    tables = part.tables(RETURN_TABLE)
    if len(own.wagers) > 1:
        assert tables == []
        check_joint(own, part)
        return
    (wager,) = own.wagers
    shown = [
        place
        for place in range(len(wager.lines))
        if place == 0 or any(own.part(place, outcome) for outcome in outcomes_of(own, place))
    ]
    for place, table in zip(shown, tables, strict=True):
        *rows, last = table.rows
        outcomes = outcomes_of(own, place)
        combinations = [int(row[2].replace(",", "")) for row in rows]
        for outcome, cells, count in zip(outcomes, rows, combinations, strict=True):
            pays, chance = wager.lines[place].pays, own.chance(place, outcome)
            assert cells[0] == outcome_words(pays.outcomes(outcome).name)
            assert pay_is(cells[1], pays.pays[outcome]), (cells[1], pays.pays[outcome])
            assert Fraction(count, sum(combinations)) == chance / sum(own.chance(place, each) for each in outcomes)
            same(cells[3], chance)
            same(cells[4], 1 / chance)
            same(cells[5], own.part(place, outcome) / own.unit)
            same(cells[6], own.share(place, outcome))
        assert int(last[2].replace(",", "")) == sum(combinations)
        same(last[3], sum(own.chance(place, each) for each in outcomes))
        same(last[5], sum(own.part(place, each) for each in outcomes) / own.unit)
        same(last[6], sum(own.share(place, each) for each in outcomes))
    notes = sum(
        is_odd(own, place, *pair) for place in range(len(wager.lines)) for pair in pairwise(outcomes_of(own, place))
    )
    items = [item for block in part.blocks() if isinstance(block, Items) for item in block.items if RARER in item]
    assert len(items) == notes


def is_odd(own: Own, place: int, higher: int, lower: int) -> bool:
    """Whether a lower outcome that wins something is rarer than the one above it, and pays less: ruling G4."""
    line = own.wagers[0].lines[place].pays
    more, less = (ladder_value(line.pays[each]) for each in (higher, lower))
    ladder = own.game.options.grids[line.grid].ladder and more is not None and less is not None
    return ladder and more > less > 0 and own.chance(place, lower) < own.chance(place, higher)


def check_joint(own: Own, part: Printed) -> None:
    """Wagers that go together: every net result, the best first, and the sums."""
    *rows, last = part.table(JOINT).rows
    ((chart, (bars, *_), _),) = part.charts("payoff_bars")
    for net, cells, bar in zip(sorted(own.nets, reverse=True), rows, bars, strict=True):
        chance = own.nets[net]
        assert Fraction(cells[0].replace("−", "-")) == net
        assert int(cells[1].replace(",", "")) == chance * own.total
        same(cells[2], chance)
        same(cells[3], 1 / chance)
        same(cells[4], chance * net)
        same(cells[5], chance * (net - own.ev) ** 2 / own.variance)
        assert (bar.label, bar.value) == (cells[0], pytest.approx(float(chance), rel=1e-12))
        same(bar.words.removeprefix("1 in "), 1 / chance)
    assert int(last[1].replace(",", "")) == own.total
    same(last[2], 1)
    same(last[4], own.ev)
    same(last[5], 1)
    mentions(chart.alt, len(rows), max(own.nets.values()), 1 / min(own.nets.values()))


def check_payoff_bars(own: Own, part: Printed) -> None:
    """A bar is as long as its outcome is common; of further lines only what pays has one."""
    ((chart, (bars, *_), _),) = part.charts("payoff_bars")
    lines = own.wagers[0].lines
    shown = [
        (place, outcome)
        for place in range(len(lines))
        for outcome in outcomes_of(own, place)
        if place == 0 or own.part(place, outcome)
    ]
    chances = [own.chance(*each) for each in shown]
    for (place, outcome), chance, bar in zip(shown, chances, bars, strict=True):
        name = outcome_words(lines[place].pays.outcomes(outcome).name)
        label = re.fullmatch(re.escape(name) + r" \((.+)\)(?:, line (\d+))?", bar.label)
        assert label is not None, bar.label
        assert pay_is(label[1], lines[place].pays.pays[outcome])
        assert label[2] in (None, str(place + 1))
        assert bar.value == pytest.approx(float(chance), rel=1e-12)
        same(bar.words.removeprefix("1 in "), 1 / chance)
    mentions(chart.alt, len(shown), max(chances), 1 / min(chances))


def test_combinations_are_of_all_cards_that_an_outcome_turns_on():
    found = {
        (case, table.caption.split(":")[0]): table.rows[-1][2]
        for case in QUICK
        for table in part_of(case, returns).tables(RETURN_TABLE)
    }
    assert found["pan", "Tie Bet"] == f"{comb(36, 3) * comb(33, 3) * 30 * 29:,}"
    assert found["spadez", "SPADEZ"] == f"{comb(52, 6):,}"
    assert found["turbo", "9 Card Bonus"] == f"{comb(52, 3) * comb(49, 6):,}"


def test_other_return_tables_are_those_of_their_settings():
    for case in ("spadez", "turbo"):
        subject = subject_of(case)
        part = part_of(case, other_returns)
        for place, other in enumerate(subject.other_tables):
            texts = dict(each.split("=") for each in other.label.split())
            own = Own(analysed(games.build(subject.game.name, {**subject.texts, **texts})), other.entry)
            check_return_tables(own, part.part(place))
            text = part.part(place).section.blocks[0]
            assert isinstance(text, Text)
            mentions(text.text, own.edge, own.hit, own.deviation / float(own.unit))
            assert str(own.edge) in text.text
        assert len(part.section.sections) == len(subject.other_tables)


# Sessions, ruin, the operator -----------------------------------------------------------------------------------------

SPREAD = (*QUICK, "narrow")


@pytest.mark.parametrize("case", SPREAD)
def test_sessions_are_the_rounds_added_up(case: str):
    part = part_of(case, spread)
    for own, table in zip(played(case), part.tables(RESULTS), strict=True):
        many = []
        for cells in table.rows:
            after = own.after(int(cells[0].replace(",", "")))
            for cell, value in zip(cells[1:9], results_of(after), strict=True):
                same(cell, value, (own.name, cells[0]))
            if after.rounds > 1:
                same(cells[9], after.gap)
                many.append(after)
            else:
                assert cells[9] == ""
        assert [after.rounds for after in many] == [100, 1_000, 10_000]
        wrong = [after for after in many if after.gap > USABLE]
        assert (NORMAL_DIFFERS in table.note) == bool(wrong), table.note
        if wrong:
            mentions(table.note, wrong[-1].rounds, wrong[-1].gap)


def results_of(after: Totals) -> list[float | Fraction]:
    """Ahead, even, behind, three quantiles, mean, deviation."""
    chances = [after.share(holds) for holds in (after.cells > 0, after.cells == 0, after.cells < 0)]
    return [*chances, *(after.quantile(share) for share in (0.05, 0.5, 0.95)), after.mean, after.deviation]


@pytest.mark.parametrize("case", SPREAD)
def test_fans_and_bars_of_sessions_show_the_same_rounds(case: str):
    part = part_of(case, spread)
    fans, bars = part.charts("fan"), part.charts("session_bins")
    for own, (chart, (levels, shares, _, expected), _), (bins_chart, (bins, *_), _) in zip(
        played(case), fans, bars, strict=True
    ):
        assert expected == pytest.approx(float(own.ev))
        assert shares == SHARES
        assert (levels[0].rounds, set(levels[0].levels)) == (0, {0})
        for each in (levels[1], levels[3], levels[-1]):
            after = own.after(each.rounds)
            assert each.levels == pytest.approx([float(after.quantile(share)) for share in SHARES])
        last = own.after(levels[-1].rounds)
        assert [each.rounds for each in levels] == sorted({each.rounds for each in levels})
        mentions(chart.alt, *(last.quantile(share) for share in (0.05, 0.5, 0.95)), last.mean)
        after = own.after(1_000)
        step, half = float(own.step), float(own.apart) / 2
        for each in bins:
            inside = (after.cells * step > each.low - half) & (after.cells * step < each.high - half)
            assert each.share == pytest.approx(after.share(inside), abs=1e-9)
            drawn = after.curve(each.high - half) - after.curve(each.low - half)
            assert each.normal == pytest.approx(drawn, abs=1e-9)
        assert sum(each.share for each in bins) > 0.98
        mentions(bins_chart.alt, after.gap, after.share(after.cells > 0), after.quantile(0.01))


@pytest.mark.parametrize(
    ("case", "most"), [("pan", 1_000), ("spadez", 1_000), ("turbo", 1_000), ("narrow", 100), ("tie", 10_000)]
)
def test_ruin_is_what_becomes_of_bankrolls(case: str, most: int):
    only, case = ("tie", "pan") if case == "tie" else ("", case)
    subject, part = subject_of(case), part_of(case, spread)
    for own, table in zip(played(case), part.tables(RUIN), strict=True):
        horizons = [int(number_in(head.removeprefix("within ")).replace(",", "")) for head in table.head[1:]]
        assert horizons == [100, 1_000, 10_000]
        stake = own.stake(subject.assumed)
        bankrolls = [Fraction(each, 100) for each in subject.assumed.bankrolls or ()]
        bankrolls = bankrolls or [times * stake for times in (50, 100, 200, 500)]
        for cells, bankroll in zip(table.rows, bankrolls, strict=True):
            same(cells[0], bankroll)
        mentions(table.caption, stake)
        mentions(table.note, -min(own.nets) * own.dollars(subject.assumed))
        if only in ("", own.name):
            horizons = [each for each in horizons if each <= most]
            units = [each / own.dollars(subject.assumed) for each in bankrolls]
            for cells, chances in zip(table.rows, ruined(own, units, horizons), strict=True):
                for cell, chance in zip(cells[1:], chances, strict=False):
                    same(cell, chance, (own.name, cells[0]))


@pytest.mark.parametrize("case", SPREAD)
def test_the_operator_wins_what_players_lose(case: str):
    part, assumed = part_of(case, operated), subject_of(case).assumed
    for own, cells in zip(played(case), part.table(HOUSE_WINS).rows, strict=True):
        after, dollars = own.after(OPERATOR), own.dollars(assumed)
        assert is_called(own, cells[0])
        same(cells[1], own.stake(assumed))
        same(cells[2], -own.ev * OPERATOR * dollars)
        for (low, high), least, most in zip(BANDS, cells[3::2], cells[4::2], strict=True):
            same(least, -after.quantile(high) * dollars, (own.name, high))
            same(most, -after.quantile(low) * dollars, (own.name, low))
    for own, cells in zip(played(case), part.table(THEO).rows, strict=True):
        dollars = own.dollars(assumed)
        assert is_called(own, cells[0])
        same(cells[1], own.stake(assumed))
        same(cells[2], -own.ev * dollars)
        same(cells[3], -own.ev * dollars * 45)
        same(cells[4], own.deviation * sqrt(45) * float(dollars))
    mentions(part.table(THEO).caption, 45)


# Other settings -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ["spadez", "turbo", "spadez 12"])
def test_other_settings_are_compared_as_they_are(case: str):
    subject, part = subject_of(case), part_of(case, comparisons)
    for place, comparison in enumerate(subject.comparisons):
        if len(comparison.options) == 1:
            check_compared(subject, comparison, part.part(place))
        else:
            check_crossed(subject, part.part(place))
    assert part.section.sections


def test_bets_that_favour_the_player_are_named():
    """The Tie Bet does, taxed or not; and the mark stands only where it does."""
    subject = subject_of("pan")
    found = [subject.variant({"commission_on_tie": text}) for text in ("no", "yes")]
    comparison = Comparison(("commission_on_tie",), tuple(each for each in found if each), ("tie",))
    part = printed(lambda: Section("", tuple(compared(subject, comparison))))
    table = check_compared(subject, comparison, part)
    assert [FAVOURS in row[1] for row in table.rows] == [True, True]
    (warned,) = [each for each in warnings(subject) if FAVOURS in each]
    tie = own_of("pan", "tie")
    assert "tie" in warned.lower()
    mentions(warned, -tie.edge)
    plain = subject_of("spadez")
    (table,) = part_of("spadez", comparisons).part(1).tables("by table")
    assert not any(FAVOURS in row[1] for row in table.rows)
    assert not any(FAVOURS in each for each in warnings(plain))


def set_so(subject: Subject, **texts: str) -> Analysis:
    """The game with some options set otherwise."""
    return analysed(games.build(subject.game.name, {**subject.texts, **texts}))


def check_compared(subject: Subject, comparison: Comparison, part: Printed) -> Table:
    """One option: every row is the game with that value, and the chart shows the same edges."""
    (option,) = comparison.options
    in_force = subject.game.options.text(option)
    values = [each.texts[option] for each in comparison.variants]
    tables = part.tables(f"by {option}")
    assert len(tables) == len(comparison.entries)
    drawn = part.charts("edges")
    assert len(drawn) == len(tables)
    for name, table, (chart, (bars, *_), _) in zip(comparison.entries, tables, drawn, strict=True):
        there = [text for text in values if name in set_so(subject, **{option: text}).entries]
        edges = []
        for text, cells, bar in zip(there, table.rows, bars, strict=True):
            own = Own(set_so(subject, **{option: text}), name)
            edges.append(own.edge)
            assert cells[0].split()[0] == text
            assert (cells[0] != text) == (text == in_force), cells[0]
            same(number_in(cells[1]), own.edge)
            assert (FAVOURS in cells[1]) == (own.ev > 0)
            same(cells[2], own.risk)
            same(cells[3], own.hit)
            same(cells[4], own.deviation / float(own.unit))
            assert Fraction(cells[5]) == own.edge
            assert bar.label.split()[0] == text
            assert bar.value == pytest.approx(float(own.edge), rel=1e-12)
            same(number_in(bar.words), own.edge)
            assert bar.marked == (text == in_force)
        mentions(chart.alt, min(edges), max(edges), len(edges))
    return tables[-1]


def check_crossed(subject: Subject, part: Printed) -> None:
    """Two options: every cell is the game set so, one is in force, and the lines go through the same edges."""
    one, other = ("cards", "table")
    table = part.table(f"by {one} and {other}")
    ((chart, (points, *_), _),) = part.charts("lines")
    across = [head.split()[-1] for head in table.head[1:]]
    assert across == list("ABCDE")
    edges: dict[tuple[str, str], Fraction] = {}
    marked = []
    for row in table.rows:
        for there, cell in zip(across, row[1:], strict=True):
            if cell:
                edges[row[0], there] = Own(set_so(subject, cards=row[0], table=there), "spadez").edge
                assert agrees(cell, edges[row[0], there])
                if number_in(cell) != cell:
                    marked.append({one: row[0], other: there})
    assert marked == [{option: subject.game.options.text(option) for option in (one, other)}]
    shown = {(str(point.x), point.series.split()[-1]): point.y for point in points}
    assert shown == pytest.approx({key: float(edge) for key, edge in edges.items()})
    assert len(points) == len(edges) == 21
    mentions(chart.alt, min(edges.values()), max(edges.values()))


# How it is best played ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Held:
    """A hand that a choice is asked with: how often it comes, its level, and what either option is worth."""

    share: Fraction
    level: int
    values: tuple[Fraction, Fraction]


KINDS = {
    "pan": [
        (12, 0, "Jc Qc Kc"),
        *((4, rank, " ".join(f"{'A23456'[rank - 1]}{suit}" for suit in "cdh")) for rank in range(1, 7)),
    ],
    "turbo": [(39, 0, "2c 3c 4c"), (4, 1, "2s 3s 4s"), (5, 2, "6s 7s 8s"), (4, 4, "Js Qs Ks")],
}
"""Cards that a game does not tell apart: how many there are, what one counts, and three of them."""


@cache
def hands_of(case: str) -> list[Held]:
    """Every hand of three, asked of `advise`."""
    game, kinds = subject_of(case).game, KINDS[case]
    (choice,) = game.choices.values()
    found = []
    for three in combinations_with_replacement(range(len(kinds)), 3):
        counts = {kind: three.count(kind) for kind in set(three)}
        ways = prod(comb(kinds[kind][0], count) for kind, count in counts.items())
        level = sum(kinds[kind][1] for kind in three)
        level = level % 10 if case == "pan" else level
        if case == "turbo" and level > 5:
            continue  # Rule 4: nobody is asked.
        cards = [card for kind, count in counts.items() for card in parse_cards(kinds[kind][2])[:count]]
        values = advise(game, {choice.sees[0]: tuple(cards)}, ())
        found.append(Held(Fraction(ways, comb(len(game.deck), 3)), level, (values[0], values[1])))
    return found


def takes(name: str, level: int) -> int:
    """The option that a named strategy takes in a level."""
    if name == "never-double":
        return 0
    way, number = name.rsplit("-", 1)
    return int(level <= int(number) if way == "draw-on" else level >= int(number))


def cost_of(case: str, name: str, level: int | None = None) -> Fraction:
    """What a named strategy gives up, in all or in one level."""
    hands = [each for each in hands_of(case) if level in (None, each.level)]
    lost = (each.share * (max(each.values) - each.values[takes(name, each.level)]) for each in hands)
    return sum(lost, Fraction(0))


@pytest.mark.parametrize("case", ["pan", "turbo"])
def test_hands_are_worth_what_is_advised(case: str):
    part = part_of(case, decided)
    table = part.table(WORTHS)
    guide = subject_of(case).folder.guide
    assert guide is not None
    ways = [way for _, way in guide.ways]
    levels = sorted({each.level for each in hands_of(case)})
    drawn = []
    for level, cells in zip(levels, table.rows, strict=True):
        hands = [each for each in hands_of(case) if each.level == level]
        share = sum(each.share for each in hands)
        values = [sum(each.share * each.values[place] for each in hands) / share for place in (0, 1)]
        second = sum(each.share for each in hands if each.values[1] > each.values[0])
        assert cells[0].split()[0] == str(level)
        same(cells[1], share)
        same(cells[2], values[0])
        same(cells[3], values[1])
        assert second in (0, share), "none of these games has a level that is mixed"
        assert cells[4].split()[0] == ways[bool(second)]
        drawn.append([float(value) for value in values])
    points = part.charts("lines")[0][1][0]
    for place, way in enumerate(ways):
        line = [point.y for point in points if point.series == way]
        assert line == pytest.approx([values[place] for values in drawn])
    first = own_of(case, subject_of(case).analysis.first)
    words = " ".join(each.text for each in part.blocks() if isinstance(each, Text))
    mentions(words, first.edge)
    assert str(first.edge) in words


@pytest.mark.parametrize("case", ["pan", "turbo"])
def test_short_strategies_cost_what_their_hands_give_up(case: str):
    subject, part = subject_of(case), part_of(case, decided)
    best = own_of(case, subject.analysis.first)
    table = part.table(STRATEGIES)
    costs = [cost_of(case, name) for name in subject.folder.strategies]
    names = [row[0] for row in table.rows]
    assert [cost_of(case, name) for name in names] == sorted(set(costs))[: len(names)]
    for name, words, costs_cell, edge, exactly in table.rows:
        cost = cost_of(case, name)
        assert words == subject.folder.strategies[name].words
        same(costs_cell, cost) if cost else "" if NUMBER.match(costs_cell) is None else same(costs_cell, 0)
        same(edge, best.edge + cost)
        assert Fraction(exactly) == cost
    missed = part.table(MISSED)
    for name, level_words, cell, cards, plays, better in missed.rows:
        level = int(level_words.split()[0])
        same(cell, cost_of(case, name, level) / cost_of(case, name))
        (choice,) = subject.game.choices.values()
        values = advise(subject.game, {choice.sees[0]: parse_cards(cards)}, ())
        options = {option.name.lower(): values[option] for option in options_of(choice)}
        for text, value in ((plays, options[plays.split()[0]]), (better, max(values.values()))):
            assert options[text.split()[0]] == value
            same(text.split()[1], value)
        assert plays.split()[0] == options_of(choice)[takes(name, level)].name.lower()
    assert {row[0] for row in missed.rows} == {name for name in names if cost_of(case, name)}


GUIDE = replace(pan_9.GUIDE, group=Feature(pan_9.GUIDE.by.rule, lambda group: f"kind {group}"), why="Because.")
LEVELS = [
    Level(0, 2, Fraction(1, 8), (Fraction(-1), Fraction(1, 3)), (Fraction(0), Fraction(1))),
    Level(1, 2, Fraction(1, 7), (Fraction(1, 9), Fraction(-1, 7)), (Fraction(1), Fraction(0))),
    Level(0, 3, Fraction(1, 6), (Fraction(2, 9), Fraction(2, 7)), (Fraction(1, 4), Fraction(5, 8))),
    Level(1, 3, Fraction(1, 5), (Fraction(1, 6), Fraction(1, 6)), (Fraction(0), Fraction(0))),
]
"""Of two kinds of hand: all one way, all the other, mixed, and where either way is as good."""


def test_levels_that_are_mixed_have_the_shares_of_both_ways():
    part = printed(lambda: Section("", tuple(deciding.worths(subject_of("pan"), GUIDE, LEVELS))))
    rows = part.table(WORTHS).rows
    for level, cells in zip(LEVELS, rows, strict=True):
        same(cells[1], level.share)
        same(cells[2], level.values[0])
        same(cells[3], level.values[1])
    assert [row[4] for row in rows[:2]] == ["draw", "stand"]
    draws, stands = (words.split(" ", 1) for words in rows[2][4].split(", "))
    assert (draws[0], stands[0]) == ("draw", "stand")
    same(draws[1], Fraction(5, 8))
    same(stands[1], Fraction(1, 4))
    assert rows[3][4] == "either"
    ((_, (cells, *_), _),) = part.charts("decision_map")
    shown = {(cell.y, cell.x): (cell.share, cell.words) for cell in cells}
    assert shown == {
        ("kind 0", "2"): (1.0, "100"),
        ("kind 1", "2"): (0.0, "0"),
        ("kind 0", "3"): (pytest.approx(5 / 7), "71"),
        ("kind 1", "3"): (None, "="),
    }


def test_mixed_levels_show_the_hands_for_either_way():
    hands = [("2c 3c 4d", Fraction(1, 3), Fraction(-1, 7)), ("Ac 3c 5d", Fraction(-1, 9), Fraction(2, 7))]
    examples = [
        Example({"player": parse_cards(cards)}, (("stand", stand), ("draw", draw))) for cards, stand, draw in hands
    ]
    mixed = Mixed(1, 9, (Fraction(1, 3), Fraction(3, 7)), examples[0], examples[1])
    lesson: Any = None  # Asked for no more than a guide with further features needs.
    part = printed(lambda: Section("", tuple(deciding.mixed_blocks(GUIDE, lesson, [mixed]))))
    for (cards, *values), cells in zip(hands, part.table(MIXED).rows, strict=True):
        same(cells[1], Fraction(1, 3))
        same(cells[2], Fraction(3, 7))
        assert cells[3] == cards
        for way, value, cell in zip(("stand", "draw"), values, cells[4:], strict=True):
            assert cell.strip("*").split()[0] == way
            same(cell.strip("*").split()[1], value)
            assert cell.startswith("**") == (value == max(values))


def test_a_strategy_costs_what_its_whole_tally_loses():
    subject = subject_of("turbo")
    best = own_of("turbo", "first_down")
    for row in part_of("turbo", decided).table(STRATEGIES).rows:
        strategy = subject.folder.strategies[row[0]]
        tally = solve(subject.game, strategy, first_stakes(subject.game), subject.game.main_wagers)
        under = Own(Analysis(subject.game, tally), "first_down")
        assert Fraction(row[4]) == best.ev - under.ev
        same(row[3], under.edge)


# The progressive ------------------------------------------------------------------------------------------------------


def test_meters_are_worth_their_chances():
    subject = subject_of("progressive")
    own = own_of("progressive", "blitz_bonus")
    part = printed(lambda: Section("", tuple(progressive.blocks("", subject.analysis, "blitz_bonus"))))
    won = {meter.number: Fraction(0) for meter in subject.game.meters}
    for place, line in enumerate(own.wagers[0].lines):
        for outcome, pay in line.pays.pays.items():
            if not isinstance(pay, Odds | Prize):
                won[pay.number] += own.chance(place, outcome)
    text = part.blocks()[0]
    assert isinstance(text, Text)
    mentions(text.text, own.unit, 1 + own.ev / own.unit)
    paid = Fraction(0)
    for meter, cells in zip(subject.game.meters, part.table(METERS).rows, strict=True):
        chance = won[meter.number]
        award = Fraction(ceil(Fraction(meter.amount_cents + meter.share_cents, 100)))
        paid += chance * award
        assert cells[0].startswith(f"{meter.number}, ")
        same(cells[1], Fraction(meter.amount_cents, 100))
        same(cells[2], Fraction(meter.share_cents, 100))
        same(cells[3], 1 / chance)
        assert agrees(cells[4], 100 * chance)
        same(cells[5], chance * award / own.unit)
        check_breaks_even(own, award, chance, meter.share_cents, cells[6])
    fed = Fraction(sum(meter.share_cents for meter in subject.game.meters), 100)
    seeds = sum((won[meter.number] * meter.seed_cents for meter in subject.game.meters), Fraction(0)) / 100
    fixed = own.ev + own.unit - paid
    for cells, value in zip(part.table(LONG_RUN).rows, (fixed, fed, seeds, fixed + fed + seeds), strict=True):
        same(cells[1], value / own.unit)
    check_meter_lines(own, part, won)
    kept = own.unit - fixed - fed - seeds
    mentions(long_run_words(subject), kept / own.unit, kept, kept * 45)


def check_breaks_even(own: Own, award: Fraction, chance: Fraction, share_cents: int, cell: str) -> None:
    """With what the cell says on the meter the bet is even or better, with a cent less it is not."""
    if cell == ANY_AMOUNT:
        assert own.ev - chance * award >= 0
        return
    shows = round(float(cell.replace("$", "").replace(",", "").replace("−", "-")) * 100)
    ev = [own.ev + chance * (ceil(Fraction(cents + share_cents, 100)) - award) for cents in (shows, shows - 1)]
    assert ev[0] >= 0 or shows == 0
    assert ev[1] < 0 or shows == 0


def check_meter_lines(own: Own, part: Printed, won: Mapping[int, Fraction]) -> None:
    """Every point of a line is what the bet returns with so much on the meter."""
    drawn = part.charts("lines")
    assert len(drawn) == len(set(won.values()))
    for _, (points, *_), more in drawn:
        number = int(points[0].series.split()[1].rstrip(","))
        (meter,) = [each for each in own.game.meters if each.number == number]
        award = Fraction(ceil(Fraction(meter.amount_cents + meter.share_cents, 100)))
        for point in points:
            paid = ceil(Fraction(round(point.x * 100) + meter.share_cents, 100))
            assert point.y == pytest.approx(float(1 + (own.ev + won[number] * (paid - award)) / own.unit))
        even = float(award - own.ev / won[number])
        assert list(more["marks"]) == pytest.approx([even] if even > 0 else [])


# What must stand on top -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("parts", "warned"), [(9, True), (11, False), (3, True), (30, False)])
def test_awards_rarer_than_one_in_a_hundred_million_are_warned_of(parts: int, warned: bool):
    """A billion deals, so many of them with six spades."""
    subject = Subject(games.folder("spadez"), {}, None, ASSUMED)
    choices, lines = tally_columns(subject.game)
    tally = Tally(choices, lines, {(6,): parts, (0,): 10**9 - parts})
    subject.__dict__["analysis"] = Analysis(subject.game, tally)
    found = [each for each in warnings(subject) if "once in" in each]
    assert len(found) == warned
    for sentence in found:
        assert "Spades 6" in sentence
        mentions(sentence.split("once in ")[1], Fraction(10**9, parts))
        assert Fraction(parts, 10**9) < RARE


def test_the_rarity_of_real_awards_is_right():
    own = own_of("spadez 12", "spadez")
    (sentence,) = [each for each in warnings(subject_of("spadez 12")) if "once in" in each]
    assert "Spades 12" in sentence
    mentions(sentence.split("once in ")[1], 1 / own.chance(0, 12))
    assert own.chance(0, 11) > RARE


# Checks and identity --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", QUICK)
def test_the_simulation_is_held_against_the_exact_figures(case: str):
    subject, part = subject_of(case), part_of(case, checked)
    rounds = subject.assumed.rounds
    for own, cells in zip(owns(case), part.table(SIMULATION).rows, strict=True):
        dealt = Own(subject.simulated, own.name)
        assert dealt.total == rounds
        assert is_called(own, cells[0])
        same(cells[1], own.edge)
        same(cells[2], dealt.edge)
        same(cells[3], float(dealt.ev - own.ev) / (own.deviation / sqrt(rounds)))
        test = chi_square(subject.simulated, subject.analysis, own.name)
        value, degrees = cells[4].split(" on ")
        same(value, test.value)
        assert int(degrees) == test.degrees
        same(cells[5], test.p)
        if own.name == "tie":
            expected = [rounds * own.chance(0, outcome) for outcome in (0, 1)]
            squares = [(rounds * dealt.chance(0, place) - each) ** 2 / each for place, each in enumerate(expected)]
            same(value, sum(squares))
            same(cells[5], erfc(sqrt(sum(squares) / 2)))
    words = " ".join(each.text for each in part.blocks() if isinstance(each, Text))
    mentions(words, rounds, subject.assumed.seed, own_of(case, subject.analysis.first).total)


@pytest.mark.parametrize("case", QUICK)
def test_checks_have_what_came_out(case: str):
    rows = part_of(case, checked).table(CHECKS).rows
    assert {row[2] for row in rows} == {"yes"}
    assert rows[0][1] == f"{own_of(case, subject_of(case).analysis.first).total:,}"
    for own in owns(case):
        named = [row for row in rows if is_called(own, row[0].split(":")[0])]
        assert Fraction(named[0][1]) == own.ev
        same(named[1][1], own.variance)


def more_rows(*arguments: Any) -> list[Any]:
    first, *rest = checking_rows(*arguments)
    return [replace(first, ev=first.ev + 1), *rest]


def less_variance(*arguments: Any) -> dict[Any, Fraction]:
    return {key: part / 2 for key, part in checking_parts(*arguments).items()}


checking_rows, checking_parts = checking.outcome_rows, checking.variance_parts
BROKEN: dict[str, tuple[str, Any, str]] = {
    "rows": ("outcome_rows", more_rows, "return table"),
    "variance": ("variance_parts", less_variance, "variance"),
    "deals": ("ways", lambda *arguments: 7, "deal"),
    "simulation": ("z_score", lambda *arguments: -4.1, "Simulation"),
}


@pytest.mark.parametrize("what", [*BROKEN, "mean", "nothing"])
def test_a_check_that_fails_says_so(what: str, monkeypatch: pytest.MonkeyPatch):
    subject = subject_of("spadez")
    words = ""
    if what == "mean":
        from pitboss.maths.sessions import Session

        monkeypatch.setattr(Session, "mean", 0.0)
        words = "mean"
    elif what != "nothing":
        name, wrong, words = BROKEN[what]
        monkeypatch.setattr(checking, name, wrong)
    failed = [row[0] for row in checking.checks_table(subject).rows if row[2] != "yes"]
    assert len(failed) == (what != "nothing")
    assert all(words in each for each in failed)
    assert [holds for _, _, holds in checking.checks(subject)].count(False) == len(failed)
    said = checking.failures(subject)
    assert len(said) == len(failed)
    assert all(each in sentence for each, sentence in zip(failed, said, strict=True))


def identity_of(subject: Subject) -> dict[str, str]:
    return {row[0]: row[1] for row in checking.identity_table(subject).rows}


def spadez_of(texts: Mapping[str, str], **assumed: Any) -> Subject:
    return Subject(games.folder("spadez"), texts, None, replace(Assumed(rounds=500), **assumed))


def test_hashes_tell_reports_apart():
    """Each is of what it says: it changes with that, and with nothing else."""
    first = identity_of(spadez_of({}))
    hashes = [name for name, value in first.items() if "sha256" in name]
    assert len(hashes) == 4
    assert all(re.fullmatch(r"[0-9a-f]{64}", first[name]) for name in hashes)
    assert len({first[name] for name in hashes}) == 4
    assert identity_of(spadez_of({})) == first
    pays, program, counted, dealt = hashes

    def changed(other: dict[str, str]) -> list[str]:
        return [name for name in hashes if other[name] != first[name]]

    assert changed(identity_of(spadez_of({"table": "B"}))) == [pays]
    assert changed(identity_of(spadez_of({}, seed=2))) == [dealt]
    assert changed(identity_of(spadez_of({"cards": "7"}))) == [pays, counted, dealt]
    assert changed(identity_of(subject_of("turbo"))) == [pays, program, counted, dealt]
    cells = sorted([str(cell[0]), str(weight)] for cell, weight in spadez_of({}).analysis.tally.cells.items())
    assert first[counted] == hashlib.sha256(json.dumps(cells).encode()).hexdigest()
    assert json.loads(first["options"]) == {"cards": 6, "table": "A"}
    assert first["game"] == "spadez 1"


# Data -----------------------------------------------------------------------------------------------------------------


@cache
def data_of(case: str) -> dict[str, Any]:
    return json.loads(figures.as_json(subject_of(case)))


def exactly(found: Mapping[str, Any], value: Fraction) -> None:
    """A number of JSON."""
    assert Fraction(found["exact"]) == value
    assert found["value"] == pytest.approx(float(value), rel=1e-12)


@pytest.mark.parametrize("case", QUICK)
def test_json_has_the_figures_of_every_wager(case: str):
    document = data_of(case)
    for own in owns(case):
        entry = document["wagers"][own.name]
        exactly(entry["house_edge"], -own.ev)
        exactly(entry["ev"], own.ev)
        exactly(entry["element_of_risk"], own.risk)
        exactly(entry["hit_frequency"], own.hit)
        exactly(entry["variance"], own.variance)
        exactly(entry["average_stake"], own.staked)
        exactly(entry["return"], 1 + own.ev)
        assert entry["standard_deviation"] == pytest.approx(own.deviation)
        assert entry["volatility_index"]["value"] == pytest.approx(1.645 * own.deviation)
        for outcome, row in zip(outcomes_of(own, 0), entry["outcomes"], strict=True):
            check_row(own, outcome, row)
            exactly(row["variance_share"], own.share(0, outcome))
    assert document["assumed"]["rounds_per_hour"] == 45
    for own in played(case):
        exactly(document["assumed"]["theo_per_hour"][own.name], -own.ev * 25 * 45)
        assert document["assumed"]["stakes"][own.name] == "25.00"


def check_row(own: Own, outcome: int, row: Mapping[str, Any]) -> None:
    pays = own.wagers[0].lines[0].pays
    assert row["outcome"] == pays.outcomes(outcome).name
    assert pay_is(row["pays"], pays.pays[outcome])
    assert Fraction(int(row["weight"]), own.total) == own.chance(0, outcome)
    exactly(row["probability"], own.chance(0, outcome))
    exactly(row["ev"], own.part(0, outcome))


@pytest.mark.parametrize("case", QUICK)
def test_json_has_the_sessions(case: str):
    subject = subject_of(case)
    for own in played(case):
        found = data_of(case)["sessions"][own.name]
        for row in found["after"]:
            after = own.after(row["rounds"])
            ahead, even, behind, *_ = results_of(after)
            assert [row["ahead"], row["even"], row["behind"]] == pytest.approx([ahead, even, behind], abs=1e-8)
            for share in SHARES:
                exactly(row["quantiles"][str(share)], after.quantile(share))
            exactly(row["mean"], after.mean)
            assert row["standard_deviation"] == pytest.approx(after.deviation)
            assert row["normal_off_by"] == (pytest.approx(after.gap, abs=1e-8) if after.rounds > 1 else None)
        assert [row["rounds"] for row in found["after"]] == [1, 100, 1_000, 10_000]
        thousand = own.after(OPERATOR)
        bands = found["house_win_per_1000_rounds"]
        for (low, high), name in zip(BANDS, ("95%", "99%"), strict=True):
            exactly(bands[name][0], -thousand.quantile(high) * 25)
            exactly(bands[name][1], -thousand.quantile(low) * 25)
        units = [Fraction(row["bankroll"]) / 25 for row in found["ruin"]]
        assert units == ([30, 60] if subject.assumed.bankrolls else [50, 100, 200, 500])
        for row, (chance,) in zip(found["ruin"], ruined(own, units, [100]), strict=True):
            assert row["within"]["100"] == pytest.approx(chance, abs=1e-8)
        ruin_table = part_of(case, spread).tables(RUIN)[[each.name for each in played(case)].index(own.name)]
        for row, cells in zip(found["ruin"], ruin_table.rows, strict=True):
            for chance, cell in zip(row["within"].values(), cells[1:], strict=True):
                assert agrees(cell, chance)


@pytest.mark.parametrize("case", QUICK)
def test_json_has_play_settings_and_simulation(case: str):
    subject, document = subject_of(case), data_of(case)
    assert [each for each in document["warnings"] if FAVOURS in each] == [
        each for each in warnings(subject) if FAVOURS in each
    ]
    if subject.game.choices:
        for each in document["play"]["short"]:
            exactly(each["cost"], cost_of(case, each["name"]))
        exactly(document["play"]["best"]["cost"], Fraction(0))
    for each in document["settings"]:
        analysis = set_so(subject, **each["options"])
        assert each["in_force"] == all(
            subject.game.options.text(name) == text for name, text in each["options"].items()
        )
        for name, edge in each["house_edge"].items():
            exactly(edge, -Own(analysis, name).ev)
    for each in document["tables"]:
        own = Own(set_so(subject, **dict(part.split("=") for part in each["options"].split())), each["wager"])
        exactly(each["house_edge"], -own.ev)
        for outcome, row in zip(outcomes_of(own, 0), each["outcomes"], strict=True):
            check_row(own, outcome, row)
    for own in owns(case):
        found, dealt = document["simulation"]["wagers"][own.name], Own(subject.simulated, own.name)
        rounds = subject.assumed.rounds
        assert found["house_edge"]["value"] == pytest.approx(-float(dealt.ev))
        assert found["house_edge"]["standard_error"] == pytest.approx(dealt.deviation / sqrt(rounds))
        assert found["z"] == pytest.approx(float(dealt.ev - own.ev) / (own.deviation / sqrt(rounds)))
        test = chi_square(subject.simulated, subject.analysis, own.name)
        assert found["chi_square"] == {"value": test.value, "degrees": test.degrees, "p": test.p}
    rows = part_of(case, checked).table(CHECKS).rows
    assert [(each["check"], each["value"]) for each in document["checks"]] == [row[:2] for row in rows]
    assert all(each["holds"] is True for each in document["checks"])
    assert document["identity"] == identity_of(subject)


@pytest.mark.parametrize("case", [*QUICK, "fixed", "progressive"])
def test_csv_has_every_outcome(case: str):
    subject = subject_of(case)
    rows = list(csv.DictReader(io.StringIO(figures.as_csv(subject))))
    in_force = rows[0]["options"]
    for wager in subject.game.wagers:
        own = own_of(case, wager.name)
        found = [row for row in rows if row["options"] == in_force and row["wager"] == wager.name]
        expected = [(place, outcome) for place in range(len(wager.lines)) for outcome in outcomes_of(own, place)]
        for (place, outcome), row in zip(expected, found, strict=True):
            chance, pays = own.chance(place, outcome), wager.lines[place].pays
            assert (row["line"], row["outcome"]) == (str(place), pays.outcomes(outcome).name)
            assert pay_is(row["pays"].replace("-", "−"), pays.pays[outcome])
            assert row["pay_table"].startswith(subject.game.options.grids[pays.grid].origin_of(pays.column))
            assert Fraction(int(row["combinations"]), int(row["of"])) == chance == Fraction(row["probability_exact"])
            assert Fraction(row["return_exact"]) == own.part(place, outcome)
            for column, value in (
                ("probability", chance),
                ("one_in", 1 / chance),
                ("return", own.part(place, outcome)),
                ("variance_share", own.share(place, outcome)),
            ):
                assert float(row[column]) == pytest.approx(float(value), rel=1e-12)
    assert len({row["options"] for row in rows}) == 1 + len({each.label for each in subject.other_tables})


# Print: no heading alone at the foot of a page ------------------------------------------------------------------------

FOOTER = 48  # Points from the lower edge, below which nothing but the footer stands.


def numbered(document: Document) -> list[str]:
    """Every heading as it is printed: `3.2 What every hand is worth`."""
    found = []
    waiting = [(str(place), section) for place, section in enumerate(document.sections, 1)]
    while waiting:
        number, section = waiting.pop(0)
        found.append(f"{number} {section.title}")
        waiting = [*((f"{number}.{place}", each) for place, each in enumerate(section.sections, 1)), *waiting]
    return found


def lines_of(page: Any) -> list[str]:
    """The lines of a page from top to bottom, the footer left out."""
    text = page.get_textpage()
    rows: dict[int, list[tuple[float, str]]] = {}
    for place in range(text.count_chars()):
        letter = text.get_text_range(place, 1)
        left, bottom, _, top = text.get_charbox(place, loose=True)
        if letter.strip() and bottom > FOOTER:
            rows.setdefault(round((bottom + top) / 2), []).append((left, letter))
    joined: list[list[tuple[float, str]]] = []
    last = None
    for middle in sorted(rows, reverse=True):
        if last is not None and last - middle <= 2:
            joined[-1] += rows[middle]
        else:
            joined.append(list(rows[middle]))
        last = middle
    return ["".join(letter for _, letter in sorted(row, key=lambda each: each[0])) for row in joined]


def bare(text: str) -> str:
    """A text without the spaces, which a print may place as it likes."""
    return re.sub(r"[\s​]+", "", text)


def at_the_foot(pages: list[list[str]], titles: list[str]) -> list[str]:
    """Headings that end a page, alone or broken over two lines."""
    known = {bare(title): title for title in titles}
    found = []
    for lines in pages[:-1]:
        endings = [bare("".join(lines[-count:])) for count in (1, 2, 3)]
        found += [known[ending] for ending in endings if ending in known]
    return found


def pages_of(body: bytes) -> list[list[str]]:
    document = pypdfium2.PdfDocument(body)
    found = [lines_of(page) for page in document]
    document.close()
    return found


def test_a_heading_at_the_foot_is_seen():
    document = Document("T", "S", (), (Section("One", (), (Section("Two words", (), (Section("Deep"),)),)),))
    titles = numbered(document)
    assert titles == ["1 One", "1.1 Two words", "1.1.1 Deep"]
    last = ["1 One", "end"]
    assert at_the_foot([["1 One", "text"], last], titles) == []
    assert at_the_foot([["text", "1 One"], last], titles) == ["1 One"]
    assert at_the_foot([["text", "1.1 Two words"], last], titles) == ["1.1 Two words"]
    assert at_the_foot([["text", "1.1 Two", "words"], last], titles) == ["1.1 Two words"]
    assert at_the_foot([["text", "1.1.1 Deep"], last], titles) == ["1.1.1 Deep"]
    assert at_the_foot([["Deep"], last], titles) == []


def many_headings() -> Document:
    """Headings at every height of a page, before all that may follow one."""
    table = Table("A table", ("one", "two"), tuple((str(row), "2") for row in range(6)))
    blocks: tuple[Block, ...] = (Text("Words. " * 30), table, Items(("first", "second")))
    sections = []
    for number in range(40):
        deep = Section(f"Deep {number}", (blocks[number % 3],))
        part = Section(f"Part {number}", (Text("Words. " * 20),) if number % 2 else (), (deep,))
        sections.append(Section(f"Section {number}", (Text("More words. " * (number % 7)),), (part,)))
    return Document("Headings", "many", (), tuple(sections))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_headings_stay_with_what_they_head(paper: str, monkeypatch: pytest.MonkeyPatch):
    """And would not, were they not told to: the check sees every level of them."""
    document = many_headings()
    titles = numbered(document)
    pages = pages_of(pdf.print_out(document, paper))
    seen = {bare(line) for lines in pages for line in lines}
    assert all(bare(title) in seen for title in titles)
    assert at_the_foot(pages, titles) == []
    monkeypatch.setattr(pdf, "PREAMBLE", pdf.PREAMBLE.replace("sticky: true", "sticky: false"))
    loose = at_the_foot(pages_of(pdf.print_out(document, paper)), titles)
    assert loose


@pytest.mark.parametrize("name", [pytest.param("super-pan-9", marks=pytest.mark.compiled), "spadez"])
def test_no_heading_of_a_report_is_left_at_the_foot(name: str):
    subject = Subject(games.folder(name), {}, None, Assumed(rounds=500))
    subject.__dict__["simulated"] = subject.analysis  # The rows are as many, and nothing has to be compiled.
    document = par_sheet(subject)
    titles = numbered(document)
    for paper in ("a4", "letter"):
        pages = pages_of(pdf.print_out(document, paper))
        seen = {bare(line) for lines in pages for line in lines}
        assert sum(bare(title) in seen for title in titles) > 0.9 * len(titles)
        assert at_the_foot(pages, titles) == []
