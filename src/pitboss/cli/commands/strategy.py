"""`pitboss strategy`: the best strategy in words, and short ones with what they cost."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.cli.args import AsJson, GameName, Paytables, Sets

if TYPE_CHECKING:
    from pitboss.api import BestStrategy
    from pitboss.core.game import Game
    from pitboss.maths.strategy.plan import Said

EXAMPLES = """
  pitboss strategy three-card-poker
  pitboss strategy super-pan-9 --set decks=1 --json
"""
SHOWN = 5  # Named strategies, the cheapest; more are an answer nobody reads.
MIXED = 4  # Levels whose hands are not all best played one way.


def strategy(game: GameName, sets: Sets = None, paytables: Paytables = "", as_json: AsJson = False) -> None:
    """The best strategy in words, and short ones with their cost."""
    from pitboss import api
    from pitboss.cli.args import built
    from pitboss.cli.console import print_json, print_warnings
    from pitboss.cli.progress import working

    chosen = built(game, sets, paytables)
    with working(chosen.name):
        best = api.strategy(chosen)
    edge = best.analysis.figures[best.analysis.first].house_edge
    if as_json:
        print_json(_strategy_json(chosen, edge, best))
        return
    print_warnings(best.analysis.warnings)
    _print_strategy(chosen, edge, best)


def _strategy_json(game: Game, edge: Fraction, best: BestStrategy) -> dict[str, Any]:
    from pitboss.maths.strategy.best_play import said_json, short_json
    from pitboss.maths.tally.as_json import number

    choices = [
        {"choice": name, "ties": number(best.ties[name]), **({"best": said_json(said)} if said else {})}
        for name, said in best.by_choice.items()
    ]
    said = best.words if len(choices) == 1 else None
    return {
        "game": game.name,
        "version": game.version,
        "options": game.options.as_json(),
        "choice": choices[0]["choice"],
        "per": game.main_wagers[0],
        "house_edge": number(edge),
        **({"best": said_json(said)} if said else {}),
        "choices": choices,
        "short": [{**short_json(each), "house_edge": number(edge + each.cost)} for each in best.named],
    }


def _share(value: Fraction) -> str:
    """A share of a stake, small ones with their digits."""
    small = 0 < abs(value) < Fraction(1, 10**6)
    return f"{float(100 * value):.2e} %" if small else f"{float(value):.4%}".replace("%", " %")


def _print_strategy(game: Game, edge: Fraction, best: BestStrategy) -> None:
    from pitboss.cli.console import bold
    from pitboss.cli.layout import print_facts, print_wrapped
    from pitboss.cli.words import labelled

    unit = labelled(game, game.main_wagers[0])
    print_facts((bold(game.name), *(f"{name}={game.options.text(name)}" for name in game.options)))
    print()
    print_facts((bold("The best strategy"), f"house edge {_share(edge)} of each {unit} bet", f"= {edge}"), between="  ")
    for place, (name, said) in enumerate(best.by_choice.items(), 1):
        if len(best.by_choice) > 1:
            print(f"\n{bold(f'Choice {place}: {name}')}")
        if said:
            _print_said(said, len(best.by_choice) > 1)
        if best.ties[name]:
            print_wrapped(f"In {_share(best.ties[name])} of all rounds two options are worth the same.", "  ")
    short = best.named
    print(f"\n{bold('Short strategies')}   with their exact cost")
    for each in short[:SHOWN]:
        print_wrapped(f"{each.strategy.name}: {each.strategy.words}", "  ")
        cost = f"costs {_share(each.cost)} = {each.cost}" if each.cost else "costs nothing: it is the best strategy"
        print_wrapped(f"{cost}; house edge {_share(edge + each.cost)}", "    ")
    if len(short) > SHOWN:
        print_wrapped(f"and {len(short) - SHOWN} more that cost more (--json has them all)", "  ")


def _print_said(said: Said, is_one_of_several: bool) -> None:
    from pitboss.cli.layout import print_wrapped

    for line in said.lines:
        print_wrapped(line, "  ")
    if said.cost:
        print_wrapped(
            f"In these words it gives up {_share(said.cost)} of a bet = {said.cost}"
            f"{', all else played best' if is_one_of_several else ''}: {_share(said.otherwise)} of "
            "all hands are better played otherwise, card by card (see advise).",
            "  ",
        )
    else:
        print_wrapped("In these words it is the best strategy exactly.", "  ")
    if said.note:
        print_wrapped(said.note, "  ")
    for level, way, part in said.mixed[:MIXED]:
        print_wrapped(f"Of the hands in “{level}”, {_share(part)} are best with: {way}.", "  ")
