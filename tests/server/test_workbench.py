"""The workbench's calls: figures as the commands give them, cells that cannot be, kept tallies, designs and reports."""

import csv
import io
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from pitboss import api
from pitboss.maths.exact import solver
from pitboss.server.models import workbench as models
from tests.support.command import pitboss
from tests.support.server import GAME, Room, running

TIE = {"grid": "tie", "column": "printed", "pays": {"TIED": "6"}}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with running(tmp_path_factory.mktemp("workbench")) as room:
        yield room


def priced(room: Room, **asked: Any) -> dict[str, Any]:
    return room.nobody().post("/pricing", {"game": GAME, **asked})


def bet(told: dict[str, Any], name: str) -> dict[str, Any]:
    return next(each for each in told["entries"] if each["name"] == name)


def row(told: dict[str, Any], grid: str, outcome: str) -> dict[str, Any]:
    table = next(each for each in told["tables"] if each["grid"] == grid)
    return next(each for each in table["rows"] if each["outcome"] == outcome)


def test_figures_are_those_of_the_commands(room: Room):
    told = priced(room, options={"decks": 1})
    printed = json.loads(pitboss("analyze", GAME, "--set", "decks=1", "--json").stdout)["wagers"]
    assert [each["name"] for each in told["entries"]] == list(printed)
    for name, figures in printed.items():
        for key in ("ev", "house_edge", "element_of_risk", "return", "hit_frequency", "variance", "average_stake"):
            assert bet(told, name)[key] == figures[key]
        parts = sum(Fraction(each["part"]["exact"]) for each in bet(told, name)["outcomes"])
        assert parts == Fraction(figures["ev"]["exact"])
    assert told["refused"] == told["unused"] == []
    assert told["build"] == {"options": {"decks": "1"}, "paytables": None}


def test_a_changed_pay_is_priced_as_a_pay_table_of_ones_own(room: Room):
    told = priced(room, changes=[TIE])
    assert row(told, "tie", "TIED") == {
        "outcome": "TIED",
        "words": "tied",
        "pays": "6",
        "printed": "4",
        "listed": True,
    }
    own = api.analyze(api.build(GAME, told["build"]["options"], paytables=told["build"]["paytables"]))
    assert Fraction(bet(told, "tie")["edge"]["exact"]) == own.edge("tie")
    printed = priced(room)
    assert bet(told, "regular")["edge"] == bet(printed, "regular")["edge"]
    more = Fraction(bet(printed, "tie")["edge"]["exact"]) - own.edge("tie")
    assert more == 2 * Fraction(bet(told, "tie")["outcomes"][0]["probability"]["exact"])


@pytest.mark.parametrize(("typed", "read"), [("6:1", "6"), ("6 to 1", "6"), (" 3 TO 2", "3:2"), ("Push", "push")])
def test_pays_are_read_as_people_write_them(room: Room, typed: str, read: str):
    assert row(priced(room, changes=[TIE | {"pays": {"TIED": typed}}]), "tie", "TIED")["pays"] == read


def test_cells_that_cannot_be_are_told_and_left_as_printed(room: Room):
    told = priced(room, changes=[TIE | {"pays": {"TIED": "six", "NO_TIE": "push"}}])
    assert [(each["outcome"], each["detail"]) for each in told["refused"]] == [
        ("TIED", "Tie Bet, tied: 'six' is no pay; write 8, 3:2, push, lose")
    ]
    assert (row(told, "tie", "TIED")["pays"], row(told, "tie", "NO_TIE")["pays"]) == ("4", "push")
    told = priced(room, changes=[TIE | {"pays": {"TIED": "$5", "NO_TIE": "push"}}])
    assert [(each["outcome"], each["detail"]) for each in told["refused"]] == [
        (
            "TIED",
            "'$5' does not grow with the bet, and tie may be bet at any amount; write odds, such as 5",
        )
    ]
    assert (row(told, "tie", "TIED")["pays"], row(told, "tie", "NO_TIE")["pays"]) == ("4", "push")
    told = priced(room, changes=[TIE | {"pays": {"TIED": "meter 1"}}])
    assert told["refused"][0]["detail"] == "Tie Bet, tied: the game has no meter 1"
    assert bet(told, "tie")["edge"] == bet(priced(room), "tie")["edge"]
    told = priced(room, changes=[TIE | {"pays": {"TIDE": "5"}}])
    assert "did you mean 'TIED'?" in told["refused"][0]["detail"]


