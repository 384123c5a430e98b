"""The figures of a report as JSON, for programs."""

import json
from typing import Any

from pitboss.maths.exact.solver import OPTIMAL
from pitboss.maths.simulate.agreement import agreement, agreement_json, estimated_figures
from pitboss.maths.strategy.best_play import said_json, short_json
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.as_json import analysis_json, number, outcome_json
from pitboss.maths.tally.figures import NO_BET, outcome_figures
from pitboss.report.par import attention
from pitboss.report.pay_tables import sources
from pitboss.report.sections.checks import identity
from pitboss.report.sections.operator import house_bands
from pitboss.report.sections.returns import variance_shares
from pitboss.report.sections.sessions import SHARES
from pitboss.report.subject import HORIZONS, LENGTHS, VOLATILITY, Subject

DIGITS = 8  # Of probabilities computed in floating point: fewer than are exact, so the same on every machine.


def as_json(subject: Subject) -> str:
    """The figures of the report: those of `analyze`, and what the report adds."""
    document = analysis_json(subject.analysis, OPTIMAL)
    document["warnings"] = attention(subject)
    document["pay_tables"] = [
        {"grid": grid, "column": column, "origin": source} for grid, column, source in sources(subject.game)
    ]
    for name, entry in document["wagers"].items():
        add_figures(subject.analysis, name, entry)
    document |= {
        "assumed": assumptions(subject),
        "settings": settings(subject),
        "tables": [
            {
                "options": each.label,
                "wager": each.entry,
                "house_edge": number(each.analysis.figures[each.entry].house_edge),
                "outcomes": [outcome_json(row) for row in outcome_figures(each.analysis, each.entry)],
            }
            for each in subject.other_tables
        ],
        **strategy(subject),
        "sessions": {name: session(subject, name) for name in subject.sessions},
        "simulation": simulation(subject),
        "checks": [{"check": each.statement, "value": each.value, "holds": each.holds} for each in subject.checks],
        "identity": identity(subject),
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def add_figures(analysis: Analysis, name: str, entry: dict[str, Any]) -> None:
    """Adds to an entry of `analyze` the volatility index, and to its outcomes their shares of the variance."""
    entry["volatility_index"] = {"value": VOLATILITY * entry["standard_deviation"], "confidence": 0.9}
    shares = variance_shares(analysis, name)
    for row in entry["outcomes"]:
        outcome = "" if row["outcome"] == NO_BET else row["outcome"]
        row["variance_share"] = number(shares[row.get("line", 0), outcome])


def settings(subject: Subject) -> list[dict[str, Any]]:
    """The house edges under every setting that is compared."""
    return [
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
    ]


def assumptions(subject: Subject) -> dict[str, Any]:
    """The reader's assumptions, and the theoretical win per hour under them."""
    return {
        "rounds_per_hour": subject.assumed.pace,
        "stakes": {name: f"{float(subject.stake(name)):.2f}" for name in subject.separate_bets},
        "theo_per_hour": {name: number(subject.theo(name) * subject.assumed.pace) for name in subject.separate_bets},
    }


def strategy(subject: Subject) -> dict[str, Any]:
    """The optimal strategy in words, and the named strategies with their costs; empty for a game without choices."""
    best = subject.best_play
    if best is None or best.words is None:
        return {}
    return {"play": {"best": said_json(best.words), "short": list(map(short_json, best.named))}}


def session(subject: Subject, name: str) -> dict[str, Any]:
    """Results of sessions, the risk of ruin, and the house's win, for one bet."""
    results = [
        {
            "rounds": after.rounds,
            **{each: round(getattr(after, each), DIGITS) for each in ("ahead", "even", "behind")},
            "quantiles": {str(share): number(after.quantile(share)) for share in SHARES},
            "mean": number(after.exact_mean),
            "standard_deviation": after.exact_deviation,
            "normal_off_by": round(after.normal_gap(), DIGITS) if after.rounds > 1 else None,
        }
        for after in map(subject.sessions[name].after, LENGTHS)
    ]
    ruin = subject.ruin[name]
    ruined = [
        {
            "bankroll": f"{float(bankroll):.2f}",
            "within": {str(rounds): round(chance, DIGITS) for rounds, chance in zip(HORIZONS, chances, strict=True)},
        }
        for bankroll, chances in zip(subject.bankrolls(name), () if isinstance(ruin, str) else ruin, strict=False)
    ]
    bands = {band.replace(" ", ""): list(map(number, ends)) for band, ends in house_bands(subject, name).items()}
    return {"after": results, "ruin": ruined, "house_win_per_1000_rounds": bands}


def simulation(subject: Subject) -> dict[str, Any]:
    """The simulated house edges, compared with the exact ones."""
    wagers = {
        name: {
            "house_edge": number(estimated_figures(subject.simulated, name).house_edge),
            **agreement_json(agreement(subject.simulated, subject.analysis, name)),
        }
        for name in subject.analysis.entries
    }
    return {"rounds": subject.assumed.rounds, "seed": subject.assumed.seed, "wagers": wagers}
