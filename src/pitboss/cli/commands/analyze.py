"""`pitboss analyze`: the exact figures of every wager."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.args import AsJson, BetTexts, GameName, Limit, Paytables, Sets, Step

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from pitboss.maths.tally.analysis import Analysis
    from pitboss.maths.tally.figures import EntryFigures

EXAMPLES = """
  pitboss analyze super-pan-9
  pitboss analyze super-pan-9 --set decks=1 --set commission=0%
  pitboss analyze three-card-blitz --strategy play-on-19 --json
  pitboss analyze super-pan-9 --bet regular=10 --bet tie=5    best for both bets together
"""


def analyze(
    game: GameName,
    sets: Sets = None,
    strategy: Annotated[
        str, typer.Option("--strategy", metavar="NAME", help="optimal, optimal:WAGER, or a name that games lists")
    ] = "optimal",
    bets: BetTexts = None,
    paytables: Paytables = "",
    step: Step = "1",
    limit: Limit = "10000",
    no_cache: Annotated[bool, typer.Option("--no-cache", help="compute anew, and keep nothing")] = False,
    as_json: AsJson = False,
) -> None:
    """Exact figures for every wager: house edge, variance, every outcome, as fractions."""
    from pitboss import api
    from pitboss.cli import args
    from pitboss.cli.console import print_json
    from pitboss.cli.progress import working
    from pitboss.maths.tally.as_json import analysis_json

    house, built, given = args.house(step, limit), args.built(game, sets, paytables), args.pairs("--bet", bets)
    amounts = api.bets_in_cents(built, given, house)
    started = time.perf_counter()
    with working(built.name):
        analysis = api.analyze(built, strategy, bets=given, house=house, use_cache=not no_cache)
    seconds = round(time.perf_counter() - started, 3)
    if as_json:
        print_json(analysis_json(analysis, strategy, amounts, seconds=seconds))
    else:
        print_analysis(analysis, strategy, amounts)


def print_analysis(analysis: Analysis, strategy: str, amounts: Mapping[str, int] | None) -> None:
    """Prints the figures: warnings first, then a table a wager."""
    from pitboss.cli.console import bold, print_warnings
    from pitboss.maths.tally.as_json import exact_text
    from pitboss.maths.tally.figures import exact_figures
    from pitboss.maths.tally.tally import figures, first_stakes

    game, tally = analysis.game, analysis.tally
    print_warnings(analysis.warnings)
    print(f"{bold(game.name)}   {game.options.line()}   strategy {strategy}   {tally.total:,} deals")
    for name in analysis.entries:
        print_entry(name, exact_figures(analysis, name))
    correlations = analysis.correlations()
    if correlations:
        print(f"\n{bold('how bets go together')}   correlation of the results of a round, one unit on each")
        for each in correlations:
            print(f"  {f'{each.one} and {each.other}':<36} {each.correlation:+.6f}")
    if amounts is not None:
        total = figures(game, tally, tuple(game.wager), first_stakes(game, amounts))
        print(f"\n{bold('all bets')}   expect {float(total.ev):+.4f} dollars a round = {exact_text(total.ev)}")
        print(f"  variance {float(total.variance):,.4f} = {exact_text(total.variance)}")


def print_entry(name: str, entry: EntryFigures[Fraction]) -> None:
    """Prints the figures of one wager, its outcomes and its meters."""
    from pitboss.cli.console import bold
    from pitboss.core.money import dollars
    from pitboss.maths.tally.analysis import DOLLARS
    from pitboss.maths.tally.as_json import exact_text
    from pitboss.maths.tally.figures import first_meter

    edge = float(entry.house_edge)
    shown = f"${edge:.4f} a round" if entry.per == DOLLARS else f"{edge:.4%} of each {entry.per} bet"
    print(f"\n{bold(name)}   house edge {shown} = {exact_text(entry.house_edge)}")
    facts = (
        f"expected {float(entry.ev):+.6f}",
        f"return {float(entry.returned):.4%}",
        f"variance {float(entry.variance):,.4f}",
        f"element of risk {float(entry.element_of_risk):.4%}",
        f"hit frequency {float(entry.hit_frequency):.4%}",
        f"standard deviation {entry.standard_deviation:.4f}",
        f"average stake {float(entry.average_stake):.4f}",
    )
    print("  " + "   ".join(facts[:4]))
    print("  " + "   ".join(facts[4:]))
    for row in entry.outcomes or ():
        if row.line and not row.ev:
            continue  # A further line that pays nothing tells a reader nothing.
        chance = float(row.probability)
        often = f"{chance:.8f}" if chance > 1e-6 else f"{chance:.4e}"
        print(
            f"  {row.outcome:<26} {row.pay!s:>10}  {row.weight:>27,}  {often}"
            f"  1 in {1 / chance:>14,.2f}  {float(row.ev):+.6f}"
        )
    for each in entry.meters:
        chance, even = float(each.probability), dollars(first_meter(each.meter, each.break_even))
        print(
            f"  meter {each.meter.number}: 1 in {1 / chance:,.0f}, a dollar on it is worth {100 * chance:.6f} cents, "
            f"the bet is even when it shows ${even} and the others stay"
        )
