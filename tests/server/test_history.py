"""What the history page asks of the server: lists with results and grades, the felt of a round, and replays."""

import csv
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from pitboss import games
from pitboss.coach.review import review
from pitboss.core.cards import parse_cards, rank
from pitboss.core.codec import read_round
from pitboss.server.routes import round_lists
from pitboss.table import recent
from tests.support.server import EVERY_ROUND, Person, Room, play, running, seated


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with running(tmp_path_factory.mktemp("history")) as room:
        yield room


def played(table: str, person: Person, option: str = "fold", seat: int = 1) -> str:
    """The id of a round at a table of `three-each` in which one person alone bets."""
    told = person.post(f"/tables/{table}/bets", {"seat": seat, "bets": {"ante": "5.00"}})
    person.post(f"/tables/{table}/choices", {"seat": seat, "choice": "play", "option": option})
    return told["round"]


LEAST_TO_FOLD = 9
"""To fold three cards of this sum gives up 2 cents or more of 5.00; of 8, half a cent; of 6, the least, nothing."""


def misplayed(table: str, person: Person) -> str:
    """The id of a round in which one person folded cards worth playing; lower ones are played, in rounds before."""
    while True:
        round_id = person.post(f"/tables/{table}/bets", {"seat": 1, "bets": {"ante": "5.00"}})["round"]
        hand = next(each["cards"] for each in person.get(f"/tables/{table}")["piles"] if each["pile"] == "player")
        is_low = sum(rank(card) + 2 for card in parse_cards(" ".join(hand))) < LEAST_TO_FOLD
        option = "play" if is_low else "fold"
        person.post(f"/tables/{table}/choices", {"seat": 1, "choice": "play", "option": option})
        if not is_low:
            return round_id


def well_played(table: str, person: Person) -> str:
    """The id of a round in which one person played on, which is never worse than to fold."""
    return played(table, person, "play")


def ids(person: Person, query: str = "") -> list[str]:
    return [each["id"] for each in person.get(f"/rounds{query}")["rounds"]]


def test_a_list_tells_the_money_and_goes_on(room: Room):
    ann = room.guest()
    table = seated(room, ann, game=EVERY_ROUND)
    rounds = [played(table, ann) for _ in range(3)][::-1]
    told = ann.get("/rounds?limit=2")
    assert [each["id"] for each in told["rounds"]] == rounds[:2]
    first = told["rounds"][0]
    assert (first["staked"], first["net"], first["result"]) == ("5.00", "-5.00", "lost")
    assert [each["account"] for each in first["seats"]] == [ann.account]
    assert told["next"] == rounds[1]
    last = ann.get(f"/rounds?limit=2&before={told['next']}")
    assert ([each["id"] for each in last["rounds"]], last["next"]) == (rounds[2:], None)


def test_exports_hold_the_rounds_that_gave_up_so_much(room: Room):
    ann = room.guest()
    table = seated(room, ann, game=EVERY_ROUND)
    rounds = [make(table, ann) for make in (misplayed, well_played, misplayed, well_played, well_played)]
    costly = [rounds[2], rounds[0]]
    for query, wanted in (("", costly), ("&limit=1", costly[:1]), (f"&before={rounds[2]}", costly[1:])):
        lines = ann.ask("GET", f"/rounds.jsonl?lost=0.01{query}").text.splitlines()
        assert [json.loads(line)["round"] for line in lines] == wanted
        rows = list(csv.DictReader(ann.ask("GET", f"/rounds.csv?lost=0.01{query}").text.splitlines()))
        assert [row["round"] for row in rows] == wanted
    assert len(ann.ask("GET", "/rounds.csv?lost=1000.00").text.splitlines()) == 1
    assert ann.refused("GET", "/rounds.csv?lost=much")[0] == 400


