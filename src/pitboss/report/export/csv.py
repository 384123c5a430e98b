"""The return tables of a report as CSV, for spreadsheets."""

import csv
import io
from collections.abc import Iterable
from fractions import Fraction

from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.figures import net_figures
from pitboss.maths.tally.tally import OutcomeRow, outcome_rows
from pitboss.report.pay_tables import sources
from pitboss.report.sections.returns import variance_shares
from pitboss.report.subject import Subject

HEAD = (
    *("options", "wager", "line", "outcome", "pays", "pay_table"),
    *("combinations", "of", "probability", "probability_exact", "one_in"),
    *("return", "return_exact", "variance_share"),
)


def as_csv(subject: Subject) -> str:
    """Every return table: first those in force, the net results of the main wagers together among them, then others."""
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
    """The rows of one return table; for several wagers together, net results in units of the first stake."""
    game, total, shares = analysis.game, analysis.tally.total, variance_shares(analysis, name)
    rows: Iterable[OutcomeRow[Fraction]] = net_figures(analysis, name)
    source, wager = {grid: source for grid, _, source in sources(game)}, game.wager.get(name)
    if wager:
        rows = outcome_rows(game, analysis.tally, name, analysis.stakes)
    return [
        [
            *(options, name, str(row.line) if wager else "", row.outcome),
            *((str(row.pay), source[wager.lines[row.line].pays.grid]) if wager else ("", "")),
            *(str(row.weight), str(total), repr(float(row.probability)), str(row.probability)),
            *(repr(total / row.weight), repr(float(row.ev)), str(row.ev)),
            repr(float(shares[row.line, row.outcome])) if analysis.figures[name].variance else "",
        ]
        for row in rows
    ]
