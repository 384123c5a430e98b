"""`pitboss rules` and `pitboss paytables`."""

import json

import pytest

from pitboss import games
from tests.support.command import check_refused, pitboss


@pytest.mark.parametrize("name", games.find())
def test_rules_and_paytables_of_every_game(name: str):
    folder = games.folder(name)
    shown = pitboss("rules", name).stdout
    assert folder.rules in shown
    assert folder.rulings in shown
    assert json.loads(pitboss("rules", name, "--json").stdout)["game"] == name
    grids = pitboss("paytables", name).stdout
    document = json.loads(pitboss("paytables", name, "--json").stdout)
    for grid in folder.shipped.values():
        assert grid.title in grids
        assert list(document["paytables"][grid.name]["columns"]) == list(grid.columns)
    assert pitboss("paytables", name, "--toml").stdout == folder.paytables


def test_two_formats_at_once_are_refused():
    asked = ("paytables", "super-pan-9", "--toml", "--json")
    check_refused(asked, "--toml prints the shipped file: leave out --json")
