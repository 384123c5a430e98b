"""A whole database verified, and what was found in words."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pitboss import games
from pitboss.cli import args
from pitboss.cli.layout import print_wrapped
from pitboss.core.errors import KeyFileError, plural

if TYPE_CHECKING:
    from pitboss.table.verify import Report

ONES = {"entries": "ledger entry", "requests": "request", "rounds": "round", "audit records": "audit record"}


def database_report(url: str) -> tuple[Report, bool]:
    """What the verification of a database found, and whether the house's key was there to check signatures against."""
    args.check_server_extra("verify --db")
    from pitboss.table import anchors_file
    from pitboss.table.sql_engine import SQLITE, database_url
    from pitboss.table.verify_database import verify_database

    target = database_url(args.database(url))
    file = str(target.database) if target.get_backend_name() == SQLITE else None
    trusted = _trusted(file)
    kept = anchors_file.path_of(file)
    report = verify_database(
        args.database(url),
        games.build,
        trusted=trusted,
        anchors=anchors_file.read(kept) if kept else (),
        workers=max(1, (os.cpu_count() or 1) - 1),
    )
    return report, trusted is not None


def _trusted(file: str | None) -> frozenset[str] | None:
    """The house's public key, where its key file is here."""
    from pitboss.table.keys import key_file, read_key

    try:
        return frozenset({read_key(key_file(file)).public_key})
    except KeyFileError as error:
        if error.code != "key/missing":
            raise
        return None


def print_report(report: Report, has_key: bool) -> None:
    """Prints what was checked, and the first record that is wrong."""
    checked = report.counts
    shown = ", ".join(_counted(checked.get(name, 0), one) for name, one in ONES.items())
    print_wrapped(f"Checked {shown} and {plural(checked.get('anchors', 0), 'anchor')}.")
    if not has_key and checked.get("anchors"):
        print_wrapped("The house's key file is not here: anchors were checked against the keys that they name.")
    if report.finding is None:
        print_wrapped(f"The audit log ends with hash {report.audit_hash[:16]}.")
        print_wrapped("Every invariant holds, I1 to I12.")
        return
    print_wrapped(f"WRONG  {report.finding}", rest=" " * 7)
    print_wrapped("The database does NOT hold. This is the first record that is wrong; later ones were not checked.")


def _counted(count: int, one: str) -> str:
    many = f"{one[:-1]}ies" if one.endswith("y") else f"{one}s"
    return f"{count:,} {one if count == 1 else many}"
