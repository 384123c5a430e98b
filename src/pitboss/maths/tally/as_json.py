"""The figures of a game as plain data: what `analyze` and a report have in JSON."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, sqrt
from typing import Any

from pitboss.core.game import Game, Wager
from pitboss.core.meters import DOLLAR, MeterState
from pitboss.core.money import dollars
from pitboss.core.pays import Meter
from pitboss.maths.tally.analysis import DOLLARS, Analysis
from pitboss.maths.tally.tally import Figures, OutcomeRow, award_dollars, figures, first_stakes, number, outcome_rows


def plain(analysis: Analysis, strategy: str, amounts: Mapping[str, int] | None = None, **more: float) -> dict[str, Any]:
    """The figures of a game; `more` stands before them."""
    game = analysis.game
    document = {
        "game": game.name,
        "version": game.version,
        "options": game.options.plain(),
        "method": "exact",
        "strategy": strategy,
        **more,
        "warnings": analysis.warnings,
        "wagers": {name: plain_wager(analysis, name) for name in analysis.entries},
    }
    correlations = analysis.correlations()
    if correlations:
        document["correlations"] = [
            {"wagers": [each.one, each.other], "covariance": number(each.covariance), "correlation": each.correlation}
            for each in correlations
        ]
    if amounts is not None:
        names = tuple(wager.name for wager in game.wagers)
        total = figures(game, analysis.tally, names, first_stakes(game, amounts))
        document["total"] = {"ev": number(total.ev), "variance": number(total.variance)}
    return document


def plain_wager(analysis: Analysis, name: str) -> dict[str, Any]:
    """One entry for JSON."""
    game, each, per = analysis.game, analysis.figures[name], analysis.per(name)
    entry: dict[str, Any] = {
        "per": per,
        "ev": number(each.ev),
        "house_edge": number(each.house_edge),
        "element_of_risk": number(each.element_of_risk),
        "return": number(1 + (each.ev / each.average_stake if per == DOLLARS else each.ev)),
        "hit_frequency": number(each.hit_frequency),
        "variance": number(each.variance),
        "standard_deviation": sqrt(each.variance),
        "average_stake": number(each.average_stake),
    }
    if len(analysis.entries[name]) == 1:
        wager, total = game.wager[name], analysis.tally.total
        rows = outcome_rows(game, analysis.tally, name, analysis.stakes)
        entry["outcomes"] = [plain_row(wager, row, total) for row in rows]
        meters = plain_meters(game, rows, total, each)
        if meters:
            entry["meters"] = meters
    return entry


def plain_row(wager: Wager, row: OutcomeRow, total: int) -> dict[str, Any]:
    """One outcome for JSON."""
    line = {"line": row.line} if len(wager.lines) > 1 else {}
    return {
        **line,
        "outcome": row.outcome,
        "weight": str(row.weight),
        "probability": number(Fraction(row.weight, total)),
        "pays": str(row.pay),
        "ev": number(row.ev),
    }


def plain_meters(game: Game, rows: list[OutcomeRow], total: int, each: Figures) -> list[dict[str, Any]]:
    """For each progressive meter: how often it is won, what a dollar on it is worth, and where the bet breaks even."""
    found = []
    for meter in game.meters:
        weight = sum(row.weight for row in rows if row.pay == Meter(meter.number))
        if weight:
            chance = Fraction(weight, total)
            even = break_even(meter, chance, each.ev)
            found.append(
                {
                    "meter": meter.number,
                    "award": number(award_dollars(meter)),
                    "probability": number(chance),
                    "value_per_dollar": number(chance),
                    "break_even": number(even),
                    "break_even_meter": dollars(first_meter(meter, even)),
                }
            )
    return found


def break_even(meter: MeterState, chance: Fraction, ev: Fraction) -> Fraction:
    """The award of a meter, won with this chance, at which a bet with this expectation now would be even."""
    return award_dollars(meter) - ev / chance


def first_meter(meter: MeterState, award: Fraction) -> int:
    """The least a meter shows, in cents, when it pays so many dollars or more: its share is added and rounded up."""
    return max(0, DOLLAR * (ceil(award) - 1) + 1 - meter.share_cents)
