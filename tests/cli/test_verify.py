"""`pitboss verify`: the proof of a round, as a player would check it."""

import json
from pathlib import Path

import pytest

from pitboss import games
from pitboss.cli.commands.verify.example import example_proof
from pitboss.table.proof import verify_proof
from tests.support.command import check_refused, pitboss


@pytest.fixture(autouse=True)
def _folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def written(proof: object) -> str:
    Path("proof.json").write_text(json.dumps(proof))
    return "proof.json"


def test_a_proof_that_holds():
    shown = pitboss("verify", "--example", "super-pan-9")
    Path("proof.json").write_text(shown.stdout)
    done = pitboss("verify", "proof.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Round r_example_1 of super-pan-9\n  holds  commitment: the SHA-256 of the seed is")
    assert done.stdout.count("  holds  ") == 5
    assert "The round is proved" in done.stdout


def test_a_proof_that_does_not_hold():
    proof = example_proof(games.build("turbo-sports"))
    proof["seats"]["1"]["returned"] = "5.00"
    done = pitboss("verify", written(proof))
    assert (done.returncode, done.stderr) == (1, "")
    told = " ".join(done.stdout.split())
    assert "WRONG payouts: seat 1: staked 10.00, returned 5.00; by the rules staked 10.00, returned 0.00" in told
    assert done.stdout.count("  holds  ") == 4
    assert done.stdout.endswith("The round is NOT proved.\n")
    assert json.loads(pitboss("verify", "proof.json", "--json").stdout)["holds"] is False


def test_a_verification_as_json():
    proof = example_proof(games.build("spadez"))
    found = json.loads(pitboss("verify", written(proof), "--json").stdout)
    assert (found["round"], found["game"], found["holds"]) == ("r_example_1", "spadez", True)
    assert [each["check"] for each in found["checks"]] == ["commitment", "cards", "deck", "round", "payouts"]


def test_every_game_has_an_example_that_holds(game_name: str):
    assert verify_proof(example_proof(games.build(game_name)), games.build).holds


def test_what_cannot_be_verified_is_refused():
    check_refused(("verify",), "nothing to verify: give the file of a round's proof, PROOF.json")
    check_refused(("verify", "missing.json"), "'missing.json' cannot be read")
    check_refused(("verify", "p.json", "--example", "spadez"), "p.json and --example spadez: give one of them")
    check_refused(("verify", "--example", "spades"), "did you mean 'spadez'?")
    Path("text.json").write_text("{")
    check_refused(("verify", "text.json"), "'text.json' is no JSON")
    Path("deep.json").write_text("[" * 100_000)
    check_refused(("verify", "deep.json"), "'deep.json' is no JSON")
    check_refused(("verify", written({"format": "x"})), 'the format is "x", not')
