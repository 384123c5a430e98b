"""`pitboss verify`: a database of tables checked as a whole, or a round's cards and payouts derived from its proof."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.args import AsJson, Database, complete_game
from pitboss.core.errors import FormatError

if TYPE_CHECKING:
    from pitboss.table.proof import Verification

EXAMPLES = """
  pitboss verify --db tables.db       everything in a database of tables
  pitboss verify --example super-pan-9 > proof.json   a proof to look at
  pitboss verify proof.json           commitment, cards and payouts of a round
  pitboss verify proof.json --json
"""

WRONG = 1
"""The exit status of a database or proof that does not hold."""


def verify(
    proof: Annotated[
        str | None,
        typer.Argument(metavar="PROOF.json", show_default=False, help="what the server gives as /rounds/ID/proof"),
    ] = None,
    example: Annotated[
        str | None,
        typer.Option(
            "--example",
            metavar="GAME",
            autocompletion=complete_game,
            help="print the proof of a round with a published seed",
        ),
    ] = None,
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """A whole database of tables, or the proof of one round, checked: money, cards, payouts and log."""
    from pitboss import games
    from pitboss.cli.console import print_json
    from pitboss.core.files import read_text
    from pitboss.table.proof import verify_proof

    if example is not None:
        from pitboss.cli.commands.verify.example import example_proof

        if proof is not None or database:
            raise FormatError(f"{proof or '--db'} and --example {example}: give one of them")
        print_json(example_proof(games.build(example)))
        return
    if proof is None:
        from pitboss.cli.commands.verify.database import database_report, print_report

        report, has_key = database_report(database)
        if as_json:
            print_json(report.as_json())
        else:
            print_report(report, has_key)
        raise typer.Exit(0 if report.holds else WRONG)
    if database:
        raise FormatError(f"{proof} and --db {database}: give one of them")
    verification = verify_proof(_json_of(read_text(proof), proof), games.build)
    if as_json:
        print_json(verification.as_json())
    else:
        _print(verification)
    raise typer.Exit(0 if verification.holds else WRONG)


def _json_of(text: str, path: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{path!r} is no JSON: {error}") from None


def _print(verification: Verification) -> None:
    from pitboss.cli.layout import print_wrapped

    print_wrapped(f"Round {verification.round} of {verification.game}")
    for check in verification.checks:
        first = f"  {'holds' if check.holds else 'WRONG'}  {check.name}: "
        print_wrapped(check.words, first, " " * 9)
    if verification.holds:
        print_wrapped("The round is proved: its cards follow from the committed seed, its payouts from the rules.")
    else:
        print_wrapped("The round is NOT proved.")
