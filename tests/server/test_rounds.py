"""Rounds, books and mathematics over HTTP: records and proofs to who may see them, voids, ledger, audit, meters."""

import csv
import json
import threading
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from pitboss import games
from pitboss.api import figures_at_hand
from pitboss.core.cards import card_text
from pitboss.core.codec import read_round
from pitboss.core.errors import PitbossError
from pitboss.core.game import Game
from pitboss.core.stakes import pays_meters
from pitboss.json_forms import game_json
from pitboss.server import figures
from pitboss.server.routes import round_lists
from pitboss.table.proof import verify_proof
from tests.support.command import pitboss
from tests.support.house import among_the_games
from tests.support.server import EVERY_ROUND, GAME, Person, Room, play, running, seated

FOLDED = {"game": EVERY_ROUND}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with running(tmp_path_factory.mktemp("rounds")) as room:
        yield room


def folded_round(room: Room, person: Person) -> tuple[str, str]:
    """A round of a game that is shuffled for every round, folded; its table and id."""
    table = seated(room, person, **FOLDED)
    told = person.post(f"/tables/{table}/bets", {"seat": 1, "bets": {"ante": "5.00"}})
    person.post(f"/tables/{table}/choices", {"seat": 1, "choice": "play", "option": "fold"})
    return table, told["round"]


def test_a_finished_round_is_told_whole_and_proved_to_who_sat_in_it(room: Room):
    ann, bob, boss = room.guest(), room.guest(), room.supervisor()
    table, round_id = folded_round(room, ann)
    told = ann.get(f"/rounds/{round_id}")
    assert (told["status"], told["table"]) == ("settled", table)
    assert sum(Fraction(each["net"]) for each in told["lines"]) == -5
    seen = [
        each
        for each in ann.get(f"/tables/{table}/events")["events"]
        if each["seq"] in {e["seq"] for e in told["events"]}
    ]
    assert [{k: v for k, v in each.items() if k != "at_ms"} for each in told["events"]] == seen
    assert {"began", "dealt", "over"} <= {each["type"] for each in told["events"]}
    assert verify_proof(ann.get(f"/rounds/{round_id}/proof"), games.build).holds
    text = ann.ask("GET", f"/rounds/{round_id}.txt").text
    assert room.nobody().post("/settlement", {"round": text})["net"] == "-5.00"
    assert boss.get(f"/rounds/{round_id}")["document"] == told["document"]
    for path in ("", "/proof", ".txt"):
        assert bob.refused("GET", f"/rounds/{round_id}{path}") == (403, "auth/forbidden")
        assert room.nobody().refused("GET", f"/rounds/{round_id}{path}") == (401, "auth/required")
        assert ann.refused("GET", f"/rounds/r_00000000_1{path}") == (404, "table/round-unknown")
    report = boss.get(f"/rounds/{round_id}/dispute")
    assert report["round"]["id"] == round_id
    assert report["grids"]["ante"]["pays"]
    assert report["shuffle"]["client_seeds"] == {}
    assert ann.refused("GET", f"/rounds/{round_id}/dispute") == (403, "auth/forbidden")
    page = boss.ask("GET", f"/rounds/{round_id}.html")
    assert f"Round {round_id}" in page.text
    assert "style-src 'sha256-" in page.headers["content-security-policy"]


def test_while_others_of_the_shoe_are_to_come_a_seat_sees_no_more_than_it_saw(room: Room):
    ann = room.guest()
    table = seated(room, ann)
    round_id = play(table, ann)
    told = ann.get(f"/rounds/{round_id}")
    assert told["status"] == "settled"
    assert "document" not in told
    for path in ("/proof", ".txt"):
        assert ann.refused("GET", f"/rounds/{round_id}{path}") == (409, "turn/not-revealed")
    assert room.supervisor().get(f"/rounds/{round_id}")["document"]["events"]
    ann.post(f"/tables/{table}/close", {"note": "enough"})
    assert verify_proof(ann.get(f"/rounds/{round_id}/proof"), games.build).holds