def test_reasons_that_are_not_in_words_yet_hold_up_nobody(room: Room, monkeypatch: pytest.MonkeyPatch):
    """The strategy of a large game takes a minute: two rounds that waited for it would keep the coach from everybody."""

    async def not_yet(*_: object) -> bool:
        return False

    ann = room.guest()
    round_id = misplayed(seated(room, ann, game=EVERY_ROUND), ann)
    with monkeypatch.context() as slow:
        slow.setattr(room.service.teachings, "are_ready", not_yet)
        told = ann.get(f"/rounds/{round_id}/grades")
        assert told["waits"]
        assert Fraction(told["decisions"][0]["lost"]["exact"]) > 0
        assert "reason" not in told["decisions"][0]
        asked = {"game": EVERY_ROUND, "decision": "ante 10.00 | player 2c 3c 4c"}
        drilled = ann.post("/drill/values", asked)
        assert (drilled["waits"], drilled["reason"], len(drilled["options"])) == (True, "", 2)
        assert ann.post("/drill/grade", {**asked, "option": "fold"})["waits"]
    while (told := ann.get(f"/rounds/{round_id}/grades"))["waits"]:
        pass
    assert told["decisions"][0]["reason"]


def test_rounds_are_filtered_by_their_result(room: Room):
    ann, boss = room.guest(), room.supervisor()
    table = seated(room, ann, game=EVERY_ROUND)
    rounds = [played(table, ann, option) for option in ("fold", "play", "play", "play", "play")]
    boss.post(f"/rounds/{rounds[0]}/void", {"reason": "misdeal"})
    in_play = ann.post(f"/tables/{table}/bets", {"seat": 1, "bets": {"ante": "5.00"}})["round"]
    whole = {each["id"]: each for each in ann.get("/rounds")["rounds"]}
    assert (whole[rounds[0]]["result"], whole[rounds[0]]["net"]) == ("voided", "0.00")
    assert (whole[in_play]["result"], whole[in_play]["net"]) == ("open", None)
    for result in ("won", "lost", "pushed", "voided", "open"):
        assert ids(ann, f"?result={result}") == [id for id, each in whole.items() if each["result"] == result]
        assert ids(boss, f"?result={result}&table={table}") == ids(ann, f"?result={result}")
    for each in whole.values():
        if each["status"] == "settled":
            net = Fraction(each["net"])
            assert each["result"] == ("won" if net > 0 else "lost" if net < 0 else "pushed")
    assert ann.refused("GET", "/rounds?result=grand") == (400, "request/invalid")
    assert len(ann.ask("GET", "/rounds.csv?result=voided").text.splitlines()) == 2


def test_decisions_are_graded_as_the_coach_does(room: Room):
    ann, bob, boss = room.guest(), room.guest(), room.supervisor()
    table = seated(room, ann, game=EVERY_ROUND)
    folded, kept = misplayed(table, ann), well_played(table, ann)
    assert "reason" not in ann.get(f"/rounds/{folded}/grades?reasons=false")["decisions"][0]
    while (told := ann.get(f"/rounds/{folded}/grades"))["waits"]:
        pass  # A slow machine puts the strategy in words a little later.
    decision = told["decisions"][0]
    reviewed = review(read_round(ann.get(f"/rounds/{folded}")["document"], games.build))[0]
    assert Fraction(decision["lost"]["exact"]) == reviewed.grade.lost_cents / 100 > 0
    assert (decision["chosen"], decision["best"], decision["grade"]) == ("fold", "play", reviewed.grade.words)
    assert [each["option"] for each in decision["options"]] == ["play", "fold"]
    assert decision["reason"]
    assert told["lost"] == decision["lost"]
    assert ann.get(f"/rounds/{kept}/grades")["decisions"][0]["grade"] == "best"
    assert boss.get(f"/rounds/{folded}/grades") == told
    assert bob.refused("GET", f"/rounds/{folded}/grades") == (403, "auth/forbidden")
    rows = {each["id"]: each["decisions"] for each in ann.get("/rounds?graded=true")["rounds"]}
    nothing = {"exact": "0/1", "value": 0.0}
    kept_hand = ann.get(f"/rounds/{kept}/grades")["decisions"][0]["hand"]
    told_kept = {"count": 1, "best": 1, "worst": "best", "lost": nothing, "hand": kept_hand, "chosen": ["play"]}
    assert rows[kept] == told_kept
    assert rows[folded]["chosen"] == ["fold"]
    assert (rows[folded]["best"], rows[folded]["worst"], rows[folded]["lost"]) == (0, decision["grade"], told["lost"])
    assert ids(ann, "?lost=0.01") == [folded]
    assert ids(ann, "?lost=500") == []


