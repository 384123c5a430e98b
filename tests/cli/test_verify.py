"""`pitboss verify`: the proof of a round, as a player would check it."""

import json
from pathlib import Path

import pytest

from pitboss import games
from pitboss.cli.commands.verify.example import example_proof
from pitboss.table.keys import make_key
from pitboss.table.proof import verify_proof
from pitboss.table.sql_store import SqlStore
from tests.support.busy_room import busy_room
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
    check_refused(("verify", "--db", "missing.db"), "'missing.db' is not there: name the file of a database with --db")
    check_refused(("verify", "p.json", "--db", "x.db"), "p.json and --db x.db: give one of them")
    Path("other.db").write_bytes(b"")
    check_refused(("verify", "--db", "other.db"), "is not a database of Pitboss")
    check_refused(("verify", "missing.json"), "'missing.json' cannot be read")
    check_refused(("verify", "p.json", "--example", "spadez"), "p.json and --example spadez: give one of them")
    check_refused(("verify", "--example", "spades"), "did you mean 'spadez'?")
    Path("text.json").write_text("{")
    check_refused(("verify", "text.json"), "'text.json' is no JSON")
    Path("deep.json").write_text("[" * 100_000)
    check_refused(("verify", "deep.json"), "'deep.json' is no JSON")
    check_refused(("verify", written({"format": "x"})), 'the format is "x", not')


def test_a_database_that_holds_and_one_that_does_not():
    made = busy_room(rounds=1, store=SqlStore("room.db"))
    made.store.close()
    done = pitboss("verify", "--db", "room.db")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Every invariant holds, I1 to I12." in done.stdout
    assert "The house's key file is not here" in " ".join(done.stdout.split())
    assert json.loads(pitboss("verify", "--db", "room.db", "--json").stdout)["holds"] is True
    store = SqlStore("room.db")
    store.with_connection(
        lambda cursor: cursor.execute("UPDATE balances SET cents = cents + 1 WHERE name = 'wallet/ann'")
    )
    store.close()
    done = pitboss("verify", "--db", "room.db")
    assert (done.returncode, done.stderr) == (1, "")
    assert "WRONG I2, ledger account wallet/ann: its balance is" in " ".join(done.stdout.split())
    found = json.loads(pitboss("verify", "--db", "room.db", "--json").stdout)
    assert (found["holds"], found["finding"]["record"]) == (False, "ledger account wallet/ann")


def test_anchors_of_another_house_are_found():
    made = busy_room(rounds=1, store=SqlStore("room.db"))
    made.store.close()
    make_key("room.db.key")
    done = pitboss("verify", "--db", "room.db")
    assert done.returncode == 1
    assert "signed with a key that is not the house's" in " ".join(done.stdout.split())
