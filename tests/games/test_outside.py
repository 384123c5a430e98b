"""Games outside the package: found by folder and by entry point, and solved, simulated and reported like any other."""

import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss import games
from pitboss.core.errors import OptionError
from pitboss.core.game import Deal, Face, Line, Place, Wager
from pitboss.games import catalog
from pitboss.maths.compile import code_cache
from pitboss.maths.simulate.run import simulate
from tests.support.command import pitboss
from tests.support.house import DRAW_FIVE, HIGH_CARD
from tests.support.toy import GRIDS, Lucky, lucky, toy

SOLVER = '''
"""A solver of its own: plain enumeration, and a note that it was asked."""

import pathlib

from pitboss.maths.exact.plain import PLAIN

DECIDED_BY = None
decisions, policy, advise, under = PLAIN.decisions, PLAIN.policy, PLAIN.advise, PLAIN.under


def solve(game, stakes, names):
    pathlib.Path(__file__).with_name("asked").touch()
    return PLAIN.solve(game, stakes, names)


def keep(game):
    pathlib.Path(__file__).with_name("kept").touch()
'''


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with one game: the toy Draw Five under another name, with a solver of its own."""
    place = tmp_path / "mine"
    shutil.copytree(DRAW_FIVE.folder, place / "home_game", ignore=shutil.ignore_patterns("__pycache__"))
    for path in (place / "home_game").glob("*.py"):
        text = (
            path.read_text()
            .replace("draw-five", "home-game")
            .replace("from .game", "from pitboss.games.home_game.game")
        )
        path.write_text(text)
    (place / "home_game" / "solver.py").write_text(SOLVER)
    return place


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch):
    """The catalog as it was before, whatever a test adds to it."""
    monkeypatch.setattr(catalog, "_ADDED", [])
    monkeypatch.setattr(games, "__path__", list(games.__path__))
    yield
    for name in [name for name in sys.modules if "home_game" in name]:
        del sys.modules[name]
    vars(games).pop("home_game", None)
    catalog.find.cache_clear()
    catalog.attached.cache_clear()


def run(place: Path, cache: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PITBOSS_GAMES": str(place), "XDG_CACHE_HOME": str(cache)}
    command = [sys.executable, "-m", "pitboss", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)


def told(place: Path, cache: Path, *arguments: str) -> dict:
    done = run(place, cache, *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_everything_works_for_a_game_outside_the_package(house, place: Path, tmp_path: Path):
    cache = tmp_path / "cache"
    own = place / "home_game"
    few = ("--set", "decks=1")
    edge = told(place, cache, "analyze", "home-game", *few)
    assert edge["wagers"] == json.loads(pitboss("analyze", "draw-five", *few, "--json").stdout)["wagers"]
    assert (own / "asked").exists()
    assert (own / "kept").exists()
    (own / "asked").unlink()
    assert told(place, cache, "analyze", "home-game", *few)["wagers"] == edge["wagers"]
    assert not (own / "asked").exists()  # It was kept on disk.
    said = told(place, cache, "strategy", "home-game", *few)
    assert said["best"]["lines"] == ["2 points or fewer: draw", "3 points or more: stand"]
    counts = told(
        place, cache, "simulate", "home-game", *few, "--rounds", "2000", "--seed", "1", "--strategy", "draw-on-2"
    )
    assert counts["rounds"] == 2000
    hands = ("--deal", "player=6s 4h", "--deal", "dealer=Ks Ac", "--choose", "draw=stand")
    assert "net" in run(place, cache, "settle", "home-game", "--bet", "regular=10", *hands).stdout
    # Another text of the game is another game: nothing kept for the old one is used.
    path = own / "game.py"
    path.write_text(path.read_text().replace("<= 2", "<= 1"))
    assert told(place, cache, "analyze", "home-game", *few)["wagers"] != edge["wagers"]
    assert (own / "asked").exists()


@pytest.mark.compiled
@pytest.mark.soak
def test_a_game_outside_the_package_has_a_report(place: Path, tmp_path: Path):
    sheet = ("report", "home-game", "--set", "decks=1", "--rounds", "2000", "--out", str(tmp_path / "out"))
    assert run(place, tmp_path / "cache", *sheet).returncode == 0
    assert [path.name.startswith("home-game") for path in (tmp_path / "out").rglob("*.json")] == [True]


def test_a_folder_can_be_added_and_its_text_counts(place: Path, fresh):
    shipped = next(iter(games.find()))
    before, code = code_cache.fingerprint(shipped), code_cache.machine_code()
    games.add_folder(place)
    assert games.build("home-game").title == DRAW_FIVE.build().title
    assert list(games.outside()) == ["home-game"]
    assert code_cache.fingerprint(shipped) == before
    assert code_cache.machine_code() != code
    assert code_cache.covers(str(place / "home_game" / "game.py"))
    assert not code_cache.covers(__file__)


@pytest.mark.compiled
def test_machine_code_of_rules_that_belong_to_no_game_found_is_not_kept(
    house, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    """Their text may change unnoticed, so that old machine code would go on answering."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    steps = (Deal("player_card", 1, to=Place.SEAT, face=Face.UP),)
    bet = Wager("ante", (Line(lucky, GRIDS["lucky"].table("printed", Lucky)),), required=True)
    for game, kept in ((toy(steps=steps, wagers=(bet,), words={}), False), (HIGH_CARD.build(), True)):
        simulate(game, None, rounds=1, seed=1)
        assert bool(list(code_cache.machine_code().rglob("*fused_*"))) == kept


def test_an_installed_package_is_found_by_its_entry_point(place: Path, fresh, monkeypatch: pytest.MonkeyPatch):
    package = place.parent / "acme_games"
    shutil.copytree(place / "home_game", package / "home_game")
    (package / "__init__.py").write_text("")
    for path in (package / "home_game").glob("*.py"):
        path.write_text(path.read_text().replace("pitboss.games.home_game", "acme_games.home_game"))
    monkeypatch.syspath_prepend(str(place.parent))
    entry = importlib.metadata.EntryPoint("home-game", "acme_games.home_game", "pitboss.games")
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [entry])
    catalog.find.cache_clear()
    folder = games.folder("home-game")
    assert (folder.package, folder.root) == ("acme_games.home_game", package)
    game = folder.build()
    assert game.solver
    assert game.solver().__name__ == "acme_games.home_game.solver"
    assert set(folder.strategies) == set(DRAW_FIVE.strategies)


def test_a_folder_that_will_not_do_is_refused_in_a_sentence(place: Path, fresh, tmp_path: Path):
    with pytest.raises(OptionError, match="it is not a folder"):
        games.add_folder(tmp_path / "nowhere")
    with pytest.raises(OptionError, match=r"it holds no folder with a game\.py; give the folder above it"):
        games.add_folder(place / "home_game")
    shipped = next(iter(games.find().values()))
    shutil.copytree(place / "home_game", tmp_path / "clash" / shipped.folder.name)
    with pytest.raises(OptionError, match=f"there is a game {shipped.name} already, in .*{shipped.folder.name}"):
        games.add_folder(tmp_path / "clash")
    shutil.copytree(place / "home_game", tmp_path / "broken" / "home_game_broken")
    (tmp_path / "broken" / "home_game_broken" / "game.py").write_text("import nothing_of_the_kind\n")
    with pytest.raises(OptionError, match="home_game_broken does not load: No module named 'nothing_of_the_kind'"):
        games.add_folder(tmp_path / "broken")
    assert shipped.name in games.find()
