"""The web pages in Chromium, by the browser's own trace: `python benchmarks/web.py [--visits 5] [--rounds 4]`.

A server of its own on this machine; every visit has an empty browser cache. Times are from the trace: from the
navigation until the frame after what is waited for, and from a key until the frame after the server's answer to it lies
on the felt. Then rounds with all motion: layout shift, and the frames that the compositor presented and dropped.
"""

import argparse
import json
import os
import shutil
import statistics
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from http_load import ServerProcess
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
WIDE = {"width": 1440, "height": 900}
CATEGORIES = ["blink.user_timing", "loading", "devtools.timeline", "cc", "benchmark", "rail"]
KINDS = {".js": "scripts", ".css": "styles", ".woff2": "fonts", ".html": "pages"}
ART = ("cards.js", "chips.js", "icons.js")
WAIT_MS = 60_000
THINKING_MS = 400  # A player is no faster, and the coach has been asked by then.
MARKS = """
(() => {
  const afterPaint = (name) => requestAnimationFrame(() => requestAnimationFrame(() => performance.mark(name)));
  const once = new Set();
  const told = (name, isThere) => { if (isThere && !once.has(name)) { once.add(name); afterPaint(name); } };
  let options = 0;
  const look = () => {
    const tiles = document.querySelectorAll('.tile[data-game]').length;
    told('pitboss-lobby', tiles > 0);
    told('pitboss-fans', tiles > 0 && document.querySelectorAll('.tile .fan').length === tiles);
    told('pitboss-table', document.body?.dataset.ready === 'yes');
    const now = document.querySelectorAll('#actions .option').length;
    if (options && !now) afterPaint('pitboss-answered');
    options = now;
  };
  const watched = { subtree: true, childList: true, attributes: true, attributeFilter: ['data-ready'] };
  new MutationObserver(look).observe(document, watched);
  addEventListener('DOMContentLoaded', () => afterPaint('pitboss-page'));
  addEventListener('keydown', () => performance.mark('pitboss-key'), true);
})();
"""
UNTIL = """
(phases) => new Promise((done) => {
  const look = () => {
    if (!phases.includes(document.body.dataset.phase)) return;
    observer.disconnect();
    done(document.body.dataset.phase);
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { attributes: true, attributeFilter: ['data-phase'] });
  look();
})
"""
PLAIN = """
async () => {
  performance.mark('pitboss-plain');
  const square = document.querySelector('div');
  Object.assign(square.style, { width: '80px', height: '112px', background: 'green' });
  const moves = [{ transform: 'none' }, { transform: 'translate(600px, 400px)' }];
  await square.animate(moves, { duration: 250, iterations: 20 }).finished;
}
"""


@dataclass
class Trace:
    """What a browser wrote down about the process of one page, by the names of the events."""

    events: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    @classmethod
    def read(cls, body: bytes) -> "Trace":
        """The trace from its JSON form, in the order of times; the browser's own pages are left out."""
        found = cls()
        told = sorted(json.loads(body)["traceEvents"], key=lambda event: event.get("ts", 0))
        own = next(event["pid"] for event in told if event["name"].startswith("pitboss-"))
        for event in told:
            if event["pid"] == own:
                found.events.setdefault(event["name"], []).append(event)
        return found

    def times(self, name: str) -> list[float]:
        """When events of a name began, in milliseconds of the browser's clock."""
        return [event["ts"] / 1000 for event in self.events.get(name, ()) if event["ph"] not in "eE"]

    def since_navigation(self, name: str) -> float:
        """Milliseconds from the navigation to the first event of a name."""
        started = max(
            event["ts"] / 1000
            for event in self.events["navigationStart"]
            if event["args"].get("data", {}).get("documentLoaderURL", "http").startswith("http")
        )
        return min(time for time in self.times(name) if time >= started) - started

    def bytes_by_kind(self) -> Counter[str]:
        """Bytes that came over the network, by what they are."""
        urls = {
            event["args"]["data"]["requestId"]: event["args"]["data"]["url"]
            for event in self.events.get("ResourceSendRequest", ())
        }
        found: Counter[str] = Counter()
        for event in self.events.get("ResourceFinish", ()):
            data = event["args"]["data"]
            path = urls.get(data["requestId"], "").partition("?")[0]
            kind = "card art" if path.endswith(ART) else KINDS.get(os.path.splitext(path)[1])
            found[kind or ("answers" if "/api/" in path else "pages")] += int(data.get("encodedDataLength", 0))
            found["requests"] += 1
        return found

    def shifted(self) -> float:
        """The layout shift that no click or key explains, as Chromium scores it."""
        shifts = [event["args"]["data"] for event in self.events.get("LayoutShift", ())]
        return sum(data["score"] for data in shifts if not data["had_recent_input"])

    def frames(self) -> tuple[int, int]:
        """How many frames of an animation the compositor presented, and how many it dropped."""
        seen: Counter[str] = Counter()
        for event in self.events.get("PipelineReporter", ()):
            report = event["args"].get("frame_reporter", {})
            if report.get("has_compositor_animation"):
                seen[report["state"]] += 1
        return seen["STATE_PRESENTED_ALL"] + seen["STATE_PRESENTED_PARTIAL"], seen["STATE_DROPPED"]


