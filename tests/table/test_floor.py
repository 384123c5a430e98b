"""The floor on a small game: people, money, tables that close, meters of a link, shoes, bots, and a store that fails."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from pitboss.core.errors import CODES, OptionError, StoreError, unknown
from pitboss.core.game import Game, Shuffle
from pitboss.core.meters import MeterChoice, MeterState
from pitboss.core.options import Options, Setting
from pitboss.core.pays import Custom, Meter
from pitboss.table import requests as asked
from pitboss.table.audit import first_fault
from pitboss.table.records import Entry, Person, RequestRecord, RoundRecord, ShuffleRecord
from pitboss.table.requests import STATUS, SYSTEM, Caller, Request
from pitboss.table.shuffle import commitment
from tests.support.card_room import ANN, AUDITOR, BOB, BOSS, CardRoom, answers_asked, check_books, room
from tests.support.toy import Lucky, toy

ANTE = {"ante": 1000}
LUCKY = {"ante": 1000, "side": 1000, "lucky": 500}
METERS = (MeterState(1, "ace", 5000, 50, 7025),)


SETTABLE = Options({"meters": Setting("meters", MeterChoice(METERS), METERS, "what the meters show")}, {})
SECOND = MeterState(2, "ace", 5000, 50, 5000)


def with_meters(name: str, *meters: MeterState, wins: Lucky = Lucky.ACE) -> Game:
    """The toy whose $5 bet wins the first of these meters with an ace, or without one."""
    *others, lucky = toy().wagers
    (line,) = lucky.lines
    pays = replace(line.pays, pays={**line.pays.pays, wins: Meter(meters[0].number)})
    return toy(name=name, wagers=(*others, replace(lucky, lines=(replace(line, pays=pays),))), meters=meters)


def settable(options: Options) -> Game:
    """The toy whose meters show what an option says."""
    return replace(with_meters("settable", *options["meters"]), options=options)


def build(name: str, texts: Mapping[str, str], custom: Custom | None = None) -> Game:
    toys = {
        "toy": toy,
        "shoe": lambda: toy(name="shoe", shuffles=(Shuffle.CUT_CARD,)),
        "metered": lambda: with_meters("metered", *METERS),
        "second": lambda: with_meters("second", SECOND),
        "easy": lambda: with_meters("easy", *METERS, wins=Lucky.NO_ACE),
        "settable": lambda: settable(SETTABLE.with_texts(texts)),
        "both": lambda: with_meters("both", *METERS, replace(SECOND, share_cents=25)),
    }
    if name not in toys:
        raise OptionError(unknown("game", name, toys))
    return toys[name]()


def toys(*callers: Caller, **how: Any) -> CardRoom:
    return room(*callers, build=build, **how)


def at_table(made: CardRoom, game: str = "toy", **how: Any) -> str:
    """A table with Ann in seat 1 and Bob in seat 2."""
    table = made.open(game, **how)
    made.done(ANN, asked.SitDown(table))
    made.done(BOB, asked.SitDown(table))
    return table


def bet_both(made: CardRoom, table: str, stakes: Mapping[str, int] = ANTE) -> None:
    made.done(ANN, asked.Bet(table, 1, stakes))
    made.done(BOB, asked.Bet(table, 2, stakes))


def finish(made: CardRoom, table: str) -> None:
    """Everybody takes the first option until the round is over."""
    while waiting := answers_asked(made, table):
        seat, name, legal = waiting[0]
        made.done((ANN, BOB)[seat - 1], asked.Choose(table, seat, name, legal[0]))


def kinds(made: CardRoom, kind: str) -> list[dict[str, Any]]:
    return [json.loads(each.body) for each in made.store.audit if each.kind == kind]


def test_an_answer_says_where_the_caller_stands():
    made = toys()
    table = made.open("toy")
    sat = made.ask(ANN, asked.SitDown(table))
    assert sat.status == 201
    assert sat.body == {
        "table": table,
        "seat": 1,
        "round": f"r_{table[2:]}_1",
        "seq": 3,
        "balance": "1000.00",
    }
    assert made.done(ANN, asked.Bet(table, 1, ANTE))["balance"] == "990.00"


@pytest.mark.parametrize(
    ("caller", "action", "code"),
    [
        (ANN, asked.Bet("t_nowhere", 1, ANTE), "table/unknown"),
        (AUDITOR, asked.SitDown("TABLE"), "auth/forbidden"),
        (BOB, asked.Bet("TABLE", 1, ANTE), "auth/not-your-seat"),
        (BOB, asked.StandUp("TABLE", 1), "auth/not-your-seat"),
        (ANN, asked.Bet("TABLE", 9, ANTE), "turn/no-seat"),
        (ANN, asked.Bet("TABLE", 3, ANTE), "turn/seat-empty"),
        (ANN, asked.Bet("TABLE", 1, {"ante": 150}), "bet/off-step"),
        (ANN, asked.Bet("TABLE", 1, {"ante": 200_000}), "funds/bet"),
        (ANN, asked.Choose("TABLE", 1, "swap", "keep"), "turn/not-begun"),
        (ANN, asked.Choose("TABLE", 1, "fold", "keep"), "choice/unknown"),
        (ANN, asked.Choose("TABLE", 1, "swap", "maybe"), "choice/unknown-option"),
        (ANN, asked.Rebet("TABLE", 1), "bet/nothing-to-repeat"),
        (ANN, asked.TakeBetBack("TABLE", 1), "turn/no-bets"),
        (ANN, asked.SitDown("TABLE", 1), "turn/seat-taken"),
        (ANN, asked.SitDown("TABLE", 2, "a seed with spaces"), "format/invalid"),
        (ANN, asked.OpenTable("toy"), "auth/forbidden"),
        (BOSS, asked.OpenTable("chess"), "option/invalid"),
        (BOSS, asked.OpenTable("toy", seats=9), "house/seats"),
        (BOSS, asked.OpenTable("toy", bots={"9": "optimal"}), "house/seats"),
        (ANN, asked.VoidRound("r_x_1", "misdeal"), "auth/forbidden"),
        (BOSS, asked.VoidRound("r_x_1", "misdeal"), "table/round-unknown"),
        (BOSS, asked.VoidRound("r_x_1", "boredom"), "request/invalid"),
        (BOSS, asked.VoidRound("r_x_1", "other", " "), "request/invalid"),
        (ANN, asked.Deposit("ann", 100), "auth/forbidden"),
        (BOSS, asked.Deposit("nobody", 100), "table/account-unknown"),
        (BOSS, asked.Deposit("ann", 0), "request/invalid"),
        (BOSS, asked.Withdraw("ann", 100_001), "funds/withdrawal"),
        (ANN, asked.CloseTable("TABLE"), "auth/forbidden"),
        (BOSS, asked.CloseTable("TABLE", " "), "request/invalid"),
        (ANN, asked.CallTime("TABLE"), "auth/forbidden"),
        (BOSS, asked.DisableAccount("ann", " "), "request/invalid"),
        (BOSS, asked.AdjustMeter("TABLE", 1, 100, "why"), "table/unknown"),
    ],
)
def test_what_is_refused_changes_nothing(caller: Caller, action: Any, code: str):
    made = toys()
    table = made.open("toy")
    made.done(ANN, asked.SitDown(table))
    if getattr(action, "table", "") == "TABLE":
        action = replace(action, table=table)
    made.refused(caller, action, code)
    assert code in CODES


def test_every_code_has_a_status():
    for code in CODES:
        assert STATUS.get(code, STATUS.get(code.partition("/")[0])), code


def test_a_request_without_a_key_is_refused():
    made = toys()
    table = made.open("toy")
    (answer,) = made.ask_all([Request(ANN, asked.SitDown(table))])
    assert (answer.status, answer.body["code"]) == (400, "request/key-missing")


def test_a_batch_is_one_transaction_and_a_refused_request_does_not_hurt_the_others():
    made = toys()
    table = made.open("toy")
    commits = made.store.commits
    answers = made.ask_all(
        [
            Request(ANN, asked.SitDown(table), "1"),
            Request(BOB, asked.SitDown(table, 1), "2"),
            Request(BOB, asked.SitDown(table, 2), "3"),
            Request(ANN, asked.Bet(table, 1, ANTE), "4"),
            Request(ANN, asked.Bet(table, 1, ANTE), "4"),
            Request(BOB, asked.Bet(table, 2, ANTE), "5"),
        ]
    )
    assert [each.status for each in answers] == [201, 409, 201, 200, 200, 200]
    assert answers[3] == answers[4]
    assert made.store.commits == commits + 1
    assert made.balance("ann") == 99_000
    check_books(made.store)


def test_nothing_counts_when_the_store_fails_and_the_same_key_may_be_tried_again():
    made = toys()
    table = at_table(made)
    made.done(ANN, asked.Bet(table, 1, ANTE))
    before = made.everything()

    def fail() -> None:
        raise StoreError("the disk is full")

    made.store.before_commit = fail
    answers = made.ask_all([Request(BOB, asked.Bet(table, 2, ANTE), "b"), Request(ANN, asked.Look(table))])
    assert [each.status for each in answers] == [503, 503]
    assert made.everything() == before
    published = len(made.news)
    made.store.before_commit = lambda: None
    made.store.after_commit = fail  # It is stored, and the answer is lost.
    (lost,) = made.ask_all([Request(BOB, asked.Bet(table, 2, ANTE), "b")])
    assert lost.status == 503
    assert len(made.news) == published
    made.store.after_commit = lambda: None
    stored = made.everything()
    (again,) = made.ask_all([Request(BOB, asked.Bet(table, 2, ANTE), "b")])
    assert (again.status, again.body["balance"]) == (200, "990.00")
    assert made.everything() == stored
    finish(made, table)
    check_books(made.store)


def test_a_fault_in_one_request_does_not_take_the_batch_with_it():
    made = toys()
    table = made.open("toy")
    seat: Any = "one"
    bad = asked.SitDown(table, seat)
    answers = made.ask_all([Request(ANN, bad, "1"), Request(BOB, asked.SitDown(table), "2")])
    assert [each.status for each in answers] == [500, 201]
    assert answers[0].body["code"] == "request/failed"


def test_a_table_that_a_fault_left_half_changed_is_fetched_anew():
    """Ann's bet was taken and the cards were dealt in memory when the bot's strategy broke down."""

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    made = toys(coach=broken)
    table = made.open("toy", bots={"2": "optimal"})
    made.done(ANN, asked.SitDown(table))
    before = made.everything()
    requests = [Request(ANN, asked.Bet(table, 1, ANTE), "1"), Request(ANN, asked.Look(table))]
    broke, looked = made.ask_all(requests)
    assert (broke.status, looked.status) == (500, 200)
    assert made.everything() == before
    assert (looked.body["phase"], looked.body["bets"]) == ("bet", {})
    with pytest.raises(ZeroDivisionError):
        made.ask_all(requests[:1])
    assert made.ask_all(requests[1:])[0] == looked


def test_a_request_refused_half_way_is_undone_whole():
    """The first meter of a new table is seeded before the second turns out to be another link's: nothing stays."""
    made = toys()
    made.open("second", link="ours")
    before = made.everything()
    answers = made.ask_all([Request(BOSS, asked.OpenTable("both", link="ours"), "1")])
    assert (answers[0].status, answers[0].body["code"]) == (422, "house/meters")
    assert made.everything() == before
    answers = made.ask_all(
        [
            Request(BOSS, asked.OpenTable("toy"), "2"),
            Request(BOSS, asked.OpenTable("both", link="ours"), "3"),
            Request(BOSS, asked.OpenTable("both", link="theirs"), "4"),
        ]
    )
    assert [each.status for each in answers] == [201, 422, 201]
    assert made.store.accounts["meter/theirs/1"] == 7025
    assert "meter/ours/1" not in made.store.accounts
    check_books(made.store)


