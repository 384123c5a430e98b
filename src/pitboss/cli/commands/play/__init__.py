"""`pitboss play`: a table with a coach, in plain lines that also work through a pipe and with a screen reader."""

from typing import Annotated

import typer

from pitboss.cli.args import CardsStyle, GameName, Limit, Paytables, Sets, Step
from pitboss.core.errors import FundsError, HouseError, one_of

EXAMPLES = """
  pitboss play super-pan-9
  pitboss play three-card-poker --coach warn      a mistake is warned of first
  pitboss play turbo-sports --set theme=hockey --chips 500 --cards four-colour
  pitboss play super-pan-9 --log evening.txt      rounds that settle reads back
  printf "10\\nd\\nq\\n" | pitboss play super-pan-9 --seed 7
"""


def play(
    game: GameName,
    sets: Sets = None,
    paytables: Paytables = "",
    seats: Annotated[str, typer.Option("--seats", metavar="N", help="seats you play yourself")] = "1",
    chips: Annotated[str, typer.Option("--chips", metavar="AMOUNT", help="chips you sit down with")] = "1000",
    shuffle: Annotated[
        str,
        typer.Option("--shuffle", metavar="WAY", help="every-round, cut-card or continuous, as the game allows"),
    ] = "",
    cut: Annotated[str, typer.Option("--cut", metavar="N", help="cards behind the cut card")] = "",
    seed: Annotated[str, typer.Option("--seed", metavar="N", help="deal the same cards again")] = "",
    coach: Annotated[
        str,
        typer.Option("--coach", metavar="WHEN", help="off, ask (? shows what choices are worth) or warn (of mistakes)"),
    ] = "ask",
    log: Annotated[
        str, typer.Option("--log", metavar="FILE", help="add every round to a file that settle reads back")
    ] = "",
    cards: CardsStyle = "two-colour",
    step: Step = "1",
    limit: Limit = "10000",
) -> None:
    """A table in the terminal, with a coach."""
    from pitboss.cli import args
    from pitboss.cli.commands.play.view import YOU, Sitting
    from pitboss.cli.table_view.cards import read_style
    from pitboss.cli.table_view.coaching import Coach, Coaching
    from pitboss.cli.table_view.layout import Layout
    from pitboss.coach.advice import best_answer
    from pitboss.coach.log import check_log, remember
    from pitboss.core.money import dollars
    from pitboss.maths.simulate.limits import MOST_SEED
    from pitboss.table.shoe import Shoe
    from pitboss.table.table import Table
    from pitboss.table.wallet import Chips

    house, built = args.house(step, limit), args.built(game, sets, paytables)
    house.check_game(built)
    number = args.whole("--seats", seats, 1, built.seats)
    ways = {way.value: way for way in built.shuffles}
    if shuffle and shuffle not in ways:
        raise HouseError(f"--shuffle {shuffle!r}: {built.name} allows {one_of(ways)}", "shuffle")
    behind = args.whole("--cut", cut, 1, len(built.deck)) if cut else None
    start = args.whole("--seed", seed, 0, MOST_SEED) if seed else None
    shoe = Shoe(built, seats=number, shuffle=ways.get(shuffle), behind_cut=behind, seed=start)
    wallet = Chips({YOU: args.in_cents("--chips", chips)})
    if wallet.balance(YOU) <= 0:
        raise FundsError(f"--chips {dollars(wallet.balance(YOU))}: sit down with more than nothing", "none")
    layout = Layout(built, number, read_style(cards))
    coaching = Coaching(Coach(args.one_of("--coach", coach, (each.value for each in Coach))), layout)
    if log:
        check_log(log)
        remember(log)
    # Without a coach nothing is worked out that can take seconds: a missing player's default is then the plain one.
    adviser = best_answer if coaching.grades_rounds else None
    table = Table(built, house, shoe, wallet, seats=number, coach=adviser)
    Sitting(table, wallet, layout, coaching, log).play()
