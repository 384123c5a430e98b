"""`pitboss analyze`: the exact figures of every wager."""

import time
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

from pitboss import games
from pitboss.cli import flags
from pitboss.cli.show import bold, number, print_json
from pitboss.cli.working import solving
from pitboss.errors import OptionError, unknown
from pitboss.game import Game, Wager
from pitboss.maths.analysis import DOLLARS, Analysis
from pitboss.maths.solve import OPTIMAL, decided_by, solve
from pitboss.maths.tally import Figures, OutcomeRow, Tally, award_dollars, figures, first_stakes, outcome_rows
from pitboss.money import cents
from pitboss.pays import Meter
from pitboss.script import check_bets
from pitboss.settle import House


def analyze(
    name: str,
    sets: Iterable[str],
    strategy: str,
    bets: Iterable[str],
    paytables: str,
    house: House,
    use_cache: bool,
    as_json: bool,
) -> None:
    """Solves a game and prints its figures."""
    game = games.build(name, flags.pairs("--set", sets), flags.custom(paytables))
    strategies = games.folder(name).strategies
    if strategy != OPTIMAL and strategy not in strategies:
        raise OptionError(unknown("strategy", strategy, (OPTIMAL, *strategies)))
    amounts = {wager: cents(text) for wager, text in flags.pairs("--bet", bets).items()} or None
    if amounts is not None:
        house.check_bets(game, amounts)
        check_bets(game, {1: amounts})
    stakes = first_stakes(game, amounts)
    asked = strategies.get(strategy), stakes, decided_by(game, amounts)
    started = time.perf_counter()
    with solving(game, *asked) if use_cache else solving(game):
        tally = solve(game, *asked, use_cache)
    document = plain(Analysis(game, tally), strategy, amounts, time.perf_counter() - started)
    if as_json:
        print_json(document)
    else:
        print_figures(game, tally, document)


def plain(analysis: Analysis, strategy: str, amounts: Mapping[str, int] | None, seconds: float) -> dict[str, Any]:
    """The figures for JSON."""
    game = analysis.game
    document = {
        "game": game.name,
        "version": game.version,
        "options": game.options.plain(),
        "method": "exact",
        "strategy": strategy,
        "seconds": round(seconds, 3),
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
            found.append(
                {
                    "meter": meter.number,
                    "award": number(award_dollars(meter)),
                    "probability": number(chance),
                    "value_per_dollar": number(chance),
                    "break_even": number(award_dollars(meter) - each.ev / chance),
                }
            )
    return found


def print_figures(game: Game, tally: Tally, document: Mapping[str, Any]) -> None:
    """The figures for people: warnings first, then a table a wager."""
    for sentence in document["warnings"]:
        print(bold(f"Attention: {sentence}."))
    options = "  ".join(f"{name}={game.options.text(name)}" for name in game.options)
    print(f"{bold(game.name)}   {options}   strategy {document['strategy']}   {tally.total:,} deals".rstrip())
    for name, entry in document["wagers"].items():
        print_wager(name, entry)
    if document.get("correlations"):
        print(f"\n{bold('how bets go together')}   correlation of the results of a round, one unit on each")
        for each in document["correlations"]:
            print(f"  {' and '.join(each['wagers']):<36} {each['correlation']:+.6f}")
    if "total" in document:
        ev, variance = (document["total"][key]["value"] for key in ("ev", "variance"))
        print(f"\n{bold('all bets')}   expect {ev:+.4f} dollars a round, variance {variance:,.4f}")


def print_wager(name: str, entry: Mapping[str, Any]) -> None:
    """One wager for people."""
    edge = entry["house_edge"]
    shown = f"{edge['value']:.4%} of each {entry['per']} bet"
    if entry["per"] == DOLLARS:
        shown = f"${edge['value']:.4f} a round"
    print(f"\n{bold(name)}   house edge {shown} = {edge['exact']}")
    facts = (
        f"element of risk {entry['element_of_risk']['value']:.4%}",
        f"hit frequency {entry['hit_frequency']['value']:.4%}",
        f"standard deviation {entry['standard_deviation']:.4f}",
        f"average stake {entry['average_stake']['value']:.4f}",
    )
    print("  " + "   ".join(facts))
    for row in entry.get("outcomes", ()):
        if row.get("line") and not row["ev"]["value"]:
            continue  # A further line that pays nothing tells a reader nothing.
        chance = row["probability"]["value"]
        often = f"{chance:.8f}" if chance > 1e-6 else f"{chance:.4e}"
        print(
            f"  {row['outcome']:<26} {row['pays']:>10}  {int(row['weight']):>27,}  {often}"
            f"  1 in {1 / chance:>14,.2f}  {row['ev']['value']:+.6f}"
        )
    for meter in entry.get("meters", ()):
        often, even = 1 / meter["probability"]["value"], meter["break_even"]["value"]
        print(f"  meter {meter['meter']}: 1 in {often:,.0f}, breaks even at ${even:,.2f} with the others as they are")
