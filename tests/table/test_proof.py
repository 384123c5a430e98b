"""A round's proof: made of what the database holds, verified, and refused where anything of it was changed."""

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pitboss.core.cards import cards_text, parse_cards
from pitboss.core.errors import FormatError, TurnError
from pitboss.core.meters import MeterState
from pitboss.core.pays import Meter
from pitboss.table.proof import meters_json, proof_of, read_meters_json, verify_proof
from pitboss.table.records import RoundRecord, ShuffleRecord
from pitboss.table.shuffle import commitment, deck_order
from tests.support.proofs import CLIENT_SEEDS, SEED, proofs, toy_shoe
from tests.support.toy import Lucky, build, toy, wagers

PROOF = proofs()[0]
RECORD = RoundRecord("r_1_1", "t_1", 1, "toy", "settled", "r_1_1", 0, json.dumps(PROOF["document"]), "[]", 0)
SHUFFLE = ShuffleRecord("r_1_1", "t_1", commitment(SEED), "sealed", "{}", SEED.hex())


def wrong(proof: dict[str, Any]) -> dict[str, str]:
    """What does not hold of a proof."""
    return {check.name: check.words for check in verify_proof(proof, build).checks if not check.holds}


def test_the_proof_of_a_round_holds():
    done = verify_proof(PROOF, build)
    assert done.holds
    assert (done.round, done.game) == ("r_1_1", "toy")
    assert [check.name for check in done.checks] == ["commitment", "cards", "deck", "round", "payouts"]
    assert done.as_json()["checks"][0] == {
        "check": "commitment",
        "holds": True,
        "found": f"the SHA-256 of the seed is {commitment(SEED)}",
    }


def test_a_proof_outlives_json():
    assert verify_proof(json.loads(json.dumps(PROOF)), build).holds


def test_every_round_of_a_shoe_is_proved_from_one_seed():
    game, builder = toy_shoe()
    made = proofs(game, builder, rounds=4)
    order = deck_order(game.deck, SEED, "s_1", CLIENT_SEEDS)
    assert [proof["first_card"] for proof in made] == [0, 7, 14, 21]
    dealt = [card for proof in made for card in proof["cards"]]
    assert " ".join(dealt) == cards_text(order[: len(dealt)])
    assert all(verify_proof(proof, builder).holds for proof in made)


def change(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def changed(proof: dict[str, Any]) -> None:
        *places, last = (int(each) if each.isdigit() and each not in proof_seats else each for each in path.split("/"))
        target: Any = proof
        for place in places:
            target = target[place]
        assert target[last] != value
        target[last] = value

    proof_seats = ("1", "2") if path.startswith(("seats", "shuffle/client_seeds")) else ()
    return changed


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        (change("shuffle/commitment", "00"), ["commitment"]),
        (change("shuffle/seed", "00" * 32), ["commitment", "cards"]),
        (change("shuffle/seed", SEED.hex() * 2), ["commitment"]),
        (change("shuffle/id", "s_2"), ["cards"]),
        (change("shuffle/client_seeds/1", "ann-2"), ["cards"]),
        (change("shuffle/client_seeds", {}), ["cards"]),
        (change("shuffle/deck/0", "3c"), ["deck"]),
        (change("first_card", 1), ["cards"]),
        (change("first_card", 50), ["cards"]),
        (change("cards/0", "JK"), ["cards", "round"]),
        (change("cards", []), ["round"]),
        (change("document/events/1/cards", ["2c", "2d"]), ["round"]),
        (change("document/version", 2), ["round"]),
        (change("document/game", "other"), ["round"]),
        (change("document/events", []), ["round", "payouts"]),
        (change("seats/1/returned", "999.00"), ["payouts"]),
        (change("seats/2/staked", "1.00"), ["payouts"]),
        (change("seats", {}), ["payouts"]),
        (change("meters", [{"meter": 1}]), ["payouts"]),
    ],
)
def test_a_proof_of_which_anything_was_changed_does_not_hold(
    changed: Callable[[dict[str, Any]], None], named: list[str]
):
    proof = copy.deepcopy(PROOF)
    changed(proof)
    assert set(wrong(proof)) >= set(named)
    assert not verify_proof(proof, build).holds


def test_two_dealt_cards_exchanged_are_found():
    proof = copy.deepcopy(PROOF)
    cards = proof["cards"]
    cards[0], cards[1] = cards[1], cards[0]
    found = wrong(proof)
    assert f"place 0 of the shuffled deck holds {PROOF['cards'][0]}; dealt was {cards[0]}" == found["cards"]
    assert f"the proof says {' '.join(cards)}" in found["round"]


