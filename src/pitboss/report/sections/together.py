"""Bets of the same round together: those that must be made as one figure, and how far results go together."""

from itertools import combinations
from math import sqrt

from pitboss.maths.tally.tally import figures
from pitboss.report.document import Block, DataTable, Section, Text
from pitboss.report.format import decimal, entry_title, money, percent
from pitboss.report.headlines import Together, mandatory
from pitboss.report.subject import Subject

CORRELATION = (
    "The correlation of two bets lies between −1 and +1: above 0 they tend to win together, below 0 one tends to win "
    "when the other loses, and at 0 neither tells of the other. A player who makes several bets has the sum of their "
    "expected values, and a standard deviation that is larger than for independent bets where correlations are above 0."
)


def together_section(subject: Subject) -> Section | None:
    """The mandatory bets as one, and correlations; None for a game with a single bet."""
    blocks: list[Block] = []
    if (found := mandatory(subject)) is not None:
        blocks += mandatory_blocks(found)
    pairs = correlations(subject)
    if pairs:
        blocks += [Text(CORRELATION), correlation_table(subject, pairs)]
    return Section("Several bets in one round", tuple(blocks)) if blocks else None


def mandatory_blocks(found: Together) -> list[Block]:
    """The bets that every player must make, as one bet."""
    each, head = found.figures, found.headline()
    rows = (
        ("First stakes", money(found.staked), str(found.staked)),
        ("House edge, of the first stakes", percent(head.edge, 6), str(head.edge)),
        ("Element of risk, of all staked", percent(each.element_of_risk, 6), str(each.element_of_risk)),
        ("RTP, of all staked", percent(1 - each.element_of_risk, 6), str(1 - each.element_of_risk)),
        ("House win per round", money(each.house_edge), str(each.house_edge)),
        ("Hit frequency", percent(each.hit_frequency, 6), str(each.hit_frequency)),
        ("Standard deviation per round", money(sqrt(each.variance)), "square root of the variance"),
    )
    return [DataTable(found.title, ("", "value", "exact"), rows, text_columns=(2,))]


def correlations(subject: Subject) -> dict[tuple[str, str], float]:
    """The correlation of every two separate bets whose results vary; bets that are made together count as one."""
    analysis = subject.analysis
    varying = [name for name in subject.separate_bets if analysis.figures[name].variance]
    found = {}
    for one, other in combinations(varying, 2):
        names = tuple(
            name for name in analysis.game.wager if name in (*analysis.entries[one], *analysis.entries[other])
        )
        both = figures(analysis.game, analysis.tally, names, analysis.stakes).variance
        first, second = analysis.figures[one].variance, analysis.figures[other].variance
        found[one, other] = float((both - first - second) / 2) / sqrt(first * second)
    return found


def correlation_table(subject: Subject, pairs: dict[tuple[str, str], float]) -> DataTable:
    """A triangle of correlations."""
    names = list(dict.fromkeys(name for pair in pairs for name in pair))
    titles = {name: entry_title(subject.game, name) for name in names}
    rows = tuple(
        (titles[other], *(decimal(pairs[one, other], 4) if (one, other) in pairs else "" for one in names[:-1]))
        for other in names[1:]
    )
    return DataTable("Correlation of the results of a round", ("", *(titles[name] for name in names[:-1])), rows)