def test_a_list_that_takes_long_to_grade_is_told_in_parts(room: Room, monkeypatch: pytest.MonkeyPatch):
    ann = room.guest()
    table = seated(room, ann, game=EVERY_ROUND)
    rounds = [misplayed(table, ann) for _ in range(3)][::-1]
    monkeypatch.setattr(round_lists, "PATIENCE_S", -1.0)
    parts, before = [], ""
    while True:
        told = ann.get(f"/rounds?lost=0.01{before}")
        parts.append([each["id"] for each in told["rounds"]])
        if told["next"] is None:
            break
        before = f"&before={told['next']}"
    assert [part[0] for part in parts if part] == rounds
    assert max(map(len, parts)) == 1


def test_what_the_table_chose_is_no_decision(room: Room):
    """A player who leaves in mid-round is played by the published default, which nobody is graded for."""
    ann = room.guest()
    table = seated(room, ann, game=EVERY_ROUND)
    round_id = ann.post(f"/tables/{table}/bets", {"seat": 1, "bets": {"ante": "5.00"}})["round"]
    assert ann.refused("GET", f"/rounds/{round_id}/grades") == (409, "turn/not-over")
    ann.delete(f"/tables/{table}/seats/1")
    assert ann.get(f"/rounds/{round_id}")["status"] == "settled"
    assert ann.get(f"/rounds/{round_id}/grades")["decisions"] == []


def test_a_seat_learns_nothing_of_others_from_grades_before_the_reveal(room: Room):
    ann, bob = room.guest(), room.guest()
    table = seated(room, ann, bob)
    for seat, person in enumerate((ann, bob), 1):
        round_id = person.post(f"/tables/{table}/bets", {"seat": seat, "bets": {"regular": "5.00"}})["round"]
    people = {1: ann, 2: bob}
    while (seen := ann.get(f"/tables/{table}"))["round"] == round_id:
        seat = seen["need"]["seats"][0]
        legal = people[seat].get(f"/tables/{table}")["need"]["legal"][str(seat)]
        people[seat].post(f"/tables/{table}/choices", {"seat": seat, "choice": "draw", "option": legal[0]})
    asked = {each["seat"] for each in room.supervisor().get(f"/rounds/{round_id}/grades")["decisions"]}
    for seat, person in people.items():
        assert not person.get(f"/rounds/{round_id}")["revealed"]
        assert {each["seat"] for each in person.get(f"/rounds/{round_id}/grades")["decisions"]} == asked & {seat}


def test_a_game_that_cannot_be_graded_says_why(room: Room, monkeypatch: pytest.MonkeyPatch):
    ann = room.guest()
    table = seated(room, ann, game=EVERY_ROUND)
    round_id = played(table, ann)
    monkeypatch.setattr("pitboss.server.grading.needs_the_compiler", lambda game: True)
    told = ann.get(f"/rounds/{round_id}/grades")
    assert (told["decisions"], told["lost"]) == ([], None)
    assert "no compiler" in told["fault"]
    assert "no compiler" in ann.get(f"/rounds?graded=true&table={table}")["rounds"][0]["decisions"]["fault"]
    assert ids(ann, f"?lost=0.01&table={table}") == []


def test_the_felt_of_a_round_has_the_pay_tables_that_were_in_force(room: Room):
    ann, bob = room.guest(), room.guest()
    text = '[ante]\ngrid = """\n        mine\nWON     77\nTIED  push\nLOST  lose\n"""\n'
    table = seated(room, ann, bob, game=EVERY_ROUND, paytables=text)
    bob.delete(f"/tables/{table}/seats/2")
    round_id = played(table, ann)
    felt = ann.get(f"/rounds/{round_id}/felt")
    assert felt["title"] == ann.get(f"/games/{EVERY_ROUND}")["title"]
    assert felt["wagers"][0]["lines"][0]["pays"]["WON"] == "77 to 1"
    assert bob.refused("GET", f"/rounds/{round_id}/felt") == (403, "auth/forbidden")


