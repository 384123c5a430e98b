"""`pitboss history`: the rounds of a log, with what decisions lost, and each one replayed step by step."""

from typing import Annotated

import typer

from pitboss.cli.args import AsJson, CardsStyle, Paytables
from pitboss.core.errors import FormatError

EXAMPLES = """
  printf "10\\nd\\nr\\nd\\nq\\n" | pitboss play super-pan-9 --log evening.txt
  pitboss history                           the log written last
  pitboss history evening.txt               rounds, and what decisions lost
  pitboss history evening.txt 2             round 2, step by step
  pitboss history evening.txt --lost 0.5    rounds that lost 50 cents or more
  pitboss history evening.txt --csv > evening.csv
"""


def history(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", show_default=False, help="a log that play --log wrote")
    ] = None,
    number: Annotated[str | None, typer.Argument(metavar="ROUND", show_default=False, help="a round to replay")] = None,
    lost: Annotated[
        str | None, typer.Option("--lost", metavar="AMOUNT", help="only rounds whose decisions lost this much or more")
    ] = None,
    paytables: Paytables = "",
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="print the rounds as CSV")] = False,
    cards: CardsStyle = "two-colour",
) -> None:
    """Rounds that were played, replayed step by step."""
    from functools import partial

    from pitboss import games
    from pitboss.cli import args
    from pitboss.cli.commands.history.listing import Listing, print_csv, print_listing, print_rounds_json
    from pitboss.cli.commands.history.replay import choose_and_replay, replay
    from pitboss.cli.table_view.cards import read_style
    from pitboss.cli.table_view.typed import is_person
    from pitboss.coach.log import last_log, rounds_in
    from pitboss.core.invocation import invoked_as

    style = read_style(cards)
    if as_json and as_csv:
        raise FormatError("--json and --csv: give one of them")
    if number is not None and lost is not None:
        raise FormatError(f"round {number} and --lost {lost}: give one of them")
    least = 0 if lost is None else args.amount("--lost", lost)
    custom = args.custom(paytables)
    path = last_log() if file is None else file
    if path is None:
        raise FormatError(
            f"no log is known yet: write one with {invoked_as()} play GAME --log FILE, then {invoked_as()} history FILE"
        )
    rounds = list(rounds_in(path, partial(games.build, custom=custom)))
    if number is not None:
        rounds = [rounds[args.whole("ROUND", number, 1, len(rounds)) - 1]]
    listing = Listing(path, rounds, least)
    if as_json:
        print_rounds_json(listing)
    elif as_csv:
        print_csv(listing)
    elif number is not None:
        replay(rounds[0], style)
    else:
        print_listing(listing)
        if is_person() and listing.shown:
            choose_and_replay(listing.shown, style)
