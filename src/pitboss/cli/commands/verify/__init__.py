"""`pitboss verify`: a round's cards re-derived from the revealed seed of its shuffle, and its payouts recomputed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.args import AsJson, complete_game
from pitboss.core.errors import FormatError

if TYPE_CHECKING:
    from pitboss.table.proof import Verification

EXAMPLES = """
  pitboss verify --example super-pan-9 > proof.json   a proof to look at
  pitboss verify proof.json           commitment, cards and payouts of a round
  pitboss verify proof.json --json
"""

WRONG = 1
"""The exit status of a proof that does not hold."""


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
    as_json: AsJson = False,
) -> None:
    """The proof of a round, checked: its commitment, its cards and its payouts."""
    from pitboss import games
    from pitboss.cli.console import print_json
    from pitboss.core.files import read_text
    from pitboss.table.proof import verify_proof

    if example is not None:
        from pitboss.cli.commands.verify.example import example_proof

        if proof is not None:
            raise FormatError(f"{proof} and --example {example}: give one of them")
        print_json(example_proof(games.build(example)))
        return
    if proof is None:
        raise FormatError("nothing to verify: give the file of a round's proof, PROOF.json")
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
