"""`pitboss play`: a table of plain lines that works in a terminal, through a pipe and with a screen reader."""

from typing import Annotated

import typer

from pitboss.cli.args import GameName, Limit, Paytables, Sets, Step

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
    from pitboss.cli.commands.play.view import sit_down

    house = args.house(step, limit)
    sit_down(args.built(game, sets, paytables), house, seats, chips, shuffle, cut, seed)
