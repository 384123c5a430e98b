"""Every game through the floor: whole rounds, records that replay, restored tables, voids, repetitions, defaults."""

import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from pitboss import games
from pitboss.core import transcript
from pitboss.core.codec import event_json, read_event, read_round
from pitboss.core.money import cents, dollars
from pitboss.core.round import Round
from pitboss.core.script import Bets, Chose, Dealt, Event
from pitboss.core.settle import progressive_bets
from pitboss.core.stakes import pays_meters
from pitboss.table import requests as asked
from pitboss.table.audit import first_fault, vouched
from pitboss.table.proof import proof_of, verify_proof
from pitboss.table.records import RoundRecord, ShuffleRecord
from pitboss.table.round_reports import dispute, played_round, round_text, settlement_of
from pitboss.table.shuffle import commitment, deck_order
from tests.support.card_room import (
    ANN,
    BOB,
    BOSS,
    CardRoom,
    answers_asked,
    check_books,
    play_round,
    room,
    round_actions,
    seated,
)
from tests.support.rounds import variants

PLAYERS = (ANN, BOB)


def bodies(made: CardRoom, table: str, round_id: str) -> list[dict[str, Any]]:
    return [json.loads(each.body) for each in made.store.events(table, 0, 10**6) if each.round == round_id]


def record_of(made: CardRoom, round_id: str) -> RoundRecord:
    return made.store.by_type[RoundRecord][round_id]


def test_rounds_are_booked_recorded_and_provable(game_name: str):
    made, source = room(), random.Random(game_name)
    table = seated(made, game_name)
    for _ in range(3):
        id = play_round(made, table, source)
        record = record_of(made, id)
        played = played_round(record, games.build)
        settlement = settlement_of(record, played)
        for seat in made.store.seats_of[id].values():
            assert seat.returned_cents is not None
            assert seat.returned_cents - seat.staked_cents == settlement.net_cents(seat.seat)
        check_books(made.store)
        assert record.status == "settled"
        shuffle = made.store.by_type[ShuffleRecord][record.shuffle]
        if shuffle.seed is not None:  # A shoe is revealed when it ends.
            proof = proof_of(record, shuffle, list(made.store.seats_of[id].values()), games.build)
            assert verify_proof(proof, games.build).holds
            seed, seeds = bytes.fromhex(shuffle.seed), json.loads(shuffle.client_seeds)
            assert commitment(seed) == shuffle.commitment
            assert seeds == {"1": "ann-seed"}
            order = deck_order(played.game.deck, seed, shuffle.id, {int(seat): text for seat, text in seeds.items()})
            dealt = [card for event in played.events if isinstance(event, Dealt) for card in event.cards]
            assert list(order[record.first_card : record.first_card + len(dealt)]) == dealt
    sums: Counter[str] = Counter()
    for played_sum in made.store.list_played(table):
        sums[played_sum.account] += played_sum.net_cents
    assert made.balance("ann") - 100_000 == sums["ann"]
    assert sum(sums.values()) == -sum(
        made.store.accounts[name] for name in (f"house/{table}", f"commission/{table}", "rounding")
    ) - sum(cents for name, cents in made.store.accounts.items() if name.startswith("meter/"))


def test_the_audit_chain_vouches_for_every_event_and_entry(game_name: str):
    made, source = room(), random.Random(game_name)
    table = seated(made, game_name)
    id = play_round(made, table, source)
    assert first_fault(made.store.audit) is None
    entries, events = set(), set()
    for record in made.store.audit:
        body = json.loads(record.body)
        if "entries" in body:
            first, last, _ = body["entries"]
            run = made.store.entries_in_order[first - 1 : last]
            assert vouched(run)["entries"] == body["entries"]
            entries |= set(range(first, last + 1))
        for name, (first, last, _) in body.get("events", {}).items():
            run = [each for each in made.store.events(name, first - 1) if each.seq <= last]
            assert vouched(events=run)["events"][name] == body["events"][name]
            events |= set(range(first, last + 1))
    assert entries == set(range(1, len(made.store.entries_in_order) + 1))
    assert events == set(range(1, len(made.store.events(table, 0)) + 1))
    told = [json.loads(each.body)["request"] for each in made.store.audit if each.subject == id]
    assert {(each["action"], each["seat"]) for each in told} >= {("Bet", 1), ("Bet", 2)}


