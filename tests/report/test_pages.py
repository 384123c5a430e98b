"""A report's page in a browser with the network cut: no error, no overflow, readable by those who listen."""

import itertools
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from pitboss import games
from pitboss.report import write
from pitboss.report.par import par_sheet
from pitboss.report.render import html
from pitboss.report.subject import Assumed, Subject
from tests.support.cases import bringing
from tests.support.house import DRAW_FIVE, HIGH_CARD

SIZES = {"desktop": (1280, 900), "phone": (360, 740)}
TOYS = [("draw-five", "desktop", "light"), ("high-card", "phone", "dark")]
LOOKS = [*TOYS, *itertools.product([*bringing("PAGED"), "index"], SIZES, ("light", "dark"))]
"""Each page takes a second or two: toys are looked at once, games and the index in every size and scheme."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Reports of toys and of games, and the page that leads to them."""
    place = tmp_path_factory.mktemp("pages")
    folders = (DRAW_FIVE, HIGH_CARD, *map(games.folder, bringing("PAGED")))
    subjects = [Subject(folder, {}, None, Assumed(rounds=1_000)) for folder in folders]
    for subject in subjects:
        (place / f"{subject.game.name}.html").write_text(html.page(par_sheet(subject)))
    write.put(place, write.index_of(subjects))
    return place


@pytest.mark.parametrize(("name", "size", "scheme"), LOOKS)
def test_a_page_opens_with_the_network_cut(browser: Any, folder: Path, name: str, size: str, scheme: str):
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, offline=True)
    page = context.new_page()
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto((folder / f"{name}.html").as_uri())
    page.wait_for_load_state("load")
    assert said == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert page.evaluate("document.fonts.check('16px Inter')")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for chart in page.query_selector_all("svg:not([aria-hidden])"):
        assert chart.get_attribute("aria-label")
    found = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found] == []
    context.close()
