"""The settings of a server: what the command line says, and what an operator sets by environment variables."""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from ipaddress import ip_address, ip_network
from typing import Any

from pitboss.core.errors import OptionError
from pitboss.core.money import cents, dollars

PORT = 8036
LOOPBACK = "127.0.0.1"
LOCALHOST = "localhost"
ORIGINS = "PITBOSS_ORIGINS"
"""Names the addresses, such as `https://tables.example`, under which a proxy offers the server."""
PROXIES = "PITBOSS_PROXIES"
"""Names the addresses or networks of proxies, which are believed when they say who asks, and whether by TLS."""
LIMITS = {
    "PITBOSS_REQUESTS_PER_SECOND": "requests_per_second",
    "PITBOSS_GUESTS_PER_MINUTE": "guests_per_minute",
    "PITBOSS_SIGN_INS_PER_MINUTE": "sign_ins_per_minute",
    "PITBOSS_SOLVES_PER_MINUTE": "solves_per_minute",
    "PITBOSS_PRICINGS_PER_MINUTE": "pricings_per_minute",
}
LARGE_WIN = "PITBOSS_LARGE_WIN"
MOST = 1_000_000


@dataclass(frozen=True)
class Limits:
    """How often one address, or one account, may ask; 0 sets no limit."""

    requests_per_second: int = 1000
    guests_per_minute: int = 600
    sign_ins_per_minute: int = 30
    solves_per_minute: int = 60
    pricings_per_minute: int = 600


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    database: str
    host: str = LOOPBACK
    port: int = PORT
    origins: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    large_win_cents: int = 120_000
    proxies: tuple[str, ...] = ()

    def for_the_log(self) -> dict[str, Any]:
        """What an operator sets, as the audit log keeps it; not the database, whose address may hold a password."""
        names = {"origins": list(self.origins), "proxies": list(self.proxies)}
        return {**names, "large_win": dollars(self.large_win_cents), **asdict(self.limits)}

    @property
    def is_loopback(self) -> bool:
        """Whether only programs of the same machine can reach the server."""
        return is_loopback(self.host)


def is_loopback(host: str) -> bool:
    """Whether a host name or address is that of the machine itself."""
    return host in (LOCALHOST, "::1", "[::1]") or host.startswith("127.")


def read_settings(database: str, host: str, port: int, variables: Mapping[str, str] = os.environ) -> Settings:
    """The settings of a command line and of the environment, refused before anything is opened where they are wrong."""
    from pitboss.table.sql_engine import check_database

    check_database(database)
    _check_host(host)
    given = {name: _number(variable, variables[variable]) for variable, name in LIMITS.items() if variable in variables}
    origins = tuple(each.strip().rstrip("/") for each in variables.get(ORIGINS, "").split(",") if each.strip())
    for each in origins:
        if not each.startswith(("http://", "https://")):
            raise OptionError(f"{ORIGINS} names {each!r}: give addresses such as https://tables.example")
    proxies = tuple(each.strip() for each in variables.get(PROXIES, "").split(",") if each.strip())
    for each in proxies:
        _check_network(each)
    large = variables.get(LARGE_WIN)
    large_win_cents = Settings.large_win_cents if large is None else cents(large)
    return Settings(database, host, port, origins, Limits(**given), large_win_cents, proxies)


def _check_network(text: str) -> None:
    try:
        ip_network(text)
    except ValueError:
        raise OptionError(f"{PROXIES} names {text!r}: give addresses or networks such as 10.0.0.0/24") from None


def _check_host(host: str) -> None:
    """Refuses what is no address; whether it is one of this machine is found when the server takes it."""
    try:
        ip_address(host)
    except ValueError:
        if host != LOCALHOST:
            raise OptionError(
                f"--host {host!r} is not an address: give 127.0.0.1 or localhost for this machine alone, "
                "0.0.0.0 for everybody who can reach it"
            ) from None


def _number(variable: str, text: str) -> int:
    if not text.isdecimal() or int(text) > MOST:
        raise OptionError(f"{variable} is {text!r}: give a whole number from 0, which sets no limit, to {MOST}")
    return int(text)