def test_two_servers_go_on_where_the_other_left_off():
    made = toys()
    table = at_table(made)
    here, there = made.floor, made.new_floor()
    for floor, caller, action in [
        (there, ANN, asked.Bet(table, 1, ANTE)),
        (here, BOB, asked.Bet(table, 2, ANTE)),
        (there, ANN, asked.Choose(table, 1, "swap", "keep")),
        (here, BOB, asked.Choose(table, 2, "swap", "keep")),
    ]:
        made.floor = floor
        made.done(caller, action)
    assert [each.status for each in made.store.every_round()] == ["settled"]
    seqs = [each.seq for each in made.store.events(table, 0)]
    assert seqs == list(range(1, len(seqs) + 1))


def test_one_account_at_several_tables_has_one_purse():
    made = toys()
    first, second = at_table(made), at_table(made)
    made.done(ANN, asked.Bet(first, 1, {"ante": 60_000}))
    made.refused(ANN, asked.Bet(second, 1, {"ante": 60_000}), "funds/bet")
    made.done(ANN, asked.Bet(second, 1, {"ante": 40_000}))
    assert made.balance("ann") == 0
    made.done(ANN, asked.TakeBetBack(first, 1))
    assert made.balance("ann") == 60_000
    check_books(made.store)


def test_a_rebet_repeats_the_last_bets():
    made = toys()
    table = at_table(made)
    bet_both(made, table, {"ante": 700, "side": 700})
    finish(made, table)
    made.done(ANN, asked.Rebet(table, 1))
    assert made.live(table).table.bets == {1: {"ante": 700, "side": 700}}


