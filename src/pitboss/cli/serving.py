"""Starts the table server and prints where it is, for `serve` and for the lobby."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitboss.cli import args
from pitboss.cli.console import bold
from pitboss.cli.layout import print_wrapped
from pitboss.core.errors import OptionError

if TYPE_CHECKING:
    from pitboss.server.figures import Told
    from pitboss.server.settings import Settings

HOST, PORT = "127.0.0.1", 8036


def serve_tables(database: str = "", host: str = HOST, port: int = PORT) -> None:
    """Serves until it is told to stop; the database is the one in the user's data folder where none is named."""
    args.check_server_extra("serve")
    from pitboss.server.settings import read_settings

    start(read_settings(args.database(database), host, port))


def start(settings: Settings, unsolved: Sequence[str] = (), tell: Told | None = None) -> None:
    """Serves with settings that were found right; `unsolved` games are worked out meanwhile, and told."""
    from pitboss.server.run import serve

    serve(settings, _say, unsolved=unsolved, tell=tell)


def serve_lobby(unsolved: Sequence[str], tell: Told) -> None:
    """Serves below the list of games, and tells the house edges that it left open as they are found.

    Where the server's part is not installed, it says how to get it.
    """
    print(flush=True)
    try:
        args.check_server_extra("serve")
    except OptionError as error:
        print_wrapped(f"No server was started: {error}.")
        return
    from pitboss.server.settings import read_settings

    start(read_settings(args.database(""), HOST, PORT), unsolved, tell)


def _say(address: str, link: str) -> None:
    """Prints where the server is; a link is never broken, so that it can be opened or copied."""
    print(f"Open {bold(address)} in a browser to play. Ctrl-C stops the server.")
    print(f"This link makes its opener a supervisor, once:\n{link}")
    sys.stdout.flush()
