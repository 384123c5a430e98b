"""The settings of a server: what the command line says, and what an operator sets by environment variables."""

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.core.errors import OptionError

PORT = 8036
LOOPBACK = "127.0.0.1"
ORIGINS = "PITBOSS_ORIGINS"
"""Names the addresses, such as `https://tables.example`, under which a proxy offers the server."""
LIMITS = {
    "PITBOSS_REQUESTS_PER_SECOND": "requests_per_second",
    "PITBOSS_GUESTS_PER_MINUTE": "guests_per_minute",
    "PITBOSS_SIGN_INS_PER_MINUTE": "sign_ins_per_minute",
    "PITBOSS_SOLVES_PER_MINUTE": "solves_per_minute",
}
LARGE_WIN = "PITBOSS_LARGE_WIN"
MOST = 1_000_000
SQLITE_BEGINS = b"SQLite format 3\0"


@dataclass(frozen=True)
class Limits:
    """How often one address, or one account, may ask; 0 sets no limit."""

    requests_per_second: int = 1000
    guests_per_minute: int = 600
    sign_ins_per_minute: int = 30
    solves_per_minute: int = 60


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    database: str
    host: str = LOOPBACK
    port: int = PORT
    origins: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    large_win_cents: int = 120_000

    @property
    def is_loopback(self) -> bool:
        """Whether only programs of the same machine can reach the server."""
        return is_loopback(self.host)


def is_loopback(host: str) -> bool:
    """Whether a host name or address is that of the machine itself."""
    return host in ("localhost", "::1", "[::1]") or host.startswith("127.")


def read_settings(database: str, host: str, port: int, variables: Mapping[str, str] = os.environ) -> Settings:
    """The settings of a command line and of the environment, refused before anything is opened where they are wrong."""
    from pitboss.core.money import cents

    _check_database(database)
    _check_host(host)
    given = {name: _number(variable, variables[variable]) for variable, name in LIMITS.items() if variable in variables}
    origins = tuple(each.strip().rstrip("/") for each in variables.get(ORIGINS, "").split(",") if each.strip())
    for each in origins:
        if not each.startswith(("http://", "https://")):
            raise OptionError(f"{ORIGINS} names {each!r}: give addresses such as https://tables.example")
    large = variables.get(LARGE_WIN)
    more = {} if large is None else {"large_win_cents": cents(large)}
    return Settings(database, host, port, origins, Limits(**given), **more)


def _check_database(text: str) -> None:
    """Refuses what cannot be a database; a file that is not there yet can."""
    from pitboss.table.sql_engine import SQLITE, database_url

    url = database_url(text)
    if url.get_backend_name() != SQLITE:
        return
    path = str(url.database)
    if os.path.isdir(path):
        raise OptionError(f"--db {path!r} is a folder: give the file of a database, or postgresql://USER@HOST/NAME")
    folder = os.path.dirname(os.path.abspath(path))
    while not os.path.lexists(folder):
        folder = os.path.dirname(folder)
    if not os.path.isdir(folder):
        raise OptionError(f"--db {path!r} cannot be made, because {folder!r} is no folder: give a file in a folder")
    if os.path.exists(path):
        with open(path, "rb") as file:
            begins = file.read(len(SQLITE_BEGINS))
        if begins not in (b"", SQLITE_BEGINS):
            raise OptionError(f"--db {path!r} is not a database: give a SQLite file, or one that is not there yet")


def _check_host(host: str) -> None:
    """Refuses an address that is not this machine's."""
    try:
        found = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        found = []
    if not any(_can_be_served(family, address) for family, _, _, _, address in found):
        raise OptionError(
            f"--host {host!r} is not an address of this machine: give 127.0.0.1 for this machine alone, "
            "or 0.0.0.0 for everybody who can reach it"
        )


def _can_be_served(family: int, address: Any) -> bool:
    try:
        with socket.socket(family, socket.SOCK_STREAM) as tried:
            tried.bind(address)
    except OSError:
        return False
    return True


def _number(variable: str, text: str) -> int:
    if not text.isdecimal() or int(text) > MOST:
        raise OptionError(f"{variable} is {text!r}: give a whole number from 0, which sets no limit, to {MOST}")
    return int(text)
