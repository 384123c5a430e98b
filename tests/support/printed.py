"""Reads the figures of a report back from its page, and works them out another way.

What is trusted is the tally of a game, and `advise` of a hand: their own tests hold them against brute force. All that
a report makes of them (nets, moments, sessions, ruin, bands, costs, shares) is made again below, in other words.
"""

import random
import re
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations_with_replacement
from math import ceil, comb, erf, floor, gcd, lcm, prod, sqrt
from typing import Any
from unittest import mock

import numpy as np

from pitboss import games
from pitboss.core.cards import parse_cards
from pitboss.core.game import Cards, Choose, Chosen, Fixed, Game, Wager
from pitboss.core.pays import Odds, Pay, Prize
from pitboss.maths.exact.advise import advise
from pitboss.maths.exact.solver import analysed
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import Tally, tally_columns
from pitboss.report.document import Block, Chart, Document, Section, Table
from pitboss.report.render import charts
from pitboss.report.subject import Assumed, Subject

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
NOTHING = "nothing"  # What the best strategy costs.
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


# What is reported on --------------------------------------------------------------------------------------------------

ASSUMED = Assumed(stake_cents=2500, pace=45, bankrolls=(75_000, 150_000), rounds=FEW)


def options_of(choice: Choose) -> list[IntEnum]:
    """What may be chosen, where it is no card."""
    assert not isinstance(choice.options, Cards)
    return list(choice.options)


def made_up(name: str, texts: Mapping[str, str], seed: int, lowest: int = 99, lost: int = 0) -> Subject:
    """A game with a tally that nobody dealt: every kind of wager and pay without the time to solve it.

    Of every line no more than so many of the lowest outcomes come, and in so many deals more everything is lost.
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
    worst = [list(subject.game.wager[wager].lines[place].pays.pays)[-1] for wager, place in lines]
    cells[*(1 for _ in choices), *worst] = lost + 1
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
    lost = {"progressive": 10**10, "generous": 0}[case]
    return made_up("three-card-blitz", {"blitz_bonus": "progressive"}, 4, lost=lost)


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


# What several tests ask ----------------------------------------------------------------------------------------------


def outcomes_of(own: Own, place: int) -> list[int]:
    """What a line of a wager ends with, the best first."""
    return [each for each in own.wagers[0].lines[place].pays.pays if own.chance(place, each)]


def pay_is(cell: str, pay: Pay) -> bool:
    """Whether a cell says this pay."""
    if isinstance(pay, Odds):
        return pays_of(cell) == pay.net
    if isinstance(pay, Prize):
        said = ("−" if pay.cents < 0 else "") + f"${abs(pay.cents) / 100:.2f}".removesuffix(".00")
        return cell.replace(",", "") == said
    return cell == f"meter {pay.number}"


def results_of(after: Totals) -> list[float | Fraction]:
    """Ahead, even, behind, three quantiles, mean, deviation."""
    chances = [after.share(holds) for holds in (after.cells > 0, after.cells == 0, after.cells < 0)]
    return [*chances, *(after.quantile(share) for share in (0.05, 0.5, 0.95)), after.mean, after.deviation]


def set_so(subject: Subject, **texts: str) -> Analysis:
    """The game with some options set otherwise."""
    return analysed(games.build(subject.game.name, {**subject.texts, **texts}))


def cost_of(case: str, name: str, level: int | None = None) -> Fraction:
    """What a named strategy gives up, in all or in one level."""
    hands = [each for each in hands_of(case) if level in (None, each.level)]
    lost = (each.share * (max(each.values) - each.values[takes(name, each.level)]) for each in hands)
    return sum(lost, Fraction(0))


def pays_of(cell: str) -> Fraction | str:
    """What a cell of pays says."""
    odds = re.fullmatch(r"(−?\d+) to (\d+)", cell.replace(",", ""))
    return Fraction(int(odds[1].replace("−", "-")), int(odds[2])) if odds else PAYS.get(cell, cell)


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
