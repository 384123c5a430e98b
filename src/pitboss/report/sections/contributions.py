"""Where the return of a bet comes from: what each result gives back of the money staked, as a waterfall."""

from dataclasses import dataclass
from fractions import Fraction

from pitboss.maths.tally.analysis import Analysis
from pitboss.report.document import Block, Chart, Text
from pitboss.report.format import entry_title, percent
from pitboss.report.net_results import NetResults, net_words
from pitboss.report.render import rows
from pitboss.report.sections.net_table import table_rows

MOST = 10  # Results that have a bar of their own; smaller ones share one.


@dataclass(frozen=True)
class Contribution:
    """A result of a bet and the share of all money staked that it gives back; negative where it costs more."""

    words: str
    share: Fraction


def contributions(analysis: Analysis, name: str) -> list[Contribution]:
    """What each row of an entry's net-result table gives back, the most first; the sum is the return on all staked."""
    results = NetResults(analysis, name)
    staked = results.figures.average_stake
    found = []
    for words, _, endings in table_rows(results) if staked else []:
        back = sum((results.probability(each) * (each.net + results.staked(each)) for each in endings), Fraction(0))
        if back:
            net = net_words(endings[0].net, results.in_dollars)
            found.append(Contribution(f"{words} ({net})", back / staked))
    return sorted(found, key=lambda each: (-each.share, each.words))


def return_chart(analysis: Analysis, name: str) -> Block:
    """The waterfall of an entry: what comes back result by result, their sum, and what the house keeps."""
    title, parts = entry_title(analysis.game, name), contributions(analysis, name)
    if not parts:
        return Text(f"{title}: no result of this bet gives anything back.")
    shown, rest = (parts, []) if len(parts) <= MOST + 1 else (parts[:MOST], parts[MOST:])
    if rest:
        shown = [*shown, Contribution(f"{len(rest)} other results", sum((each.share for each in rest), Fraction(0)))]
    steps, level = [], Fraction(0)
    for each in shown:
        steps.append(rows.Row(each.words, float(level), float(level + each.share), percent(each.share, 2)))
        level += each.share
    steps.append(rows.Row("Returned", 0.0, float(level), percent(level, 2), total=True))
    kept = "House keeps" if level <= 1 else "Player gains"
    steps.append(rows.Row(kept, float(level), 1.0, percent(abs(1 - level), 2), marked=True))
    alt = (
        f"Waterfall for {title}: of all money staked, {percent(level, 2)} comes back. Most comes from "
        f"{shown[0].words}, {percent(shown[0].share, 2)}. {kept}: {percent(abs(1 - level), 2)}."
    )
    return Chart(
        f"{title}: where the return comes from, as a share of all money staked", alt, *rows.bars(steps, steps=True)
    )