def test_events_are_numbered_without_gaps_and_published_as_stored():
    made = toys()
    table = at_table(made)
    bet_both(made, table)
    finish(made, table)
    stored = made.store.events(table, 0)
    told = [each for each in made.news if each.table == table]
    assert [(each.seq, each.round, json.loads(each.body)) for each in stored] == [
        (each.seq, each.round, each.body) for each in told
    ]
    assert [each.seq for each in stored] == list(range(1, len(stored) + 1))


def test_a_seat_sees_its_own_hand_and_nobody_elses_even_after_it_changes_hands():
    made = toys()
    table = at_table(made)
    bet_both(made, table)
    finish(made, table)
    made.done(ANN, asked.StandUp(table, 1))
    made.done(BOB, asked.SitDown(table, 1))
    for account, seats in (("ann", {1}), ("bob", {2}), (None, set())):
        dealt = [each for each in made.seen(table, account) if each["type"] == "dealt"]
        assert {each["seat"] for each in dealt if "cards" in each} == seats
    piles = made.done(BOB, asked.Look(table))["piles"]
    assert {(each["pile"], each["seat"]) for each in piles if each["cards"]} == {("player", 2), ("dealer", 0)}


def test_bets_are_played_by_the_default_when_time_is_up_and_no_earlier():
    made = toys()
    table = at_table(made)
    made.done(ANN, asked.Bet(table, 1, ANTE))
    call = Request(Caller(SYSTEM, SYSTEM), asked.CallTime(table))
    (early,) = made.ask_all([call])
    assert early.body["code"] == "turn/too-early"
    assert made.floor.due(made.now_ms) == []
    made.call_time()
    assert [seat for seat, _, _ in answers_asked(made, table)] == [1]
    made.call_time()
    assert made.live(table).table.number == 2
    command = [each for each in made.store.audit if '"CallTime"' in each.body]
    assert {each.actor for each in command} == {SYSTEM}


