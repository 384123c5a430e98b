"""Which tests run: `--game` keeps the contract to one game, `--soak` adds long tests, `--plain` and `--quick` select.

CONTRIBUTING.md explains the passes of `./run test`.
"""

import os
import re
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

import pitboss
from pitboss import games
from tests.support.cluster import Machines
from tests.support.house import among_the_games
from tests.support.machine import browser_driver_fault, is_missing, system_browser

TESTS = Path(__file__).parent
COSTLY = (TESTS / "tidy", TESTS / "report")
"""Folders whose tests share what takes long to make: the site, a copy of everything with a new game, reports."""

# Results kept on disk are kept for this run alone, whoever's machine it is.
RUN = os.environ.get("PYTEST_XDIST_TESTRUNUID")
if RUN:  # The workers of one run share it.
    os.environ["XDG_CACHE_HOME"] = os.path.join(tempfile.gettempdir(), f"pitboss-tests-{RUN}")
else:
    os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="pitboss-tests-")

os.environ["XDG_DATA_HOME"] = os.environ["XDG_CACHE_HOME"] + "-data"  # Scores of drills, and the last log.

# Examples are chosen from the test's own text, so that a run says the same everywhere; no deadline on shared machines.
settings.register_profile("pitboss", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("pitboss")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", default="", help="keep the contract to this game")
    parser.addoption("--soak", action="store_true", help="also run what takes long or needs programs that CI lacks")
    parser.addoption("--plain", action="store_true", help="run what compilation can change alone")
    parser.addoption("--quick", action="store_true", help="run the fast tests alone, without browser and reports")


@cache
def compiled_packages() -> set[Path]:
    """The packages, as folders of tests, of the mathematics, games and environments that use the compiler.

    Commands and reports use what these compute, and only ask whether there is a compiler.
    """
    source = Path(pitboss.__file__).parent
    paths = [path for layer in ("maths", "games", "envs") for path in source.joinpath(layer).rglob("*.py")]
    users = [path for path in paths if re.search(r"^ *(from|import) pitboss\.maths\.compile", path.read_text(), re.M)]
    return {TESTS / path.parent.relative_to(source) for path in users}


@cache
def is_maths_of_a_game(path: Path) -> bool:
    """Whether the tests of a game, or of a rider on a host, are of figures or environments, which compiled rules compute.

    They import them, or what `tests/support` makes of them.
    """
    imports = r"^ *from (pitboss\.(maths|envs)|tests\.support\.(costs|shoes)|tests\.support\.command import advice)\b"
    return TESTS / "games" in path.parent.parents and bool(re.search(imports, path.read_text(), re.M))


def is_report(path: Path) -> bool:
    """Whether tests are of reports, of all games or of one."""
    return TESTS / "report" in path.parents or path.name.startswith("test_report_")


def is_changed_by_compilation(item: pytest.Item) -> bool:
    changed = item.path.parent in compiled_packages() or is_maths_of_a_game(item.path)
    return changed and not is_report(item.path) and not item.get_closest_marker("compiled")


def is_quick(item: pytest.Item) -> bool:
    slow = any(map(item.get_closest_marker, ("compiled", "slow")))
    return not slow and "playwright" not in getattr(item, "fixturenames", ()) and not is_report(item.path)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """The tests of a rider on a host, `games/RIDER/on_HOST`, are there where the host is."""
    if collection_path.parent.parent != TESTS / "games" or not collection_path.name.startswith("on_"):
        return None
    return collection_path.name.removeprefix("on_").replace("_", "-") not in games.find() or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what the flags leave out."""
    keep: list[Callable[[pytest.Item], bool]] = []
    if not config.getoption("--soak"):
        keep.append(lambda item: item.get_closest_marker("soak") is None)
    if config.getoption("--plain"):
        keep.append(is_changed_by_compilation)
    if config.getoption("--quick"):
        keep.append(is_quick)
    kept = [item for item in items if all(wanted(item) for wanted in keep)]
    config.hook.pytest_deselected(items=list(set(items) - set(kept)))
    # Workers take from both ends of one list: what is costly to set up comes first, so that one of them does it alone.
    items[:] = sorted(kept, key=lambda item: not any(map(item.path.is_relative_to, COSTLY)))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`folder_name` is every game with a folder; `game_name` those and every rider on every host it fits."""
    wanted = metafunc.config.getoption("--game")
    for fixture, names in (("folder_name", games.find()), ("game_name", {**games.find(), **games.attached()})):
        if fixture in metafunc.fixturenames:
            metafunc.parametrize(fixture, [name for name in names if wanted in ("", name)])


@pytest.fixture
def house() -> Iterator[None]:
    """The toy games of `tests/support/house` are among the games found, here and in processes that a test starts."""
    with among_the_games():
        yield


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    """A scheduler, and the workers that a test starts."""
    started = Machines(tmp_path)
    yield started
    started.close()


FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Slow tests are not measured: they run lines that others run too, again and again, and would take twice as long.

    pytest-cov's own mark for this does not stop the measuring in the workers of a run.
    """
    tracing = sys.gettrace()
    if item.get_closest_marker("slow"):
        sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracing)


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
