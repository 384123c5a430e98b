"""Reads what is typed after flags."""

import re
from collections.abc import Iterable
from pathlib import Path

from pitboss.core.errors import FormatError
from pitboss.core.game import Equal, Game
from pitboss.core.money import cents
from pitboss.core.script import check_bets
from pitboss.core.settle import House
from pitboss.games import Custom


def pairs(flag: str, texts: Iterable[str]) -> dict[str, str]:
    """`NAME=VALUE` texts of a repeating flag; a name may be given once."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name or not value:
            raise FormatError(f"{flag} {text!r}: write NAME=VALUE")
        if name in found:
            raise FormatError(f"{flag} {name} is given twice: {found[name]!r} and {value!r}")
        found[name] = value
    return found


def amounts(game: Game, texts: Iterable[str], house: House) -> dict[str, int] | None:
    """The bets of `--bet`, checked; None where there are none. A bet that must equal another is filled in."""
    bets = {wager: cents(text) for wager, text in pairs("--bet", texts).items()}
    if not bets:
        return None
    for wager in game.wagers:
        if wager.required and isinstance(wager.stake, Equal) and wager.stake.to in bets:
            bets.setdefault(wager.name, bets[wager.stake.to])
    house.check_bets(game, bets)
    check_bets(game, {1: bets})
    return bets


def whole(flag: str, text: str, low: int, high: int) -> int:
    """A whole number of a flag."""
    if not re.fullmatch("[0-9]{1,20}", text) or not low <= int(text) <= high:
        raise FormatError(f"{flag} {text!r}: give a whole number from {low} to {high}")
    return int(text)


def read_text(path: str) -> str:
    """The text of a file a user named."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise FormatError(f"{path!r} cannot be read: {error.strerror or error}") from None
    except (UnicodeDecodeError, ValueError):
        raise FormatError(f"{path!r} is not a text file") from None


def custom(path: str) -> Custom | None:
    """The pay grids of a user's file, None where no file was named."""
    return Custom(read_text(path), Path(path).name) if path else None
