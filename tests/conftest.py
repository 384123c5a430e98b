"""Every game found is tested; `--game NAME` keeps the contract to one, `--soak` runs what takes long as well."""

import os
import tempfile
from typing import Any

import pytest
from hypothesis import settings

from pitboss import games
from tests.support.machine import browser_driver_fault, is_missing, system_browser

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
    parser.addoption("--soak", action="store_true", help="also run what takes long or needs programs that CI lacks")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests marked `soak` are left out unless asked for."""
    if not config.getoption("--soak"):
        soak = [item for item in items if item.get_closest_marker("soak")]
        config.hook.pytest_deselected(items=soak)
        items[:] = [item for item in items if item not in soak]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`folder_name` is every game with a folder; `game_name` those and every rider on every host it fits."""
    wanted = metafunc.config.getoption("--game")
    for fixture, names in (("folder_name", games.find()), ("game_name", {**games.find(), **games.attached()})):
        if fixture in metafunc.fixturenames:
            metafunc.parametrize(fixture, [name for name in names if wanted in ("", name)])


FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A browser test is left out before its fixtures start a driver that cannot run."""
    if "playwright" in getattr(item, "fixturenames", ()) and (fault := browser_driver_fault()):
        is_missing(f"the browser driver does not start; as root `./run test` installs what it needs: {fault}")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], browser_type: Any) -> dict[str, Any]:
    """The system's Chromium where there is one, else Playwright's own."""
    system = system_browser()
    if system is None and not os.path.exists(browser_type.executable_path):
        is_missing("no Chromium; as root `./run test` installs it, else: playwright install chromium")
    own = {"executable_path": system} if system else {}
    return {**browser_type_launch_args, **own, "args": FLAGS}
