"""Every game found is tested; `--game NAME` keeps the contract to one."""

import pytest
from hypothesis import settings

from pitboss import games

# Examples are chosen from the test's own text, so that a run says the same everywhere; no deadline on shared machines.
settings.register_profile("pitboss", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("pitboss")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", default="", help="keep the contract to this game")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game_name" in metafunc.fixturenames:
        wanted = metafunc.config.getoption("--game")
        metafunc.parametrize("game_name", [name for name in games.find() if wanted in ("", name)])
