"""`pitboss analyze`: the exact figures of every wager."""

import time
from collections.abc import Iterable, Mapping
from typing import Any

from pitboss import games
from pitboss.cli import args as flags
from pitboss.cli.console import bold, print_json, print_warnings
from pitboss.cli.progress import working
from pitboss.core.errors import OptionError, unknown
from pitboss.core.game import Game
from pitboss.core.settle import House
from pitboss.maths.exact.solver import OPTIMAL, decided_by, deciding_stakes, solve
from pitboss.maths.tally.analysis import DOLLARS, Analysis
from pitboss.maths.tally.as_json import plain
from pitboss.maths.tally.tally import Tally, first_stakes


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
    seconds = round(time.perf_counter() - started, 3)
    document = plain(Analysis(game, tally), strategy, amounts, seconds=seconds)
    if as_json:
        print_json(document)
    else:
        print_figures(game, tally, document)


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
