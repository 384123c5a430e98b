"""`pitboss advise`: the exact value of every legal choice for one hand."""

from collections.abc import Iterable

from pitboss import games
from pitboss.cli import args as flags
from pitboss.cli.console import bold, print_json
from pitboss.cli.progress import working
from pitboss.core.cards import parse_cards
from pitboss.core.game import Cards
from pitboss.core.script import option_text
from pitboss.core.settle import House
from pitboss.maths.exact.advise import advise as values_of
from pitboss.maths.exact.decide import only_choice
from pitboss.maths.tally.tally import number


def advise(
    name: str,
    sets: Iterable[str],
    deals: Iterable[str],
    seen: str,
    bets: Iterable[str],
    paytables: str,
    house: House,
    as_json: bool,
) -> None:
    """Prints what each option is worth, the best first."""
    game = games.build(name, flags.pairs("--set", sets), flags.custom(paytables))
    known = {pile: parse_cards(text) for pile, text in flags.pairs("--deal", deals).items()}
    amounts = flags.amounts(game, bets, house)
    with working(game.name):
        values = values_of(game, known, parse_cards(seen), amounts)
    choice = only_choice(game)
    ranked = sorted(values, key=lambda option: (-values[option], option))
    named = not isinstance(choice.options, Cards)
    texts = {option: option_text(choice, option) for option in ranked}
    texts = {option: text.lower() if named else text for option, text in texts.items()}
    if as_json:
        options = [{"option": texts[option], "ev": number(values[option])} for option in ranked]
        print_json({"game": game.name, "choice": choice.name, "options": options, "best": texts[ranked[0]]})
        return
    print(f"{bold(choice.name)}   worth per unit of {game.main_wagers[0]}")
    for place, option in enumerate(ranked):
        value = values[option]
        exact = f"{value.numerator}/{value.denominator}"
        print(f"  {texts[option]:<10} {float(value):+.8f}   {'best   ' if place == 0 else '       '} = {exact}")
