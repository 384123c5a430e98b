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
    from pitboss.server.settings import Settings

HOST, PORT = "127.0.0.1", 8036


def serve_tables(database: str = "", host: str = HOST, port: int = PORT, unsolved: Sequence[str] = ()) -> None:
    """Serves until it is told to stop; the database is the one in the user's data folder where none is named.

    The house edges of `unsolved` games are worked out meanwhile, and printed.
    """
    args.check_server_extra("serve")
    from pitboss.server.settings import read_settings

    start(read_settings(args.database(database), host, port), unsolved)


def start(settings: Settings, unsolved: Sequence[str] = ()) -> None:
    """Serves with settings that were found right."""
    from pitboss.cli.commands.games.listing import print_edge
    from pitboss.server.run import serve

    serve(settings, _say, unsolved=unsolved, tell=print_edge)


def serve_lobby(unsolved: Sequence[str]) -> None:
    """Serves below the list of games; where the server's part is not installed, says how to get it."""
    print(flush=True)
    try:
        args.check_server_extra("serve")
    except OptionError as error:
        print_wrapped(f"No server was started: {error}.")
        return
    serve_tables(port=PORT, unsolved=unsolved)


def _say(address: str, link: str) -> None:
    """Prints where the server is; a link is never broken, so that it can be opened or copied."""
    print(f"Open {bold(address)} in a browser to play. Ctrl-C stops the server.")
    print(f"This link makes its opener a supervisor, once:\n{link}")
    sys.stdout.flush()
