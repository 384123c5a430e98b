"""The report's figures as data: JSON for programs, CSV of the outcome tables for spreadsheets."""

import csv
import io
import json
from fractions import Fraction
from typing import Any

from pitboss.maths.exact.solver import OPTIMAL
from pitboss.maths.simulate.agreement import agreement, agreement_json, estimated_figures
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.as_json import analysis_json, number, outcome_json
from pitboss.maths.tally.figures import outcome_figures
from pitboss.maths.tally.tally import outcome_rows, variance_parts
from pitboss.report.sections.checks import checks, failures, identity
from pitboss.report.sections.game import tables_in_force, warnings
from pitboss.report.sections.sessions import BANDS, OPERATOR, SHARES
from pitboss.report.subject import HORIZONS, LENGTHS, Subject
from pitboss.report.workbook.entries import VOLATILITY

DIGITS = 8  # Of a chance worked out in floating point: coarser than any error of it, so the same on every machine.


def as_json(subject: Subject) -> str:
    """The figures of the report."""
    document = analysis_json(subject.analysis, OPTIMAL)
    document["warnings"] = [*failures(subject), *warnings(subject)]
    document["pay_tables"] = [
        {"grid": grid, "column": column, "origin": origin} for grid, column, origin in tables_in_force(subject.game)
    ]
    for name, entry in document["wagers"].items():
        enriched(subject.analysis, name, entry)
    document |= {
        "assumed": assumed(subject),
        "settings": [
            {
                "options": dict(variant.texts),
                "in_force": variant.in_force,
                "house_edge": {
                    name: number(variant.analysis.figures[name].house_edge)
                    for name in comparison.entries
                    if name in variant.analysis.entries
                },
            }
            for comparison in subject.comparisons
            for variant in comparison.variants
        ],
        "tables": [
            {
                "options": each.label,
                "wager": each.entry,
                "house_edge": number(each.analysis.figures[each.entry].house_edge),
                "outcomes": table_rows(each.analysis, each.entry),
            }
            for each in subject.other_tables
        ],
        **strategy(subject),
        "sessions": {name: session(subject, name) for name in subject.spread},
        "simulation": simulation(subject),
        "checks": [{"check": words, "value": value, "holds": holds} for words, value, holds in checks(subject)],
        "identity": identity(subject),
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def enriched(analysis: Analysis, name: str, entry: dict[str, Any]) -> None:
    """Adds to an entry what the report has beside `analyze`."""
    entry["volatility_index"] = {"value": VOLATILITY * entry["standard_deviation"], "confidence": 0.9}
    if "outcomes" in entry:
        parts = variance_parts(analysis.game, analysis.tally, name, analysis.stakes)
        whole = analysis.figures[name].variance
        for row in entry["outcomes"]:
            share = parts[row.get("line", 0), row["outcome"]]
            row["variance_share"] = number(share / whole if whole else Fraction(0))


def table_rows(analysis: Analysis, name: str) -> list[dict[str, Any]]:
    """A return table, as `analyze` has it."""
    return [outcome_json(row) for row in outcome_figures(analysis, name)]


def assumed(subject: Subject) -> dict[str, Any]:
    """What the reader assumes, and what follows an hour."""
    hours = {
        name: number(subject.analysis.figures[name].house_edge * subject.dollars(name) * subject.assumed.pace)
        for name in subject.played
    }
    stakes = {name: f"{float(subject.stake(name)):.2f}" for name in subject.played}
    return {"rounds_per_hour": subject.assumed.pace, "stakes": stakes, "theo_per_hour": hours}


def strategy(subject: Subject) -> dict[str, Any]:
    """The best play in words, and short ones with their cost."""
    if subject.said is None:
        return {}
    said = {
        "lines": subject.said.lines,
        "note": subject.said.note,
        "cost": number(subject.said.cost),
        "otherwise": number(subject.said.otherwise),
        "mixed": [{"level": at, "better": way, "share": number(share)} for at, way, share in subject.said.mixed],
    }
    short = [
        {"name": each.strategy.name, "words": each.strategy.words, "cost": number(each.cost)} for each in subject.short
    ]
    return {"play": {"best": said, "short": short}}


def session(subject: Subject, name: str) -> dict[str, Any]:
    """How an entry spreads."""
    sessions, scale = subject.spread[name].sessions, subject.dollars(name)
    ended = []
    for rounds in LENGTHS:
        after = sessions.after(rounds)
        ended.append(
            {
                "rounds": rounds,
                **{name: round(getattr(after, name), DIGITS) for name in ("ahead", "even", "behind")},
                "quantiles": {str(share): number(after.quantile(share)) for share in SHARES},
                "mean": number(after.exact_mean),
                "standard_deviation": after.exact_deviation,
                "normal_off_by": round(after.normal_gap(), DIGITS) if rounds > 1 else None,
            }
        )
    thousand = sessions.after(OPERATOR)
    bands = {
        band.replace(" ", ""): [number(-thousand.quantile(high) * scale), number(-thousand.quantile(low) * scale)]
        for band, (low, high) in BANDS.items()
    }
    found = subject.spread[name].ruin
    ruined = [
        {
            "bankroll": f"{float(bankroll):.2f}",
            "within": {str(rounds): round(chance, DIGITS) for rounds, chance in zip(HORIZONS, chances, strict=True)},
        }
        for bankroll, chances in zip(subject.bankrolls(name), () if isinstance(found, str) else found, strict=False)
    ]
    return {"after": ended, "ruin": ruined, "house_win_per_1000_rounds": bands}


def simulation(subject: Subject) -> dict[str, Any]:
    """The simulated edges beside the exact ones."""
    wagers = {
        name: {
            "house_edge": number(estimated_figures(subject.simulated, name).house_edge),
            **agreement_json(agreement(subject.simulated, subject.analysis, name)),
        }
        for name in subject.analysis.entries
    }
    return {"rounds": subject.assumed.rounds, "seed": subject.assumed.seed, "wagers": wagers}


HEAD = (
    "options",
    "wager",
    "line",
    "outcome",
    "pays",
    "pay_table",
    "combinations",
    "of",
    "probability",
    "probability_exact",
    "one_in",
    "return",
    "return_exact",
    "variance_share",
)


def as_csv(subject: Subject) -> str:
    """Every outcome table: as the game is set, then every other."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEAD)
    in_force = " ".join(f"{name}={subject.game.options.text(name)}" for name in subject.game.options)
    for name in subject.game.wager:
        writer.writerows(csv_rows(in_force, subject.analysis, name))
    for each in subject.other_tables:
        writer.writerows(csv_rows(each.label, each.analysis, each.entry))
    return text.getvalue()


def csv_rows(options: str, analysis: Analysis, name: str) -> list[list[str]]:
    """The rows of one outcome table."""
    parts = variance_parts(analysis.game, analysis.tally, name, analysis.stakes)
    whole = analysis.figures[name].variance
    total = analysis.tally.total
    whose = {grid: origin for grid, _, origin in tables_in_force(analysis.game)}
    lines = analysis.game.wager[name].lines
    return [
        [
            options,
            name,
            str(row.line),
            row.outcome,
            str(row.pay),
            whose[lines[row.line].pays.grid],
            str(row.weight),
            str(total),
            repr(row.weight / total),
            str(Fraction(row.weight, total)),
            repr(total / row.weight),
            repr(float(row.ev)),
            str(row.ev),
            repr(float(parts[row.line, row.outcome] / whole)) if whole else "",
        ]
        for row in outcome_rows(analysis.game, analysis.tally, name, analysis.stakes)
    ]