def test_a_round_is_replayed_from_its_events_alone(game_name: str):
    made, source = room(), random.Random(game_name)
    table = seated(made, game_name)
    id = play_round(made, table, source)
    record = record_of(made, id)
    game = read_round(json.loads(record.document), games.build).game
    played = Round(game)
    for body in bodies(made, table, id):
        event: Event | None = None
        if body["type"] == "began":
            seats = {
                int(seat): {name: cents(text) for name, text in bets.items()} for seat, bets in body["bets"].items()
            }
            event = Bets(seats)
        elif body["type"] == "dealt":
            event = read_event(game, {"type": "dealt", **{name: body[name] for name in ("pile", "seat", "cards")}})
        elif body["type"] == "chose":
            event = read_event(game, {"type": "chose", **{name: body[name] for name in ("seat", "choice", "option")}})
        if event is not None:
            assert isinstance(event, Bets | Dealt | Chose)
            played = played.after(event)
    assert [event_json(game, event) for event in played.events] == json.loads(record.document)["events"]
    assert next(body for body in bodies(made, table, id) if body["type"] == "over")["net"] == {
        str(each.seat): dollars(each.returned_cents - each.staked_cents) for each in made.store.seats_of[id].values()
    }


def test_a_dispute_report_says_who_did_what_and_why_it_was_paid(game_name: str):
    made, source = room(), random.Random(game_name)
    table = seated(made, game_name)
    id = play_round(made, table, source)
    made.done(BOSS, asked.VoidRound(id, "wrong-count", "six cards"))
    report = dispute(made.store, id, games.build)
    assert {(each["actor"], each["what"].get("action", each["kind"])) for each in report["who"]} >= {
        ("ann", "Bet"),
        ("bob", "Bet"),
        ("boss", "void"),
        ("boss", "VoidRound"),
    }
    assert len(report["explanation"]) >= 2
    assert report["round"]["status"] == "voided"
    assert [each["kind"] for each in report["entries"]][-2:] == ["settle", "void"]
    assert {"bet", "began", "dealt", "over", "voided"} <= {each["type"] for each in report["events"]}
    told = transcript.read(report["transcript"], games.build)
    assert transcript.differences(told) == []
    assert report["transcript"] == round_text(record_of(made, id), games.build)
    in_force = made.live(table).game.pay_tables
    assert {name: grid["sha256"] for name, grid in report["grids"].items()} == {
        name: grid.sha256 for name, grid in in_force.items()
    }
    for name, grid in in_force.items():
        assert list(report["grids"][name]["pays"].values()) == [str(pay) for pay in grid.pays.values()]
    assert report["shuffle"]["client_seeds"] == {"1": "ann-seed"}


def test_a_table_restored_at_every_step_goes_on_as_if_nothing_had_happened(game_name: str):
    """The same requests with the same entropy: one process keeps its tables, the other dies after every request."""
    kept, dying = room(seed=5), room(seed=5)
    sources = random.Random(game_name), random.Random(game_name)
    tables = [seated(each, game_name) for each in (kept, dying)]
    assert tables[0] == tables[1]
    for _ in range(2):
        steps = [round_actions(each, tables[0], source) for each, source in zip((kept, dying), sources, strict=True)]
        for (caller, action), (_, same) in zip(*steps, strict=True):
            assert action == same
            answers = [each.ask(caller, action) for each in (kept, dying)]
            assert answers[0] == answers[1]
            assert answers[0].status == 200
            dying.floor = dying.new_floor()
            for viewer in (ANN, BOB, BOSS):
                views = [each.ask(viewer, asked.Look(tables[0])) for each in (kept, dying)]
                assert views[0] == views[1]
    assert [each.body for each in kept.store.events(tables[0], 0)] == [
        each.body for each in dying.store.events(tables[0], 0)
    ]
    assert kept.store.accounts == dying.store.accounts
    assert kept.store.list_tables() == dying.store.list_tables()


def test_a_void_at_every_phase_leaves_the_ledger_as_before(game_name: str):
    made, source = room(), random.Random(game_name)
    table = seated(made, game_name)
    play_round(made, table, source)
    done, steps = False, 0
    while not done:
        steps += 1
        id = made.live(table).current_round
        before = dict(made.store.accounts)
        played = made.store.list_played(table)
        done = True
        for number, (caller, action) in enumerate(round_actions(made, table, source), 1):
            made.done(caller, action)
            if number == steps:
                done = made.live(table).current_round != id
                break
        bots = sum(
            cents
            for entry in made.store.entries_in_order
            if entry.kind == "deposit" and entry.id.endswith(id)
            for name, cents in entry.legs
            if name != "cashier"
        )
        made.done(BOSS, asked.VoidRound(id, "misdeal", "a test"))
        after = dict(made.store.accounts)
        after["cashier"] = after.get("cashier", 0) + bots
        for name in after:
            if name.startswith("wallet/bot"):
                after[name] -= bots
        assert {name: cents for name, cents in after.items() if cents} == {
            name: cents for name, cents in before.items() if cents
        }
        check_books(made.store)
        record = record_of(made, id)
        assert (record.status, record.void_reason) == ("voided", "misdeal")
        sums = {(each.account, each.wager): each for each in made.store.list_played(table)}
        for each in played:
            # The largest stake stays known: the band of a table must not become narrower by a void.
            assert replace(sums[each.account, each.wager], largest_cents=each.largest_cents) == each
        made.refused(BOSS, asked.VoidRound(id, "misdeal"), "table/voided")
        shuffle = made.store.by_type[ShuffleRecord][record.shuffle]
        if shuffle.seed is None:
            assert shuffle.id.startswith("s_")
        else:
            proof = proof_of(record, shuffle, list(made.store.seats_of[id].values()), games.build)
            assert verify_proof(proof, games.build).holds
    assert steps >= 2


