"""A game can be deleted: no test names a game but its own, those that ride on it, and those that quote it as an example.

Tests of shared code are written on toys (`tests/support`), or on the cases that the games found bring (`cases.py` beside
their own tests).
"""

import re
from pathlib import Path

import pytest

from pitboss import games
from pitboss.games import catalog

TESTS = Path(__file__).parents[1]
QUOTING = {
    "cli": "commands are tried with the examples of their help, the README and docs/",
    "test_api.py": "the examples of docs/from-python.md, and what is said when they are mistyped",
}
"""Files and folders that quote games as examples, and why."""


def shipped() -> list[str]:
    return [name for name, folder in games.find().items() if folder.folder.parent == catalog.FOLDER]


def may_name(path: Path) -> set[str]:
    """The games that a file may name: its own, and its host in the tests of a rider on a host."""
    parts = path.relative_to(TESTS).parts
    if parts[0] != "games":
        return set()
    return {part.removeprefix("on_").replace("_", "-") for part in parts[1:-1]}


def files() -> list[Path]:
    paths = sorted(TESTS.rglob("*.py"))
    return [path for path in paths if path.relative_to(TESTS).parts[0] not in QUOTING]


@pytest.mark.parametrize("name", shipped())
def test_no_other_test_names_a_game(name: str):
    """By its name in the catalogue, a string or part of one, or by its module."""
    module = name.replace("-", "_")
    named = re.compile(rf"""["'][^"'\n]*\b{name}\b(?!-)[^"'\n]*["']|\b(pitboss|tests)\.games\.{module}\b""")
    for path in files():
        if name not in may_name(path):
            found = named.search(path.read_text())
            assert found is None, f"{path.relative_to(TESTS)} names {name}: {found and found[0]}"


def test_what_quotes_games_is_there():
    for place in QUOTING:
        assert (TESTS / place).exists(), place
