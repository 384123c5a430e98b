"""The pages as they are sent: compressed, kept by browsers until they change, with all modules of a page announced."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.server.app import FONTS, WEB
from pitboss.server.pages import Pages, Site
from tests.support.server import API, Room, running

FOREVER = "public, max-age=31536000, immutable"


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with running(tmp_path_factory.mktemp("pages")) as room:
        yield room


def site_of(folder: Path, **files: str) -> Site:
    """A site of these files; `__` in a name stands for a folder, `_` for a point."""
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return Pages(str(folder), FONTS)._now()


def named_files(text: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/files/[^"]+)"', text)


@pytest.mark.parametrize("path", ["/", "/table.html", "/verify.html"])
def test_a_page_is_asked_for_again_and_what_it_loads_is_kept(room: Room, path: str):
    page = room.client.get(path)
    assert page.headers["cache-control"] == "no-cache"
    again = room.client.get(path, headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    names = named_files(page.text)
    assert names
    assert not re.search(r'(?:href|src)="(?!/)[^":]+\.(?:css|js)"', page.text)
    for name in names:
        file = room.client.get(name)
        assert (file.status_code, file.headers["cache-control"]) == (200, FOREVER), name


def test_the_files_lie_under_plain_names_too(room: Room):
    script = room.client.get("/verify.js")
    assert script.content == Path(WEB, "verify.js").read_bytes()
    assert (script.headers["cache-control"], script.headers["content-type"]) == (
        "no-cache",
        "text/javascript; charset=utf-8",
    )
    assert room.client.get("/fonts/Inter-Regular.woff2").headers["content-type"] == "font/woff2"


def test_text_is_compressed_for_those_who_take_it_so(room: Room):
    raw = Path(WEB, "css", "base.css").read_bytes()
    for accepted, coding in (("gzip", "gzip"), ("identity", None)):
        with room.client.stream("GET", "/css/base.css", headers={"Accept-Encoding": accepted}) as sent:
            body = b"".join(sent.iter_raw())
        assert sent.headers.get("content-encoding") == coding
        assert sent.headers["vary"] == "accept-encoding"
        assert (gzip.decompress(body) if coding else body) == raw
    assert "content-encoding" not in room.client.get("/fonts/Inter-Regular.woff2").headers


def test_only_answers_without_secrets_are_compressed(room: Room):
    large = room.client.get(f"{API}/openapi.json", headers={"Accept-Encoding": "gzip"})
    assert large.headers["content-encoding"] == "gzip"
    assert large.json()["openapi"]
    assert "content-encoding" not in room.client.post(f"{API}/guests", headers={"Accept-Encoding": "gzip"}).headers
    assert "content-encoding" not in room.client.get(f"{API}/tables", headers={"Accept-Encoding": "gzip"}).headers


def test_a_missing_page_says_where_to_go(room: Room):
    page = room.client.get("/no/such/page.html", headers={"Accept": "text/html"})
    assert page.status_code == 404
    assert 'href="/"' in page.text
    assert room.client.get("/no/such/page.html").json()["code"] == "request/unknown"
    assert room.client.get(f"{API}/nothing", headers={"Accept": "text/html"}).json()["code"] == "request/unknown"
    assert room.client.post("/index.html").status_code == 405


@pytest.mark.parametrize(
    "path", ["/../server/app.py", "/files/x/../../server/app.py", "/js/../../api.py", "/js", "/js/"]
)
def test_nothing_else_of_the_machine_is_served(room: Room, path: str):
    assert room.client.get(path).status_code == 404


def test_all_modules_of_a_page_are_announced(tmp_path: Path):
    site = site_of(
        tmp_path,
        index_html='<head><script type="module" src="js/a.js"></script></head>',
        js__a_js='import { b } from "./b.js";\nimport "./d.js";\nconst later = import("./late.js");\n',
        js__b_js='export {\n  c,\n} from "./c.js";\n// import "./said.js" in a remark\n',
        js__c_js='import { v } from "../v.js";',
        js__d_js='import { a } from "./a.js";',
        js__late_js="",
        js__said_js="",
        v_js="",
    )
    assert site.modules(["js/a.js"]) == ["js/a.js", "js/b.js", "js/d.js", "js/c.js", "v.js"]
    preloads = re.findall(r'modulepreload" href="([^"]+)"', site.page("index.html").content.decode())
    assert preloads == [site.path(each) for each in ("js/b.js", "js/d.js", "js/c.js", "v.js")]


def test_a_changed_file_has_a_new_path_and_an_old_path_is_not_kept(tmp_path: Path):
    before = site_of(tmp_path, index_html='<head><script type="module" src="a.js"></script></head>', a_js="1")
    after = site_of(tmp_path, a_js="2;")
    assert before.path("a.js") != after.path("a.js")
    assert after.path("a.js") in after.page("index.html").content.decode()


def test_a_path_of_an_earlier_version_gets_what_is_there_and_is_not_kept(room: Room):
    file = room.client.get("/files/0123456789ab/js/table.js")
    assert file.content == Path(WEB, "js", "table.js").read_bytes()
    assert file.headers["cache-control"] == "no-cache"


def test_the_theme_is_set_before_the_first_paint_on_every_page_with_settings(room: Room):
    for path in ("/", "/table.html"):
        head = room.client.get(path).text.split("</head>")[0]
        assert re.search(r'<script src="/files/\w+/js/early.js"></script>', head)