def test_changes_of_a_column_that_is_not_in_force_wait(room: Room):
    told = priced(room, options={"tie": "low"}, changes=[TIE])
    assert told["unused"] == [{"grid": "tie", "column": "printed"}]
    assert row(told, "tie", "TIED")["pays"] == "2"


def test_options_that_cannot_be_are_an_answer(room: Room):
    told = priced(room, options={"decks": "9"})
    assert told["entries"] is None
    assert "decks cannot be '9'" in told["refused"][0]["detail"]
    told = room.nobody().post("/pricing", {"game": "draw-six"})
    assert (told["entries"], told["refused"][0]["code"]) == (None, "option/invalid")
    assert room.nobody().refused("POST", "/pricing", {"game": GAME, "pace": 0}) == (400, "request/invalid")


def test_pays_that_need_no_other_decision_are_priced_without_solving(room: Room, monkeypatch: pytest.MonkeyPatch):
    before = priced(room)

    def never(*_: object) -> None:
        raise AssertionError("solved again")

    monkeypatch.setattr(solver, "solve", never)
    monkeypatch.setattr(solver, "is_kept", never)
    assert bet(priced(room, changes=[TIE]), "tie")["edge"] != bet(before, "tie")["edge"]
    assert priced(room, stake="25.00")["entries"][0]["theo_per_hour"] != before["entries"][0]["theo_per_hour"]
    wins = {"grid": "regular", "column": "printed", "pays": {"WON": "2"}}
    with pytest.raises(AssertionError, match="solved again"):  # It decides: this cannot be told without solving.
        priced(room, changes=[wins])


def test_a_pay_that_decides_is_solved_anew(room: Room):
    wins = {"grid": "regular", "column": "printed", "pays": {"TIED": "lose"}}
    told = priced(room, changes=[wins, TIE])
    own = api.analyze(api.build(GAME, told["build"]["options"], paytables=told["build"]["paytables"]))
    for name in ("regular", "tie"):
        assert Fraction(bet(told, name)["edge"]["exact"]) == own.edge(name)


