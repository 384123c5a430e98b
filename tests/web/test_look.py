"""The look of the pages: themes from one file, set before anything is painted, contrast, cheap motion, and files that are kept."""

import json
import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect

from pitboss.report.render import tokens
from tests.support.live_server import Live
from tests.web.pages import Person

pytestmark = pytest.mark.slow
Come = Callable[..., Person]
ENHANCED: dict[str, Any] = {
    "runOnly": ["color-contrast", "color-contrast-enhanced"],
    "rules": {"color-contrast-enhanced": {"enabled": True}},
}
ANIMATED = """
window.animated = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
    window.animated.push(...frames.flatMap((frame) => Object.keys(frame)));
    return animate.call(this, frames, how);
};
"""


def settings_of(page: Page) -> dict[str, str]:
    """The settings that the style sheets read."""
    names = ("theme", "contrast", "motion", "deck", "index")
    return {name: page.locator("html").get_attribute(f"data-{name}") or "" for name in names}


def resolved(value: str, known: dict[str, str]) -> str:
    """A value as a browser tells it: with the values of the tokens that it names."""
    return re.sub(r"var\((--[\w-]+)\)", lambda named: known[named[1]], value)


def test_reports_read_the_tokens_as_a_browser_does(person: Come):
    page = person().lobby().page
    for theme, contrast in product(("dark", "light", "print"), ("normal", "high")):
        expected = tokens.values({"theme": theme, "contrast": contrast, "deck": "classic", "motion": "none"})
        page.evaluate(
            "([theme, contrast]) => Object.assign(document.documentElement.dataset, { theme, contrast })",
            [theme, contrast],
        )
        found = page.evaluate(
            """(names) => {
                const style = getComputedStyle(document.documentElement);
                return names.map((name) => style.getPropertyValue(name).trim());
            }""",
            list(expected),
        )
        assert found == [resolved(value, expected) for value in expected.values()], (theme, contrast)


LOUD = {"theme": "dark", "deck": "four", "index": "large", "motion": "full", "contrast": "high"}


@pytest.mark.parametrize(
    ("how", "kept"), [({"color_scheme": "light", "contrast": "more"}, {}), ({"color_scheme": "light"}, LOUD)]
)
def test_settings_are_there_before_any_module_runs(
    how: dict[str, Any], kept: dict[str, str], browser: Browser, live: Live
):
    context = browser.new_context(**how)
    context.add_init_script(f"localStorage.setItem('pitboss-settings', {json.dumps(json.dumps(kept))})")
    page = context.new_page()
    held: list[Route] = []
    page.route("**/js/settings.js", lambda route: held.append(route))
    page.goto(live.url, wait_until="commit")
    page.locator("h1").wait_for()
    early = settings_of(page)
    while not held:
        page.wait_for_timeout(20)
    for route in held:
        route.continue_()
    page.locator(".tile[data-game]").first.wait_for()
    assert settings_of(page) == early
    context.close()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_high_contrast_is_high_everywhere(scheme: str, person: Come):
    """Level AAA of WCAG, which axe is asked for."""
    who = person(color_scheme=scheme, contrast="more").lobby()
    expect(who.page.locator("html")).to_have_attribute("data-contrast", "high")
    found = {"lobby": Axe().run(who.page, options=ENHANCED)}
    who.play_now("three-each")
    found["bets"] = Axe().run(who.page, options=ENHANCED)
    who.press("Space")
    assert not who.is_over()
    who.press("?")
    who.see(".option .ev")
    found["choice"] = Axe().run(who.page, options=ENHANCED)
    who.press("p")
    assert who.is_over()
    found["over"] = Axe().run(who.page, options=ENHANCED)
    who.press("s")
    found["settings"] = Axe().run(who.page, options=ENHANCED)
    wrong = {state: result.generate_report() for state, result in found.items() if result.violations_count}
    assert not wrong, "\n".join(wrong.values())


