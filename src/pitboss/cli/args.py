"""Flags that several commands share, and the readers of what is typed after them."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.core.errors import FormatError, OptionError, unknown

if TYPE_CHECKING:
    from pitboss.core.game import Game
    from pitboss.core.settle import House
    from pitboss.games import Custom


def complete_game(incomplete: str) -> list[str]:
    """The games that a shell offers on TAB."""
    from pitboss import games

    return [name for name in (*games.find(), *games.attached()) if name.startswith(incomplete)]


GameName = Annotated[str, typer.Argument(metavar="GAME", autocompletion=complete_game, show_default=False)]
Sets = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="set an option; repeats")]
BetTexts = Annotated[list[str] | None, typer.Option("--bet", metavar="WAGER=AMOUNT", help="a bet; repeats")]
Paytables = Annotated[
    str,
    typer.Option(
        "--paytables", metavar="FILE", help="pay grids of your own, - for stdin; the first column is used unless --set"
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="print one JSON document and nothing else")]
CardsStyle = Annotated[
    str,
    typer.Option(
        "--cards",
        metavar="STYLE",
        envvar="PITBOSS_CARDS",
        help="two-colour, four-colour or plain, where the terminal shows colours",
    ),
]
Step = Annotated[str, typer.Option("--step", metavar="AMOUNT", help="chip step")]
Limit = Annotated[str, typer.Option("--limit", metavar="AMOUNT", help="largest bet")]

Database = Annotated[
    str,
    typer.Option(
        "--db", metavar="URL", show_default=False, help="a SQLite file or postgresql://...; else the server's own file"
    ),
]
SERVER_NEEDS = ("alembic", "argon2", "cryptography", "fastapi", "sqlalchemy", "structlog", "uvicorn", "websockets")


def pairs(flag: str, texts: Iterable[str] | None) -> dict[str, str]:
    """The `NAME=VALUE` texts of a repeating flag, by name; each name may be given once."""
    found: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name or not value:
            raise FormatError(f"{flag} {text!r}: write NAME=VALUE")
        if name in found:
            raise FormatError(f"{flag} {name} is given twice: {found[name]!r} and {value!r}")
        found[name] = value
    return found


def built(name: str, sets: Iterable[str] | None, paytables: str) -> Game:
    """The game of this name with its `--set` and `--paytables`."""
    from pitboss import games

    return games.build(name, pairs("--set", sets), custom(paytables))


def house(step: str, limit: str) -> House:
    """The table's chip step and limit."""
    from pitboss.core.settle import House

    return House(amount("--step", step), amount("--limit", limit))


def whole(flag: str, text: str, low: int, high: int) -> int:
    """An option whose value is a whole number from low to high."""
    if not re.fullmatch("[0-9]{1,20}", text) or not low <= int(text) <= high:
        raise FormatError(f"{flag} {text!r}: give a whole number from {low} to {high}")
    return int(text)


def one_of(flag: str, text: str, values: Iterable[str]) -> str:
    """A flag's value; refused unless it is one of `values`."""
    known = list(values)
    if text not in known:
        raise FormatError(f"{flag}: {unknown('value', text, known)}")
    return text


def rounds(flag: str, text: str) -> int:
    """A number of rounds or shoes: `1000000`, `1e9`, `2.5e8`."""
    from pitboss.maths.simulate.limits import MOST_ROUNDS

    digits = text.replace(",", "").replace("_", "")
    if re.fullmatch(r"[0-9]{1,16}(\.[0-9]+)?(e\+?[0-9]{1,2})?", digits, re.IGNORECASE) and not float(digits) % 1:
        number = int(digits) if digits.isdecimal() else int(float(digits))
        if 1 <= number <= MOST_ROUNDS:
            return number
    raise FormatError(f"{flag} {text!r}: give a whole number from 1 to 10^15, such as 1e9")


def in_cents(flag: str, text: str) -> int:
    """An amount of money, in cents; an error names the flag."""
    from pitboss.core.money import cents

    try:
        return cents(text)
    except FormatError as error:
        raise FormatError(f"{flag}: {error}") from None


def bet_texts(texts: Iterable[str] | None) -> dict[str, str]:
    """The amounts of `--bet` by wager, as text; refused where one does not read as an amount."""
    bets_in_cents(texts)
    return pairs("--bet", texts)


def bets_in_cents(texts: Iterable[str] | None) -> dict[str, int]:
    """The amounts of `--bet` by wager, in cents."""
    return {wager: in_cents(f"--bet {wager}", text) for wager, text in pairs("--bet", texts).items()}


def amount(flag: str, text: str) -> int:
    """A positive amount of money, in cents."""
    found = in_cents(flag, text)
    if found <= 0:
        raise FormatError(f"{flag} {text!r}: give a positive amount, such as 10")
    return found


def custom(path: str) -> Custom | None:
    """The pay grids of a user's file; None where no file was named. `-` is standard input, which can be read once."""
    from pitboss.core.files import read_text, text_of
    from pitboss.games import Custom

    if path == "-":
        return Custom(text_of(sys.stdin.buffer, "standard input"), "standard input")
    return Custom(read_text(path), Path(path).name) if path else None


def database(text: str) -> str:
    """The database of `--db`; where none is named, the file that the server keeps in the user's data folder."""
    from pitboss.coach.data_folder import data_folder

    return text or str(data_folder() / "tables.db")


def check_server_extra(command: str) -> None:
    """Refuses a command that works on databases where the optional part for the server is not installed."""
    missing = [name for name in SERVER_NEEDS if importlib.util.find_spec(name) is None]
    if missing:
        raise OptionError(
            f"{command} needs {missing[0]}, which is not installed; pip install 'pitboss[server]' brings it", "extra"
        )
