"""The return tables of a report as CSV, for spreadsheets."""

import csv
import io

from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import outcome_rows, variance_parts
from pitboss.report.pay_tables import sources
from pitboss.report.subject import Subject

HEAD = (
    *("options", "wager", "line", "outcome", "pays", "pay_table"),
    *("combinations", "of", "probability", "probability_exact", "one_in"),
    *("return", "return_exact", "variance_share"),
)


def as_csv(subject: Subject) -> str:
    """Every return table: first those in force, then those under other settings."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEAD)
    for name in subject.game.wager:
        writer.writerows(csv_rows(subject.game.options.line(" "), subject.analysis, name))
    for each in subject.other_tables:
        writer.writerows(csv_rows(each.label, each.analysis, each.entry))
    return text.getvalue()


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
