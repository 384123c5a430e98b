"""The net-result tables of a report as CSV, for spreadsheets."""

import csv
import io

from pitboss.maths.tally.analysis import Analysis
from pitboss.report.net_results import Ending, NetResults
from pitboss.report.pay_tables import sources
from pitboss.report.subject import Subject

HEAD = (
    *("options", "wager", "outcome", "words", "pays", "pay_table"),
    *("unit", "staked", "staked_exact", "net", "net_exact"),
    *("combinations", "of", "probability", "probability_exact", "one_in"),
    *("contribution", "contribution_exact", "variance_share"),
)


def as_csv(subject: Subject) -> str:
    """Every net-result table: first those in force, then those of other settings."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEAD)
    entries = sorted(subject.analysis.entries, key=lambda name: name not in subject.game.wager)
    for name in entries:
        writer.writerows(csv_rows(subject.game.options.line(" "), subject.analysis, name))
    for each in subject.other_tables:
        writer.writerows(csv_rows(each.label, each.analysis, each.entry))
    return text.getvalue()


def csv_rows(options: str, analysis: Analysis, name: str) -> list[list[str]]:
    """The rows of one table: outcome, what was staked, net, combinations, and probability x net."""
    results = NetResults(analysis, name)
    origin = {grid: source for grid, _, source in sources(analysis.game)}
    source = "; ".join(dict.fromkeys(origin[wager.lines[line].pays.grid] for wager, line in results.lines))
    return [[options, name, *_row(results, each, source)] for each in results.endings]


def _row(results: NetResults, ending: Ending, source: str) -> list[str]:
    staked, chance, part = results.staked(ending), results.probability(ending), results.contribution(ending)
    return [
        *(results.outcome_id(ending), results.words(ending), results.pays_words(ending), source),
        *("dollars" if results.in_dollars else results.analysis.per(results.name), repr(float(staked)), str(staked)),
        *(repr(float(ending.net)), str(ending.net)),
        *(str(results.combinations(ending.weight)), str(results.deals), repr(float(chance)), str(chance)),
        *(repr(float(1 / chance)), repr(float(part)), str(part)),
        repr(float(results.variance_share(ending))) if results.figures.variance else "",
    ]