def test_the_house_replays_a_round_as_its_seats_saw_it(room: Room):
    ann, boss = room.guest(), room.supervisor()
    table = seated(room, ann, game=EVERY_ROUND)
    round_id = played(table, ann)

    def dealt(person: Person) -> list[bool]:
        events = person.get(f"/rounds/{round_id}")["events"]
        return ["cards" in each for each in events if each["type"] == "dealt" and each["seat"] == 1]

    assert dealt(boss) == dealt(ann) == [True]
    assert ann.get(f"/rounds/{round_id}")["revealed"]


def test_while_a_shoe_is_in_use_only_auditors_are_told_cards_of_it_that_nobody_has_shown(room: Room):
    """A supervisor may yet sit down at the table, or may be sitting there; a round that was voided showed no hand."""
    ann, boss = room.guest(), room.supervisor()
    eve = room.member("auditor", boss, "eve")
    table = seated(room, ann)
    shown = play(table, ann)
    hidden = ann.post(f"/tables/{table}/bets", {"seat": 1, "bets": {"regular": "5.00"}})["round"]
    while ann.get(f"/tables/{table}")["need"]["type"] != "choice":  # The dealer's cards ended the round.
        hidden = ann.post(f"/tables/{table}/rebets", {"seat": 1})["round"]
    boss.post(f"/rounds/{hidden}/void", {"reason": "misdeal", "note": "a card was bent"})
    paths = (".json", ".txt", ".html", "/dispute")
    for path in paths[:1] + paths[2:]:  # A voided round has no transcript.
        assert eve.ask("GET", f"/rounds/{hidden}{path}").status_code == 200
    for path in paths:
        assert boss.ask("GET", f"/rounds/{shown}{path}").status_code == 200
        assert boss.refused("GET", f"/rounds/{hidden}{path}") == (409, "turn/not-revealed")
    told, to_eve = boss.get(f"/rounds/{hidden}"), eve.get(f"/rounds/{hidden}")
    assert "document" not in told
    assert to_eve["document"]
    assert boss.get(f"/rounds/{shown}")["document"]

    def hands(round_told: dict[str, Any]) -> list[dict[str, Any]]:
        return [each for each in round_told["events"] if each["type"] == "dealt" and "cards" in each]

    assert not hands(told)
    assert hands(to_eve)
    lines = [json.loads(line) for line in boss.ask("GET", f"/rounds.jsonl?table={table}").text.splitlines()]
    whole = {each["round"]: each["document"] is not None for each in lines}
    assert (whole[shown], whole[hidden]) == (True, False)
    ann.post(f"/tables/{table}/close", {"note": "the shoe is at its end"})
    assert boss.get(f"/rounds/{hidden}")["document"]
    assert boss.ask("GET", f"/rounds/{hidden}/dispute").status_code == 200


def test_while_a_shoe_is_in_use_the_log_tells_supervisors_no_choice_that_was_made_from_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(recent, "ROUNDS_OF_A_SHOE", 2)  # Its first round is not on the first page.
    ann, boss = room.guest(), room.supervisor()
    eve = room.member("auditor", boss, "evelyn")
    table = seated(room, ann)
    for _ in range(3):
        play(table, ann)

    def choices(person: Person, path: str) -> list[dict[str, Any]]:
        records = person.get(path)["records"]
        return [each["body"] for each in records if each["body"].get("request", {}).get("action") == "Choose"]

    for path in (f"/audit/recent?about={table}", "/audit?limit=1000"):
        to_eve, to_boss = choices(eve, path), choices(boss, path)
        assert to_eve
        assert len(to_boss) == len(to_eve)
        assert all(each["request"]["option"] and "salt" in each for each in to_eve)
        mine = [each for each in to_boss if each["request"]["table"] == table]
        assert mine
        assert all(each["withheld"] and each["request"]["option"] is None and "salt" not in each for each in mine)
    ann.post(f"/tables/{table}/close", {"note": "the shoe is at its end"})
    assert choices(boss, f"/audit/recent?about={table}") == choices(eve, f"/audit/recent?about={table}")
