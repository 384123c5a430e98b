"""`pitboss backup`: a copy of a live database of tables, and its restoration."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.cli.args import AsJson, Database
from pitboss.core.errors import OptionError

EXAMPLES = """
  pitboss backup --db tables.db monday.db
  pitboss backup --restore monday.db --db restored.db
"""

MORE_HELP = """URL is a SQLite file or postgresql://USER@HOST/NAME. The copy is a SQLite file
either way: a server can run on it, or it is restored into an empty database.
The house's key file is not in it; keep a copy of that elsewhere."""


def backup(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", show_default=False, help="a new file for the copy")
    ] = None,
    database: Database = "",
    restored: Annotated[
        str, typer.Option("--restore", metavar="FILE", show_default=False, help="load this backup into --db")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """A consistent copy of a live database of tables."""
    from pitboss.cli import args
    from pitboss.cli.console import print_json
    from pitboss.core.errors import plural

    args.check_server_extra("backup")
    from pitboss.table.backup import back_up, restore

    if (file is None) == (not restored):
        raise OptionError("give FILE, the copy to write, or --restore FILE, the copy to load")
    if restored and not database:
        raise OptionError("--restore needs --db URL, the new database to load it into")
    if restored:
        done, copied = f"Restored {restored}", restore(restored, database)
    else:
        assert file is not None
        done, copied = f"Wrote {file}", back_up(args.database(database), file)
    if as_json:
        print_json(
            {
                "file": restored or file,
                "tables": copied.tables,
                "rounds": copied.rounds,
                "entries": copied.entries,
                "audit": copied.audit_seq,
                "audit_hash": copied.audit_hash,
            }
        )
        return
    entries = f"{copied.entries} ledger {'entry' if copied.entries == 1 else 'entries'}"
    print(f"{done}: {plural(copied.tables, 'table')}, {plural(copied.rounds, 'round')}, {entries}.")
    print(f"The audit log ends with record {copied.audit_seq}, hash {copied.audit_hash[:16]}.")
