"""The lobby and `pitboss games`: every game, and its wagers with their exact house edges."""

import json
from pathlib import Path

import pytest

from pitboss import games
from tests.support.command import only_progress, pitboss, pitboss_process


def test_the_lobby_names_every_game_and_how_to_go_on():
    done = pitboss()
    assert done.returncode == 0
    assert only_progress(done.stderr)
    for name in games.find():
        assert name in done.stdout
    assert "pitboss play" in done.stdout


def test_games():
    shown = pitboss("games").stdout
    document = json.loads(pitboss("games", "--json").stdout)
    assert [game["name"] for game in document["games"]] == [*games.find(), *games.attached()]
    for game in document["games"]:
        assert game["name"] in shown
        for wager in game["wagers"]:
            assert wager["name"] in shown


@pytest.mark.parametrize("name", ["spadez", "super-pan-9", "turbo-sports"])
def test_games_and_the_lobby_show_what_analyze_finds(name: str):
    document = json.loads(pitboss("games", "--json").stdout)
    (game,) = [each for each in document["games"] if each["name"] == name]
    found = json.loads(pitboss("analyze", name, "--json").stdout)["wagers"]
    shown, lobby = pitboss("games").stdout, pitboss().stdout
    for wager in game["wagers"]:
        assert wager["house_edge"] == found[wager["name"]]["house_edge"]
        assert f"{wager['house_edge']['value']:.4%}".replace("%", " %") in shown
    first = game["wagers"][0]["house_edge"]["value"]
    assert f"{first:.4%}".replace("%", " %") in lobby
    assert "in the player's favour" in shown


@pytest.mark.compiled
def test_every_wager_of_every_game_has_its_exact_house_edge():
    document = json.loads(pitboss("games", "--json").stdout)
    edges = {
        (game["name"], wager["name"]): wager["house_edge"]["exact"]
        for game in document["games"]
        for wager in game["wagers"] + ([game["main"] | {"name": "main"}] if "main" in game else [])
    }
    assert (
        len(edges)
        == sum(len(folder.build().wagers) for folder in (*games.find().values(), *games.attached().values())) + 3
    )
    assert edges["three-card-poker", "main"] == "686689/20358520"
    assert edges["three-card-blitz", "main"] == "859404392519/22320192995100"
    assert edges["wild-six", "poker"] == "833917328053/22638454658820"
    assert edges["three-card-poker+spadez", "spadez"] == edges["spadez", "spadez"] == "549/11186"


def test_without_the_compiler_slow_games_show_no_edge_and_do_not_hang(tmp_path: Path):
    done = pitboss_process("games", PITBOSS_COMPILE="0", XDG_CACHE_HOME=str(tmp_path))
    assert done.returncode == 0
    assert "2.2017 %" in done.stdout
    assert "3.6836 %" not in done.stdout
