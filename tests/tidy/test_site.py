"""The documentation as a site: it builds, every link and anchor leads somewhere, and it asks no other host for anything."""

import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag, urlsplit

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
LOADS = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}


class Page(HTMLParser):
    """What one page links to, loads, and offers as anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.anchors = {"", "__skip"}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            if tag == "a" and name == "href" and value:
                self.links.add(value)
            if (tag, name) in LOADS and value:
                self.loads.add(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `./run docs` builds it, from a copy."""
    place = tmp_path_factory.mktemp("docs")
    shutil.copy(ROOT / "zensical.toml", place)
    for name in ("docs", "src"):
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return place / "site"


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path.read_text()) for path in site.rglob("*.html") if path.name != "404.html"}


def test_every_link_and_anchor_leads_somewhere(pages: dict[Path, Page]):
    broken = []
    for path, page in pages.items():
        for link in page.links | page.loads:
            target, anchor = urldefrag(link)
            if urlsplit(link).scheme:
                continue
            there = (path.parent / unquote(target)).resolve() if target else path
            if there.is_dir():  # The front page, as the theme's own links name it.
                there /= "index.html"
            found = unquote(anchor) in pages[there].anchors if there in pages else there.is_file()
            if not found:
                broken.append(f"{path.name}: {link}")
    assert broken == []


def test_every_document_is_reached_from_the_front_page(site: Path, pages: dict[Path, Page]):
    reached, new = set(), {site / "index.html"}
    while new:
        path = new.pop()
        reached.add(path)
        linked = {(path.parent / unquote(urldefrag(link)[0])).resolve() for link in pages[path].links}
        new |= (linked & set(pages)) - reached
    assert reached == set(pages)
    documents = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    assert documents <= {path.relative_to(site) for path in pages}


def test_the_reference_has_every_module(site: Path):
    modules = {path.relative_to(ROOT / "src").with_suffix("") for path in (ROOT / "src").rglob("*.py")}
    modules = {path for path in modules if not path.name.startswith("__")}
    assert modules
    for module in modules:
        assert (site / "reference" / f"{module}.html").exists(), module


def test_nothing_is_loaded_from_another_host(pages: dict[Path, Page]):
    for path, page in pages.items():
        assert [load for load in page.loads if urlsplit(load).scheme not in ("", "data")] == [], path


def test_the_front_page_opens_from_the_disk_with_the_network_cut(browser: Any, site: Path):
    context = browser.new_context(offline=True)
    page = context.new_page()
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto((site / "index.html").as_uri())
    page.wait_for_load_state("load")
    page.keyboard.press("Control+k")
    page.keyboard.type("inclusion")
    page.get_by_text("The maths and its proofs").first.wait_for()
    assert said == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    context.close()
