"""Tests of the core, of hands and of the table are written on toys, so that a game can be deleted without them."""

import re
from pathlib import Path

import pytest

from pitboss import games

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("folder", ["core", "hands", "table"])
def test_no_game_is_named(folder: str):
    names = "|".join(name for game in games.find() for name in (game, game.replace("-", "_")))
    for path in sorted((TESTS / folder).glob("*.py")):
        found = re.search(rf"\b({names})\b", path.read_text())
        assert found is None, f"{path.relative_to(TESTS)} names {found and found[1]}"


def test_no_game_tests_another():
    for path in sorted((TESTS / "games").glob("*/*.py")):
        others = [name for name in games.find() if name.replace("-", "_") not in path.parent.name and name != "spadez"]
        named = [name for name in others if f"pitboss.games.{name.replace('-', '_')}" in path.read_text()]
        assert named == [], path
