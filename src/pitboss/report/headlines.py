"""The headline figures of a report: every bet, the parts of a bet under their whole, and bets that must be made."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from pitboss.core.errors import all_of
from pitboss.core.game import Game
from pitboss.core.meters import DOLLAR
from pitboss.core.stakes import most_owed, pays_meters
from pitboss.maths.tally.analysis import DOLLARS, Analysis
from pitboss.maths.tally.figures import exact_figures
from pitboss.maths.tally.tally import Figures, award_dollars, endings, figures, first_stakes, line_net
from pitboss.report.format import entry_title, percent
from pitboss.report.subject import Subject

PART = "– "
"""Stands before the title of a row that is a part, or another reading, of the row above it."""
OF_WHICH = f"{PART}of which "
PARTS_NOTE = (
    "A row marked – is a part of the row above it. Parts are not sold apart: their edges, all of the same first stake, "
    "add up to the edge of the whole."
)
READINGS_NOTE = "A row marked – is another reading of the row above it."
MEANINGS = (
    "**Edge of the first stake**: the share of the bet made before the deal that the house keeps on average, also "
    "called the house edge. **Element of risk**: the share of all money staked, raises included, that the house keeps. "
    "**RTP**: the share of all money staked that is returned, 1 less the element of risk. **Hit frequency**: the share "
    "of rounds in which the bet wins more than it loses. **Standard deviation**: of one round, in first stakes. These "
    "figures are exact and rounded for print only; the section of each wager has the fractions."
)


@dataclass(frozen=True)
class Headline:
    """One row of the headline table; shares are of the first stake, or of all money staked."""

    title: str
    edge: Fraction
    element_of_risk: Fraction
    hit_frequency: Fraction | None = None
    deviation: float | None = None

    @property
    def is_part(self) -> bool:
        """Whether the row is a part, or another reading, of the row above it."""
        return self.title.startswith(PART)


def headlines(subject: Subject) -> list[Headline]:
    """Every row: each separate bet with its parts under it, then the mandatory bets together."""
    analysis = subject.analysis
    rows: list[Headline] = []
    for name in subject.separate_bets:
        rows += bet_headlines(analysis, name)
        if len(analysis.entries[name]) > 1:
            rows += [entry_headline(analysis, part, OF_WHICH) for part in analysis.entries[name]]
    together = mandatory(subject)
    return [*rows, together.headline()] if together else rows


def marks_note(rows: list[Headline]) -> str:
    """Sentences on the rows that are marked: parts of a whole, and other readings of a bet."""
    marked = [each.title.startswith(OF_WHICH) for each in rows if each.is_part]
    return " ".join([*([PARTS_NOTE] if any(marked) else []), *([READINGS_NOTE] if not all(marked) else [])])


def entry_headline(analysis: Analysis, name: str, before: str = "", after: str = "") -> Headline:
    """The headline figures of an entry."""
    each = analysis.figures[name]
    return Headline(
        f"{before}{entry_title(analysis.game, name)}{after}",
        analysis.edge(name),
        each.element_of_risk,
        each.hit_frequency,
        sqrt(each.variance) / float(analysis.unit(name)),
    )


def bet_headlines(analysis: Analysis, name: str) -> Iterator[Headline]:
    """The rows of one bet: a progressive's long run first, and what is held where more than the stake can be owed."""
    wager, own = analysis.game.wager.get(name), entry_headline(analysis, name)
    if wager and pays_meters(wager):
        edge = long_run_edge(analysis, name) / analysis.stakes[name]
        yield Headline(f"{own.title}, in the long run", edge, edge, own.hit_frequency)
        yield entry_headline(analysis, name, PART, f", {meters_words(analysis.game)}")
        return
    yield own
    if wager and (held := held_of(analysis, name)):
        share = held.share
        yield Headline(f"{PART}of the money that {own.title} collects", share, share)


def meters_words(game: Game) -> str:
    """What the meters show."""
    seeded = all(meter.amount_cents == meter.seed_cents for meter in game.meters)
    return "meters at their seeds" if seeded else "meters as set"


