"""What a simulation found, for JSON and for people."""

from math import sqrt
from typing import Any

import numpy as np

from pitboss.cli.console import bold, print_warnings
from pitboss.core.game import Game
from pitboss.maths.codegen.program import Program
from pitboss.maths.simulate.agreement import Estimate, chi_square, estimates, z_score
from pitboss.maths.simulate.run import Run
from pitboss.maths.tally.analysis import DOLLARS, Analysis
from pitboss.maths.tally.tally import outcome_rows

SURE = 1.959963984540054  # Standard errors on either side of a 95 % interval.


def shown(estimate: Estimate) -> dict[str, float]:
    """An estimate for JSON."""
    return {"value": estimate.value, "standard_error": estimate.error}


def plain(run: Run, strategy: str, exact: Analysis | None, engine: str, seconds: float, dealt: int) -> dict[str, Any]:
    """The figures for JSON."""
    game = run.loop.game
    analysis = Analysis(game, run.loop.tally(run.counts))
    return {
        "game": game.name,
        "version": game.version,
        "options": game.options.plain(),
        "method": "simulation",
        "strategy": strategy,
        "rounds": run.dealt,
        **({"shoes": run.done, "behind_cut": run.loop.shoe.behind} if run.loop.shoe else {}),
        "seed": run.seed,
        "engine": engine,
        "seconds": round(seconds, 3),
        "rounds_per_second": round(dealt / seconds) if seconds else 0,
        "warnings": exact.warnings if exact else [],
        "wagers": {name: plain_entry(analysis, exact, name, run.loop.unit) for name in analysis.entries},
        **({"by_bet": by_bet(run.loop, run.counts)} if run.loop.levels > 1 else {}),
    }


def by_bet(loop: Program, counts: np.ndarray) -> list[dict[str, Any]]:
    """The rounds of a player who remembers, by how they were bet on."""
    found = []
    for level, tally in enumerate(loop.tallies(counts)):
        edges = {}
        if tally.total:
            analysis = Analysis(loop.game, tally)
            for name in analysis.entries:
                ev = estimates(analysis, name).ev
                edges[name] = shown(Estimate(-ev.value, ev.error))
        found.append({"bet": level, "rounds": tally.total, "house_edge": edges})
    return found


def plain_entry(analysis: Analysis, exact: Analysis | None, name: str, unit: str) -> dict[str, Any]:
    """One entry for JSON.

    Whole shoes are not held against the exact figure, which is of a full shoe: whether one more round is dealt depends
    on the cards that went, and that round's figures differ.
    """
    found, total = estimates(analysis, name), analysis.tally.total
    per = analysis.per(name)
    scale = found.average_stake.value if per == DOLLARS else 1.0
    entry: dict[str, Any] = {
        "per": per,
        "ev": shown(found.ev),
        "house_edge": shown(Estimate(-found.ev.value, found.ev.error)),
        "element_of_risk": shown(found.element_of_risk),
        "return": shown(Estimate(1 + found.ev.value / scale, found.ev.error / scale)),
        "hit_frequency": shown(found.hit_frequency),
        "variance": shown(found.variance),
        "standard_deviation": sqrt(found.variance.value),
        "average_stake": shown(found.average_stake),
    }
    if len(analysis.entries[name]) == 1:
        wager = analysis.game.wager[name]
        entry["outcomes"] = []
        for row in outcome_rows(analysis.game, analysis.tally, name, analysis.stakes):
            chance = row.weight / total
            error = sqrt(chance * (1 - chance) / total)
            entry["outcomes"].append(
                {
                    **({"line": row.line} if len(wager.lines) > 1 else {}),
                    "outcome": row.outcome,
                    "weight": str(row.weight),
                    "probability": shown(Estimate(chance, error)),
                    "pays": str(row.pay),
                    "ev": shown(Estimate(float(row.ev), abs(float(row.ev)) / chance * error)),
                }
            )
    if exact:
        edge = exact.figures[name].house_edge
        entry["exact_house_edge"] = {"exact": f"{edge.numerator}/{edge.denominator}", "value": float(edge)}
        if unit == "shoes":
            return entry
        entry["z"] = z_score(analysis, exact, name)
        if "outcomes" in entry:
            test = chi_square(analysis, exact, name)
            entry["chi_square"] = {"value": test.value, "degrees": test.degrees, "p": test.p}
    return entry


def print_simulation(game: Game, document: dict[str, Any]) -> None:
    """The figures for people."""
    print_warnings(document["warnings"])
    options = "  ".join(f"{name}={game.options.text(name)}" for name in game.options)
    print(f"{bold(game.name)}   {options}   strategy {document['strategy']}".rstrip())
    shoes = (
        f" in {document['shoes']:,} whole shoes, {document['behind_cut']} cards behind the cut card,"
        if "shoes" in document
        else ""
    )
    print(
        f"{document['rounds']:,} rounds{shoes} from seed {document['seed']} in {document['seconds']:.2f} s, "
        f"{document['rounds_per_second'] / 1e6:.1f} M rounds/s\n"
    )
    held = "" if "shoes" in document else f" {'z':>7}   {'chi-square':>16}   p"
    print(f"  {'':<20} {'house edge':>12} {'± 95 %':>11} {'exact':>12}{held}")
    for name, entry in document["wagers"].items():
        edge = entry["house_edge"]
        scale = entry["average_stake"]["value"] if entry["per"] == DOLLARS else 1.0
        line = f"  {name:<20} {edge['value'] / scale:>12.5%} {SURE * edge['standard_error'] / scale:>11.5%}"
        if "exact_house_edge" in entry:
            line += f" {entry['exact_house_edge']['value'] / scale:>12.5%}"
        if "z" in entry:
            line += f" {entry['z']:>+7.2f}"
        if "chi_square" in entry:
            test = entry["chi_square"]
            line += f"   {test['value']:>10.2f} on {test['degrees']:>2}   {test['p']:.4f}"
        print(line)
    for row in document.get("by_bet", ()):
        edges = "   ".join(f"{name} {edge['value']:.5%}" for name, edge in row["house_edge"].items())
        print(f"  bet {row['bet']}: {row['rounds']:,} rounds   {edges}")
    if "shoes" in document:
        print("\nThe exact figures are of a full shoe. Deeper in, they differ a little with what may still be dealt.")
