"""`pitboss analyze`: the exact figures of every wager."""

import time
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil, sqrt
from typing import Any

from pitboss import games
from pitboss.cli import flags
from pitboss.cli.show import bold, number, print_json, print_warnings
from pitboss.cli.working import working
from pitboss.errors import OptionError, unknown
from pitboss.game import Game, Wager
from pitboss.maths.analysis import DOLLARS, Analysis
from pitboss.maths.solve import OPTIMAL, decided_by, deciding_stakes, solve
from pitboss.maths.tally import Figures, OutcomeRow, Tally, award_dollars, figures, first_stakes, outcome_rows
from pitboss.meters import DOLLAR, MeterState
from pitboss.money import dollars
from pitboss.pays import Meter
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
    name, _, wager = strategy.partition(":")
    if name != OPTIMAL and strategy not in strategies:
        raise OptionError(unknown("strategy", strategy, (OPTIMAL, *strategies)))
    if strategy in strategies and strategies[strategy].memory is not None:
        raise OptionError(f"the strategy {strategy} remembers from round to round; simulate it with --shoes N")
    if name == OPTIMAL and wager and wager not in game.wager:
        raise OptionError(unknown("wager", wager, game.wager))
    amounts = flags.amounts(game, bets, house)
    if wager:
        asked = None, first_stakes(game), (wager,)
    else:
        asked = strategies.get(strategy), deciding_stakes(game, amounts), decided_by(game, amounts)
    started = time.perf_counter()
    with working(game.name):
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
            even = award_dollars(meter) - each.ev / chance
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


def first_meter(meter: MeterState, award: Fraction) -> int:
    """The least a meter shows, in cents, when it pays so many dollars or more: its share is added and rounded up."""
    return max(0, DOLLAR * (ceil(award) - 1) + 1 - meter.share_cents)


def print_figures(game: Game, tally: Tally, document: Mapping[str, Any]) -> None:
    """The figures for people: warnings first, then a table a wager."""
    print_warnings(document["warnings"])
    options = "  ".join(f"{name}={game.options.text(name)}" for name in game.options)
    print(f"{bold(game.name)}   {options}   strategy {document['strategy']}   {tally.total:,} deals".rstrip())
    for name, entry in document["wagers"].items():
        print_wager(name, entry)
    if document.get("correlations"):
        print(f"\n{bold('how bets go together')}   correlation of the results of a round, one unit on each")
        for each in document["correlations"]:
            print(f"  {' and '.join(each['wagers']):<36} {each['correlation']:+.6f}")
    if "total" in document:
        ev, variance = (document["total"][key] for key in ("ev", "variance"))
        print(f"\n{bold('all bets')}   expect {ev['value']:+.4f} dollars a round = {ev['exact']}")
        print(f"  variance {variance['value']:,.4f} = {variance['exact']}")


def print_wager(name: str, entry: Mapping[str, Any]) -> None:
    """One wager for people."""
    edge = entry["house_edge"]
    shown = f"{edge['value']:.4%} of each {entry['per']} bet"
    if entry["per"] == DOLLARS:
        shown = f"${edge['value']:.4f} a round"
    print(f"\n{bold(name)}   house edge {shown} = {edge['exact']}")
    facts = (
        f"expected {entry['ev']['value']:+.6f}",
        f"return {entry['return']['value']:.4%}",
        f"variance {entry['variance']['value']:,.4f}",
        f"element of risk {entry['element_of_risk']['value']:.4%}",
        f"hit frequency {entry['hit_frequency']['value']:.4%}",
        f"standard deviation {entry['standard_deviation']:.4f}",
        f"average stake {entry['average_stake']['value']:.4f}",
    )
    print("  " + "   ".join(facts[:4]))
    print("  " + "   ".join(facts[4:]))
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
        chance = meter["probability"]["value"]
        print(
            f"  meter {meter['meter']}: 1 in {1 / chance:,.0f}, a dollar on it is worth {100 * chance:.6f} cents, "
            f"the bet is even when it shows ${meter['break_even_meter']} and the others stay"
        )
