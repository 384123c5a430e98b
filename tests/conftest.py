"""Every game found is tested; `--game NAME` keeps the contract to one."""

import os
import tempfile

import pytest
from hypothesis import settings

from pitboss import games

# Results kept on disk are kept for this run alone, whoever's machine it is.
RUN = os.environ.get("PYTEST_XDIST_TESTRUNUID")
if RUN:  # The workers of one run share it.
    os.environ["XDG_CACHE_HOME"] = os.path.join(tempfile.gettempdir(), f"pitboss-tests-{RUN}")
else:
    os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="pitboss-tests-")

# Examples are chosen from the test's own text, so that a run says the same everywhere; no deadline on shared machines.
settings.register_profile("pitboss", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("pitboss")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", default="", help="keep the contract to this game")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`folder_name` is every game with a folder; `game_name` those and every rider on every host it fits."""
    wanted = metafunc.config.getoption("--game")
    for fixture, names in (("folder_name", games.find()), ("game_name", {**games.find(), **games.attached()})):
        if fixture in metafunc.fixturenames:
            metafunc.parametrize(fixture, [name for name in names if wanted in ("", name)])
