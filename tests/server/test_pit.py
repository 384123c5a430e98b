"""The calls of the pit: for supervisors and auditors alone, and as the books have it."""

import csv
from collections.abc import Iterator
from urllib.parse import quote

import pytest

from pitboss import games
from pitboss.table.audit import KINDS
from pitboss.table.performance_course import performance_course
from tests.support.server import EVERY_ROUND, Person, Room, play, running, seated

PATHS = ("/pit", "/pit/tables", "/pit/rounds", "/audit/recent", "/audit/chain", "/ledger/recent", "/ledger/recent.csv")


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with running(tmp_path_factory.mktemp("pit")) as room:
        yield room


def house_table(boss: Person, **how: object) -> str:
    return boss.post("/tables", {"game": EVERY_ROUND, "bet_seconds": None, "decide_seconds": None, **how})["id"]


@pytest.mark.parametrize("path", [*PATHS, "/meters/south/history", "/accounts"])
def test_the_pit_is_for_supervisors_and_auditors(path: str, room: Room):
    assert room.nobody().refused("GET", path) == (401, "auth/required")
    assert room.guest().refused("GET", path) == (403, "auth/forbidden")


def test_an_auditor_reads_everything(room: Room):
    boss = room.supervisor()
    eve = room.member("auditor", boss, "eve")
    for path in PATHS:
        assert eve.ask("GET", path).status_code == 200
    assert eve.refused("GET", "/meters/nowhere/history") == (404, "table/unknown")
    assert set(eve.get("/pit")["kinds"]) == set(KINDS)


def test_tables_are_told_with_their_players_bets_and_win(room: Room):
    boss, ann = room.supervisor(), room.guest()
    table = house_table(boss, limit="50.00")
    ann.post(f"/tables/{table}/seats", {"seat": 2})
    found = next(each for each in boss.get("/pit/tables")["tables"] if each["id"] == table)
    assert (found["opening"]["limit"], found["phase"], found["rounds"]) == ("50.00", "bet", 0)
    round_id = ann.post(f"/tables/{table}/bets", {"seat": 2, "bets": {"ante": "5.00"}})["round"]
    found = boss.get(f"/pit/tables?id={table}")["tables"][0]
    assert (found["phase"], found["round"], found["win"], found["trend"]) == ("choose", round_id, "0.00", [])
    mine = found["seated"][0]
    assert (mine["account"], mine["name"], mine["bets"]) == (ann.account, ann.told["name"], {"ante": "5.00"})
    ann.post(f"/tables/{table}/choices", {"seat": 2, "choice": "play", "option": "fold"})
    found = boss.get(f"/pit/tables?id={table}")["tables"][0]
    assert (found["rounds"], found["drop"], found["win"], found["trend"]) == (1, "5.00", "5.00", ["0.00", "5.00"])
    boss.post(f"/tables/{table}/close", {"note": "the shift ends"})
    assert table not in [each["id"] for each in boss.get("/pit/tables")["tables"]]
    assert table in [each["id"] for each in boss.get("/pit/tables?which=closed")["tables"]]


def test_practice_tables_are_apart_and_the_busiest_are_told(room: Room):
    boss, ann = room.supervisor(), room.guest()
    quiet, busy = seated(room, ann), seated(room, ann)
    play(busy, ann)
    told = boss.get("/pit/tables?which=practice")
    assert {quiet, busy} <= {each["id"] for each in told["tables"]}
    assert {quiet, busy} & {each["id"] for each in boss.get("/pit/tables")["tables"]} == set()
    fewer = boss.get("/pit/tables?which=practice&limit=1")
    assert len(fewer["tables"]) == 1
    assert fewer["total"] == told["total"] > 1
    assert fewer["tables"][0]["seq"] == max(each["seq"] for each in told["tables"])


def test_rounds_are_told_to_the_house_with_its_win(room: Room):
    boss, ann = room.supervisor(), room.guest()
    table = house_table(boss)
    ann.post(f"/tables/{table}/seats", {"seat": 1})
    round_id = ann.post(f"/tables/{table}/bets", {"seat": 1, "bets": {"ante": "5.00"}})["round"]
    in_play = boss.get(f"/pit/rounds?table={table}")["rounds"]
    assert [(each["id"], each["status"], each["win"]) for each in in_play] == [(round_id, "open", None)]
    ann.post(f"/tables/{table}/choices", {"seat": 1, "choice": "play", "option": "fold"})
    told = boss.get(f"/pit/rounds?account={ann.account}&status=settled")["rounds"]
    assert [(each["id"], each["staked"], each["win"]) for each in told] == [(round_id, "5.00", "5.00")]
    assert told[0]["seats"][0]["name"] == ann.told["name"]
    boss.post(f"/rounds/{round_id}/void", {"reason": "misdeal", "note": "two cards stuck together"})
    assert boss.get(f"/pit/rounds?account={ann.account}&status=settled") == {"rounds": [], "next": None}
    assert boss.get("/pit/rounds?status=voided&limit=1")["rounds"][0]["id"] == round_id
    told = boss.get(f"/pit/rounds?table={table}&status=voided")["rounds"]
    assert [(each["win"], each["void_reason"]) for each in told] == [("0.00", "misdeal")]


