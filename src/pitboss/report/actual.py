"""A table's own result, as an operator gives it: `rounds=5000,win=-1200,seats=3,stake=25,bets=main+pair_plus`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.core.errors import FormatError, OptionError, PitbossError, one_of, unknown
from pitboss.core.money import cents

NAMES = ("rounds", "win", "seats", "stake", "bets")
MOST_ROUNDS = 10_000_000
FORM = "write rounds=N,win=AMOUNT and, where they differ, seats=N, stake=AMOUNT and bets=BET+BET"


@dataclass(frozen=True)
class Actual:
    """What the house won in some rounds of a table."""

    rounds: int
    win_cents: int
    """What the house won; negative where it lost."""
    seats: int = 1
    """The seats that played in every round."""
    stake_cents: int = 0
    """The first stake of each bet; 0 where it is the assumed one."""
    bets: tuple[str, ...] = ()
    """The bets that every seat made; empty for those that it must make."""


def read_actual(text: str) -> Actual:
    """The result that a text names; refuses one that is malformed."""
    parts: dict[str, str] = {}
    for part in text.split(","):
        name, equals, value = (each.strip() for each in part.partition("="))
        if not equals or not value:
            raise FormatError(f"--actual {text!r}: {part.strip()!r} is not NAME=VALUE; {FORM}")
        if name not in NAMES:
            raise OptionError(f"--actual {text!r}: {unknown('name', name, NAMES)}")
        if name in parts:
            raise FormatError(f"--actual {text!r}: {name} is given twice")
        parts[name] = value
    for name in NAMES[:2]:
        if name not in parts:
            raise FormatError(f"--actual {text!r}: {name} is missing; {FORM}")
    return Actual(
        _whole(text, "rounds", parts["rounds"], MOST_ROUNDS),
        _cents(text, "win", parts["win"]),
        _whole(text, "seats", parts.get("seats", "1"), 99),
        _positive(text, "stake", parts["stake"]) if "stake" in parts else 0,
        tuple(each.strip() for each in parts.get("bets", "").split("+") if each.strip()),
    )


def check_actual(actual: Actual, seats: int, bets: Sequence[str]) -> None:
    """Refuses more seats than a game has, and bets that it does not have, or that are named twice."""
    if actual.seats > seats:
        raise OptionError(f"--actual seats={actual.seats}: the game has seats 1 to {seats}")
    for name in actual.bets:
        if name not in bets:
            raise OptionError(f"--actual bets={'+'.join(actual.bets)}: {unknown('bet', name, bets)}")
        if actual.bets.count(name) > 1:
            raise OptionError(
                f"--actual bets={'+'.join(actual.bets)}: {name} is named twice; the bets are {one_of(bets)}"
            )


def _whole(text: str, name: str, value: str, most: int) -> int:
    digits = value.replace("_", "")
    if re.fullmatch(r"[0-9]{1,9}(e[0-9])?", digits, re.IGNORECASE) and 1 <= int(float(digits)) <= most:
        return int(float(digits))
    raise FormatError(f"--actual {text!r}: {name} {value!r} must be a whole number from 1 to {most:,}")


def _cents(text: str, name: str, value: str) -> int:
    try:
        return cents(value)
    except PitbossError:
        raise FormatError(
            f"--actual {text!r}: {name} {value!r} must be an amount in dollars, such as 1250 or -300.50"
        ) from None


def _positive(text: str, name: str, value: str) -> int:
    found = _cents(text, name, value)
    if found <= 0:
        raise FormatError(f"--actual {text!r}: {name} {value!r} must be a positive amount, such as 10")
    return found
