"""`pitboss settle`: one seat from flags, or a whole round from a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import args
from pitboss.cli.args import AsJson, BetTexts, Limit, Paytables, Sets, Step, complete_game
from pitboss.core.errors import CardError, ChoiceError, FormatError, unknown

if TYPE_CHECKING:
    from pitboss.core.game import Answer, Game
    from pitboss.core.meters import MeterMove
    from pitboss.core.round import Round
    from pitboss.core.settle import Settlement

EXAMPLES = """
  pitboss settle super-pan-9 --bet regular=10 --deal player="6s 4h 3d" \\
      --deal dealer="Ks 5c 2d" --choose draw=draw --deal player_card=6c
  pitboss settle turbo-sports --bet first_down=10 --deal community="As Ks 2h" --deal player="2c 3c 4c 5c 6c 7c"
  pitboss settle round.txt        a round file, as settle itself prints; its result lines are checked
"""


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
    from pitboss.core import transcript
    from pitboss.core.money import cents
    from pitboss.core.round import play_out

    house, custom = args.house(step, limit), args.custom(paytables)
    wrong: list[str] = []
    if _is_file(game):
        if deals or choices or bets or sets:
            raise FormatError(
                f"{game} is a round file and says all of that itself: leave out --deal, --choose, --bet, --set"
            )
        told = transcript.read(args.read_text(game), partial(games.build, custom=custom), os.path.basename(game))
        played, wrong = told.played, transcript.differences(told)
        if played.need() is not None:
            waits = " ".join(transcript.write(played).splitlines()[-1].split())
            raise FormatError(f"{game} cannot be settled: the round is not over, and {waits}")
        house.check_game(played.game)
        for stakes in played.state.bets.values():
            house.check_bets(played.game, stakes)
    else:
        built = games.build(game, args.pairs("--set", sets), custom)
        stakes = {wager: cents(text) for wager, text in args.pairs("--bet", bets).items()}
        house.check_game(built)
        house.check_bets(built, stakes)
        played = play_out(built, {1: stakes}, _deals(built, deals), _choices(built, choices))
    if as_json:
        print_json({**_settlement_json(played, api.settle(played)), **({"wrong": wrong} if wrong else {})})
    else:
        print(transcript.write(played), end="")
    for sentence in wrong:
        print(f"pitboss: {os.path.basename(game)}: {sentence}", file=sys.stderr)
    raise typer.Exit(1 if wrong else 0)


def _is_file(name: str) -> bool:
    """Whether a word is a file's name rather than a game's."""
    from pitboss import games

    return name not in games.find() and ("." in name or "/" in name or os.path.isfile(name))


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


def _settlement_json(played: Round, settlement: Settlement) -> dict[str, Any]:
    from pitboss.core import transcript
    from pitboss.core.money import dollars

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
            for line in settlement.lines
        ],
        **({"meters": [_meter_json(move) for move in settlement.meters]} if settlement.meters else {}),
        "net": dollars(settlement.net_cents()),
        "explanation": transcript.explanation(played, settlement),
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
