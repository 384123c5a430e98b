"""The return tables of a report as CSV, for spreadsheets."""

import csv
import io

from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.figures import net_figures
from pitboss.maths.tally.tally import outcome_rows, variance_parts
from pitboss.report.pay_tables import sources
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
    for name in subject.game.wager:
        writer.writerows(csv_rows(subject.game.options.line(" "), subject.analysis, name))
    for name in subject.analysis.entries:
        if name not in subject.game.wager:
            writer.writerows(net_rows(subject.game.options.line(" "), subject.analysis, name))
    for each in subject.other_tables:
        writer.writerows(csv_rows(each.label, each.analysis, each.entry))
    return text.getvalue()


def net_rows(options: str, analysis: Analysis, name: str) -> list[list[str]]:
    """The net results of several wagers together, in units of the first stake: the column `outcome` is the result."""
    figures, total = analysis.figures[name], analysis.tally.total
    return [
        [
            *(options, name, "", row.outcome, "", ""),
            *(str(row.weight), str(total), repr(row.weight / total), str(row.probability), repr(total / row.weight)),
            *(repr(float(row.ev)), str(row.ev)),
            repr(float(row.probability * (row.ev / row.probability - figures.ev) ** 2 / figures.variance)),
        ]
        for row in net_figures(analysis, name)
    ]


def csv_rows(options: str, analysis: Analysis, name: str) -> list[list[str]]:
    """The rows of one return table."""
    parts = variance_parts(analysis.game, analysis.tally, name, analysis.stakes)
    variance, total = analysis.figures[name].variance, analysis.tally.total
    source = {grid: source for grid, _, source in sources(analysis.game)}
    lines = analysis.game.wager[name].lines
    return [
        [
            options,
            name,
            str(row.line),
            row.outcome,
            str(row.pay),
            source[lines[row.line].pays.grid],
            str(row.weight),
            str(total),
            repr(float(row.probability)),
            str(row.probability),
            repr(total / row.weight),
            repr(float(row.ev)),
            str(row.ev),
            repr(float(parts[row.line, row.outcome] / variance)) if variance else "",
        ]
        for row in outcome_rows(analysis.game, analysis.tally, name, analysis.stakes)
    ]
