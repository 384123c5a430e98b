"""The checks that every report makes of its own figures."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss.maths.sessions.sessions import Sessions
from pitboss.maths.simulate.agreement import z_score
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.figures import Estimate
from pitboss.maths.tally.tally import outcome_rows, variance_parts
from pitboss.report.deals import ways_to_deal
from pitboss.report.format import decimal, entry_title, scientific
from pitboss.report.net_results import NetResults

TOLERANCE = 1e-9  # Standard deviations; a smaller difference is floating-point rounding.
MAX_Z = 4  # Standard errors; chance alone exceeds them once in 15,800 simulations.


class Check(NamedTuple):
    """A statement about the figures, the value it was tested on, and whether it holds."""

    statement: str
    value: str
    holds: bool


def make_checks(exact: Analysis, simulated: Analysis, sessions: Mapping[str, Sessions], rounds: int) -> list[Check]:
    """Every check: of the number of deals, the sums of each wager, sessions of `rounds` rounds, and the simulation."""
    far = [name for name in exact.entries if abs(z_score(simulated, exact, name)) > MAX_Z]
    return [
        _all_deals(exact),
        *(check for name in exact.game.wager for check in _sums(exact, name)),
        *(_net_table(exact, name) for name in exact.entries),
        *(_session_mean(exact, name, each, rounds) for name, each in sessions.items()),
        Check(f"Simulation within {MAX_Z} standard errors", ", ".join(far) or "every wager", not far),
    ]


def seat_check(means: Mapping[str, Estimate]) -> Check:
    """The check of random deals of several seats: the mean net of every wager, less the exact one, in each."""
    far = [name for name, each in means.items() if abs(each.value) > MAX_Z * each.error]
    statement = f"Random deals of several seats: mean nets within {MAX_Z} standard errors"
    return Check(statement, ", ".join(far) or "every wager", not far)


def _all_deals(exact: Analysis) -> Check:
    deals, total = ways_to_deal(exact.game, exact.game.piles), exact.tally.total
    times = deals // total
    statement = "All ways to deal every pile are counted" + (f", {times} at a time" if times > 1 else "")
    return Check(statement, f"{deals:,}", times * total == deals)


def _sums(exact: Analysis, name: str) -> list[Check]:
    rows = outcome_rows(exact.game, exact.tally, name, exact.stakes)
    parts = variance_parts(exact.game, exact.tally, name, exact.stakes)
    title, figures = entry_title(exact.game, name), exact.figures[name]
    ev, variance = sum((row.ev for row in rows), Fraction(0)), sum(parts.values(), Fraction(0))
    return [
        Check(f"{title}: the outcomes of its pay table add up to the EV", str(figures.ev), ev == figures.ev),
        Check(
            f"{title}: the shares of the variance add up", decimal(figures.variance, 6), variance == figures.variance
        ),
    ]


def _net_table(exact: Analysis, name: str) -> Check:
    results = NetResults(exact, name)
    counts = [results.combinations(each.weight) for each in results.endings]
    sums = sum((count * each.net for count, each in zip(counts, results.endings, strict=True)), Fraction(0))
    holds = sum(counts) == results.deals and sums == exact.figures[name].ev * results.deals
    statement = f"{entry_title(exact.game, name)}: combinations × net, added up, are the EV of all deals"
    return Check(statement, f"{results.deals:,}", holds)


def _session_mean(exact: Analysis, name: str, sessions: Sessions, rounds: int) -> Check:
    session = sessions.after(rounds)
    off = abs(session.mean - float(session.exact_mean)) / (session.exact_deviation or 1)
    statement = f"{entry_title(exact.game, name)}: the mean of {rounds:,} rounds is {rounds:,} times the EV"
    return Check(statement, f"within {scientific(TOLERANCE, 0)} standard deviations", off < TOLERANCE)
