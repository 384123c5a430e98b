"""The lobby and `pitboss games`: every game, and its wagers with their exact house edges."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pitboss import games
from pitboss.cli.commands.games import listing
from pitboss.core.errors import GameError
from pitboss.core.game import Game
from pitboss.games import GameFolder
from pitboss.maths.tally.analysis import Analysis
from tests.support.command import only_progress, pitboss, pitboss_process
from tests.support.house import TOYS


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
    found = [folder.build() for folder in (*games.find().values(), *games.attached().values())]
    assert len(edges) == sum(len(game.wagers) + (len(game.main_wagers) > 1) for game in found)
    assert not [game["name"] for game in document["games"] if "no_exact_figure" in game]
    assert edges["three-card-poker", "main"] == "686689/20358520"
    assert edges["three-card-blitz", "main"] == "859404392519/22320192995100"
    assert edges["wild-six", "poker"] == "833917328053/22638454658820"
    assert edges["three-card-poker+spadez", "spadez"] == edges["spadez", "spadez"] == "549/11186"


def test_without_the_compiler_slow_games_show_no_edge_and_do_not_hang(tmp_path: Path):
    done = pitboss_process("games", PITBOSS_COMPILE="0", XDG_CACHE_HOME=str(tmp_path))
    assert done.returncode == 0
    assert "2.2017 %" in done.stdout
    assert "3.6836 %" not in done.stdout


def test_games_prints_each_game_once_it_is_solved(house, monkeypatch: pytest.MonkeyPatch, capsys):
    """What was printed is flushed before the next one is worked on, and every wait says for which of them."""
    monkeypatch.setattr(games, "find", lambda: {each.name: each for each in TOYS[:2]})
    monkeypatch.setattr(games, "attached", dict)
    told: list[tuple[str, str]] = []
    real = listing.figures_or_reason

    def figures_or_reason(game: Game, title: str) -> tuple[Analysis | None, str]:
        told.append((title, capsys.readouterr().out))
        return real(game, title)

    monkeypatch.setattr(listing, "figures_or_reason", figures_or_reason)
    listing.print_games()
    (first, before), (second, between) = told
    assert (first, second) == ("high-card (1 of 2)", "draw-five (2 of 2)")
    assert before == ""
    assert "high-card" in between
    assert "draw-five" not in between


def test_a_game_that_cannot_be_built_or_solved_stops_no_other(house, monkeypatch: pytest.MonkeyPatch):
    """One folder is broken, another game's solver refuses: both are said, and the others are listed."""
    real, analyse = GameFolder.build, listing.analysed

    def build(self: GameFolder, *asked: Any) -> Game:
        if self.name == "high-card":
            raise GameError("high-card: its deck has 53 cards")
        return real(self, *asked)

    def analysed(game: Game) -> Analysis:
        if game.name == "draw-five":
            raise GameError("draw-five has too many deals", "too-large")
        return analyse(game)

    monkeypatch.setattr(games, "find", lambda: {each.name: each for each in TOYS[:3]})
    monkeypatch.setattr(games, "attached", dict)
    monkeypatch.setattr(GameFolder, "build", build)
    monkeypatch.setattr(listing, "analysed", analysed)
    document = listing.games_json()
    named = {game["name"]: game for game in document["games"]}
    assert named["draw-five"]["no_exact_figure"] == "draw-five has too many deals"
    assert "high-card" not in named
    assert document["broken"] == ["high-card cannot be listed: high-card: its deck has 53 cards"]
    shown = pitboss("games").stdout
    assert "no exact figure: draw-five has too many deals" in shown
    assert "Attention: high-card cannot be listed" in shown


def test_the_lobby_waits_for_no_edge(house, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Edges that are kept stand in the list; the server tells the others as it finds them."""
    two = {each.name: each for each in TOYS[:2]}
    kept, other = two
    monkeypatch.setattr(games, "find", lambda: two)
    monkeypatch.setattr(listing, "has_kept_figures", lambda game: game.name == kept)
    monkeypatch.setattr(listing, "first_edge", lambda game: f"edge of {game.name}")
    assert listing.print_lobby() == [other]
    shown = capsys.readouterr().out
    assert f"edge of {kept}" in shown
    assert re.search(rf"{other} +{listing.COMPUTING} ", shown)
    listing.print_edge(two[other].build(), None)
    listing.print_edge(two[kept].build(), listing.analysed(two[kept].build()))
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{other}: house edge no exact figure"
    assert re.fullmatch(rf"{kept}: house edge -?\d+\.\d{{4}} %", told[1])
