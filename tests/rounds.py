"""Random rounds of any game, for the contract and for agreement tests."""

import random
from collections.abc import Iterator
from pathlib import Path

from pitboss import games
from pitboss.game import Chosen, Equal, Fixed, Game
from pitboss.options import Choice, Percent, ThemeChoice, Whole
from pitboss.round import Round
from pitboss.script import Bets, Chose, Dealt, NeedCards, NeedChoice

TESTS = Path(__file__).parent


def golden_rounds(name: str) -> list[Path]:
    return sorted((TESTS / "games" / name.replace("-", "_") / "golden").glob("*.txt"))


def variants(name: str) -> Iterator[dict[str, str]]:
    """The defaults, then every option at every other value (at both ends, where it is a range)."""
    yield {}
    for option, setting in games.folder(name).options().settings.items():
        values = setting.values
        if isinstance(values, Choice):
            texts = list(values.names)
        elif isinstance(values, Whole | Percent):
            texts = [str(values.low), str(values.high)]
        elif isinstance(values, ThemeChoice):
            texts = list(values.themes)
        else:
            raise AssertionError(f"the contract does not know how to vary {option}")
        default = values.text(setting.default)
        yield from ({option: text} for text in texts if text != default)


def random_bets(game: Game, source: random.Random) -> dict[str, int]:
    """Bets the game takes, in whole dollars."""
    stakes: dict[str, int] = {}
    for wager in game.wagers:
        wanted = wager.required or source.random() < 0.6
        if isinstance(wager.stake, Chosen) or not wanted or (wager.needs and wager.needs not in stakes):
            continue
        if isinstance(wager.stake, Fixed):
            stakes[wager.name] = wager.stake.cents
        elif isinstance(wager.stake, Equal):
            stakes[wager.name] = stakes[wager.stake.to]
        else:
            stakes[wager.name] = 100 * source.randint(1, 50)
    return stakes


def random_round(game: Game, source: random.Random, seats: int | None = None) -> Round:
    """A finished round with random bets, cards and choices."""
    taken = source.sample(range(1, game.seats + 1), seats or source.randint(1, min(3, game.seats)))
    cards = list(game.deck)
    source.shuffle(cards)
    played = Round(game).after(Bets({seat: random_bets(game, source) for seat in taken}))
    while (need := played.need()) is not None:
        if isinstance(need, NeedCards):
            played = played.after(Dealt(need.pile, need.seat, tuple(cards.pop() for _ in range(need.count))))
        else:
            assert isinstance(need, NeedChoice)
            seat = source.choice(sorted(need.legal))
            played = played.after(Chose(seat, need.name, source.choice(need.legal[seat])))
    return played
