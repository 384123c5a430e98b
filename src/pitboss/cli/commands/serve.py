"""`pitboss serve`: the table server."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.cli.args import Database

EXAMPLES = """
  pitboss serve
  pitboss serve --db tables.db --port 8040
"""

MORE_HELP = """URL is a SQLite file or postgresql://USER@HOST/NAME, which several servers may
share. The house's key file lies beside the SQLite file; with PostgreSQL,
PITBOSS_KEY_FILE names it."""


def serve(
    database: Database = "",
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="the address to serve at")] = "127.0.0.1",
    port: Annotated[str, typer.Option("--port", metavar="NUMBER", help="0 takes any free one")] = "8036",
) -> None:
    """The table server: tables for many players, their money, shuffles and records."""
    from pitboss.cli import args, serving

    serving.serve_tables(database, host, args.whole("--port", port, 0, 65535))
