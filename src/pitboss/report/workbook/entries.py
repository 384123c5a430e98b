"""The contents of the workbook's sheets: the entries of a game under one setting, and how each can end."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

from pitboss.core.game import Equal, Fixed, Wager
from pitboss.core.meters import MeterState
from pitboss.core.pays import Meter
from pitboss.maths.tally.analysis import DOLLARS, Analysis
from pitboss.maths.tally.tally import NOT_PLACED
from pitboss.report.format import capitalized, entry_title
from pitboss.report.net_results import Ending, NetResults
from pitboss.report.subject import VOLATILITY


@dataclass(frozen=True)
class PricedGame:
    """A game under one setting of its pay tables, and the entries of it that get a sheet."""

    label: str
    analysis: Analysis
    entries: tuple[str, ...]


@dataclass(frozen=True)
class Entry(NetResults):
    """One or several wagers of a priced game that are reported as one, with the sheet they get."""

    label: str
    """The setting of the game."""
    sheet: str

    @property
    def per(self) -> str:
        """The unit of the figures."""
        return DOLLARS if self.in_dollars else f"unit of {self.game.label(self.analysis.per(self.name))}"

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
            "Element of risk": each.element_of_risk,
            "RTP": 1 - each.element_of_risk,
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
        """An outcome of a line in words, as it heads a row."""
        return "Not placed" if outcome == NOT_PLACED else capitalized(self.line_words(place, outcome))

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
                more = f"{raised.times} × {self.game.label(raised.of)} more" if raised.times > 0 else "taken back"
                words.append(f"{more} with {choice}={self.option_words(choice, option).lower()}")
        return "; ".join(words) or "one unit"
