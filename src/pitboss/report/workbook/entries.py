"""The contents of the workbook's sheets: the entries of a game under one setting, and how each can end."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

from pitboss.core.game import Cards, Equal, Fixed, Game, Raise, Wager
from pitboss.core.meters import MeterState
from pitboss.core.pays import Meter, Pay
from pitboss.core.stakes import stakes_after
from pitboss.maths.tally.analysis import DOLLARS, Analysis
from pitboss.maths.tally.tally import NOT_PLACED, Figures, added_up, line_net
from pitboss.report.format import capitalized, entry_title
from pitboss.report.subject import VOLATILITY


@dataclass(frozen=True)
class PricedGame:
    """A game under one setting of its pay tables, and the entries of it that get a sheet."""

    label: str
    analysis: Analysis
    entries: tuple[str, ...]


@dataclass(frozen=True)
class Ending:
    """One way a round ends for an entry: choices, outcome of every line, weight, stakes, and net of every line."""

    chosen: tuple[int, ...]
    outcomes: tuple[int, ...]
    weight: int
    stakes: Mapping[str, Fraction]
    nets: tuple[Fraction, ...]

    @property
    def net(self) -> Fraction:
        """The net result of all lines together."""
        return sum(self.nets, Fraction(0))


@dataclass(frozen=True)
class Entry:
    """One or several wagers of a priced game that are reported as one, and every way they can end."""

    priced: PricedGame
    name: str
    sheet: str

    @property
    def analysis(self) -> Analysis:
        return self.priced.analysis

    @property
    def game(self) -> Game:
        return self.analysis.game

    @property
    def figures(self) -> Figures:
        return self.analysis.figures[self.name]

    @property
    def per(self) -> str:
        """The unit of the figures."""
        return DOLLARS if self.in_dollars else f"unit of {self.game.label(self.analysis.per(self.name))}"

    @property
    def in_dollars(self) -> bool:
        """Whether the unit is a dollar, and not a bet."""
        return self.analysis.per(self.name) == DOLLARS

    @cached_property
    def wagers(self) -> tuple[Wager, ...]:
        return tuple(wager for wager in self.game.wagers if wager.name in self.analysis.entries[self.name])

    @cached_property
    def lines(self) -> tuple[tuple[Wager, int], ...]:
        """Every line of the wagers, by wager and number."""
        return tuple((wager, line) for wager in self.wagers for line in range(len(wager.lines)))

    @cached_property
    def raises(self) -> dict[tuple[str, int], Raise]:
        """The raises that choices make, by choice and option."""
        names = {wager.name for wager in self.wagers}
        return {
            (name, int(option)): raised
            for name in self.analysis.tally.choices
            for option, raised in self.game.choices[name].raises.items()
            if raised.wager in names
        }

    @cached_property
    def choices(self) -> tuple[str, ...]:
        """The choices that change a stake. Others change no win, and their options are counted together."""
        return tuple(dict.fromkeys(choice for choice, _ in self.raises))

    @cached_property
    def endings(self) -> tuple[Ending, ...]:
        """Every way the entry can end, the best first."""
        tally, first_line = self.analysis.tally, len(self.analysis.tally.choices)
        kept = [tally.choices.index(name) for name in self.choices]
        sums = added_up(
            ((tuple(cell[place] for place in kept), cell[first_line:]), weight)
            for cell, weight in tally.onto(self.analysis.entries[self.name]).items()
        )
        return tuple(self._ending(*key, weight) for key, weight in sorted(sums.items(), reverse=True) if weight)

    def _ending(self, chosen: tuple[int, ...], outcomes: tuple[int, ...], weight: int) -> Ending:
        stakes = stakes_after(self.game, self.analysis.stakes, dict(zip(self.choices, chosen, strict=True)))
        nets = tuple(
            line_net(self.game, wager, line, outcome, stakes[wager.name])
            for (wager, line), outcome in zip(self.lines, outcomes, strict=True)
        )
        return Ending(chosen, outcomes, weight, stakes, nets)

    @cached_property
    def is_one_table(self) -> bool:
        """Whether the outcome of a single line decides everything, so that one table shows outcomes and results."""
        return (
            len(self.lines) == 1 and not self.choices and all(each.outcomes != (NOT_PLACED,) for each in self.endings)
        )

    def outcomes(self, place: int) -> list[int]:
        """The outcomes of a line that can occur, the best first; `NOT_PLACED` is last, where it can occur."""
        wager, line = self.lines[place]
        seen = {each.outcomes[place] for each in self.endings}
        return [outcome for outcome in (*wager.lines[line].pays.pays, NOT_PLACED) if outcome in seen]

    def pay(self, place: int, outcome: int) -> Pay | None:
        """The pay of an outcome of a line; None where the line is not placed."""
        wager, line = self.lines[place]
        return wager.lines[line].pays.pays.get(outcome)

    @cached_property
    def meters(self) -> list[MeterState]:
        """The progressive meters that the entry can win."""
        pays = [self.pay(place, outcome) for place in range(len(self.lines)) for outcome in self.outcomes(place)]
        return [meter for meter in self.game.meters if Meter(meter.number) in pays]

    def exact(self) -> dict[str, Fraction | float]:
        """The figures as shipped, by their names on the sheet."""
        each, deviation = self.figures, sqrt(self.figures.variance)
        return {
            "House edge": self.analysis.edge(self.name),
            "Expected value": each.ev,
            "Return": 1 + (each.ev / each.average_stake if self.in_dollars else each.ev),
            "Element of risk": each.element_of_risk,
            "Hit frequency": each.hit_frequency,
            "Variance": each.variance,
            "Standard deviation": deviation,
            "Volatility index, 90 %": float(VOLATILITY) * deviation,
            "Average stake": each.average_stake,
        }

    def parts(self, place: int, ended: Iterable[Ending]) -> tuple[Fraction, Fraction]:
        """The part of a line in the expected value, and its share of the variance, over some endings.

        A single line has the squared distance from the mean. Several lines vary together, so each has its covariance
        with their sum, as in `maths.tally.tally.variance_parts`.
        """
        ev, squares, alone = Fraction(0), Fraction(0), len(self.lines) == 1
        for each in ended:
            off = each.net - self.figures.ev
            ev += each.weight * each.nets[place]
            squares += each.weight * off * (off if alone else each.nets[place])
        total = self.analysis.tally.total
        return ev / total, squares / total / (self.figures.variance or 1)

    def table_title(self, place: int) -> str:
        """The title of the pay table of a line."""
        wager, line = self.lines[place]
        grid = self.game.options.grids.get(wager.lines[line].pays.grid)
        return grid.title if grid else entry_title(self.game, wager.name)

    def line_title(self, place: int) -> str:
        """The title of a line: that of its pay table, or a number where several lines share the table."""
        titles = [self.table_title(each) for each in range(len(self.lines))]
        return titles[place] if titles.count(titles[place]) == 1 else f"Line {place + 1}"

    def outcome_words(self, place: int, outcome: int) -> str:
        """An outcome of a line in words."""
        wager, line = self.lines[place]
        if outcome == NOT_PLACED:
            return "Not placed"
        return capitalized(wager.outcome_words(wager.lines[line].pays.outcomes(outcome).name, line))

    def option_words(self, choice: str, option: int) -> str:
        """An option of a choice in words."""
        options = self.game.choices[choice].options
        names = {} if isinstance(options, Cards) else {int(each): each.name for each in options}
        return names[option].replace("_", " ").capitalize() if option in names else "Not asked"

    def staked_words(self, wager: Wager) -> str:
        """The way the stake of a wager is determined, in words."""
        stake = wager.stake
        words = []
        if isinstance(stake, Equal):
            words.append(f"equal to {self.game.label(stake.to)}")
        if isinstance(stake, Fixed):
            words.append("a fixed price" + (", which the house keeps" if stake.kept else ""))
        for (choice, option), raised in self.raises.items():
            if raised.wager == wager.name:
                more = f"{raised.times} × {self.game.label(raised.of)}"
                words.append(f"{more} more with {choice}={self.option_words(choice, option).lower()}")
        return "; ".join(words) or "one unit"