def test_a_shoe_is_committed_once_and_revealed_when_the_cut_card_is_out():
    made = toys()
    table = at_table(made, "shoe")
    rounds = 0
    while len(made.store.by_type[ShuffleRecord]) < 2:
        bet_both(made, table)
        finish(made, table)
        rounds += 1
    first, second = made.store.by_type[ShuffleRecord].values()
    assert (first.id, second.id) == (f"s_{table[2:]}_1", f"s_{table[2:]}_2")
    assert rounds > 3
    assert commitment(bytes.fromhex(first.seed)) == first.commitment
    assert second.seed is None
    types = made.types(table)
    assert types.count("committed") == 2
    assert types.count("revealed") == types.count("shuffled") == 1
    records = list(made.store.every_round())
    assert {each.shuffle for each in records} == {first.id}
    assert [each.first_card for each in records][:3] == [0, 6, 12]
    made.done(BOSS, asked.CloseTable(table, "end of shift"))
    assert made.store.by_type[ShuffleRecord][second.id].seed is not None


def test_a_void_before_the_deal_keeps_an_unused_shoe_and_its_commitment():
    made = toys()
    table = at_table(made, "shoe")
    before = made.done(ANN, asked.Look(table))["commitment"]
    made.done(ANN, asked.Bet(table, 1, ANTE))
    made.done(BOSS, asked.VoidRound(made.live(table).current_round, "other", "the lights went out"))
    assert made.done(ANN, asked.Look(table))["commitment"] == before
    bet_both(made, table)
    finish(made, table)
    assert [each.status for each in made.store.every_round()] == ["voided", "settled"]