def test_an_export_holds_every_round_of_its_filters(room: Room, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(round_lists, "AT_A_TIME", 2)
    ann = room.guest()
    table = seated(room, ann)
    rounds = [play(table, ann) for _ in range(5)][::-1]
    room.supervisor().post(f"/rounds/{rounds[1]}/void", {"reason": "misdeal", "note": "a card stuck"})
    settled = [each for each in rounds if each != rounds[1]]
    for query, wanted in (("", rounds), ("?limit=3", rounds[:3]), ("?result=settled", settled)):
        rows = csv.DictReader(ann.ask("GET", f"/rounds.csv{query}").text.splitlines())
        assert [row["round"] for row in rows] == wanted
        lines = ann.ask("GET", f"/rounds.jsonl{query}").text.splitlines()
        assert [json.loads(each)["round"] for each in lines] == wanted
    assert [each["id"] for each in ann.get("/rounds?result=settled&limit=2")["rounds"]] == settled[:2]
    assert ann.refused("GET", "/rounds.csv?limit=0") == (400, "request/invalid")


def test_rounds_are_exported_to_their_own_and_the_house(room: Room):
    ann, bob, boss = room.guest(), room.guest(), room.supervisor()
    table, round_id = folded_round(room, ann)
    links = ann.get(f"/rounds/{round_id}")["links"]
    told = room.client.get(links["json"], headers={"Authorization": f"Bearer {ann.token}"}).json()
    assert (told["round"], told["seats"][0]["net"]) == (round_id, "-5.00")
    replayed = read_round(told["document"], games.build)
    assert replayed.need() is None
    response = ann.ask("GET", f"/rounds/{round_id}.csv")
    assert response.headers["content-type"].startswith("text/csv")
    assert [row["net"] for row in csv.DictReader(response.text.splitlines())] == ["-5.00"]
    for person in (ann, boss):
        rows = list(csv.DictReader(person.ask("GET", f"/rounds.csv?table={table}").text.splitlines()))
        assert [row["round"] for row in rows] == [round_id]
        lines = person.ask("GET", f"/rounds.jsonl?table={table}").text.splitlines()
        assert [json.loads(each) for each in lines] == [told]
    assert len(bob.ask("GET", "/rounds.csv").text.splitlines()) == 1
    assert bob.ask("GET", "/rounds.jsonl").text == ""
    for path in (f"/rounds/{round_id}.csv", f"/rounds/{round_id}.json", f"/rounds.csv?account={ann.account}"):
        assert bob.refused("GET", path) == (403, "auth/forbidden")
        assert room.nobody().refused("GET", path) == (401, "auth/required")
    legs = list(csv.DictReader(boss.ask("GET", "/ledger/entries.csv").text.splitlines()))
    assert sum(Fraction(each["amount"]) for each in legs) == 0
    assert f"settle:{round_id}" in {each["id"] for each in legs}
    assert ann.refused("GET", "/ledger/entries.csv") == (403, "auth/forbidden")


def test_an_export_tells_no_card_before_its_shoe_is_revealed(room: Room):
    ann, boss = room.guest(), room.supervisor()
    table = seated(room, ann)
    round_id = play(table, ann)
    assert ann.refused("GET", f"/rounds/{round_id}.json") == (409, "turn/not-revealed")
    assert json.loads(ann.ask("GET", "/rounds.jsonl").text)["document"] is None
    assert json.loads(boss.ask("GET", f"/rounds.jsonl?table={table}").text)["document"]["events"]
    ann.post(f"/tables/{table}/bets", {"seat": 1, "bets": {"regular": "5.00"}})
    in_play = json.loads(boss.ask("GET", f"/rounds.jsonl?table={table}&limit=1").text)
    assert (in_play["status"], in_play["document"]) == ("open", None)
    assert boss.refused("GET", f"/rounds/{in_play['round']}.json") == (409, "turn/not-over")


def test_a_void_after_later_rounds_is_told_with_its_round(room: Room):
    ann, boss = room.guest(), room.supervisor()
    table, first = folded_round(room, ann)
    ann.post(f"/tables/{table}/rebets", {"seat": 1})
    ann.post(f"/tables/{table}/choices", {"seat": 1, "choice": "play", "option": "fold"})
    boss.post(f"/rounds/{first}/void", {"reason": "wrong-count"})
    later = ann.get("/rounds")["rounds"][0]["id"]
    assert ann.get(f"/rounds/{first}")["events"][-1]["type"] == "voided"
    assert "voided" not in [each["type"] for each in ann.get(f"/rounds/{later}")["events"]]
    told = boss.get(f"/rounds/{first}/dispute")
    assert told["events"][-1]["type"] == "voided"
    assert [each["kind"] for each in told["who"]][-2:] == ["void", "command"]


def test_an_open_round_tells_nobody_its_cards(room: Room):
    ann = room.guest()
    table = seated(room, ann, **FOLDED)
    round_id = ann.post(f"/tables/{table}/bets", {"seat": 1, "bets": {"ante": "5.00"}})["round"]
    told = room.supervisor().get(f"/rounds/{round_id}")
    assert told["status"] == "open"
    assert "document" not in told
    assert [each for each in told["events"] if each["type"] == "dealt" and "cards" in each] == []
    assert ann.refused("GET", f"/rounds/{round_id}.txt") == (409, "turn/not-over")


def test_rounds_are_listed_to_their_own_and_the_house(room: Room):
    ann, boss = room.guest(), room.supervisor()
    table, first = folded_round(room, ann)
    ann.post(f"/tables/{table}/rebets", {"seat": 1})
    second = ann.get("/rounds")["rounds"][0]["id"]
    assert [each["id"] for each in ann.get("/rounds")["rounds"]] == [second, first]
    assert [each["id"] for each in boss.get(f"/rounds?table={table}&before={second}")["rounds"]] == [first]
    assert room.guest().get("/rounds") == {"rounds": [], "next": None}
    assert room.guest().refused("GET", f"/rounds?account={ann.account}") == (403, "auth/forbidden")


@pytest.mark.parametrize("is_over", [True, False])
def test_a_void_puts_everything_back_at_any_phase(room: Room, is_over: bool):
    ann, boss = room.guest(), room.supervisor()
    if is_over:
        _, round_id = folded_round(room, ann)
    else:
        table = seated(room, ann, **FOLDED)
        round_id = ann.post(f"/tables/{table}/bets", {"seat": 1, "bets": {"ante": "5.00"}})["round"]
    assert ann.get("/me")["balance"] == "995.00"
    path, body = f"/rounds/{round_id}/void", {"reason": "exposed-card", "note": "the dealer's first"}
    assert ann.refused("POST", path, body) == (403, "auth/forbidden")
    assert boss.refused("POST", path, {"reason": "mood"}) == (400, "request/invalid")
    assert boss.post(path, body)["status"] == "voided"
    assert ann.get("/me")["balance"] == "1000.00"
    assert boss.refused("POST", path, body) == (409, "table/voided")
    assert ann.get(f"/rounds/{round_id}")["void_reason"] == "exposed-card"


def test_actual_win_is_set_against_the_theoretical(room: Room):
    ann, boss = room.guest(), room.supervisor()
    table, _ = folded_round(room, ann)
    told = boss.get(f"/tables/{table}/performance")
    assert (told["table"], told["game"]) == (table, EVERY_ROUND)
    assert told["rows"]
    assert boss.refused("GET", "/tables/t_00000000/performance") == (404, "table/unknown")


def test_the_database_of_a_server_verifies(tmp_path: Path):
    """Sign-ins, wrong passwords, rounds, a void and a closed table: the log vouches for every row."""
    with running(tmp_path) as room:
        boss, ann = room.supervisor(), room.guest()
        room.member("player", boss, "carla")
        for password in ("not hers at all", "correct horse"):
            room.nobody().ask("POST", "/sessions", {"name": "carla", "password": password})
        table, round_id = folded_round(room, ann)
        boss.post(f"/rounds/{round_id}/void", {"reason": "misdeal"})
        play(seated(room, ann), ann)
        ann.post(f"/tables/{table}/close", {"note": "done"})
        ann.delete("/sessions/current")
    with among_the_games():
        done = pitboss("verify", "--db", str(tmp_path / "tables.db"))
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_books_balance_and_the_audit_log_is_chained(room: Room):
    boss, ann = room.supervisor(), room.guest()
    folded_round(room, ann)
    accounts = {each["name"]: Fraction(each["balance"]) for each in boss.get("/ledger/accounts")["accounts"]}
    assert sum(accounts.values()) == 0
    entries = boss.get("/ledger/entries?limit=1000")["entries"]
    assert all(sum(Fraction(leg["amount"]) for leg in each["legs"]) == 0 for each in entries)
    wallet = f"wallet/{ann.account}"
    moved = [Fraction(leg["amount"]) for each in entries for leg in each["legs"] if leg["account"] == wallet]
    assert sum(moved) == accounts[wallet]
    page = boss.get("/audit?after=3&limit=2")
    assert [each["seq"] for each in page["records"]] == [4, 5]
    assert page["last"] == 5
    assert boss.get("/ledger/entries?after=1&limit=1")["entries"][0]["seq"] == 2


def progressive() -> dict[str, Any]:
    """How a table of some game with progressive meters is opened."""
    for name, folder in games.find().items():
        for option, setting in folder.options().settings.items():
            for value in setting.values.listed():
                with suppress(PitbossError):  # A value that needs another one.
                    game = folder.build({option: value})
                    if any(pays_meters(wager) for wager in game.wagers):
                        return {"game": name, "options": {option: value}, "link": "south"}
    pytest.skip("no game here has progressive meters")


def test_meters_are_listed_with_their_history_and_adjusted_for_a_reason(room: Room):
    boss = room.supervisor()
    table = boss.post("/tables", progressive())["id"]
    meters = boss.get("/meters?link=south")
    assert meters["meters"]
    assert {each["kind"] for each in meters["movements"]} == {"seed"}
    path, change = "/meters/south/1/adjustments", {"amount": "-10.00", "note": "counted again"}
    before = Fraction(meters["meters"][0]["amount"])
    assert Fraction(boss.post(path, change)["amount"]) == before - 10
    assert boss.refused("POST", path, {"amount": "1", "note": " "}) == (400, "request/invalid")
    assert boss.refused("POST", "/meters/north/1/adjustments", change) == (404, "table/unknown")
    assert boss.get(f"/tables/{table}")["meters"][0]["amount"] == f"{float(before - 10):.2f}"


def test_a_supervisor_changes_a_table_between_rounds(room: Room):
    boss, ann = room.supervisor(), room.guest()
    table = seated(room, ann)
    changed = boss.ask("PATCH", f"/tables/{table}", {"note": "busy evening", "step": "5.00"}).json()
    assert (changed["step"], changed["limit"]) == ("5.00", "10000.00")
    refused = ann.refused("POST", f"/tables/{table}/bets", {"seat": 1, "bets": {"regular": "1.00"}})
    assert refused == (422, "bet/below-step")
    assert ann.refused("PATCH", f"/tables/{table}", {"note": "", "step": "1.00"}) == (403, "auth/forbidden")


def test_mathematics_answers_as_the_commands_do(room: Room):
    nobody = room.nobody()
    told = nobody.post("/advice", {"game": GAME, "deal": {"player": "6s 4h"}})
    printed = json.loads(pitboss("advise", GAME, "--deal", "player=6s 4h", "--json").stdout)
    assert {name: told[name] for name in told if name not in ("reason", "waits")} == printed
    deal = {"player": "As Ks 2h", "dealer": "3c 4c 5c"}
    flags = [word for pile, cards in deal.items() for word in ("--deal", f"{pile}={cards}")]
    printed = pitboss("settle", EVERY_ROUND, "--bet", "ante=10", *flags, "--choose", "play=play", "--json").stdout
    body = {"game": EVERY_ROUND, "bets": {"ante": "10"}, "deal": deal, "choose": {"play": "play"}}
    assert nobody.post("/settlement", body) == json.loads(printed)
    told = nobody.post("/analysis", {"game": GAME, "strategy": "draw-on-2", "bets": {"regular": "5", "tie": "1"}})
    flags = ("--strategy", "draw-on-2", "--bet", "regular=5", "--bet", "tie=1")
    printed = json.loads(pitboss("analyze", GAME, *flags, "--json").stdout)
    assert told | {"seconds": 0} == printed | {"seconds": 0}
    assert nobody.refused("POST", "/analysis", {"game": "draw-six"})[0] == 422
    assert nobody.refused("POST", "/advice", {"game": EVERY_ROUND, "deal": {"player": "6s 6s 7s"}})[0] == 422
    assert nobody.refused("POST", "/settlement", {}) == (400, "request/invalid")


def test_games_are_told_as_the_commands_do_and_with_all_that_draws_a_table(room: Room, monkeypatch: pytest.MonkeyPatch):
    """One game is solved; the others are told without house edges, as where they are not at hand."""
    monkeypatch.setattr(figures, "figures_at_hand", lambda game: figures_at_hand(game) if game.name == GAME else None)
    nobody = room.nobody()
    told = {each["name"]: each for each in nobody.get("/games")["games"]}
    assert list(told) == [*games.find(), *games.attached()]
    toy = games.build(GAME)
    while "house_edge" not in told[GAME]["wagers"][0]:  # A slow machine tells it a little later.
        told[GAME] = next(each for each in nobody.get("/games")["games"] if each["name"] == GAME)
    picture = {"faces": [card_text(card) for card in toy.deck.counts], "edges_pending": False}
    assert told[GAME] == game_json(toy, figures_at_hand(toy)) | picture
    for name in games.find():
        game = nobody.get(f"/games/{name}")
        for part in ("steps", "grids", "rules", "procedure", "rulings", "labels", "faces", "shuffles"):
            assert game[part] is not None
        assert all(wager["stake"]["kind"] in ("free", "equal", "fixed", "chosen") for wager in game["wagers"])
    one_deck = nobody.get(f"/games/{GAME}?set=decks=1")
    assert (one_deck["cards"], len(one_deck["faces"])) == (52, 52)
    for both in games.attached():
        assert nobody.get(f"/games/{quote(both)}")["name"] == both
    assert nobody.refused("GET", "/games/draw-six") == (404, "request/unknown")
    assert nobody.refused("GET", f"/games/{GAME}?set=decks") == (400, "request/invalid")
    assert nobody.refused("GET", f"/games/{GAME}?set=decks=9") == (422, "option/invalid")


def test_who_does_not_wait_for_house_edges_is_told_that_they_come(room: Room, monkeypatch: pytest.MonkeyPatch):
    goes_on = threading.Event()

    def late(game: Game) -> Any:
        assert goes_on.wait(60)
        return figures_at_hand(game)

    monkeypatch.setattr(figures, "figures_at_hand", late)
    path = f"/games/{GAME}?set=decks=3&wait="
    told = room.nobody().get(f"{path}0")
    assert told["edges_pending"]
    assert "house_edge" not in told["wagers"][0]
    goes_on.set()
    while told["edges_pending"]:
        told = room.nobody().get(f"{path}5")
    assert told["wagers"][0]["house_edge"]


def test_the_openapi_document_describes_every_call(room: Room):
    document = room.nobody().get("/openapi.json")
    calls = [call for path in document["paths"].values() for call in path.values()]
    new_here = [document["paths"][f"/api/v1/{name}"]["post"] for name in ("guests", "accounts")]
    names = [call["operationId"] for call in calls]
    assert len(names) == len(set(names))
    for call in calls:
        assert call["description"]
        assert "application/problem+json" in call["responses"]["default"]["content"]
        assert "security" in call
        keys = [each for each in call.get("parameters", ()) if each["name"] == "Idempotency-Key"]
        assert [each["required"] for each in keys] == [call not in new_here] * len(keys)
    assert "Problem" in document["components"]["schemas"]
    codes = {each["code"]: each["status"] for each in room.nobody().get("/problems")["problems"]}
    assert codes["bet/below-step"] == 422