def test_the_newest_records_come_first_with_names_and_the_chain_holds(room: Room):
    boss, ann = room.supervisor(), room.guest()
    boss.post(f"/accounts/{ann.account}/deposits", {"amount": "12.00", "note": "a lucky find"})
    told = boss.get("/audit/recent?kind=deposit&limit=1")
    record = told["records"][0]
    assert (record["subject"], record["body"]["note"]) == (ann.account, "a lucky find")
    assert told["names"][ann.account] == ann.told["name"]
    assert told["names"][boss.account] == boss.told["name"]
    assert boss.get(f"/audit/recent?about={quote('lucky FIND')}&kind=deposit")["records"] == [record]
    entries = boss.get(f"/ledger/recent?account=wallet/{ann.account}")["entries"]
    assert [each["kind"] for each in entries] == ["deposit", "deposit"]
    assert entries[0]["note"] == "a lucky find"
    rows = list(csv.DictReader(boss.ask("GET", f"/ledger/recent.csv?account=wallet/{ann.account}").text.splitlines()))
    assert {each["seq"] for each in rows} == {str(each["seq"]) for each in entries}
    chain = boss.get("/audit/chain")
    assert (chain["holds"], chain["fault"]) == (True, None)
    assert chain["records"] >= told["head"]


def test_accounts_are_found_by_name_and_role_with_their_balance(room: Room):
    boss = room.supervisor()
    gus = room.member("player", boss, "Gus-the-great")
    told = boss.get("/accounts?like=the-GREAT")
    assert [(each["account"], each["balance"]) for each in told["accounts"]] == [(gus.account, "1000.00")]
    assert boss.get("/accounts?like=the-great&role=auditor") == {"accounts": [], "total": 0}
    newest = boss.get("/accounts?limit=1")
    assert [each["account"] for each in newest["accounts"]] == [gus.account]
    assert newest["total"] == len(boss.get("/accounts")["accounts"]) > 1


def test_the_course_of_a_win_is_what_was_told_after_every_round(room: Room):
    boss, people = room.supervisor(), [room.guest(), room.guest()]
    table = house_table(boss)
    told, rounds = [], []
    for number, stake in enumerate(("5.00", "20.00", "10.00", "5.00")):
        seated_ones = people[: 1 if number < 2 else 2]
        if number in (0, 2):
            seated_ones[-1].post(f"/tables/{table}/seats", {"seat": len(seated_ones)})
        for seat, each in enumerate(seated_ones, 1):
            each.post(f"/tables/{table}/bets", {"seat": seat, "bets": {"ante": stake}})
        for seat, each in enumerate(seated_ones, 1):
            each.post(f"/tables/{table}/choices", {"seat": seat, "choice": "play", "option": "play"})
        rounds.append(people[0].get("/rounds?limit=1")["rounds"][0]["id"])
        found = boss.get(f"/tables/{table}/performance")["rows"]
        told.append({name: found[0][name] for name in ("win", "theoretical", "band")})
    course = boss.get(f"/tables/{table}/performance/course")
    assert (course["entry"], course["whole"]) == (found[0]["entry"], True)
    nothing = {"round": 0, "win": "0.00", "theoretical": "0.00", "band": ["0.00", "0.00"]}
    assert course["points"] == [nothing, *({"round": at, **each} for at, each in enumerate(told, 1))]
    key = next(iter(room.service.wager_figures))
    exact = room.service.wager_figures[key]
    late = performance_course(room.service.store, table, games.build, lambda _: exact, last=2)
    assert late is not None
    assert not late["whole"]
    assert [each["round"] for each in late["points"]] == [2, 3, 4]
    assert [each["win"] for each in late["points"]] == [each["win"] for each in told[1:]]
    assert late["points"][-1] == course["points"][-1]
    boss.post(f"/rounds/{rounds[2]}/void", {"reason": "misdeal"})
    after = boss.get(f"/tables/{table}/performance/course")["points"]
    assert [each["round"] for each in after] == [0, 1, 2, 4]
    assert after[-1]["win"] == boss.get(f"/tables/{table}/performance")["rows"][0]["win"]
    assert people[0].refused("GET", f"/tables/{table}/performance/course") == (403, "auth/forbidden")
    assert boss.refused("GET", "/tables/t_00000000/performance/course") == (404, "table/unknown")


def test_the_exact_figures_of_a_table_are_worked_out_once(room: Room):
    boss, ann = room.supervisor(), room.guest()
    table = house_table(boss)
    ann.post(f"/tables/{table}/seats", {"seat": 1})
    ann.post(f"/tables/{table}/bets", {"seat": 1, "bets": {"ante": "5.00"}})
    ann.post(f"/tables/{table}/choices", {"seat": 1, "choice": "play", "option": "fold"})
    first = boss.get(f"/tables/{table}/performance")
    assert first["rows"]
    known = dict(room.service.wager_figures)
    other = house_table(boss)
    assert boss.get(f"/tables/{other}/performance")["rows"] == []
    assert room.service.wager_figures == known
    house_table(boss, seats=1)
    assert boss.get(f"/tables/{table}/performance") == first