def traced(browser: Browser, page: Page) -> Any:
    """Begins to trace a page."""
    browser.start_tracing(page=page, categories=CATEGORIES)
    return lambda: Trace.read(browser.stop_tracing())


def context_of(browser: Browser, **how: Any) -> BrowserContext:
    """A browser of one person with an empty cache, with the marks."""
    context = browser.new_context(viewport=WIDE, **how)
    context.set_default_timeout(WAIT_MS)
    context.add_init_script(MARKS)
    return context


def visit(browser: Browser, url: str, marks: Sequence[str], **how: Any) -> Trace:
    """One visit with an empty cache, until all marks are there; again where the trace lacks its beginning."""
    while "navigationStart" not in (trace := visited(browser, url, marks, **how)).events:
        pass
    return trace


def visited(browser: Browser, url: str, marks: Sequence[str], **how: Any) -> Trace:
    """The trace of one visit."""
    context = context_of(browser, **how)
    page = context.new_page()
    stop = traced(browser, page)
    page.goto(url)
    for mark in marks:
        page.wait_for_function("(name) => performance.getEntriesByName(name).length > 0", arg=mark)
    page.wait_for_load_state("networkidle")
    trace = stop()
    context.close()
    return trace


def line(name: str, values: Sequence[float], most: float) -> str:
    """Median and worst of some times, and whether they are within the bound."""
    middle, worst = statistics.median(values), max(values)
    holds = "always" if worst <= most else "as a rule" if middle <= most else "NO"
    return f"  {name:44}{middle:9.1f}{worst:9.1f} ms{most:9.0f} ms   {holds}"


def loads(browser: Browser, url: str, table: str, state: Any, visits: int) -> None:
    """Prints how fast the lobby and a table are painted, and how many bytes they take."""
    lobby = [visit(browser, url, ("pitboss-lobby", "pitboss-fans")) for _ in range(visits)]
    at_table = [visit(browser, table, ("pitboss-table",), storage_state=state) for _ in range(visits)]
    print(f"\nCold loads, {visits} each{'':30}median    worst    asked for")
    for name, traces, marks, most in (
        ("lobby", lobby, {"its games": "pitboss-lobby", "their pictures": "pitboss-fans"}, 1000),
        ("table", at_table, {"ready to bet": "pitboss-table"}, 1500),
    ):
        print(line(f"{name}: first paint", [each.since_navigation("firstContentfulPaint") for each in traces], most))
        for words, mark in marks.items():
            print(line(f"{name}: {words} painted", [each.since_navigation(mark) for each in traces], most))
        print(f"  {name}: layout shift while it loads            {max(each.shifted() for each in traces):9.4f}")
    print("\nBytes over the network, cold, compressed")
    kinds = ("pages", "styles", "scripts", "answers", "card art", "fonts")
    print(f"  {'':10}{'requests':>10}{''.join(f'{each:>10}' for each in kinds)}{'before art and fonts':>24}")
    for name, traces in (("lobby", lobby), ("table", at_table)):
        found = traces[0].bytes_by_kind()
        page = sum(found[each] for each in kinds[:4])
        told = "".join(f"{found[each] / 1000:10.1f}" for each in kinds)
        print(f"  {name:10}{found['requests']:10}{told}{page / 1000:14.1f} of 300 kB")


def other_pages(browser: Browser, url: str, visits: int) -> None:
    """Prints how fast the pages that the lobby leads to are painted, for somebody who is not signed in."""
    context = context_of(browser)
    page = context.new_page()
    page.goto(url)
    named = page.eval_on_selector_all(".top nav a", "links => links.map((link) => link.href)")
    there = [each for each in named if page.request.get(each).ok]
    context.close()
    print(f"\nThe other pages, {visits} cold loads each              median    worst    asked for")
    for each in there:
        traces = [visit(browser, each, ("pitboss-page",)) for _ in range(visits)]
        name = each.rpartition("/")[2].removesuffix(".html")
        print(line(f"{name}: first paint", [trace.since_navigation("firstContentfulPaint") for trace in traces], 1000))
        kinds = traces[0].bytes_by_kind()
        size = sum(kinds[kind] for kind in ("pages", "styles", "scripts", "answers")) / 1000
        print(f"  {name}: {size:.1f} kB before art and fonts, layout shift {max(map(Trace.shifted, traces)):.4f}")


