"""The figures of a report as JSON, for programs."""

import json
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from pitboss.core.stakes import pays_meters
from pitboss.maths.exact.solver import OPTIMAL
from pitboss.maths.simulate.agreement import agreement, agreement_json, estimated_figures
from pitboss.maths.simulate.comparisons import edge_interval, extremes
from pitboss.maths.strategy.best_play import said_json, short_json
from pitboss.maths.tally.analysis import DOLLARS, Analysis
from pitboss.maths.tally.as_json import analysis_json, number, outcome_json
from pitboss.maths.tally.figures import NO_BET, net_figures, outcome_figures
from pitboss.maths.tally.tally import variance_parts
from pitboss.report.export.operator import operator_json
from pitboss.report.headlines import held_of, long_run_edge, mandatory
from pitboss.report.net_results import NetResults
from pitboss.report.par import attention
from pitboss.report.pay_tables import sources
from pitboss.report.sections.checks import identity
from pitboss.report.sections.operator import house_bands
from pitboss.report.sections.play import options_taken
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
        **together(subject),
        "settings": settings(subject),
        "tables": [
            {
                "options": each.label,
                "wager": each.entry,
                "per": each.analysis.per(each.entry),
                "house_edge": number(each.analysis.figures[each.entry].house_edge),
                "edge_of_first_stake": number(each.analysis.edge(each.entry)),
                "outcomes": [outcome_json(row) for row in outcome_figures(each.analysis, each.entry)],
                **net_results_json(each.analysis, each.entry),
            }
            for each in subject.other_tables
        ],
        **strategy(subject),
        "sessions": {name: session(subject, name) for name in subject.sessions},
        "operator": operator_json(subject),
        "simulation": simulation(subject),
        "checks": [{"check": each.statement, "value": each.value, "holds": each.holds} for each in subject.checks],
        "identity": identity(subject),
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def add_figures(analysis: Analysis, name: str, entry: dict[str, Any]) -> None:
    """Adds to an entry of `analyze` its shares of the first stake, its volatility index, and its net-result table."""
    entry["edge_of_first_stake"] = number(analysis.edge(name))
    entry["volatility_index"] = {"value": VOLATILITY * entry["standard_deviation"], "confidence": 0.9}
    wager = analysis.game.wager.get(name)
    if wager and pays_meters(wager):
        edge = long_run_edge(analysis, name)
        entry["long_run"] = {
            "house_edge": number(edge),
            "edge_of_first_stake": number(edge / analysis.stakes[name]),
            "return": number(1 - edge / analysis.stakes[name]),
        }
    if wager and (held := held_of(analysis, name)):
        entry["held"] = {
            "collected": number(held.collected),
            "paid": number(held.paid),
            "share_of_collected": number(held.share),
        }
    shares = variance_shares(analysis, name)
    for row in entry["outcomes"]:
        outcome = "" if row["outcome"] == NO_BET else row["outcome"]
        row["variance_share"] = number(shares[row.get("line", 0), outcome])
    entry.update(net_results_json(analysis, name))


def variance_shares(analysis: Analysis, name: str) -> dict[tuple[int, str], Fraction]:
    """The share of each outcome, by line, in an entry's variance; for wagers together, of each net result."""
    each = analysis.figures[name]
    parts = (
        variance_parts(analysis.game, analysis.tally, name, analysis.stakes)
        if len(analysis.entries[name]) == 1
        else {
            (row.line, row.outcome): row.probability * (row.ev / row.probability - each.ev) ** 2
            for row in net_figures(analysis, name)
        }
    )
    return {outcome: part / (each.variance or 1) for outcome, part in parts.items()}


