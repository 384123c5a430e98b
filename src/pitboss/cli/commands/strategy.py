"""`pitboss strategy`: the best strategy in words, and short ones with what they cost."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from pitboss import games
from pitboss.cli import args as flags
from pitboss.cli.console import bold, print_json, print_warnings
from pitboss.cli.progress import working
from pitboss.core.errors import ChoiceError
from pitboss.core.game import Game
from pitboss.maths.exact.decide import only_choice
from pitboss.maths.exact.solver import analysed, decisions_of
from pitboss.maths.strategy.plan import Said, Short, priced, said_of
from pitboss.maths.tally.tally import number

SHOWN = 5  # Named strategies, the cheapest; more are an answer nobody reads.
MIXED = 4  # Levels that are not all one way.


def strategy(name: str, sets: Iterable[str], paytables: str, as_json: bool) -> None:
    """Solves a game and prints how to play it."""
    game = games.build(name, flags.pairs("--set", sets), flags.custom(paytables))
    if not game.choices:
        raise ChoiceError(f"{game.name} asks for no choice, so there is no strategy to it")
    folder = games.folder(name)
    with working(game.name):
        analysis = analysed(game)
        decisions = decisions_of(game)
        said = said_of(game, folder.guide, decisions) if folder.guide else None
        short = priced(game, folder.strategies.values(), decisions)
    edge = analysis.figures[analysis.first].house_edge
    if as_json:
        print_json(plain(game, edge, said, short))
        return
    print_warnings(analysis.warnings)
    print_strategy(game, edge, said, short)


def plain(game: Game, edge: Fraction, said: Said | None, short: list[Short]) -> dict[str, Any]:
    """A strategy for JSON."""
    choice = only_choice(game).name
    return {
        "game": game.name,
        "version": game.version,
        "options": game.options.plain(),
        "choice": choice,
        "per": game.main_wagers[0],
        "house_edge": number(edge),
        **({"best": plain_said(said)} if said else {}),
        "short": [
            {
                "name": each.strategy.name,
                "words": each.strategy.words,
                "cost": number(each.cost),
                "house_edge": number(edge + each.cost),
            }
            for each in short
        ],
    }


def plain_said(said: Said) -> dict[str, Any]:
    """The best strategy in words for JSON."""
    return {
        "lines": said.lines,
        "note": said.note,
        "cost": number(said.cost),
        "otherwise": number(said.otherwise),
        "mixed": [{"level": level, "better": way, "share": number(share)} for level, way, share in said.mixed],
    }


def share(value: Fraction) -> str:
    """A share of a stake, small ones with their digits."""
    small = 0 < abs(value) < Fraction(1, 10**6)
    return f"{float(100 * value):.2e} %" if small else f"{float(value):.4%}".replace("%", " %")


def print_strategy(game: Game, edge: Fraction, said: Said | None, short: list[Short]) -> None:
    """A strategy for people."""
    options = "  ".join(f"{name}={game.options.text(name)}" for name in game.options)
    unit = game.main_wagers[0]
    print(f"{bold(game.name)}   {options}".rstrip())
    print(f"\n{bold('The best strategy')}   house edge {share(edge)} of each {unit} bet = {edge}")
    if said:
        for line in said.lines:
            print(f"  {line}")
        if said.cost:
            print(
                f"  In these words it gives up {share(said.cost)} of a bet = {said.cost}: {share(said.otherwise)} of "
                "all hands are better played otherwise, card by card (see advise)."
            )
        else:
            print("  In these words it is the best strategy exactly.")
        if said.note:
            print(f"  {said.note}")
        for level, way, part in said.mixed[:MIXED]:
            print(f"  Of the hands with {level}, {share(part)} are best with: {way}.")
    print(f"\n{bold('Short strategies')}   with their exact cost")
    width = max(len(each.strategy.name) for each in short)
    for each in short[:SHOWN]:
        print(f"  {each.strategy.name:<{width}}  {each.strategy.words}")
        cost = f"costs {share(each.cost)} = {each.cost}" if each.cost else "costs nothing: it is the best strategy"
        print(f"  {'':<{width}}  {cost}; house edge {share(edge + each.cost)}")
    if len(short) > SHOWN:
        print(f"  and {len(short) - SHOWN} more that cost more (--json has them all)")
