"""`pitboss settle`: one seat from flags, or a whole round from a file."""

import os
import sys
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from pitboss import games
from pitboss.cli import args as flags
from pitboss.cli.console import print_json
from pitboss.core import transcript
from pitboss.core.cards import parse_cards
from pitboss.core.errors import CardError, ChoiceError, FormatError, unknown
from pitboss.core.game import Game, Option, Place
from pitboss.core.meters import MeterMove
from pitboss.core.money import cents, dollars
from pitboss.core.round import Round, play_out
from pitboss.core.script import TABLE, parse_option
from pitboss.core.settle import House, Settlement, settle_round


def house(step: str, limit: str) -> House:
    """The table's chip step and limit."""
    return House(cents(step), cents(limit))


def settle(
    name: str,
    deals: Iterable[str],
    choices: Iterable[str],
    bets: Iterable[str],
    sets: Iterable[str],
    paytables: str,
    house: House,
    as_json: bool,
) -> int:
    """Settles a round and prints it; 1 where a round file claims what the rules do not bear out."""
    custom = flags.custom(paytables)
    wrong: list[str] = []
    if _is_file(name):
        if any((list(deals), list(choices), list(bets), list(sets))):
            raise FormatError(
                f"{name} is a round file and says all of that itself: leave out --deal, --choose, --bet, --set"
            )
        told = transcript.read(flags.read_text(name), partial(games.build, custom=custom), Path(name).name)
        played, wrong = told.played, transcript.differences(told)
        _check(house, played.game, played.state.bets)
    else:
        game = games.build(name, flags.pairs("--set", sets), custom)
        stakes = {1: {wager: cents(text) for wager, text in flags.pairs("--bet", bets).items()}}
        _check(house, game, stakes)
        played = play_out(game, stakes, _deals(game, deals), _choices(game, choices))
    settlement = settle_round(played)
    if as_json:
        print_json({**plain(played, settlement), **({"wrong": wrong} if wrong else {})})
    else:
        print(transcript.write(played), end="")
    for sentence in wrong:
        print(f"pitboss: {Path(name).name}: {sentence}", file=sys.stderr)
    return 1 if wrong else 0


def _is_file(name: str) -> bool:
    """Whether a word is a file's name rather than a game's."""
    return name not in games.find() and ("." in name or "/" in name or os.path.isfile(name))


def _check(house: House, game: Game, bets: Mapping[int, Mapping[str, int]]) -> None:
    """The house's own refusals: step, limit, fractions of a cent."""
    house.check_game(game)
    for stakes in bets.values():
        house.check_bets(game, stakes)


def _deals(game: Game, texts: Iterable[str]) -> dict[tuple[str, int], tuple[int, ...]]:
    """Cards by pile, for seat 1 and the table."""
    deals = {}
    for pile, text in flags.pairs("--deal", texts).items():
        if pile not in game.piles:
            raise CardError(unknown("pile", pile, game.piles))
        deals[pile, 1 if game.piles[pile].to is Place.SEAT else TABLE] = parse_cards(text)
    return deals


def _choices(game: Game, texts: Iterable[str]) -> dict[tuple[str, int], Option]:
    """The choices of seat 1."""
    choices: dict[tuple[str, int], Option] = {}
    for name, text in flags.pairs("--choose", texts).items():
        if name not in game.choices:
            raise ChoiceError(unknown("choice", name, game.choices))
        choices[name, 1] = parse_option(game.choices[name], text)
    return choices


def plain(played: Round, settlement: Settlement) -> dict[str, Any]:
    """A settlement for JSON."""
    return {
        "game": played.game.name,
        "version": played.game.version,
        "options": played.game.options.plain(),
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
        **({"meters": [_plain_meter(move) for move in settlement.meters]} if settlement.meters else {}),
        "net": dollars(settlement.net_cents()),
        "explanation": transcript.explanation(played, settlement),
    }


def _plain_meter(move: MeterMove) -> dict[str, Any]:
    """What became of a meter, for JSON."""
    return {
        "meter": move.before.number,
        "before": dollars(move.before.amount_cents),
        "fed": dollars(move.fed_cents),
        "paid": [{"seat": award.seat, "award": dollars(award.paid_cents)} for award in move.awards],
        "after": dollars(move.after.amount_cents),
    }