def test_without_the_compiler_what_takes_hours_is_refused(room: Room, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(api, "needs_the_compiler", lambda game: True)
    monkeypatch.setattr(solver, "is_kept", lambda *_: False)
    assert room.nobody().refused("POST", "/pricing", {"game": GAME, "options": {"decks": 7}}) == (422, "game/no-solver")


def test_sessions_are_in_dollars_at_the_stake(room: Room):
    body = {"game": GAME, "entry": "tie", "rounds": 100}
    told = room.nobody().post("/pricing/sessions", body)
    assert told["reason"] is None
    assert told["fan"][0] == {"rounds": 0, "levels": [0.0] * 5}
    assert told["fan"][-1]["rounds"] == 100
    assert told["ahead"] + told["even"] + told["behind"] == pytest.approx(1)
    assert sum(each["share"] for each in told["bars"]) == pytest.approx(0.98, abs=0.02)
    assert told["mean"] == pytest.approx(-1000 * bet(priced(room), "tie")["edge"]["value"])
    double = room.nobody().post("/pricing/sessions", {**body, "stake": "20.00"})
    assert double["fan"][-1]["levels"] == [2 * each for each in told["fan"][-1]["levels"]]
    assert room.nobody().refused("POST", "/pricing/sessions", body | {"entry": "tip"}) == (422, "option/invalid")


def test_designs_start_from_what_is_on_the_bench(room: Room):
    body = {"game": GAME, "wager": "tie", "low": "0%", "high": "60%", "count": 3}
    told = room.nobody().post("/design", body)
    flags = ("--wager", "tie", "--target-edge", "0%..60%", "--show", "3", "--json")
    printed = json.loads(pitboss("design", GAME, *flags).stdout)
    assert told["tables"] == printed["tables"]
    assert (told["grid"], told["column"], told["reason"]) == ("tie", "printed", None)
    assert told["ladder"] == printed["ladder"]
    for outcome, pays in told["ladder"].items():
        listed = [each["pays"][outcome] for each in (told["shape"], *told["tables"])]
        assert [None if pay is None else str(pay) for pay in pays] == [
            each if each.isdecimal() and each != "0" else None for each in listed
        ]
    spread = room.nobody().post("/design", body | {"rank": "spread"})
    assert spread["tables"] == json.loads(pitboss("design", GAME, *flags, "--rank", "spread").stdout)["tables"]
    moved = room.nobody().post("/design", body | {"changes": [TIE]})
    assert moved["shape"]["pays"]["TIED"] == "6"
    assert (moved["grid"], moved["column"]) == ("tie", "printed")
    table = moved["tables"][0]
    told = priced(room, changes=[TIE | {"pays": table["pays"]}])
    assert bet(told, "tie")["edge"] == table["house_edge"]


def test_a_search_without_a_find_says_what_would_be_possible(room: Room):
    body = {"game": GAME, "wager": "tie", "low": "1%", "high": "1.001%"}
    told = room.nobody().post("/design", body)
    assert told["tables"] == []
    assert "the nearest are" in told["reason"]
    told = room.nobody().post("/design", body | {"keep": ["TIED"]})
    assert "no row of tie can vary" in told["reason"]
    assert room.nobody().refused("POST", "/design", body | {"low": "2%"}) == (422, "option/invalid")
    assert room.nobody().refused("POST", "/design", body | {"wager": "tip"}) == (422, "option/invalid")


def test_the_report_is_of_what_is_on_the_bench(room: Room, monkeypatch: pytest.MonkeyPatch):
    body = {"game": GAME, "options": {"decks": "2"}, "changes": [TIE], "stake": "25.00", "format": "csv"}
    response = room.nobody().ask("POST", "/reports", body)
    assert response.headers["content-type"].startswith("text/csv")
    assert response.headers["content-disposition"] == f'attachment; filename="{GAME}.csv"'
    rows = [row for row in csv.DictReader(io.StringIO(response.text)) if row["wager"] == "tie"]
    tied = [row for row in rows if row["options"] == "decks=2 commission=5% tie=workbench" and row["pays"] == "6 to 1"]
    assert [row["pay_table"] for row in tied] == ["from the workbench"]
    screen = room.service.workbench.screen(models.ReportQuestion.model_validate(body))
    assert room.service.workbench.report(screen, "csv", "a4") == response.content
    assert (screen.subject.assumed.stake_cents, screen.subject.assumed.pace) == (2500, 60)
    wrong = {"game": GAME, "format": "csv", "changes": [TIE | {"pays": {"TIED": "six"}}]}
    assert room.nobody().refused("POST", "/reports", wrong) == (422, "option/pay-table")
    monkeypatch.setattr("pitboss.report.NEEDED", ("no_such_library",))
    assert room.nobody().refused("POST", "/reports", body) == (422, "option/extra")


def test_a_table_tells_its_game_with_its_own_pay_tables(room: Room):
    told = priced(room, changes=[TIE])
    ann, boss = room.guest(), room.supervisor()
    table = boss.post("/tables", {"game": GAME, "private": False, **told["build"]})["id"]
    game = ann.get(f"/tables/{table}/game")
    assert {key: game[key] for key in ("name", "title")} == {"name": GAME, "title": told["title"]}
    tie = next(each for each in game["wagers"] if each["name"] == "tie")
    assert tie["lines"][0]["pays"]["TIED"] == "6 to 1"
    assert tie["house_edge"] == bet(told, "tie")["house_edge"]
    assert ann.get(f"/games/{GAME}")["wagers"][1]["lines"][0]["pays"]["TIED"] == "4 to 1"
    assert ann.refused("GET", "/tables/t_none/game") == (404, "table/unknown")