def test_no_seed_is_revealed_or_stored_in_clear_while_a_round_is_open():
    made = toys()
    table = at_table(made)
    made.done(ANN, asked.SetClientSeed(table, 1, "mine"))
    bet_both(made, table)
    seed = made.live(table)._seed.hex()
    assert seed
    assert seed not in repr(made.everything())
    assert "revealed" not in made.types(table)
    assert made.live(table).reveal() is None
    finish(made, table)
    assert [each["seed"] for each in made.seen(table, None) if each["type"] == "revealed"] == [seed]
    shuffled = next(each for each in made.seen(table, None) if each["type"] == "shuffled")
    assert shuffled["client_seeds"] == {"1": "mine"}


def test_a_table_closes_after_the_round_in_play():
    made = toys()
    table = at_table(made)
    bet_both(made, table)
    assert made.done(BOSS, asked.CloseTable(table, "end of shift"))["status"] == "closing"
    made.refused(BOSS, asked.CloseTable(table), "table/closed")
    made.refused(ANN, asked.SitDown(table, 3), "table/closed")
    finish(made, table)
    assert made.types(table)[-4:] == ["left", "left", "revealed", "closed"]
    assert made.done(ANN, asked.Look(table))["status"] == "closed"
    made.refused(ANN, asked.Bet(table, 1, ANTE), "table/closed")
    assert made.floor.due(made.now_ms + 10**9) == []
    assert [each.status for each in made.store.every_round()] == ["settled"]


@pytest.mark.parametrize("taken_back", [False, True])
def test_a_table_that_closes_before_the_deal_gives_bets_back(taken_back: bool):
    made = toys()
    table = at_table(made)
    made.done(ANN, asked.Bet(table, 1, ANTE))
    if taken_back:
        made.done(ANN, asked.TakeBetBack(table, 1))
    assert made.done(BOSS, asked.CloseTable(table, "end of shift"))["status"] == "closed"
    assert made.balance("ann") == 100_000
    assert [(each.status, each.void_reason) for each in made.store.every_round()] == [("voided", "closed")]
    check_books(made.store)