def test_a_repeated_request_has_one_effect_and_the_first_answer(game_name: str):
    made, source = room(), random.Random(game_name)
    table = seated(made, game_name)
    for number, (caller, action) in enumerate(round_actions(made, table, source)):
        first = made.ask(caller, action, f"again-{number}")
        assert first.status == 200
        before = made.everything()
        if number % 2:
            made.floor = made.new_floor()
        assert made.ask(caller, action, f"again-{number}") == first
        assert made.everything() == before
        other = asked.StandUp(table, 1 if caller is ANN else 2)
        made.refused(caller, other, "request/key-reused", f"again-{number}")


def test_a_silent_table_is_played_by_the_published_default(game_name: str):
    made, source = room(), random.Random(game_name)
    table = seated(made, game_name)
    id = made.live(table).current_round
    made.done(*next(round_actions(made, table, source)))
    made.call_time()  # Bob sits out; the bot bets.
    while expected := answers_asked(made, table):
        live = made.live(table)
        default = {seat: live.table.default(seat) for seat, _, _ in expected}
        made.call_time()
        played = live.table.round
        assert played is not None
        for seat, command in default.items():
            assert Chose(seat, command.name, command.option) in played.events
    assert record_of(made, id).status == "settled"
    assert {each.account for each in made.store.seats_of[id].values()} >= {"ann"}
    assert "bob" not in {each.account for each in made.store.seats_of[id].values()}
    assert made.balance("bob") == 100_000


@pytest.mark.parametrize("leaver", [1, 2])
def test_a_player_who_leaves_in_mid_round_delays_nobody(game_name: str, leaver: int):
    made, source = room(), random.Random(game_name)
    table = seated(made, game_name)
    actions = round_actions(made, table, source)
    id = made.live(table).current_round
    for _ in range(2):
        made.done(*next(actions))
    if answers_asked(made, table):
        made.done(PLAYERS[leaver - 1], asked.StandUp(table, leaver))
        for caller, action in actions:
            made.done(caller, action)
    assert record_of(made, id).status == "settled"
    check_books(made.store)


def progressive_variant(name: str) -> dict[str, str] | None:
    """Options under which a game has a wager that wins meters; None where it has none."""
    for options in variants(name):
        if any(pays_meters(wager) for wager in games.build(name, options).wagers):
            return options
    return None


def test_a_progressive_is_fed_paid_and_voided_through_the_ledger(game_name: str):
    options = progressive_variant(game_name)
    if options is None:
        return
    made, source = room(), random.Random(game_name)
    one, two = (seated(made, game_name, options=options, link="ours") for _ in range(2))
    for _ in range(4):
        for table in (one, two):
            before = dict(made.store.accounts)
            id = play_round(made, table, source)
            record = record_of(made, id)
            played = played_round(record, games.build)
            bets = progressive_bets(played.game, played.state.bets)
            fed = [each for each in made.store.movements_of[id] if each.kind == "increment"]
            assert sum(each.cents for each in fed) == bets * sum(each.share_cents for each in played.game.meters)
            check_books(made.store)
            shuffle = made.store.by_type[ShuffleRecord][record.shuffle]
            proof = proof_of(record, shuffle, list(made.store.seats_of[id].values()), games.build)
            assert verify_proof(proof, games.build).holds
            assert transcript.differences(transcript.read(round_text(record, games.build), games.build)) == []
            if source.random() < 0.5:
                made.done(BOSS, asked.VoidRound(id, "misdeal"))
                moved = {name for name, cents in made.store.accounts.items() if cents != before.get(name, 0)}
                assert moved <= {"cashier", *(name for name in moved if name.startswith("wallet/bot"))}
