"""`pitboss settle`: one seat from flags or from answers, or a whole round from a file."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import args
from pitboss.cli.args import AsJson, BetTexts, Limit, Paytables, Sets, Step, complete_game
from pitboss.core.errors import CardError, ChoiceError, FormatError, PitbossError, all_of, plural, unknown
from pitboss.core.invocation import invoked_as

if TYPE_CHECKING:
    from pitboss.core.choice_notes import ChoiceNotes
    from pitboss.core.game import Answer, Game
    from pitboss.core.meters import MeterMove
    from pitboss.core.round import Round
    from pitboss.core.settle import House
    from pitboss.core.transcript import Difference
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


@dataclass(frozen=True)
class Told:
    """A round to be settled, the notes on its choices, and the lines that are wrong in its file."""

    played: Round
    notes: ChoiceNotes = field(default_factory=dict)
    wrong: list[Difference] = field(default_factory=list)


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
    from pitboss.core.money import dollars
    from pitboss.core.round import play_out

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
        if deals:
            played = play_out(built, {1: stakes or {}}, _deals(built, deals), _choices(built, choices))
        else:
            from pitboss.cli.commands.settle.asking import asked_round

            played = asked_round(built, house, stakes, _choices(built, choices))
        told = [Told(played)]
    if as_json:
        documents = [_document(each.played, each.wrong) for each in told]
        net = dollars(sum(api.settle(each.played).net_cents() for each in told))
        print_json(documents[0] if len(documents) == 1 else {"rounds": documents, "net": net})
    else:
        print("\n".join(_text(each) for each in told), end="")
    for number, each in enumerate(told, 1):
        where = _source(game) + (f", round {number}" if len(told) > 1 else "")
        if each.wrong:
            print(f"{invoked_as()}: {where}: {_wrong_words(each.wrong)}", file=sys.stderr)
    raise typer.Exit(1 if any(each.wrong for each in told) else 0)


def _source(path: str) -> str:
    return "standard input" if path == STDIN else os.path.basename(path)


def _wrong_words(wrong: list[Difference]) -> str:
    """The first wrong line in full, and what the others are about: `...; also wrong: settle 1 ante and net 1`."""
    others = [each.about for each in wrong[1:]]
    if len(others) > MOST_NAMED:
        others[MOST_NAMED:] = [plural(len(others) - MOST_NAMED, "other line")]
    return wrong[0].sentence + (f"; also wrong: {all_of(others)}" if others else "")


def _told(path: str, custom: Custom | None, house: House) -> list[Told]:
    """The rounds of a file, each with the lines that are wrong in it."""
    from pitboss import games
    from pitboss.core import transcript
    from pitboss.core.files import read_text, text_of

    name, build = _source(path), partial(games.build, custom=custom)
    text = text_of(sys.stdin.buffer, name) if path == STDIN else read_text(path)
    found = []
    rounds = list(transcript.read_rounds(text, build, name))
    for number, told in enumerate(rounds, 1):
        played, where = told.played, f"{name}, round {number}" if len(rounds) > 1 else name
        if played.need() is not None:
            waits = " ".join(transcript.write(played).splitlines()[-1].split())
            raise FormatError(f"{where} cannot be settled: the round is not over, and {waits}")
        try:
            house.check_game(played.game)
            for stakes in played.state.bets.values():
                house.check_bets(played.game, stakes)
        except PitbossError as error:
            raise FormatError(f"{where}: {error}") from None
        found.append(Told(played, told.notes, transcript.differences(told)))
    return found


def _text(told: Told) -> str:
    """A settled round as text; comments after it say why every bet ended as it did.

    Long lines are broken on a terminal alone: what is piped into a file must read back.
    """
    from pitboss import api
    from pitboss.cli.layout import filled, folded
    from pitboss.core import transcript
    from pitboss.core.explanation import explanation

    played = told.played
    remarks = (filled(sentence, "# ", "#   ") for sentence in explanation(played, api.settle(played)))
    text = transcript.write(played, notes=told.notes)
    if sys.stdout.isatty():
        text = "\n".join(map(folded, text.split("\n")))
    return "\n".join([text, *remarks]) + "\n"


def _is_file(name: str) -> bool:
    """Whether a word names a file or standard input, and not a game."""
    from pitboss import games

    return name == STDIN or (name not in games.find() and ("." in name or "/" in name or os.path.isfile(name)))


def _deals(game: Game, texts: Iterable[str] | None) -> dict[tuple[str, int], tuple[int, ...]]:
    """The cards of `--deal` by pile, for seat 1 and the table."""
    from pitboss.core.cards import parse_cards
    from pitboss.core.game import Place
    from pitboss.core.script import TABLE

    deals = {}
    for pile, text in args.pairs("--deal", texts).items():
        if pile not in game.piles:
            raise CardError(unknown("pile", pile, game.piles), "unknown-pile")
        deals[pile, 1 if game.piles[pile].to is Place.SEAT else TABLE] = parse_cards(text)
    return deals


def _choices(game: Game, texts: Iterable[str] | None) -> dict[tuple[str, int], Answer]:
    """The choices of `--choose`, for seat 1."""
    from pitboss.core.script import parse_option

    choices: dict[tuple[str, int], Answer] = {}
    for name, text in args.pairs("--choose", texts).items():
        if name not in game.choices:
            raise ChoiceError(unknown("choice", name, game.choices), "unknown")
        choices[name, 1] = parse_option(game.choices[name], text)
    return choices


def _document(played: Round, wrong: list[Difference]) -> dict[str, Any]:
    from pitboss import api
    from pitboss.core.explanation import explanation
    from pitboss.core.money import dollars
    from pitboss.core.transcript import told_lines

    settlement = api.settle(played)
    return {
        "game": played.game.name,
        "version": played.game.version,
        "options": played.game.options.as_json(),
        "lines": [
            {
                "seat": line.seat,
                "wager": line.wager,
                "stake": dollars(line.stake_cents),
                "outcome": line.outcome.name,
                "pays": str(line.pay),
                "commission": dollars(line.commission_cents),
                "returned": dollars(line.returned_cents),
                "net": dollars(line.net_cents),
            }
            for line in told_lines(settlement)
        ],
        **({"meters": [_meter_json(move) for move in settlement.meters]} if settlement.meters else {}),
        "net": dollars(settlement.net_cents()),
        "explanation": explanation(played, settlement),
        **({"wrong": [each.sentence for each in wrong]} if wrong else {}),
    }


def _meter_json(move: MeterMove) -> dict[str, Any]:
    from pitboss.core.money import dollars

    return {
        "meter": move.before.number,
        "before": dollars(move.before.amount_cents),
        "fed": dollars(move.fed_cents),
        "paid": [{"seat": award.seat, "award": dollars(award.paid_cents)} for award in move.awards],
        "after": dollars(move.after.amount_cents),
    }