def test_cards_keep_their_faces_where_the_system_chooses_colours(person: Come):
    who = person(forced_colors="active").play_now("three-each")
    who.press("Space")
    assert not who.is_over()
    style = "(element) => getComputedStyle(element).fill"
    paper = who.page.locator("#own .card .paper").first.evaluate(style)
    ink = who.page.locator("#own .card .ink").first.evaluate(style)
    assert paper != ink
    who.press("Tab")
    ring = who.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert ring == "solid"


def test_only_transform_and_opacity_are_animated(person: Come):
    who = person(reduced_motion="no-preference")
    who.page.add_init_script(ANIMATED)
    who.play_now("three-each")
    who.page.locator(".spot.wanted").first.click()
    who.press("Space")
    who.page.locator("body[data-phase=asked]").wait_for()
    who.press("p")
    who.page.locator("body[data-phase=over]").wait_for()
    animated = set(who.page.evaluate("window.animated"))
    assert "transform" in animated
    assert animated <= {"transform", "opacity", "offset", "easing"}


def test_a_theme_restyles_the_felt(person: Come, live: Live):
    """Another theme is another title, other names of bets, another suit with other icons."""
    supervisor = live.supervisor()
    themed = [each["name"] for each in supervisor.games() if "theme" in {option["name"] for option in each["options"]}]
    if not themed:
        pytest.skip("no game has themes")
    (option,) = (each for each in supervisor.game(themed[0])["options"] if each["name"] == "theme")
    seen = []
    for name in option["listed"][:2]:
        who = person().table(supervisor.open_table(themed[0], options={"theme": name}).id)
        told = supervisor.game(themed[0], {"theme": name})
        theme = told["theme"]
        ace = f"A{theme['suit'][0]}"
        label = who.page.evaluate(
            """async (text) => {
                const { card } = await import('/js/cards.js');
                const loaded = performance.getEntriesByType('resource').map((each) => each.name);
                const { view } = await import(loaded.find((each) => each.includes('table-view.js')));
                return card(text, view.state.game.theme).getAttribute('aria-label');
            }""",
            ace,
        )
        assert label == f"ace of {theme['suit']}, {theme['counts'][ace]} {theme['icons']}"
        assert who.text("#title") == told["title"] == theme["title"]
        names = who.page.locator("#spots .spot .name").all_inner_texts()
        assert set(theme["bets"].values()) <= set(names)
        assert set(theme["bets"].values()) <= set(who.page.locator("#printed caption").all_inner_texts())
        seen.append((who.text("#title"), tuple(names), label))
    one, other = seen
    assert all(first != second for first, second in zip(one, other, strict=True))


SMALL = pytest.mark.parametrize(
    "size", [{"width": 360, "height": 640}, {"width": 640, "height": 360}], ids=["narrow", "zoomed"]
)
"""A narrow phone, and a window of 1280 by 720 at 200 %."""


@SMALL
def test_the_lobby_fits_a_small_screen(size: dict[str, int], person: Come):
    who = person(viewport=size).lobby()
    assert who.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for tile in who.page.locator(".tile[data-game]").all():
        for part in (tile.locator("h2"), *tile.locator(".acts > *").all()):
            place = part.bounding_box()
            assert place
            assert place["x"] >= 0
            assert place["x"] + place["width"] <= size["width"]
    for act in who.page.locator(".tile[data-game] .acts > *").all():
        act.scroll_into_view_if_needed()
        expect(act).to_be_in_viewport(ratio=0.98)  # Edges may lie between two pixels.
    assert not Axe().run(who.page).violations_count
    who.page.get_by_role("button", name="Options of Three Each", exact=True).click()
    who.see("#panel .main")
    assert who.page.evaluate("document.querySelector('#panel .body').scrollWidth <= innerWidth")
    start = who.page.locator("#panel .main")
    start.scroll_into_view_if_needed()
    expect(start).to_be_in_viewport(ratio=0.98)


