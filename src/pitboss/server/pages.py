"""The web pages and what they load, compressed and served from memory, so that a browser asks for little.

The files are served as they are written, without a build step, and also under a path that holds the digest of them
all. A page names its style sheets and scripts by that path, so that browsers keep them for good and load a new version
whole; the page itself is asked for at every visit. Its head also lists every module that its scripts import, which a
browser would else find out file by file, and a small script that sets the theme before anything is painted.
"""

import gzip
import hashlib
import os
import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from posixpath import dirname, join, normpath

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

FILES = "/files"
"""The path under which files have their digest before their name."""
FONTS = "fonts"
FOREVER = "public, max-age=31536000, immutable"
ASKED_AGAIN = "no-cache"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".md": "text/plain; charset=utf-8",
    ".otf": "font/otf",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
SMALL = 600  # Bytes below which compressing saves no packet.
MISSING = "404.html"
SETTINGS, EARLY = "js/settings.js", "js/early.js"
"""A page whose scripts use the first gets the second, which applies the settings before the first paint."""
NAMED = re.compile(r'(?<=href=")(?!/)[^":#?]+\.css(?=")|(?<=src=")(?!/)[^":#?]+\.js(?=")')
MODULES = re.compile(r'<script type="module" src="([^":#?]+)"')
IMPORTED = re.compile(r"""^\s*(?:import|export)\b[^;'"()]*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)


@dataclass(frozen=True)
class File:
    """One file as it is sent."""

    name: str
    content: bytes

    @property
    def media_type(self) -> str:
        """The media type of the file, by the ending of its name."""
        return TYPES[os.path.splitext(self.name)[1]]

    @cached_property
    def digest(self) -> str:
        """A short digest of the content."""
        return hashlib.sha256(self.content).hexdigest()[:16]

    @cached_property
    def zipped(self) -> bytes | None:
        """The content compressed, the same bytes every time; None where that would save nothing."""
        if not self.media_type.startswith("text/") or len(self.content) < SMALL:
            return None
        return gzip.compress(self.content, mtime=0)


@dataclass(frozen=True)
class Site:
    """All files at one moment, and the pages with their heads filled in."""

    files: dict[str, File]
    """By their path, such as `js/table.js`."""
    _pages: dict[str, File] = field(default_factory=dict)

    @cached_property
    def digest(self) -> str:
        """A digest of all files."""
        told = "".join(f"{name} {file.digest}\n" for name, file in sorted(self.files.items()))
        return hashlib.sha256(told.encode()).hexdigest()[:12]

    def path(self, name: str) -> str:
        """The path under which a file may be kept for good."""
        return f"{FILES}/{self.digest}/{name}"

    def page(self, name: str) -> File:
        """A page that names its files by paths that may be kept, and all modules of its scripts."""
        if name not in self._pages:
            text = self.files[name].content.decode()
            first = MODULES.findall(text)
            modules = self.modules(first)
            wanted = (each for each in modules if each not in first)
            head = "".join(f'<link rel="modulepreload" href="{self.path(each)}">\n' for each in wanted)
            if SETTINGS in modules and EARLY in self.files:
                head = f'<script src="{self.path(EARLY)}"></script>\n{head}'
            text = NAMED.sub(lambda found: self.path(found[0]), text).replace("</head>", f"{head}</head>", 1)
            self._pages[name] = File(name, text.replace(f'"/{FONTS}/', f'"{self.path(FONTS)}/').encode())
        return self._pages[name]

    def modules(self, first: list[str]) -> list[str]:
        """Some scripts and all that they import, each once, in the order of a breadth-first search."""
        found = [name for name in dict.fromkeys(first) if name in self.files]
        for name in found:  # It grows meanwhile.
            for other in IMPORTED.findall(self.files[name].content.decode()):
                path = normpath(join(dirname(name), other))
                if path in self.files and path not in found:
                    found.append(path)
        return found

    def kept(self, name: str) -> File:
        """A file as it is sent under a path that may be kept: fonts that it names are kept too."""
        file = self.files[name]
        if not name.endswith(".css"):
            return file
        if name not in self._pages:
            content = file.content.replace(f'"/{FONTS}/'.encode(), f'"{self.path(FONTS)}/'.encode())
            self._pages[name] = File(name, content)
        return self._pages[name]


class Pages:
    """Answers with the files of two folders: pages with their scripts and styles, and fonts."""

    def __init__(self, web: str, fonts: str) -> None:
        self.folders = {"": web, f"{FONTS}/": fonts}
        self.site: Site | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
        await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> Response:
        if scope["type"] != "http":
            raise HTTPException(404)
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"allow": "GET, HEAD"})
        headers = Headers(scope=scope)
        path = scope["path"].lstrip("/") or "index.html"
        kept = re.fullmatch(rf"{FILES}/(\w+)/(.+)", f"/{path}")
        if kept and self.site and kept[1] == self.site.digest and kept[2] in self.site.files:
            return _respond(self.site.kept(kept[2]), headers, FOREVER)
        self.site = site = self._now()
        if kept and kept[2] in site.files:
            # A page that was loaded before an update asks for what was there then, and gets what is there now, once.
            return _respond(site.kept(kept[2]), headers, FOREVER if kept[1] == site.digest else ASKED_AGAIN)
        if path in site.files:
            return _respond(site.page(path) if path.endswith(".html") else site.files[path], headers, ASKED_AGAIN)
        if MISSING in site.files and not path.startswith("api/") and "text/html" in headers.get("accept", ""):
            return _respond(site.page(MISSING), headers, ASKED_AGAIN, 404)
        raise HTTPException(404)

    def _now(self) -> Site:
        """The files as they are now; read again only when one has changed."""
        stamps = []
        for prefix, folder in self.folders.items():
            for place, _, names in os.walk(folder):
                for name in names:
                    if os.path.splitext(name)[1] in TYPES:
                        full = os.path.join(place, name)
                        there = os.stat(full)
                        path = prefix + os.path.relpath(full, folder).replace(os.sep, "/")
                        stamps.append((path, full, there.st_mtime_ns, there.st_size))
        return _read(tuple(sorted(stamps)))


@lru_cache(maxsize=4)
def _read(stamps: tuple[tuple[str, str, int, int], ...]) -> Site:
    """The files with these times and sizes."""
    files = {}
    for path, full, *_ in stamps:
        with open(full, "rb") as opened:
            files[path] = File(path, opened.read())
    return Site(files)


def _respond(file: File, asked: Headers, keep: str, status: int = 200) -> Response:
    zipped = file.zipped if "gzip" in asked.get("accept-encoding", "") else None
    tag = f'"{file.digest}{"-gzip" if zipped else ""}"'
    headers = {"cache-control": keep, "etag": tag, "vary": "accept-encoding"}
    if status == 200 and tag in (each.strip().removeprefix("W/") for each in asked.get("if-none-match", "").split(",")):
        return Response(status_code=304, headers=headers)
    if zipped:
        headers["content-encoding"] = "gzip"
    return Response(zipped or file.content, status, headers, file.media_type)


class Compressed:
    """Compresses the answers under some paths for clients that take them so."""

    def __init__(self, app: ASGIApp, paths: tuple[str, ...]) -> None:
        self.app, self.paths, self.zipped = app, paths, GZipMiddleware(app, minimum_size=SMALL, compresslevel=5)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on."""
        is_large = scope["type"] == "http" and scope["path"].startswith(self.paths)
        await (self.zipped if is_large else self.app)(scope, receive, send)
