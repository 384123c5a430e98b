"""`pitboss report`: the PAR sheet of a game, or of all."""

import importlib.util
import os
import sys
from typing import Annotated

import typer

from pitboss.cli.args import AsJson, Paytables, Sets, complete_game
from pitboss.core.errors import OptionError

EXAMPLES = """
  pitboss report super-pan-9 --out reports
  pitboss report spadez --set cards=9 --stake 25 --pace 45 --bankroll 500 \\
      --bankroll 2000 --rounds 1e6 --paper letter --out reports
  pitboss report --all --out reports   every game, and a page that leads to them
"""
NEEDED = ("altair", "markdown_it", "typst", "vl_convert", "xlsxwriter")
MOST_PACE = 10_000
USUAL_ROUNDS = "1e8"
USUAL_ROUNDS_UNCOMPILED = "1e5"  # More would take hours.


def report(
    game: Annotated[str, typer.Argument(metavar="GAME", autocompletion=complete_game, show_default=False)] = "",
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="folder to write to", show_default=False)] = "",
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
    seed: Annotated[str, typer.Option("--seed", metavar="N", help="the same simulated rounds again")] = "1",
    paper: Annotated[str, typer.Option("--paper", metavar="SIZE", help="of the PDF: a4 or letter")] = "a4",
    as_json: AsJson = False,
) -> None:
    """The PAR sheet: everything about a game as HTML, PDF, XLSX, CSV and JSON."""
    _check(game, everything, out, sets, paytables)
    from pitboss import games
    from pitboss.cli import args
    from pitboss.cli.console import print_json
    from pitboss.cli.progress import needs_the_compiler, working
    from pitboss.maths.compile.cpu import compiling
    from pitboss.maths.simulate.run import MOST_SEED
    from pitboss.report import write
    from pitboss.report.sections.checks import failures
    from pitboss.report.subject import Assumed, Subject

    assumed = Assumed(
        stake_cents=args.amount("--stake", stake),
        pace=args.whole("--pace", pace, 1, MOST_PACE),
        bankrolls=tuple(args.amount("--bankroll", each) for each in bankrolls or ()),
        rounds=args.rounds("--rounds", rounds or (USUAL_ROUNDS if compiling() else USUAL_ROUNDS_UNCOMPILED)),
        seed=args.whole("--seed", seed, 0, MOST_SEED),
    )
    names = (*games.find(), *games.attached()) if everything else (game,)
    options, custom = args.pairs("--set", sets), args.custom(paytables)
    subjects = [Subject(games.folder(name), options, custom, assumed, os.cpu_count() or 1) for name in names]
    for subject in subjects:
        if needs_the_compiler(subject.game):
            raise OptionError(
                f"without the compiler the report of {subject.game.name} takes hours; install numba to have one"
            )
    moved = write.write_reports(
        subjects,
        out,
        paper,
        index=everything,
        during=lambda subject: working(f"the report of {subject.game.name}", "Writing"),
    )
    if as_json:
        print_json({"files": moved})
    else:
        print("\n".join(moved))
    failed = [f"{subject.game.name}: {sentence}" for subject in subjects for sentence in failures(subject)]
    for sentence in failed:
        print(sentence, file=sys.stderr)
    raise typer.Exit(1 if failed else 0)


def _check(game: str, everything: bool, out: str, sets: list[str] | None, paytables: str) -> None:
    """Refuses a request that contradicts itself, and one whose libraries are not installed."""
    if everything == bool(game):
        raise OptionError("give a game, or --all" + (f", not {game} and --all" if game else ""))
    if everything and (sets or paytables):
        given = f"--set {sets[0]}" if sets else f"--paytables {paytables}"
        raise OptionError(f"{given} with --all: options are of one game; name it instead of --all")
    if not out:
        raise OptionError("give --out DIR, the folder to write to")
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise OptionError(
            f"report needs {missing[0]}, which is not installed; pip install 'pitboss[report]' brings it", "extra"
        )
