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
    from pitboss.cli import args
    from pitboss.cli.console import bold, print_json
    from pitboss.cli.progress import working
    from pitboss.core.cards import parse_cards
    from pitboss.core.game import Cards
    from pitboss.core.script import option_text
    from pitboss.maths.exact.advise import advise as values_of
    from pitboss.maths.exact.decide import only_choice
    from pitboss.maths.tally.as_json import exact_text, number

    house, built = args.house(step, limit), args.built(game, sets, paytables)
    known = {pile: parse_cards(text) for pile, text in args.pairs("--deal", deals).items()}
    amounts = args.amounts(built, bets, house)
    with working(built.name):
        values = values_of(built, known, parse_cards(seen), amounts)
    choice = only_choice(built)
    ranked = sorted(values, key=lambda option: (-values[option], option))
    texts = {option: option_text(choice, option) for option in ranked}
    if not isinstance(choice.options, Cards):
        texts = {option: text.lower() for option, text in texts.items()}
    if as_json:
        options = [{"option": texts[option], "ev": number(values[option])} for option in ranked]
        print_json({"game": built.name, "choice": choice.name, "options": options, "best": texts[ranked[0]]})
        return
    print(f"{bold(choice.name)}   worth per unit of {built.main_wagers[0]}")
    for place, option in enumerate(ranked):
        value = values[option]
        best = "best   " if place == 0 else "       "
        print(f"  {texts[option]:<10} {float(value):+.8f}   {best} = {exact_text(value)}")