@dataclass(frozen=True)
class Held:
    """The money that a bet takes in and pays out on average, in dollars per round."""

    collected: Fraction
    paid: Fraction

    @property
    def share(self) -> Fraction:
        """The share of the money collected that the house holds."""
        return 1 - self.paid / self.collected

    def words(self, title: str) -> str:
        """A sentence on it."""
        return (
            f"Of every dollar that {title} collects the house holds {percent(self.share)}: per round it collects "
            f"${float(self.collected):.6f} and pays ${float(self.paid):.6f} on average. The stake placed comes "
            "back unless the table takes it, and more than the stake can be owed, so this share tells more than the "
            "edge of the stake placed."
        )


def held_of(analysis: Analysis, name: str) -> Held | None:
    """What a fixed-price bet holds of the money it collects; None unless it can come to owe more than its stake."""
    game, stake = analysis.game, analysis.stakes[name]
    if analysis.per(name) != DOLLARS or not most_owed(game, {name: int(stake * DOLLAR)}):
        return None
    collected = paid = Fraction(0)
    for staked, outcomes, weight in endings(game, analysis.tally, (name,), analysis.stakes):
        for place, outcome in enumerate(outcomes):
            net = weight * line_net(game, game.wager[name], place, outcome, staked[name])
            collected, paid = collected - min(net, 0), paid + max(net, 0)
    return Held(collected / analysis.tally.total, paid / analysis.tally.total) if collected else None


@dataclass(frozen=True)
class Together:
    """Several bets of a round as one: their first stakes in dollars, and their figures in dollars."""

    title: str
    stakes: Mapping[str, Fraction]
    figures: Figures

    @property
    def staked(self) -> Fraction:
        return sum(self.stakes.values(), Fraction(0))

    def headline(self) -> Headline:
        """The figures as shares of the first stakes."""
        each = self.figures
        deviation = sqrt(each.variance) / float(self.staked)
        return Headline(self.title, each.house_edge / self.staked, each.element_of_risk, each.hit_frequency, deviation)


def bets_together(subject: Subject, names: tuple[str, ...], title: str) -> Together:
    """Some wagers as one bet, at the assumed stake each, or at their fixed prices."""
    analysis = subject.analysis
    cents = {name: int(subject.stake(name) * DOLLAR) for name in names}
    stakes = first_stakes(analysis.game, cents)
    found = figures(analysis.game, analysis.tally, tuple(each for each in analysis.game.wager if each in names), stakes)
    return Together(title, {name: stakes[name] for name in names}, found)


def mandatory(subject: Subject) -> Together | None:
    """All bets that every player must make, as one; None where the main bet is the only one."""
    game, main = subject.game, subject.game.main_wagers
    required = [wager.name for wager in game.wagers if wager.required and not wager.unless]
    if set(required) <= set(main):
        return None
    names = tuple(name for name in game.wager if name in required or name in main)
    labels = all_of(game.label(name) for name in names)
    return bets_together(subject, names, f"All mandatory bets together: {labels}")


LONG_RUN_PARTS = ("Fixed awards", "Shares added to the meters", "Seeds paid by the house")


def long_run(analysis: Analysis, name: str) -> dict[str, Fraction]:
    """The parts of what a progressive returns over many awards, in dollars per round."""
    meters, zero = exact_figures(analysis, name).meters, Fraction(0)
    awards = sum((each.probability * award_dollars(each.meter) for each in meters), zero)
    parts = (
        analysis.figures[name].ev + analysis.stakes[name] - awards,
        sum((Fraction(each.meter.share_cents, DOLLAR) for each in meters), zero),
        sum((each.probability * Fraction(each.meter.seed_cents, DOLLAR) for each in meters), zero),
    )
    return dict(zip(LONG_RUN_PARTS, parts, strict=True))


def long_run_edge(analysis: Analysis, name: str) -> Fraction:
    """The house's long-run hold on a progressive over many awards, in dollars per round."""
    return analysis.stakes[name] - sum(long_run(analysis, name).values(), Fraction(0))