def test_a_seed_too_short_for_its_deck_is_found():
    from pitboss.core.cards import shoe

    game, builder = toy_shoe(deck=shoe(2))
    (proof,) = proofs(game, builder)
    (check,) = [each for each in verify_proof(proof, builder).checks if not each.holds]
    assert check.words == "a seed of 32 bytes is too short for the 2-deck shoe, which needs 192"


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (change("format", "other"), 'the format is "other"'),
        (change("shuffle", None), "the shuffle of a proof is a JSON object; given is null"),
        (change("shuffle/algorithm", "dice"), 'no shuffle "dice"'),
        (change("shuffle/seed", None), "seed of a proof is a text; given is null"),
        (change("shuffle/seed", "abc"), "is not hexadecimal of 32 bytes"),
        (change("shuffle/seed", ""), "is not hexadecimal of 32 bytes"),
        (change("shuffle/id", "a|b"), "no shuffle id"),
        (change("shuffle/client_seeds", {"0": "a"}), 'go by seat; "0" is none'),
        (change("shuffle/client_seeds", {"1": "a b"}), "no client seed 'a b'"),
        (change("shuffle/deck", ["Zz"]), "no card 'Zz'"),
        (change("cards", "As"), 'cards of a proof are a list such as ["As", "Kd"]; given is "As"'),
        (change("first_card", -1), "first_card is -1"),
        (change("first_card", True), "first_card is true"),
        (change("document", []), "the document of a proof is a JSON object"),
        (change("seats/1", "5.00"), "the money of a seat is a JSON object"),
        (change("seats/1/staked", "five"), "no amount 'five'"),
        (change("status", "open"), 'the status "open" of a proof is neither settled nor voided'),
        (change("round", 7), "round of a proof is a text; given is 7"),
    ],
)
def test_a_text_that_is_no_proof_is_refused(changed: Callable[[dict[str, Any]], None], sentence: str):
    proof = copy.deepcopy(PROOF)
    changed(proof)
    with pytest.raises(FormatError) as caught:
        verify_proof(proof, build)
    assert sentence in str(caught.value)


def test_no_object_is_no_proof():
    for value in (None, [], "x", 5):
        with pytest.raises(FormatError, match="a proof is a JSON object"):
            verify_proof(value, build)


def test_a_voided_round_is_proved_by_its_cards_and_by_stakes_that_came_back():
    proof = copy.deepcopy(PROOF)
    proof["status"] = "voided"
    proof["document"]["events"] = [each for each in proof["document"]["events"] if each["type"] != "chose"][:3]
    proof["cards"] = proof["cards"][:4]
    for paid in proof["seats"].values():
        paid["returned"] = paid["staked"]
    assert wrong(proof) == {}
    proof["seats"]["2"]["returned"] = "0.00"
    assert wrong(proof) == {"payouts": "the round was voided, and seat 2 did not get its stakes back"}


def test_a_settled_round_whose_record_ends_early_is_found():
    proof = copy.deepcopy(PROOF)
    proof["document"]["events"] = proof["document"]["events"][:3]
    proof["cards"] = proof["cards"][:4]
    assert wrong(proof) == {
        "round": "the record of the round ends before the round does",
        "payouts": "the round cannot be settled: the round is not over",
    }


def test_nothing_is_proved_before_the_shuffle_is_revealed():
    assert proof_of(RECORD, SHUFFLE, (), build)["cards"] == PROOF["cards"]
    for record, shuffle in ((replace(RECORD, status="open"), SHUFFLE), (RECORD, replace(SHUFFLE, seed=None))):
        with pytest.raises(TurnError, match="can be proved when the round is over") as caught:
            proof_of(record, shuffle, (), build)
        assert caught.value.code == "turn/not-revealed"
        assert SEED.hex() not in str(caught.value)
    with pytest.raises(TurnError, match="can be proved when the shoe s_1 ends"):
        proof_of(replace(RECORD, shuffle="s_1"), replace(SHUFFLE, seed=None), (), build)


METER = MeterState(1, "an ace", seed_cents=10_000, share_cents=30, amount_cents=12_390)


def test_payouts_of_a_progressive_follow_from_the_meters_at_settlement():
    """Every lucky card wins the meter, one seat after the other, the second from the seed."""
    lucky = toy().wager["lucky"].lines[0]
    pays = {**lucky.pays.pays, Lucky.NO_ACE: Meter(1), Lucky.ACE: Meter(1)}
    game = toy(
        meters=(METER,),
        wagers=(*wagers()[:3], replace(wagers()[3], lines=(replace(lucky, pays=replace(lucky.pays, pays=pays)),))),
    )

    def builder(name: str, options: Any, custom: Any) -> Any:
        return game

    (proof,) = proofs(game, builder, meters=(METER,))
    assert proof["meters"] == [{"meter": 1, "seed": "100.00", "share": "0.30", "amount": "124.50"}]
    assert verify_proof(proof, builder).holds
    for name, amount in (("amount", "500.00"), ("seed", "50.00")):
        other = copy.deepcopy(proof)
        other["meters"][0][name] = amount
        assert not verify_proof(other, builder).holds
    other = copy.deepcopy(proof)
    other["meters"] = []
    assert "cannot be settled: toy has meters 1; given are none" in verify_proof(other, builder).checks[-1].words


def test_meters_are_read_as_they_were_written():
    game = toy(meters=(METER,))
    assert read_meters_json(game, meters_json((METER,))) == (METER,)
    with pytest.raises(FormatError, match=r'no meter \{"meter": 2\} of toy'):
        read_meters_json(game, [{"meter": 2}])


def test_cards_of_a_proof_are_those_of_the_committed_order():
    order = deck_order(toy().deck, SEED, "s_1", CLIENT_SEEDS)
    assert parse_cards(" ".join(PROOF["cards"])) == order[: len(PROOF["cards"])]
