"""`pitboss report`: the PAR sheet of a game, or of all."""

import sys
from typing import Annotated

import typer

from pitboss.cli.args import AsJson, Paytables, Sets, complete_game
from pitboss.core.errors import OptionError
from pitboss.report import check_libraries

EXAMPLES = """
  pitboss report super-pan-9 --out reports
  pitboss report spadez --set cards=9 --stake 25 --pace 45 --bankroll 500 \\
      --bankroll 2000 --rounds 1e6 --paper letter --out reports
  pitboss report super-pan-9 --actual rounds=5000,win=1250 --out reports
  pitboss report --all --out reports   every game, and a page that leads to them
"""


def _folder(context: typer.Context, folder: str | None) -> str | None:
    """The folder of `--out`. The flag cannot be left out, so a blank one is refused here, without that advice."""
    source = context.get_parameter_source("out")
    if folder is not None and not folder.strip() and source is not None and source.name == "COMMANDLINE":
        raise OptionError("--out is empty: give DIR, the folder to write to")
    return folder


def report(
    game: Annotated[str, typer.Argument(metavar="GAME", autocompletion=complete_game, show_default=False)] = "",
    out: Annotated[
        str, typer.Option("--out", metavar="DIR", help="folder to write to", show_default=False, callback=_folder)
    ] = "",
    everything: Annotated[bool, typer.Option("--all", help="every game, options at their defaults")] = False,
    sets: Sets = None,
    paytables: Paytables = "",
    stake: Annotated[str, typer.Option("--stake", metavar="AMOUNT", help="what is bet on each wager")] = "10",
    pace: Annotated[str, typer.Option("--pace", metavar="N", help="rounds an hour")] = "60",
    bankrolls: Annotated[
        list[str] | None,
        typer.Option(
            "--bankroll", metavar="AMOUNT", help="for the risk of ruin; repeats; 50 to 500 stakes if not given"
        ),
    ] = None,
    rounds: Annotated[
        str, typer.Option("--rounds", metavar="N", help="rounds to simulate for the agreement; 1e8 if not given")
    ] = "",
    seed: Annotated[str, typer.Option("--seed", metavar="N", help="the same seed simulates the same rounds")] = "1",
    seats: Annotated[str, typer.Option("--seats", metavar="N", help="seats in play, for hold and charts")] = "5",
    hours: Annotated[str, typer.Option("--hours", metavar="N", help="hours that a player stays, for hold")] = "2",
    buy_in: Annotated[
        str,
        typer.Option(
            "--buy-in",
            metavar="AMOUNT",
            help="chips that a player buys, for hold; 20 first bets if not given",
        ),
    ] = "",
    actual: Annotated[
        str,
        typer.Option(
            "--actual",
            metavar="RESULT",
            help="a table's own result, marked on a chart: rounds=5000,win=1250 and, where they differ, seats=3, "
            "stake=25, bets=NAME+NAME",
        ),
    ] = "",
    paper: Annotated[str, typer.Option("--paper", metavar="SIZE", help="paper of the PDF: a4 or letter")] = "a4",
    as_json: AsJson = False,
) -> None:
    """The PAR sheet: everything about a game as HTML, PDF, XLSX, CSV and JSON."""
    _check(game, everything, out, sets, paytables, actual)
    import pitboss
    from pitboss import games
    from pitboss.cli import args
    from pitboss.cli.console import print_json
    from pitboss.cli.progress import needs_the_compiler, working
    from pitboss.core.money import dollars
    from pitboss.maths.simulate.limits import MOST_SEED
    from pitboss.report.actual import read_actual
    from pitboss.report.write import MOST_HOURS, MOST_PACE, MOST_TABLE_SEATS

    options, custom = args.pairs("--set", sets), args.custom(paytables)
    stake_cents, rounds_per_hour = args.amount("--stake", stake), args.whole("--pace", pace, 1, MOST_PACE)
    bankroll_cents = [args.amount("--bankroll", each) for each in bankrolls or ()]
    simulated = args.rounds("--rounds", rounds) if rounds else None
    start = args.whole("--seed", seed, 0, MOST_SEED)
    occupied, stay = args.whole("--seats", seats, 1, MOST_TABLE_SEATS), args.whole("--hours", hours, 1, MOST_HOURS)
    bought = dollars(args.amount("--buy-in", buy_in)) if buy_in else ""
    if actual:
        read_actual(actual)  # A malformed one is refused before anything is computed.
    names = (*games.find(), *games.attached()) if everything else (game,)
    for name in names:
        if needs_the_compiler(games.build(name, options, custom)):
            raise OptionError(f"without the compiler the report of {name} takes hours; install numba to have one")
    written = pitboss.report(
        names if everything else game,
        out,
        options,
        paytables=custom,
        stake=dollars(stake_cents),
        rounds_per_hour=rounds_per_hour,
        bankrolls=[dollars(each) for each in bankroll_cents],
        rounds=simulated,
        seed=start,
        seats=occupied,
        hours=stay,
        buy_in=bought,
        actual=actual,
        paper=paper,
        during=lambda subject: working(f"the report of {subject.game.name}", "Writing"),
    )
    if as_json:
        print_json({"files": written.files})
    else:
        print("\n".join(written.files))
    for sentence in written.failures:
        print(sentence, file=sys.stderr)
    raise typer.Exit(1 if written.failures else 0)


def _check(game: str, everything: bool, out: str, sets: list[str] | None, paytables: str, actual: str) -> None:
    """Refuses a request that contradicts itself, and one whose libraries are not installed."""
    if everything == bool(game):
        raise OptionError("give a game, or --all" + (f", not {game} and --all" if game else ""))
    if everything and (sets or paytables):
        given = f"--set {sets[0]}" if sets else f"--paytables {paytables}"
        raise OptionError(f"{given} with --all: options are of one game; name it instead of --all")
    if everything and actual:
        raise OptionError(f"--actual {actual} with --all: a result is of one game; name it instead of --all")
    if not out:
        raise OptionError("give --out DIR, the folder to write to")
    check_libraries()