def test_a_disabled_account_leaves_its_seats_and_may_do_nothing():
    made = toys()
    first, second = at_table(made), at_table(made)
    bet_both(made, first)
    made.done(BOSS, asked.DisableAccount("ann", "asked to"))
    assert made.store.by_type[Person]["ann"].disabled
    assert made.live(first).table.leaving == {1}
    assert 1 not in made.live(second).table.accounts
    made.refused(ANN, asked.SitDown(second, 1), "auth/disabled")
    finish(made, first)
    assert 1 not in made.live(first).table.accounts
    made.done(BOSS, asked.EnableAccount("ann", "back again"))
    made.done(ANN, asked.SitDown(second, 1))
    assert len(kinds(made, "account-disabled")) == len(kinds(made, "account-enabled")) == 1


def test_a_void_that_would_overdraw_a_wallet_is_refused_with_a_sentence():
    made = toys()
    table = at_table(made)
    winner = None
    while winner is None:
        id = made.live(table).current_round
        bet_both(made, table)
        finish(made, table)
        winner = next((each for each in made.store.seats_of[id].values() if each.returned_cents > 1000), None)
    made.done(BOSS, asked.Withdraw(winner.account, made.balance(winner.account)))
    sentence = made.refused(BOSS, asked.VoidRound(id, "misdeal"), "funds/void")
    assert id in sentence
    assert winner.account in sentence


def test_meters_of_a_link_are_shared_fed_when_a_round_begins_and_paid_when_it_is_settled():
    made = toys()
    one, two = at_table(made, "metered", link="ours"), at_table(made, "metered", link="ours")
    assert made.store.accounts["meter/ours/1"] == 7025
    bet_both(made, one, LUCKY)
    assert made.store.accounts["meter/ours/1"] == 7025 + 2 * 50
    bet_both(made, two, LUCKY)
    fed = made.store.accounts["meter/ours/1"]
    assert fed == 7025 + 4 * 50
    assert made.done(ANN, asked.Look(one))["meters"] == [{"number": 1, "words": "ace", "amount": "72.25"}]
    made.done(BOSS, asked.VoidRound(made.live(two).current_round, "misdeal"))
    assert made.store.accounts["meter/ours/1"] == 7025 + 2 * 50
    finish(made, one)
    check_books(made.store)
    assert made.store.accounts[f"house/{two}"] == 0


def test_a_table_joins_a_link_only_where_the_same_outcomes_pay_its_meters():
    """Where a meter is won more easily, it would be emptied at the cost of those who play for it elsewhere."""
    made = toys()
    made.open("metered", link="ours")
    assert "'ours'" in made.refused(BOSS, asked.OpenTable("easy", link="ours"), "house/meters")
    made.open("easy", link="theirs")
    made.open("metered", link="ours")


def test_a_link_of_an_older_database_can_be_joined():
    made = toys()
    made.open("metered", link="ours")
    entries = made.store.by_type[Entry]
    seed = entries["seed:ours:1"]
    entries["seed:ours:1"] = replace(seed, note=json.dumps(json.loads(seed.note)[:4]))
    made.open("metered", link="ours")
    entries["seed:ours:1"] = replace(seed, note=json.dumps([1, "king"]))
    made.refused(BOSS, asked.OpenTable("metered", link="ours"), "house/meters")


@pytest.mark.parametrize("caller", [ANN, Caller("gus", "guest")], ids=lambda each: each.role)
def test_a_practice_table_pays_as_printed_from_meters_of_its_own(caller: Caller):
    """Own pays, or meters that show what one likes, would make play money; on a link they would take others' meters."""
    made = toys(ANN, BOB, Caller("gus", "guest"))
    made.open("metered", link="ours")
    assert "'ours'" in made.refused(caller, asked.OpenTable("metered", private=True, link="ours"), "auth/terms")
    assert "pay tables" in made.refused(caller, asked.OpenTable("toy", private=True, paytables="[ante]"), "auth/terms")
    rich = {"meters": "900000.00"}
    assert "900000.00" in made.refused(caller, asked.OpenTable("settable", rich, private=True), "auth/terms")
    made.refused(caller, asked.OpenTable("metered"), "auth/forbidden")
    opened = made.done(caller, asked.OpenTable("settable", {"meters": "example"}, private=True))
    assert opened["link"] == opened["id"]
    made.open("settable", options=rich, paytables="[ante]", link="high")
    assert made.store.accounts["meter/high/1"] == 90_000_000


