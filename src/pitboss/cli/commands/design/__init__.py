"""`pitboss design`: whole-number pay tables near a shape, with a house edge where the designer wants it."""

from typing import Annotated

import typer

from pitboss.cli.args import AsJson, GameName, Paytables, Sets
from pitboss.core.errors import FormatError, OptionError, unknown

EXAMPLES = """
  pitboss design turbo-sports --wager td --target-edge 4%..6%
  pitboss design spadez --set cards=7 --wager spadez --target-edge 5% \\
      --shape SPADES_7=500 --cap 500
  pitboss design turbo-sports --wager nine_card_bonus --target-edge 5%..6% \\
      --hit 30%..50% --rank volatility
  pitboss design super-pan-9 --wager tie --target-edge 0%..5% --toml > mine.toml
  pitboss analyze super-pan-9 --paytables mine.toml
"""


def design(
    game: GameName,
    wager: Annotated[str, typer.Option("--wager", metavar="WAGER", help="the wager whose pay table is designed")],
    target: Annotated[
        str,
        typer.Option(
            "--target-edge",
            metavar="LOW..HIGH",
            help="house edges to aim for, such as 4%..6%; a single one means half a point to either side",
        ),
    ],
    hit: Annotated[
        str,
        typer.Option(
            "--hit", metavar="LOW..HIGH", help="hit frequencies to aim for; lets the lowest rows start or stop paying"
        ),
    ] = "",
    shape: Annotated[
        list[str] | None,
        typer.Option(
            "--shape",
            metavar="OUTCOME=PAY",
            help="start from this pay instead of the pay table's: 8, push or lose; repeats",
        ),
    ] = None,
    caps: Annotated[
        list[str] | None,
        typer.Option("--cap", metavar="[OUTCOME=]PAY", help="the most that every row, or this one, may pay; repeats"),
    ] = None,
    keeps: Annotated[
        list[str] | None, typer.Option("--keep", metavar="OUTCOME", help="a row that stays as it is; repeats")
    ] = None,
    any_order: Annotated[bool, typer.Option("--any-order", help="let a lower row pay more than a higher one")] = False,
    grid: Annotated[
        str, typer.Option("--grid", metavar="NAME", help="which pay grid, for a wager that is paid by several")
    ] = "",
    rank: Annotated[
        str,
        typer.Option(
            "--rank",
            metavar="WAY",
            help="spread over the range, closeness to the shape, hit (frequency) or volatility",
        ),
    ] = "spread",
    show: Annotated[str, typer.Option("--show", metavar="N", help="how many tables")] = "10",
    sets: Sets = None,
    paytables: Paytables = "",
    as_toml: Annotated[bool, typer.Option("--toml", help="print the first table as a grid for --paytables")] = False,
    as_json: AsJson = False,
) -> None:
    """Whole-number pay tables near a shape with a given house edge, exact.

    The shape is the pay table in force. Rows that pay whole odds or whole dollars vary from a third to three times
    the shape's, in round numbers above 20; the others stay. No row pays more than the one above it. Proposals are
    spread over the range of house edges, the nearest to the shape first; the shape itself is not among them.
    """
    from pitboss import api, games
    from pitboss.cli import args
    from pitboss.cli.commands.design import request
    from pitboss.cli.commands.design.nothing_fits import nothing_fits
    from pitboss.cli.commands.design.tables import print_design
    from pitboss.cli.commands.design.toml import table_toml
    from pitboss.cli.console import print_json
    from pitboss.cli.progress import working
    from pitboss.json_forms import design_json
    from pitboss.maths.design.design import RANKS
    from pitboss.maths.design.spread import SPREAD

    if as_toml and as_json:
        raise FormatError("--toml prints one pay grid and --json a document: give one of them")
    if rank not in (SPREAD, *RANKS):
        raise OptionError(unknown("--rank", rank, (SPREAD, *RANKS)))
    count = args.whole("--show", show, 1, 100)
    span = request.span("--target-edge", target, "4%..6%")
    options, custom = args.pairs("--set", sets), args.custom(paytables)
    built = games.build(game, options, custom)
    wager = built.wager_named(wager) or wager
    asked = request.asked(built, wager, grid=grid, shape=shape, caps=caps, keeps=keeps, any_order=any_order, hit=hit)
    with working(built.name):
        found = api.design(
            built,
            wager,
            span.low,
            span.high,
            grid=asked.grid,
            shape=asked.shape,
            limits=asked.limits,
            rank=rank,
            count=count,
        )
        if not found.tables:
            raise OptionError(nothing_fits(found.search, span))
    search, tables = found.search, found.tables
    if as_json:
        print_json(design_json(search, span, tables))
    elif as_toml:
        print(table_toml(game, options, custom, search.shape, tables[0]), end="")
    else:
        print_design(search, span, tables, rank)