def begin(browser: Browser, url: str, game: str) -> tuple[BrowserContext, Page]:
    """A guest at a new table of their own."""
    context = context_of(browser)
    page = context.new_page()
    page.goto(url)
    page.click(f'[data-play="{game}"]')
    page.locator("body[data-ready]").wait_for()
    return context, page


def until(page: Page, *phases: str) -> str:
    """Waits for a phase of the table without asking for frames, as the browser's driver would."""
    return page.evaluate(UNTIL, phases)


def play_round(page: Page) -> None:
    """One round by keyboard, at the pace of a quick player."""
    until(page, "bet", "over")
    page.keyboard.press("Space")
    until(page, "busy")
    while until(page, "asked", "over") == "asked":
        time.sleep(THINKING_MS / 1000)
        confirm = page.query_selector('[data-does="confirm"]')
        if confirm is None:
            option = page.query_selector(".option")
            assert option is not None
            page.keyboard.press(option.get_attribute("data-key") or "")
        else:
            for place in range(1, 10):
                if page.is_enabled('[data-does="confirm"]'):
                    break
                page.keyboard.press(str(place))
            page.keyboard.press("Enter")
        until(page, "busy", "over")


def plain_frames(browser: Browser) -> tuple[int, int]:
    """Frames presented and dropped while one square moves on an empty page: what the machine itself can do now."""
    context = context_of(browser)
    page = context.new_page()
    page.set_content("<div></div>")
    stop = traced(browser, page)
    page.evaluate(PLAIN)
    trace = stop()
    context.close()
    return trace.frames()


def rate(presented: int, dropped: int) -> str:
    """Frames a second."""
    frames = presented + dropped
    return f"{60 * presented / max(1, frames):9.1f}   (60 asked for; {dropped} of {frames} dropped)"


def rounds(browser: Browser, url: str, games: Sequence[str], count: int) -> None:
    """Prints how fast choices are answered, what shifts, and how many frames are dropped, by game."""
    print(
        f"\nRounds with all motion, {count} each        a choice, median    worst     layout shift    frames  dropped"
    )
    answers: list[float] = []
    presented = dropped = 0
    for game in games:
        context, page = begin(browser, url, game)
        play_round(page)
        stop = traced(browser, page)
        for _ in range(count):
            play_round(page)
        page.wait_for_timeout(300)
        trace = stop()
        context.close()
        keys = trace.times("pitboss-key")
        own = [at - max(key for key in keys if key < at) for at in trace.times("pitboss-answered")]
        answers += own
        there, missing = trace.frames()
        presented, dropped = presented + there, dropped + missing
        told = f"{statistics.median(own):9.1f}{max(own):9.1f} ms" if own else f"{'no choice':>21}"
        print(f"  {game:36}{told}{trace.shifted():17.4f}{there:10}{missing:9}")
    if answers:
        print(line("choices answered on screen", answers, 100))
    print(f"  frames a second while something moves       {rate(presented, dropped)}")
    print(f"  the machine: one square on an empty page    {rate(*plain_frames(browser))}")


def make_ready(url: str) -> list[str]:
    """The games, once the server has all their figures at hand."""
    ends = time.monotonic() + 300
    while True:
        with urllib.request.urlopen(f"{url}/api/v1/games") as answer:
            told = json.load(answer)["games"]
        if all(wager.get("house_edge") for game in told for wager in game["wagers"]) or time.monotonic() > ends:
            return [game["name"] for game in told]
        time.sleep(1)


def main() -> None:
    """Reads the command line, starts a server and a browser, and measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--games", nargs="*", help="all games where none is named")
    given = parser.parse_args()
    system = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before the run")
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder, sync_playwright() as playwright:
        server = ServerProcess(f"{folder}/tables.db", Path(folder) / "key")
        try:
            browser = playwright.chromium.launch(executable_path=system, args=FLAGS)
            print(f"Chromium {browser.version}, {WIDE['width']} by {WIDE['height']}, without a graphics card")
            url = f"http://127.0.0.1:{server.port}"
            games = make_ready(url)
            context, page = begin(browser, url, games[0])
            table, state = page.url, context.storage_state()
            context.close()
            loads(browser, url, table, state, given.visits)
            other_pages(browser, url, given.visits)
            rounds(browser, url, given.games or games, given.rounds)
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