def test_an_award_is_rounded_up_restarts_the_meter_and_is_taken_back_exactly():
    made = toys()
    table = at_table(made, "metered", link="ours")
    paid = 0
    while not paid:
        id = made.live(table).current_round
        before = dict(made.store.accounts)
        bet_both(made, table, LUCKY)
        while waiting := answers_asked(made, table):
            seat, name, legal = waiting[0]
            made.done((ANN, BOB)[seat - 1], asked.Choose(table, seat, name, legal[-1]))
        paid = sum(-each.cents for each in made.store.movements_of[id] if each.kind == "award")
    fed = before["meter/ours/1"] + 2 * 50
    moves = [(each.kind, each.cents) for each in made.store.movements_of[id]]
    assert moves[:1] == [("increment", 100)]
    assert paid % 100 == 0
    assert 0 <= paid - fed < 100
    assert moves[-1] == ("restart", 5000)
    assert made.store.accounts["meter/ours/1"] == 5000
    check_books(made.store)
    assert {each["link"] for each in kinds(made, "meter-change")} == {"ours"}
    events = [each for each in made.seen(table, None) if each["type"] == "meter"]
    assert [award for each in events for award in each["awards"]]
    made.done(BOSS, asked.VoidRound(id, "wrong-count"))
    assert {name: cents for name, cents in made.store.accounts.items() if cents} == {
        name: cents for name, cents in before.items() if cents
    }
    check_books(made.store)


def test_a_meter_changes_by_hand_only_with_a_supervisor_and_a_reason():
    made = toys()
    made.open("metered", link="ours")
    made.refused(ANN, asked.AdjustMeter("ours", 1, -25, "round"), "auth/forbidden")
    made.refused(BOSS, asked.AdjustMeter("ours", 1, -25, ""), "request/invalid")
    made.refused(BOSS, asked.AdjustMeter("ours", 1, -10_000, "all"), "request/invalid")
    assert made.done(BOSS, asked.AdjustMeter("ours", 1, -25, "to whole dollars"))["amount"] == "70.00"
    assert kinds(made, "meter-change")[-1]["note"] == "to whole dollars"
    check_books(made.store)


def test_large_wins_and_parameter_changes_and_clock_jumps_are_significant():
    made = toys(settings={"large_win_cents": 1000, "leap_ms": 60_000})
    table = at_table(made)
    while not kinds(made, "large-win"):
        bet_both(made, table)
        finish(made, table)
    win = kinds(made, "large-win")[0]
    assert win["net"] == "10.00"
    made.done(BOSS, asked.ChangeTable(table, "busy evening", limit_cents=5000))
    change = kinds(made, "parameter-change")[0]
    assert change == {"after": {"limit_cents": 5000}, "before": {"limit_cents": 1_000_000}, "note": "busy evening"}
    made.refused(ANN, asked.Bet(table, 1, {"ante": 6000}), "bet/over-limit")
    made.floor.forget()
    made.refused(ANN, asked.Bet(table, 1, {"ante": 6000}), "bet/over-limit")
    assert kinds(made, "clock-jump") == []
    made.now_ms -= 5
    made.done(ANN, asked.Bet(table, 1, ANTE))
    made.now_ms += 60_001
    made.done(ANN, asked.TakeBetBack(table, 1))
    assert [each["now_ms"] - each["before_ms"] for each in kinds(made, "clock-jump")] == [-5, 60_001]
    assert first_fault(made.store.audit) is None


