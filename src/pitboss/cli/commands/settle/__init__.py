"""`pitboss settle`: one seat from flags or from answers, or a whole round from a file."""

from __future__ import annotations

import os
import sys
import textwrap
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import args
from pitboss.cli.args import AsJson, BetTexts, Limit, Paytables, Sets, Step, complete_game
from pitboss.core.errors import FormatError, all_of, plural
from pitboss.core.invocation import invoked_as

if TYPE_CHECKING:
    from pitboss.core.settle import House
    from pitboss.core.transcript import Difference, RoundFile
    from pitboss.games import Custom

ROUND_FILE = """\
game    super-pan-9
bet     seat 1   regular 10   tie 1
bet     seat 2   regular 25
deal    player 1        6s 4h 3d
deal    player 2        Ah 2h 4c
deal    dealer          Ks 5c 2d
choose  1 draw          draw
choose  2 draw          stand
deal    player_card 1   6c
"""
"""A round file: what happened at the table. `settle` adds the results, and checks those that a file has."""

EXAMPLES = """
  pitboss settle turbo-sports --bet first_down=10 \\
      --deal community="As Ks 2h" --deal player="2c 3c 4c 5c 6c 7c"
  pitboss settle super-pan-9 --bet regular=10 --deal player="6s 4h 3d" \\
      --deal dealer="Ks 5c 2d" --choose draw=draw \\
      --deal player_card=6c > round.txt
  pitboss settle round.txt       a round file; its result lines are checked
  pitboss settle - < round.txt   standard input as a round file
  printf "\\n5\\n6s 4h 3d\\nstand\\nKs 5c 2d\\n" | pitboss settle super-pan-9
      without cards it asks for seats, bets, cards and choices, step by step
"""
MORE_HELP = f"Example of a round file:\n{textwrap.indent(ROUND_FILE, '  ')}"

STDIN = "-"
MOST_NAMED = 10  # Wrong lines that are named beside the first, so that the message stays one line.


def settle(
    game: Annotated[str, typer.Argument(metavar="GAME|ROUND.txt|-", autocompletion=complete_game, show_default=False)],
    deals: Annotated[
        list[str] | None,
        typer.Option("--deal", metavar="PILE=CARDS", help='cards of a pile, "As Kd"; repeats'),
    ] = None,
    choices: Annotated[
        list[str] | None,
        typer.Option("--choose", metavar="NAME=VALUE", help="a choice that was made; repeats"),
    ] = None,
    bets: BetTexts = None,
    sets: Sets = None,
    paytables: Paytables = "",
    step: Step = "1",
    limit: Limit = "10000",
    as_json: AsJson = False,
) -> None:
    """The settlement of given cards: what every bet returns, and why."""
    from pitboss import api, games
    from pitboss.cli.console import print_json
    from pitboss.core.round import play_out
    from pitboss.core.transcript import RoundFile
    from pitboss.json_forms import settlements_json

    house, custom = args.house(step, limit), args.custom(paytables)
    if _is_file(game):
        if deals or choices or bets or sets:
            raise FormatError(
                f"{game} is a round file and says all of that itself: leave out --deal, --choose, --bet, --set"
            )
        told = _told(game, custom, house)
    else:
        built = games.build(game, args.pairs("--set", sets), custom)
        house.check_game(built)
        stakes = api.bets_in_cents(built, args.bet_texts(bets), house)
        dealt = api.deals_of(built, args.pairs("--deal", deals))
        chosen = api.choices_of(built, args.pairs("--choose", choices))
        if deals:
            played = play_out(built, {1: stakes or {}}, dealt, chosen)
        else:
            from pitboss.cli.commands.settle.asking import asked_round

            played = asked_round(built, house, stakes, chosen)
        told = [(RoundFile(played), [])]
    if as_json:
        print_json(settlements_json(told))
    else:
        print("\n".join(_text(file) for file, _ in told), end="")
    for number, (_, wrong) in enumerate(told, 1):
        where = _source(game) + (f", round {number}" if len(told) > 1 else "")
        if wrong:
            print(f"{invoked_as()}: {where}: {_wrong_words(wrong)}", file=sys.stderr)
    raise typer.Exit(1 if any(wrong for _, wrong in told) else 0)


def _source(path: str) -> str:
    return "standard input" if path == STDIN else os.path.basename(path)


def _wrong_words(wrong: list[Difference]) -> str:
    """The first wrong line in full, and what the others are about: `...; also wrong: settle 1 ante and net 1`."""
    others = [each.about for each in wrong[1:]]
    if len(others) > MOST_NAMED:
        others[MOST_NAMED:] = [plural(len(others) - MOST_NAMED, "other line")]
    return wrong[0].sentence + (f"; also wrong: {all_of(others)}" if others else "")


def _told(path: str, custom: Custom | None, house: House) -> list[tuple[RoundFile, list[Difference]]]:
    """The rounds of a file, each with the lines that are wrong in it."""
    from pitboss import api
    from pitboss.core.files import read_text, text_of

    name = _source(path)
    text = text_of(sys.stdin.buffer, name) if path == STDIN else read_text(path)
    return api.told_rounds(text, name, custom, house)


def _text(file: RoundFile) -> str:
    """A settled round as text; comments after it say why every bet ended as it did.

    Long lines are broken on a terminal alone: what is piped into a file must read back.
    """
    from pitboss import api
    from pitboss.cli.layout import filled, folded
    from pitboss.core import transcript
    from pitboss.core.explanation import explanation

    played = file.played
    remarks = (filled(sentence, "# ", "#   ") for sentence in explanation(played, api.settle(played)))
    text = transcript.write(played, notes=file.notes)
    if sys.stdout.isatty():
        text = "\n".join(map(folded, text.split("\n")))
    return "\n".join([text, *remarks]) + "\n"


def _is_file(name: str) -> bool:
    """Whether a word names a file or standard input, and not a game."""
    from pitboss import games

    return name == STDIN or (name not in games.find() and ("." in name or "/" in name or os.path.isfile(name)))
