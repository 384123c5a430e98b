"""Random rounds of any game, for the contract and for agreement tests."""

import importlib
import itertools
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

from pitboss import games
from pitboss.core import transcript
from pitboss.core.cards import FACES, JOKER, Card, card, rank, suit
from pitboss.core.errors import OptionError
from pitboss.core.explanation import explanation
from pitboss.core.game import Chosen, Equal, Fixed, Game
from pitboss.core.meters import MeterChoice
from pitboss.core.options import Choice, Numbers, Percent, Setting, Whole
from pitboss.core.round import Round
from pitboss.core.script import Bets, Chose, Dealt, Event, NeedBets, NeedCards, NeedChoice, Shown, State, script
from pitboss.core.settle import settle_round
from pitboss.core.themes import ThemeChoice

TESTS = Path(__file__).parents[1]


def folder_of_tests(name: str) -> Path:
    """Where the tests of a game lie; those of a rider on a host in the rider's folder."""
    host, _, rider = name.replace("-", "_").partition("+")
    return TESTS / "games" / rider / f"on_{host}" if rider else TESTS / "games" / host


def beside_tests(name: str, file: str) -> ModuleType | None:
    """A module beside the tests of a game."""
    path = folder_of_tests(name) / f"{file}.py"
    if not path.exists():
        return None
    return importlib.import_module(".".join(("tests", *path.relative_to(TESTS).with_suffix("").parts)))


def golden_rounds(name: str) -> list[Path]:
    return sorted((folder_of_tests(name) / "golden").glob("*.txt"))


def sentences(*lines: str) -> list[str]:
    """What `settle` says of a round that is told in the lines of a round file."""
    played = transcript.read("\n".join(lines), games.build).played
    return explanation(played, settle_round(played))


def cited(*lines: str) -> list[str]:
    """The rules and rulings that the sentences on a round cite."""
    return [sentence.rpartition("(")[2].removesuffix(").") for sentence in sentences(*lines)]


def known_rounds(name: str) -> Iterator[Round]:
    """The golden rounds of a game, and those that the `reach.py` beside its tests makes."""
    for path in golden_rounds(name):
        yield transcript.read(path.read_text(), games.build, path.name).played
    if reach := beside_tests(name, "reach"):
        yield from reach.rounds()


def values_of(setting: Setting) -> list[str]:
    """Every value of an option as text (both ends, where it is a range), the default first."""
    values = setting.values
    if isinstance(values, Choice):
        texts = list(values.names)
    elif isinstance(values, Whole):
        texts = [str(values.low), str(values.high)]
    elif isinstance(values, Percent):
        texts = [f"{values.low}%", f"{values.high}%"]
    elif isinstance(values, Numbers):
        texts = list(map(str, values.numbers))
    elif isinstance(values, ThemeChoice):
        texts = list(values.themes)
    elif isinstance(values, MeterChoice):
        texts = ["example", "10000,2000.01,300.50,400,500"]
    else:
        raise AssertionError(f"the contract does not know how to vary {setting.name}")
    default = values.text(setting.default)
    return [default, *(text for text in texts if text != default)]


def variants(name: str) -> Iterator[dict[str, str]]:
    """The defaults, then every option at every other value; with another option's value where it needs one."""
    settings = games.folder(name).options().settings
    yield {}
    for option, setting in settings.items():
        for text in values_of(setting)[1:]:
            others = [{other: value} for other in settings if other != option for value in values_of(settings[other])]
            for more in ({}, *others):
                try:
                    games.build(name, {option: text, **more})
                except OptionError:
                    continue
                yield {option: text, **more}
                break
            else:
                raise AssertionError(f"{name} cannot be built with {option}={text}")


def random_bets(game: Game, source: random.Random) -> dict[str, int]:
    """Bets the game takes, in whole dollars."""
    stakes: dict[str, int] = {}
    for wager in game.wagers:
        wanted = (wager.required and not wager.unless) or source.random() < 0.6
        if isinstance(wager.stake, Chosen) or not wanted or (wager.needs and wager.needs not in stakes):
            continue
        if isinstance(wager.stake, Fixed):
            stakes[wager.name] = wager.stake.cents
        elif isinstance(wager.stake, Equal):
            stakes[wager.name] = stakes[wager.stake.to]
        else:
            stakes[wager.name] = 100 * source.randint(1, 50)
    for wager in game.wagers:
        if wager.required and wager.name not in stakes and wager.unless not in stakes:
            stakes[wager.name] = 500
    return stakes


def random_state(game: Game, source: random.Random, seats: int = 1) -> tuple[State, list[Event]]:
    """A finished round with random bets, cards and choices: where the script stands, and the events."""
    taken = source.sample(range(1, game.seats + 1), seats)
    cards = source.sample(game.deck.faces, game.most_cards(seats))
    state = State(game)
    asking = script(game, state)
    asked = next(asking)
    events: list[Event] = []
    try:
        while True:
            if isinstance(asked, Shown):
                asked = next(asking)
                continue
            if isinstance(asked, NeedBets):
                event: Event = Bets({seat: random_bets(game, source) for seat in taken})
            elif isinstance(asked, NeedCards):
                event = Dealt(asked.pile, asked.seat, tuple(cards.pop() for _ in range(asked.count)))
            else:
                assert isinstance(asked, NeedChoice)
                seat = source.choice(sorted(asked.legal))
                event = Chose(seat, asked.name, source.choice(asked.legal[seat]))
            events.append(event)
            asked = asking.send(event)
    except StopIteration:
        return state, events


def random_round(game: Game, source: random.Random, seats: int | None = None) -> Round:
    """A finished round with random bets, cards and choices."""
    _, events = random_state(game, source, seats or source.randint(1, min(3, game.seats)))
    return Round(game, tuple(events))


def outcomes(state: State) -> dict[tuple[int, str, int], int]:
    """How every line of every bet ended, as numbers."""
    return {
        (seat, wager.name, place): int(state.outcome(line, seat))
        for seat in state.seats()
        for stakes in [state.stakes(seat)]
        for wager in state.game.wagers
        if stakes.get(wager.name)
        for place, line in enumerate(wager.lines)
    }


def suit_orders(game: Game) -> list[tuple[Card, ...]]:
    """Every way to change the places of the suits that a game calls alike: the face that each face becomes."""
    return _orders(game.alike)


@cache
def _orders(alike: tuple[int, ...]) -> list[tuple[Card, ...]]:
    swaps = [dict(zip(alike, order, strict=True)) for order in itertools.permutations(alike)]
    return [
        tuple(each if each == JOKER else card(rank(each), swap.get(suit(each), suit(each))) for each in range(FACES))
        for swap in swaps
    ]


def raising_options(state: State, names: tuple[str, ...]) -> tuple[int, ...]:
    """The options of seat 1 in choices that raise a stake; -1 for a choice that was not asked."""
    options = [state.choices.get((name, 1), -1) for name in names]
    assert all(isinstance(option, int) for option in options)
    return tuple(option for option in options if isinstance(option, int))