def test_bots_bet_with_the_people_and_on_their_own_where_all_seats_are_bots():
    made = toys()
    table = made.open("toy", bots={"2": "optimal"})
    made.done(ANN, asked.SitDown(table))
    made.call_time()
    assert made.live(table).table.bets == {}
    made.done(ANN, asked.Bet(table, 1, ANTE))
    assert [seat for seat, _, _ in answers_asked(made, table)] == [1]
    assert made.live(table).table.bets[2] == {"ante": 100}
    own = made.open("toy", bots={"1": "optimal", "2": "optimal", "3": "optimal"})
    for _ in range(3):
        made.call_time()
    assert made.live(own).table.number == 4
    assert made.balance(f"bot:{own}:1") > 0
    made.refused(ANN, asked.SitDown(own), "table/full")
    check_books(made.store)


def test_private_tables_are_for_those_who_open_them():
    made = toys()
    table = made.done(ANN, asked.OpenTable("toy", private=True))["id"]
    made.refused(BOB, asked.SitDown(table), "auth/forbidden")
    made.done(ANN, asked.SitDown(table))
    assert made.done(ANN, asked.CloseTable(table, "enough"))["status"] == "closed"


def test_an_account_is_made_once_with_play_money_to_start_with():
    made = toys()
    nobody = Caller("", "nobody")
    first = made.done(nobody, asked.MakeAccount("Guest 1", "guest"), "g1")
    assert first["balance"] == "1000.00"
    assert made.done(nobody, asked.MakeAccount("Guest 1", "guest"), "g1") == first
    made.refused(nobody, asked.MakeAccount("Eve", "supervisor"), "auth/forbidden")
    answer = made.ask(nobody, asked.MakeAccount("guest 1", "guest"), "g2")
    assert (answer.status, answer.body["code"]) == (409, "store/conflict")
    guest = Caller(first["account"], "guest")
    made.done(guest, asked.SitDown(made.open("toy")))
    hashed = made.done(nobody, asked.MakeAccount("Pat", "player", "argon2-secret"))
    assert "argon2-secret" not in json.dumps([each.body for each in made.store.audit])
    assert made.store.by_type[Person][hashed["account"]].password_hash == "argon2-secret"
    assert "argon2-secret" not in json.dumps([each.answer for each in made.store.by_type[RequestRecord].values()])


def test_notes_and_anchors_of_the_card_room_itself():
    made = toys()
    system = Caller(SYSTEM, SYSTEM)
    made.done(system, asked.Note("failed-sign-in", "ann", {"times": 3}))
    made.refused(ANN, asked.Note("sign-in", "ann"), "auth/forbidden")
    assert kinds(made, "failed-sign-in") == [{"times": 3}]
    anchor = made.floor.anchor(made.now_ms)
    assert anchor is not None
    assert anchor.hash == made.store.audit[-1].hash
    assert made.floor.anchor(made.now_ms) is None
    assert first_fault(made.store.audit, made.store.list_anchors()) is None


def test_a_record_of_a_round_in_play_holds_no_cards():
    made = toys()
    table = at_table(made)
    bet_both(made, table)
    (record,) = made.store.by_type[RoundRecord].values()
    assert (record.status, record.document) == ("open", "")
    finish(made, table)
    (record,) = made.store.by_type[RoundRecord].values()
    assert json.loads(record.document)["events"]


def test_a_head_that_another_server_has_signed_is_not_signed_again():
    made = toys()
    made.open("toy")
    there = made.new_floor()
    assert made.floor.anchor(made.now_ms) is not None
    assert there.anchor(made.now_ms) is None
    made.open("toy")
    assert there.anchor(made.now_ms) is not None
    assert len(made.store.list_anchors()) == 2


@pytest.mark.parametrize(("later_ms", "jumps"), [(3_600_000, 0), (-500, 0), (-5000, 1)])
def test_a_clock_that_was_set_back_while_the_server_was_down_is_taken_down(later_ms: int, jumps: int):
    made = room()
    made.floor, made.now_ms = made.new_floor(), made.now_ms + later_ms
    made.floor.watch_clock_since_last(made.now_ms)
    made.done(BOSS, asked.Deposit("ann", 100))
    assert [each.kind for each in made.store.list_audit(0)].count("clock-jump") == jumps
