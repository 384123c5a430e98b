"""`pitboss analyze`: the exact figures of every wager."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.args import AsJson, BetTexts, GameName, Limit, Paytables, Sets, Step

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from pitboss.core.wagers import Wager
    from pitboss.maths.tally.analysis import Analysis
    from pitboss.maths.tally.figures import EntryFigures

EXAMPLES = """
  pitboss analyze super-pan-9
  pitboss analyze super-pan-9 --set decks=1 --set commission=0%
  pitboss analyze turbo-sports --strategy double-on-2 --json
  pitboss analyze turbo-sports --strategy optimal:td   best for one bet
  pitboss analyze super-pan-9 --bet regular=10 --bet tie=5   best for both bets
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
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="neither read nor keep results; compiled code is still kept")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Exact figures for every wager: house edge, variance, every outcome, as fractions."""
    from pitboss import api
    from pitboss.cli import args
    from pitboss.cli.console import print_json
    from pitboss.cli.progress import working
    from pitboss.maths.tally.as_json import analysis_json

    house, built, given = args.house(step, limit), args.built(game, sets, paytables), args.bet_texts(bets)
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
    """Prints the figures: warnings, all bets together, then a table per wager, the parts of `main` under the whole."""
    from pitboss.cli.console import bold, print_warnings
    from pitboss.cli.layout import print_facts, print_table, print_wrapped
    from pitboss.cli.words import bets_words, labelled
    from pitboss.maths.tally.figures import exact_figures, total_figures

    game, tally = analysis.game, analysis.tally
    print_warnings(analysis.warnings)
    facts = (*(f"{name}={game.options.text(name)}" for name in game.options), f"strategy {strategy}")
    print_facts((bold(game.name), *facts, f"{tally.total:,} deals"))
    parts = set(game.main_wagers) if "main" in analysis.entries else set()
    left_out: list[str] = []
    if amounts is not None:
        print()
        print_wrapped(f"{bold('all bets')}: {bets_words(game, amounts)}; in dollars")
        left_out += print_entry(total_figures(analysis, amounts), None, "  ")
    for name in analysis.entries:
        together = f" = {' + '.join(game.main_wagers)} together" if len(analysis.entries[name]) > 1 else ""
        alone = ", a part of main" if name in parts else together
        indent = "  " if name in parts else ""
        print(f"\n{indent}{bold(labelled(game, name))}{alone}")
        left_out += print_entry(exact_figures(analysis, name), game.wager.get(name), indent + "  ")
    correlations = analysis.correlations()
    if correlations:
        print(f"\n{bold('correlations')}, one unit on each bet")
        rows = [
            (f"{labelled(game, each.one)} and {labelled(game, each.other)}", f"{each.correlation:+.6f}")
            for each in correlations
        ]
        print_table(("results of a round", "correlation"), rows)
    print_notes(analysis)
    if left_out:
        print()
        print_wrapped(f"Too wide for this terminal: {', '.join(dict.fromkeys(left_out))}; --json has everything.")


def print_notes(analysis: Analysis) -> None:
    """Prints how often choices tie, and which bets were counted by themselves."""
    from pitboss.cli.layout import print_wrapped
    from pitboss.cli.words import labelled
    from pitboss.core.errors import all_of, plural
    from pitboss.maths.tally.parts import InParts

    game, tally = analysis.game, analysis.tally
    if tally.ties:
        often = [
            f"{name} in {weight / tally.total:.4%} of rounds" if weight else f"{name} never"
            for name, weight in tally.ties.items()
        ]
        told = f"Two options are worth the same and best: {', '.join(often)}. The larger stake is then taken."
        print()
        print_wrapped(told if any(tally.ties.values()) else "No two options are ever worth the same and best.")
    if isinstance(tally, InParts):
        bets, minutes = (
            all_of([labelled(game, name) for name in analysis.apart]),
            plural(-(-tally.seconds // 60), "minute"),
        )
        print()
        print_wrapped(
            f"{bets}: counted apart from the other bets, without correlations. Bets on both (--bet) are counted "
            f"together, which takes {minutes} of one core at most."
        )


def print_entry(entry: EntryFigures[Fraction], wager: Wager | None, indent: str) -> list[str]:
    """Prints the figures of one entry, its outcomes and its meters; returns the columns that did not fit.

    Outcomes are told in the words of the wager; wagers together have none, and net results for outcomes.
    """
    from pitboss.cli.layout import print_facts, print_table, print_wrapped
    from pitboss.core.money import dollars
    from pitboss.maths.tally.analysis import DOLLARS
    from pitboss.maths.tally.as_json import exact_text
    from pitboss.maths.tally.figures import first_meter

    edge = float(entry.house_edge)
    shown = (
        f"{'-' if edge < 0 else ''}${abs(edge):.4f} a round"
        if entry.per == DOLLARS
        else f"{edge:.4%} of each {entry.per} bet"
    )
    print_facts((f"house edge {shown}", f"= {exact_text(entry.house_edge)}"), indent, " ")
    print_facts(
        (
            f"RTP {float(entry.return_on_all_staked):.4%} of all money staked,",
            f"{float(entry.average_stake):.4f} a round",
        ),
        indent,
        " ",
    )
    facts = (
        f"expected {float(entry.ev):+.6f}",
        f"hit frequency {float(entry.hit_frequency):.4%}",
        f"element of risk {float(entry.element_of_risk):.4%}",
        f"return {float(entry.returned):.4%}",
        f"variance {float(entry.variance):,.4f}",
        f"standard deviation {entry.standard_deviation:.4f}",
    )
    print_facts(facts, indent)
    is_net = all(isinstance(row.pay, str) and row.pay == row.outcome for row in entry.outcomes)
    rows = []
    for row in entry.outcomes:
        if row.line and not row.ev:
            continue  # A further line that pays nothing tells a reader nothing.
        chance = float(row.probability)
        often = f"{chance:.8f}" if chance > 1e-6 else f"{chance:.4e}"
        cells = (f"{row.weight:,}", often, f"{1 / chance:,.2f}", f"{float(row.ev):+.6f}")
        outcome = wager.outcome_words(row.outcome, row.line) if wager else row.outcome
        outcome = f"+ {outcome}" if row.line else outcome  # What a further line pays comes on top.
        rows.append((outcome, *cells) if is_net else (outcome, str(row.pay), *cells))
    head = ("combinations", "probability", "1 in", "part of EV")
    head = ("net result", *head) if is_net else ("outcome", "pays", *head)
    places = [head.index(each) for each in ("1 in", "combinations", "part of EV", "pays") if each in head]
    left_out = print_table(head, rows, places, indent)
    for each in entry.meters:
        chance, even = float(each.probability), dollars(first_meter(each.meter, each.break_even))
        print_wrapped(
            f"meter {each.meter.number}: 1 in {1 / chance:,.0f}, a dollar on it is worth {100 * chance:.6f} cents, "
            f"the bet is even when it shows ${even} and the others stay",
            indent,
        )
    return left_out
