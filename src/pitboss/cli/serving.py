"""Starts the table server and prints where it is, for `serve` and for the lobby."""

from pitboss.cli import args
from pitboss.cli.console import bold


def serve_tables(database: str, host: str, port: int) -> None:
    """Serves until it is told to stop; the database is the one in the user's data folder where none is named."""
    args.check_server_extra("serve")
    from pitboss.server.run import serve
    from pitboss.server.settings import read_settings

    serve(read_settings(args.database(database), host, port), _say)


def _say(address: str, link: str) -> None:
    print(f"{bold('Pitboss')} serves at {address} until Ctrl-C.")
    print(f"Once, this link makes its opener a supervisor: {link}", flush=True)
