"""`pitboss play`: a table of plain lines that works in a terminal, through a pipe and with a screen reader."""

from typing import Annotated

import typer

from pitboss.cli.args import GameName, Limit, Paytables, Sets, Step
from pitboss.core.errors import FundsError, HouseError, one_of

EXAMPLES = """
  pitboss play super-pan-9
  pitboss play turbo-sports --set theme=hockey --chips 500
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
    step: Step = "1",
    limit: Limit = "10000",
) -> None:
    """A table in the terminal: plain lines, one key a choice."""
    from pitboss.cli import args
    from pitboss.cli.commands.play.view import YOU, Sitting
    from pitboss.core.money import cents, dollars
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
    wallet = Chips({YOU: cents(chips)})
    if wallet.balance(YOU) <= 0:
        raise FundsError(f"--chips {dollars(wallet.balance(YOU))}: sit down with more than nothing", "none")
    Sitting(Table(built, house, shoe, wallet, seats=number), wallet).play()