def test_a_phone_shows_play_money_every_meter_and_every_rank(person: Come, live: Live):
    """Nothing that counts is cut off without a hint, and a card's corner is clear of its pips."""
    who = person(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).lobby()
    hidden = """(card) => {
        const index = card.querySelector('.large.index').getBoundingClientRect();
        const over = document.elementsFromPoint(index.left + index.width / 2, index.top + index.height / 2)[0];
        return !card.contains(over);
    }"""
    tile = who.page.locator(".tile:has(.fan)").first
    tile.scroll_into_view_if_needed()
    assert not [each for each in tile.locator(".fan .card").all() if each.evaluate(hidden)]
    who.play_now("three-each")
    expect(who.page.locator("#money .muted")).to_be_in_viewport(ratio=1)
    told = who.page.evaluate("""async () => {
        const { drawMeters } = await import('/js/felt.js');
        drawMeters({ meters: [1, 2, 3, 4, 5].map((number) => ({ words: `a meter with a long name, number ${number}`, amount: '12345.60' })) });
        return [...document.querySelectorAll('#meters dd')].map((each) => each.getBoundingClientRect()).every(({ left, right }) => left > 0 && right < innerWidth);
    }""")
    assert told
    apart = who.page.evaluate("""async () => {
        const { card } = await import('/js/cards.js');
        document.body.replaceChildren(...'23456789TJQK'.split('').map((rank) => card(`${rank}s`, null, { vars: { '--w': '200px' } })));
        document.querySelectorAll('.plain').forEach((each) => each.style.setProperty('display', 'inline'));
        const boxes = (one, selector) => [...one.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
        const touches = (one, other) => one.left < other.right + 18 && other.left < one.right + 18 && one.top < other.bottom && other.top < one.bottom;
        return [...document.querySelectorAll('.card')].filter((one) => {
            const corners = boxes(one, 'g > text.index ~ path.ink, svg > g > g > text.index ~ path.ink');
            const rest = boxes(one, 'svg > path.ink.plain, .frame');
            return corners.length !== 2 || !rest.length || corners.some((corner) => rest.some((each) => touches(corner, each)));
        }).map((each) => each.dataset.card);
    }""")
    assert apart == []


@SMALL
def test_verify_and_a_page_that_is_not_there_fit_a_small_screen(size: dict[str, int], person: Come):
    who = person(viewport=size)
    who.page.goto(f"{who.url}/verify.html")
    who.page.get_by_label("Proof (JSON)").fill(json.dumps({"format": "x" * 200}))
    who.page.get_by_role("button", name="Verify").click()
    who.see("#result[data-state=wrong]")
    assert who.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not Axe().run(who.page).violations_count
    who.page.goto(f"{who.url}/no/such/page.html")
    who.complaints.clear()  # The browser's own word on the answer.
    expect(who.page.get_by_role("link", name="Go to the lobby")).to_be_in_viewport(ratio=1)
    assert who.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_there_is_no_sound_before_it_is_turned_on(person: Come):
    who = person()
    who.page.add_init_script("""
        const Real = window.AudioContext;
        window.AudioContext = class extends Real { constructor(...all) { super(...all); window.hasSounded = true; } };
    """)
    who.play_now("three-each")
    spot = who.page.locator('.spot[data-wager="ante"]')
    spot.click()
    assert not who.page.evaluate("Boolean(window.hasSounded)")
    who.press("s")
    assert who.page.locator('#panel input[name="sound"][value="off"]').is_checked()
    who.page.locator('#panel input[name="sound"][value="on"]').check()
    who.close_panel()
    spot.click()
    assert who.page.evaluate("window.hasSounded")


def test_a_second_visit_loads_no_file_again(person: Come):
    who = person().lobby()
    cost = """() => performance.getEntriesByType('resource').filter((each) => !each.name.includes('/api/'))
        .map((each) => [new URL(each.name).pathname, each.transferSize])"""
    first = dict(who.page.evaluate(cost))
    assert len(first) > 10
    assert all(size > 0 for size in first.values())
    who.page.reload()
    who.page.locator(".tile[data-game]").first.wait_for()
    again = dict(who.page.evaluate(cost))
    assert first.keys() == again.keys()
    assert not any(again.values())


def test_a_page_that_is_not_there_leads_to_the_lobby(browser: Browser, live: Live):
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{live.url}/no/such/page.html")
    assert not Axe().run(page).violations_count
    page.get_by_role("link", name="Go to the lobby").click()
    page.locator(".tile[data-game]").first.wait_for()
    context.close()
