"""`pitboss advise`: the exact value of every legal choice for one hand."""

from typing import Annotated

import typer

from pitboss.cli.args import AsJson, BetTexts, GameName, Limit, Paytables, Sets, Step

EXAMPLES = """
  pitboss advise super-pan-9 --deal player="6s 4h 3d"
  pitboss advise wild-six --deal player="Ac Ad 9h 8s 3c"
  pitboss advise three-card-poker --deal player="Qs 6d 4c" --seen "Kc Kd"    cards known to be gone
"""


def advise(
    game: GameName,
    deals: Annotated[
        list[str] | None, typer.Option("--deal", metavar="PILE=CARDS", help='cards the choice sees, "As Kd"; repeats')
    ] = None,
    seen: Annotated[str, typer.Option("--seen", metavar="CARDS", help="other cards known to be gone")] = "",
    bets: BetTexts = None,
    sets: Sets = None,
    paytables: Paytables = "",
    step: Step = "1",
    limit: Limit = "10000",
    as_json: AsJson = False,
) -> None:
    """Exact value of every legal choice for one hand."""
    from pitboss import api
    from pitboss.cli import args
    from pitboss.cli.console import bold, print_json
    from pitboss.cli.progress import working
    from pitboss.maths.tally.as_json import exact_text, number

    house, built = args.house(step, limit), args.built(game, sets, paytables)
    cards, given = args.pairs("--deal", deals), args.pairs("--bet", bets)
    with working(built.name):
        advice = api.advise(built, cards, seen=seen, bets=given, house=house)
    values, choice = advice.by_text(), advice.choice.name
    if as_json:
        options = [{"option": option, "ev": number(value)} for option, value in values.items()]
        print_json({"game": built.name, "choice": choice, "options": options, "best": advice.best})
        return
    print(f"{bold(choice)}   worth per unit of {built.main_wagers[0]}")
    for option, value in values.items():
        best = "best   " if option == advice.best else "       "
        print(f"  {option:<10} {float(value):+.8f}   {best} = {exact_text(value)}")
