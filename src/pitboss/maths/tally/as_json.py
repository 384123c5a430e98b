"""Figures as JSON: exact and simulated ones have the same form in `analyze`, `simulate` and reports."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pitboss.core.game import Game
from pitboss.core.money import dollars
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.figures import (
    EntryFigures,
    Estimate,
    MeterFigures,
    N,
    Number,
    exact_figures,
    first_meter,
    total_figures,
)
from pitboss.maths.tally.tally import OutcomeRow, award_dollars


def exact_text(value: Fraction) -> str:
    """A fraction as `p/q`, whole numbers too."""
    return f"{value.numerator}/{value.denominator}"


def number(value: Number) -> dict[str, Any]:
    """A figure as JSON: an exact value, or an estimate with its standard error."""
    if isinstance(value, Estimate):
        return {"value": value.value, "standard_error": value.error}
    return {"exact": exact_text(value), "value": float(value)}


def figures_json(
    game: Game,
    method: str,
    strategy: str,
    facts: Mapping[str, Any],
    warnings: Sequence[str],
    wagers: Mapping[str, Mapping[str, Any]],
) -> dict[str, Any]:
    """The figures of a game by this method; `facts` are further entries, such as the seed of a simulation."""
    return {
        "game": game.name,
        "version": game.version,
        "options": game.options.as_json(),
        "method": method,
        "strategy": strategy,
        **facts,
        "warnings": list(warnings),
        "wagers": wagers,
    }


def analysis_json(
    analysis: Analysis, strategy: str, amounts: Mapping[str, int] | None = None, **facts: Any
) -> dict[str, Any]:
    """The exact figures of a game; given bets, also their total in dollars.

    `apart` names wagers whose correlations are left out, because how they end with others was not counted.
    """
    wagers = {name: entry_json(exact_figures(analysis, name)) for name in analysis.entries}
    document = figures_json(analysis.game, "exact", strategy, facts, analysis.warnings, wagers)
    document["correlations"] = [
        {"wagers": [each.one, each.other], "covariance": number(each.covariance), "correlation": each.correlation}
        for each in analysis.correlations()
    ]
    if analysis.apart:
        document["apart"] = analysis.apart
    if analysis.tally.ties:
        document["ties"] = {name: ties_json(analysis, name) for name in analysis.tally.ties}
    if amounts is not None:
        document["total"] = {"bets": bets_json(amounts), **entry_json(total_figures(analysis, amounts))}
    return document


def ties_json(analysis: Analysis, choice: str) -> dict[str, Any]:
    """How often two options of a choice are worth the same and best, as JSON."""
    weight = analysis.tally.ties[choice]
    return {"weight": str(weight), "probability": number(Fraction(weight, analysis.tally.total))}


def bets_json(amounts: Mapping[str, int]) -> dict[str, str]:
    """Bets as JSON, in dollars by wager; `amounts` are cents."""
    return {name: dollars(cents) for name, cents in amounts.items()}


def entry_json(entry: EntryFigures[N]) -> dict[str, Any]:
    """The figures of one entry as JSON."""
    return {
        "per": entry.per,
        "ev": number(entry.ev),
        "house_edge": number(entry.house_edge),
        "element_of_risk": number(entry.element_of_risk),
        "return": number(entry.returned),
        "return_on_all_staked": number(entry.return_on_all_staked),
        "hit_frequency": number(entry.hit_frequency),
        "variance": number(entry.variance),
        "standard_deviation": entry.standard_deviation,
        "average_stake": number(entry.average_stake),
        "outcomes": [outcome_json(each) for each in entry.outcomes],
        **({"meters": [meter_json(each) for each in entry.meters]} if entry.meters else {}),
    }


def outcome_json(row: OutcomeRow[N]) -> dict[str, Any]:
    """One row of an outcome table as JSON."""
    return {
        **({} if row.alone else {"line": row.line}),
        "outcome": row.outcome,
        "weight": str(row.weight),
        "probability": number(row.probability),
        "pays": str(row.pay),
        "ev": number(row.ev),
    }


def meter_json(each: MeterFigures) -> dict[str, Any]:
    """One meter as JSON: its award, how often it is won, the value of a dollar on it, and where the bet breaks even."""
    return {
        "meter": each.meter.number,
        "award": number(award_dollars(each.meter)),
        "probability": number(each.probability),
        "value_per_dollar": number(each.probability),
        "break_even": number(each.break_even),
        "break_even_meter": dollars(first_meter(each.meter, each.break_even)),
    }
