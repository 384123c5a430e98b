"""The commands and their flags. Each imports what it needs when it runs, so that `--help` answers at once."""

import errno
import io
import os
import sys
from typing import Annotated

import typer

from pitboss.core.errors import FormatError, PitbossError, unknown

app = typer.Typer(
    name="pitboss",
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Deals, settles, proves and protects casino card games.",
    epilog="\b\nExamples:\n"
    "  pitboss                          the games, and how to go on\n"
    "  pitboss play super-pan-9         a table in the terminal\n"
    "  pitboss rules turbo-sports       rules and rulings\n"
    "  pitboss settle --help            settle a round from its cards",
)


def main() -> None:
    """Runs `pitboss`: 0 done, 1 something was found wrong, 2 the request was wrong."""
    _steady_streams()
    try:
        code = run()
        sys.stdout.flush()
    except OSError as error:
        # Nothing more can be written there: leave quietly if the reader went away (`pitboss rules x | head`).
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = 0 if error.errno == errno.EPIPE else 2
        if code:
            print(f"pitboss: the output cannot be written: {error.strerror}", file=sys.stderr)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        code = 130
    sys.exit(code)


def _steady_streams() -> None:
    """Odd bytes in or out never stop a command, and a closed stream is an empty one."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def run() -> int:
    """Runs one command line; every error it can expect becomes one line on stderr."""
    command = typer.main.get_command(app)
    if "_PITBOSS_COMPLETE" in os.environ:  # The shell asks for completions, and expects the library's own protocol.
        command(prog_name="pitboss")
    try:
        with command.make_context("pitboss", sys.argv[1:]) as context:
            command.invoke(context)
    except PitbossError as error:
        return _refuse(str(error))
    except typer.TyperException as error:
        return _refuse(_usage(error, sorted(getattr(command, "commands", {}))))
    except typer.Exit as done:
        return done.exit_code
    except typer.Abort:
        raise KeyboardInterrupt from None
    return 0


def _refuse(sentence: str) -> int:
    """Says what is wrong, on one line."""
    print(f"pitboss: {' '.join(sentence.split())}", file=sys.stderr)
    return 2


def _usage(error: typer.TyperException, commands: list[str]) -> str:
    """A sentence for a command line that does not parse."""
    sentence = error.format_message()
    name = sentence.removeprefix("No such command ").strip("'.")
    if sentence.startswith("No such command "):
        return unknown("command", name.split("'")[0], commands)
    sentence = sentence[:1].lower() + sentence[1:]
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "pitboss"
    return f"{sentence.rstrip('.')} (see {path} --help)"


def complete_game(incomplete: str) -> list[str]:
    """The games a shell offers on TAB."""
    from pitboss import games

    return [name for name in (*games.find(), *games.attached()) if name.startswith(incomplete)]


GameName = Annotated[str, typer.Argument(metavar="GAME", autocompletion=complete_game, show_default=False)]
Sets = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="set an option; repeats")]
Paytables = Annotated[
    str,
    typer.Option("--paytables", metavar="FILE", help="pay grids of your own; the first column is used unless --set"),
]
AsJson = Annotated[bool, typer.Option("--json", help="print one JSON document and nothing else")]
Step = Annotated[str, typer.Option("--step", metavar="AMOUNT", help="chip step")]
Limit = Annotated[str, typer.Option("--limit", metavar="AMOUNT", help="largest bet")]


def _version(wanted: bool) -> None:
    """Prints the version and stops."""
    if wanted:
        from pitboss import __version__

        print(f"pitboss {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def lobby(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="print the version")
    ] = False,
) -> None:
    """Deals, settles, proves and protects casino card games."""
    if context.invoked_subcommand is None:
        from pitboss.cli.commands import games as listing

        listing.lobby()


@app.command(epilog="\b\nExamples:\n  pitboss games\n  pitboss games --json")
def games(as_json: AsJson = False) -> None:
    """The games, their wagers and exact house edges."""
    from pitboss.cli.commands import games as listing

    listing.all_games(as_json)


@app.command(epilog="\b\nExamples:\n  pitboss rules super-pan-9\n  pitboss rules turbo-sports --json")
def rules(game: GameName, as_json: AsJson = False) -> None:
    """Rules and rulings of a game, in numbered words."""
    from pitboss.cli import console as show

    show.rules(game, as_json)


@app.command(
    epilog="\b\nExamples:\n  pitboss paytables turbo-sports\n"
    "  pitboss paytables turbo-sports --toml > mine.toml    a file to edit for --paytables"
)
def paytables(
    game: GameName,
    paytables: Paytables = "",
    as_toml: Annotated[bool, typer.Option("--toml", help="print the file the grids are read from")] = False,
    as_json: AsJson = False,
) -> None:
    """The pay tables of a game, laid out as printed."""
    from pitboss.cli import console as show

    if as_toml and (as_json or paytables):
        raise FormatError(f"--toml prints the shipped file: leave out {'--json' if as_json else '--paytables'}")
    show.paytables(game, paytables, as_toml, as_json)


@app.command(
    epilog="\b\nExamples:\n"
    '  pitboss settle super-pan-9 --bet regular=10 --deal player="6s 4h 3d" \\\n'
    '      --deal dealer="Ks 5c 2d" --choose draw=draw --deal player_card=6c\n'
    '  pitboss settle turbo-sports --bet first_down=10 --deal community="As Ks 2h" --deal player="2c 3c 4c 5c 6c 7c"\n'
    "  pitboss settle round.txt        a round file, as settle itself prints; its result lines are checked"
)
def settle(
    game: Annotated[str, typer.Argument(metavar="GAME|ROUND.txt", autocompletion=complete_game, show_default=False)],
    deals: Annotated[
        list[str] | None,
        typer.Option("--deal", metavar="PILE=CARDS", help='cards of a pile, "As Kd"; repeats'),
    ] = None,
    choices: Annotated[
        list[str] | None,
        typer.Option("--choose", metavar="NAME=VALUE", help="a choice that was made; repeats"),
    ] = None,
    bets: Annotated[list[str] | None, typer.Option("--bet", metavar="WAGER=AMOUNT", help="a bet; repeats")] = None,
    sets: Sets = None,
    paytables: Paytables = "",
    step: Step = "1",
    limit: Limit = "10000",
    as_json: AsJson = False,
) -> None:
    """What every bet returns for given cards, and why."""
    from pitboss.cli.commands import settle as settling

    house = settling.house(step, limit)
    raise typer.Exit(
        settling.settle(game, deals or [], choices or [], bets or [], sets or [], paytables, house, as_json)
    )


@app.command(
    epilog="\b\nExamples:\n  pitboss analyze super-pan-9\n"
    "  pitboss analyze super-pan-9 --set decks=1 --set commission=0%\n"
    "  pitboss analyze three-card-blitz --strategy play-on-19 --json\n"
    "  pitboss analyze super-pan-9 --bet regular=10 --bet tie=5    best for both bets together"
)
def analyze(
    game: GameName,
    sets: Sets = None,
    strategy: Annotated[
        str, typer.Option("--strategy", metavar="NAME", help="optimal, optimal:WAGER, or a name that games lists")
    ] = "optimal",
    bets: Annotated[list[str] | None, typer.Option("--bet", metavar="WAGER=AMOUNT", help="a bet; repeats")] = None,
    paytables: Paytables = "",
    step: Step = "1",
    limit: Limit = "10000",
    no_cache: Annotated[bool, typer.Option("--no-cache", help="compute anew, and keep nothing")] = False,
    as_json: AsJson = False,
) -> None:
    """Exact figures for every wager: house edge, variance, every outcome, as fractions."""
    from pitboss.cli.commands import analyze as analyzing
    from pitboss.cli.commands import settle as settling

    analyzing.analyze(
        game, sets or [], strategy, bets or [], paytables, settling.house(step, limit), not no_cache, as_json
    )


@app.command(
    epilog='\b\nExamples:\n  pitboss advise super-pan-9 --deal player="6s 4h 3d"\n'
    '  pitboss advise wild-six --deal player="Ac Ad 9h 8s 3c"\n'
    '  pitboss advise three-card-poker --deal player="Qs 6d 4c" --seen "Kc Kd"    cards known to be gone'
)
def advise(
    game: GameName,
    deals: Annotated[
        list[str] | None, typer.Option("--deal", metavar="PILE=CARDS", help='cards the choice sees, "As Kd"; repeats')
    ] = None,
    seen: Annotated[str, typer.Option("--seen", metavar="CARDS", help="other cards known to be gone")] = "",
    bets: Annotated[list[str] | None, typer.Option("--bet", metavar="WAGER=AMOUNT", help="a bet; repeats")] = None,
    sets: Sets = None,
    paytables: Paytables = "",
    step: Step = "1",
    limit: Limit = "10000",
    as_json: AsJson = False,
) -> None:
    """Exact value of every legal choice for one hand."""
    from pitboss.cli.commands import advise as advising
    from pitboss.cli.commands import settle as settling

    house = settling.house(step, limit)
    advising.advise(game, sets or [], deals or [], seen, bets or [], paytables, house, as_json)


@app.command(
    epilog="\b\nExamples:\n  pitboss strategy three-card-blitz\n  pitboss strategy super-pan-9 --set decks=1 --json"
)
def strategy(game: GameName, sets: Sets = None, paytables: Paytables = "", as_json: AsJson = False) -> None:
    """The best strategy in words, and short ones with their cost."""
    from pitboss.cli.commands import strategy as strategizing

    strategizing.strategy(game, sets or [], paytables, as_json)


@app.command(
    epilog="\b\nExamples:\n  pitboss design three-card-blitz --wager flush_bonus --target-edge 4%..6%\n"
    "  pitboss design spadez --set cards=7 --wager spadez --target-edge 5% --shape SPADES_7=500 --cap 500\n"
    "  pitboss design turbo-sports --wager nine_card_bonus --target-edge 5%..6% --hit 30%..50%\n"
    "  pitboss design wild-six --wager draw_bonus --target-edge 3%..4% --keep NATURAL_ROYAL --rank volatility\n"
    "  pitboss design super-pan-9 --wager tie --target-edge 0%..5% --toml > mine.toml    a file for --paytables",
)
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
        typer.Option("--rank", metavar="WAY", help="closeness to the shape, hit (frequency) or volatility"),
    ] = "closeness",
    show: Annotated[str, typer.Option("--show", metavar="N", help="how many tables")] = "10",
    sets: Sets = None,
    paytables: Paytables = "",
    as_toml: Annotated[bool, typer.Option("--toml", help="print the first table as a grid for --paytables")] = False,
    as_json: AsJson = False,
) -> None:
    """Whole-number pay tables near a shape with a given house edge, exact.

    The shape is the pay table in force. Rows that pay whole odds or whole dollars vary from a third to three times
    the shape's, in round numbers above 20; the others stay. No row pays more than the one above it.
    """
    from pitboss.cli.commands import design as designing

    designing.design(
        designing.Asked(
            name=game,
            wager=wager,
            target=target,
            hit=hit,
            shape=shape or [],
            caps=caps or [],
            keeps=keeps or [],
            any_order=any_order,
            grid=grid,
            rank=rank,
            show=show,
            sets=sets or [],
            paytables=paytables,
            toml=as_toml,
            json=as_json,
        )
    )


@app.command(
    epilog="\b\nExamples:\n  pitboss simulate super-pan-9 --rounds 1e8\n"
    "  pitboss simulate three-card-blitz --strategy play-on-19 --rounds 1e9 --seed 7 --resume blitz.sim\n"
    "  pitboss simulate turbo-sports --rounds 1e12 --until-width 0.0001    stops when the interval is that narrow\n"
    "  pitboss simulate super-pan-9 --shoes 1e6 --cut 52    whole shoes, 52 cards behind the cut card\n"
    "  pitboss simulate wild-six --rounds 1e11 --cluster tcp://10.0.0.5:8786"
)
def simulate(
    game: GameName,
    rounds: Annotated[
        str, typer.Option("--rounds", metavar="N", help="rounds to deal, such as 1e9; 1e8 if not given")
    ] = "",
    shoes: Annotated[
        str, typer.Option("--shoes", metavar="N", help="whole shoes to a cut card instead, where the game has one")
    ] = "",
    cut: Annotated[
        str, typer.Option("--cut", metavar="N", help="cards behind the cut card; a sixth if not given")
    ] = "",
    seed: Annotated[str, typer.Option("--seed", metavar="N", help="the same rounds again")] = "1",
    strategy: Annotated[
        str, typer.Option("--strategy", metavar="NAME", help="optimal, or a name that games lists")
    ] = "optimal",
    workers: Annotated[str, typer.Option("--workers", metavar="N", help="cores to use; all by default")] = "",
    gpu: Annotated[bool, typer.Option("--gpu", help="deal on a CUDA device")] = False,
    cluster: Annotated[
        str, typer.Option("--cluster", metavar="ADDRESS", help="deal on the workers of this dask scheduler")
    ] = "",
    resume: Annotated[
        str, typer.Option("--resume", metavar="FILE", help="go on from this file, and keep what is done in it")
    ] = "",
    until_width: Annotated[
        str,
        typer.Option(
            "--until-width", metavar="W", help="stop when half the 95 % interval of the first figure is this narrow"
        ),
    ] = "",
    sets: Sets = None,
    paytables: Paytables = "",
    as_json: AsJson = False,
) -> None:
    """The same figures by simulation, beside the exact ones."""
    from pitboss.cli.commands import simulate as simulating

    asked = simulating.Asked(
        name=game,
        sets=sets or [],
        paytables=paytables,
        strategy=strategy,
        rounds=rounds,
        shoes=shoes,
        cut=cut,
        seed=seed,
        workers=workers,
        gpu=gpu,
        cluster=cluster,
        resume=resume,
        until_width=until_width,
        json=as_json,
    )
    raise typer.Exit(simulating.simulate(asked))


@app.command(
    epilog="\b\nExamples:\n  pitboss report super-pan-9 --out reports\n"
    "  pitboss report three-card-blitz --set blitz_bonus=progressive --stake 25 --pace 45 --out reports\n"
    "  pitboss report wild-six --paytables mine.toml --bankroll 500 --bankroll 2000 --paper letter --out reports\n"
    "  pitboss report --all --out reports    every game, and a page that leads to them"
)
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
    from pitboss.cli.commands import report as reporting

    status = reporting.report(
        reporting.Asked(
            name=game,
            everything=everything,
            out=out,
            sets=sets or [],
            paytables=paytables,
            stake=stake,
            pace=pace,
            bankrolls=bankrolls or [],
            rounds=rounds,
            seed=seed,
            paper=paper,
            json=as_json,
        )
    )
    raise typer.Exit(status)


@app.command(
    epilog="\b\nExamples:\n  pitboss play super-pan-9\n  pitboss play turbo-sports --set theme=hockey --chips 500\n"
    '  printf "10\\nd\\nq\\n" | pitboss play super-pan-9 --seed 7'
)
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
    from pitboss.cli.commands import play as playing
    from pitboss.cli.commands import settle as settling

    playing.play(game, sets or [], paytables, seats, chips, shuffle, cut, seed, settling.house(step, limit))