def net_results_json(analysis: Analysis, name: str) -> dict[str, Any]:
    """The net-result table of an entry; its rows exclude each other, and their contributions add up to its EV."""
    results = NetResults(analysis, name)
    rows = [
        {
            "outcome": results.outcome_id(each),
            "words": results.words(each),
            "pays": results.pays_words(each),
            "staked": number(results.staked(each)),
            "net": number(each.net),
            "combinations": str(results.combinations(each.weight)),
            "probability": number(results.probability(each)),
            "contribution": number(results.contribution(each)),
            "variance_share": number(results.variance_share(each)),
        }
        for each in results.endings
    ]
    return {"deals": str(results.deals), "net_results": rows}


def settings(subject: Subject) -> list[dict[str, Any]]:
    """The house edges under every setting that is compared, in the unit that `per` names and as shares of a stake."""
    return [
        {
            "options": dict(variant.texts),
            "in_force": variant.in_force,
            "per": {name: variant.analysis.per(name) for name in names},
            "house_edge": {name: number(variant.analysis.figures[name].house_edge) for name in names},
            "edge_of_first_stake": {name: number(variant.analysis.edge(name)) for name in names},
        }
        for comparison in subject.comparisons
        for variant in comparison.variants
        for names in ([name for name in comparison.entries if name in variant.analysis.entries],)
    ]


def assumptions(subject: Subject) -> dict[str, Any]:
    """The reader's assumptions, and the theoretical win per hour under them."""
    return {
        "rounds_per_hour": subject.assumed.pace,
        "stakes": {name: f"{float(subject.stake(name)):.2f}" for name in subject.separate_bets},
        "theo_per_hour": {name: number(subject.theo(name) * subject.assumed.pace) for name in subject.separate_bets},
    }


def together(subject: Subject) -> dict[str, Any]:
    """The bets that every player must make, as one; empty where the main bet is the only one."""
    found = mandatory(subject)
    if found is None:
        return {}
    each = found.figures
    stakes = {name: f"{float(stake):.2f}" for name, stake in found.stakes.items()}
    return {
        "mandatory": {
            "per": DOLLARS,
            "stakes": stakes,
            "ev": number(each.ev),
            "house_edge": number(each.house_edge),
            "edge_of_first_stake": number(each.house_edge / found.staked),
            "element_of_risk": number(each.element_of_risk),
            "hit_frequency": number(each.hit_frequency),
            "variance": number(each.variance),
        }
    }


def strategy(subject: Subject) -> dict[str, Any]:
    """The options taken, the optimal strategy in words, and the named strategies with their costs.

    It is empty for a game without choices; words are left out where no guide gives them. In a game with several choices
    the words are a list, one entry for each choice.
    """
    plays = subject.best_plays
    if not plays:
        return {}
    taken = {
        name: {words: number(share) for words, share in each.items()} for name, each in options_taken(subject).items()
    }
    worded = {choice: said_json(best.words) for choice, best in plays.items() if best.words is not None}
    said: dict[str, Any] = {}
    if len(plays) > 1:
        said = {"choices": [{"choice": choice, "best": best} for choice, best in worded.items()]}
    elif worded:
        (said["best"],) = worded.values()
    first = next(iter(plays.values()))
    return {"play": {"taken": taken, **said, "short": list(map(short_json, first.named)) if first.strategies else []}}


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
            "normal_off_by_uncorrected": round(after.normal_gap(False), DIGITS) if after.rounds > 1 else None,
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
    """The simulated house edges with their intervals, compared with the exact ones."""
    found = {name: agreement(subject.simulated, subject.analysis, name) for name in subject.analysis.entries}
    wagers = {
        name: {
            "house_edge": number(estimated_figures(subject.simulated, name).house_edge),
            "interval_95": list(edge_interval(subject.simulated, subject.analysis, name)),
            "house_edge_z": each.edge_z,
            **agreement_json(each),
        }
        for name, each in found.items()
    }
    compared = {"comparisons": asdict(extremes(subject.simulated, subject.analysis, found))}
    return {"rounds": subject.assumed.rounds, "seed": subject.assumed.seed, "wagers": wagers, **compared}
