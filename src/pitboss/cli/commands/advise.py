"""`pitboss advise`: the exact value of every legal choice for one hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.args import AsJson, BetTexts, GameName, Limit, Paytables, Sets, Step

if TYPE_CHECKING:
    pass

EXAMPLES = """
  pitboss advise super-pan-9 --deal player="6s 4h 3d"
  pitboss advise three-card-blitz --deal player="As Ks 8s 9h 4d 5d 6c"
  pitboss advise three-card-poker --deal player="Qs 6d 4c" --seen "Kc Kd"
"""


def advise(
    game: GameName,
    deals: Annotated[
        list[str] | None, typer.Option("--deal", metavar="PILE=CARDS", help='cards the choice sees, "As Kd"; repeats')
    ] = None,
    seen: Annotated[str, typer.Option("--seen", metavar="CARDS", help="other cards known to be gone")] = "",
    choices: Annotated[
        list[str] | None,
        typer.Option("--choose", metavar="NAME=VALUE", help="an earlier choice of the same round; repeats"),
    ] = None,
    bets: BetTexts = None,
    sets: Sets = None,
    paytables: Paytables = "",
    step: Step = "1",
    limit: Limit = "10000",
    as_json: AsJson = False,
) -> None:
    """Exact value of every legal choice for one hand."""
    from pitboss import api
    from pitboss.advice_forms import advice_json
    from pitboss.cli import args
    from pitboss.cli.console import bold, print_json
    from pitboss.cli.layout import print_facts, print_table, print_wrapped
    from pitboss.cli.progress import working
    from pitboss.cli.words import bets_words, labelled
    from pitboss.maths.tally.as_json import exact_text

    house, built = args.house(step, limit), args.built(game, sets, paytables)
    cards, given = args.pairs("--deal", deals), args.bet_texts(bets)
    amounts = api.bets_in_cents(built, given, house) or {}
    with working(built.name):
        made = args.pairs("--choose", choices)
        advice = api.advise(built, cards, seen=seen, bets=given, house=house, choose=made)
    values, choice = advice.by_text(), advice.choice.name
    if as_json:
        print_json(advice_json(built, advice, cards, seen, amounts))
        return
    print_facts((" ".join(cards.values()), advice.hand) if advice.hand else (" ".join(cards.values()),))
    rows = [
        (option, f"{float(value):+.8f}", "best" if option == advice.best else "", exact_text(value))
        for option, value in values.items()
    ]
    main, several = labelled(built, built.main_wagers[0]), len(amounts) > 1
    print_table((bold(choice), f"worth{' in all,' if several else ''} per {main}", "", "exact"), rows, (3,))
    if several:
        print()
        print_wrapped(f"What a choice is worth includes every bet of the round: {bets_words(built, amounts)}.")
