"""One server for the browser tests of a module, and browsers without motion at it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.support.live_server import Live, serving
from tests.web.house import with_toys_of_the_page
from tests.web.pages import Person


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server with every game and the toy games."""
    with serving(tmp_path_factory.mktemp("web")) as server, with_toys_of_the_page():
        yield server


@pytest.fixture
def person(browser: Browser, live: Live) -> Iterator[Callable[..., Person]]:
    """Makes people, each with a browser of their own; at the end every page is checked for complaints."""
    made: list[Person] = []

    def come(**how: Any) -> Person:
        size = how.pop("viewport", {"width": 1280, "height": 720})
        still: dict[str, Any] = {"viewport": size, "reduced_motion": "reduce"}
        made.append(Person(browser.new_context(**still | how).new_page(), live.url))
        return made[-1]

    yield come
    for each in made:
        each.page.context.close()
        each.check()
