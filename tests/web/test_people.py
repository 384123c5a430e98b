"""Who sits at a table: accounts kept and signed in to, several seats of one person, spectators, browsers without cookies."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Route, expect

from tests.support.live_server import Live
from tests.web.pages import WAIT_MS, Person

pytestmark = pytest.mark.slow
Come = Callable[..., Person]
PASSWORD = "correct horse"


def fill(who: Person, button: str, name: str, password: str = PASSWORD) -> None:
    """Fills the form in with that button, and sends it."""
    form = who.page.locator("form", has=who.page.get_by_role("button", name=button, exact=True))
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(password)
    form.get_by_role("button", name=button, exact=True).click()


def balance(who: Person) -> str:
    return who.page.request.get(f"{who.url}/api/v1/me").json()["balance"]


def test_a_guest_keeps_the_wallet_and_signs_in_elsewhere(person: Come):
    who = person().play_now("three-each")
    who.press("Space")
    assert not who.is_over()
    who.press("f")
    assert who.is_over()
    assert balance(who) == "995.00"
    who.press("m")
    who.page.get_by_role("button", name="Keep your wallet").click()
    fill(who, "Keep this wallet", "gina")
    who.see('#panel:has-text("sign in as gina")')
    assert balance(who) == "995.00"
    other = person().lobby()
    other.page.get_by_role("button", name="Sign in, or play as a guest").click()
    fill(other, "Sign in", "gina", "wrong password")
    expect(other.page.locator("#panel [role=alert]:visible")).to_contain_text("wrong", timeout=WAIT_MS)
    other.complaints.clear()  # The browser's own word on the refusal.
    fill(other, "Sign in", "gina")
    expect(other.page.locator("#who")).to_contain_text("gina", timeout=WAIT_MS)
    assert "$995.00" in other.text("#who")
    other.page.locator("#who button").click()
    other.page.get_by_role("button", name="Sign out").click()
    expect(other.page.locator("#who")).to_contain_text("Sign in", timeout=WAIT_MS)


def test_a_name_that_is_taken_is_refused_in_the_form(person: Come):
    one, other = person().lobby(), person().lobby()
    for who in (one, other):
        who.page.locator("#who button").click()
        fill(who, "Make an account", "hal")
    expect(one.page.locator("#who")).to_contain_text("hal", timeout=WAIT_MS)
    expect(other.page.locator("#panel [role=alert]:visible")).to_contain_text("taken", timeout=WAIT_MS)
    assert not Axe().run(other.page).violations_count
    other.complaints.clear()


def test_nobody_is_no_error(person: Come):
    who = person().lobby()
    expect(who.page.locator("#who")).to_contain_text("Sign in", timeout=WAIT_MS)
    who.page.locator("#who button").click()
    assert not Axe().run(who.page).violations_count


def test_a_browser_that_blocks_cookies_is_told_what_does_not_work(person: Come):
    """Blocked as a browser does it: the page reads that cookies are off, and no answer sets one."""
    who = person()
    who.page.add_init_script("Object.defineProperty(navigator, 'cookieEnabled', { get: () => false })")
    who.lobby()
    who.see('#notice:has-text("blocks cookies")')
    expect(who.page.locator("#notice")).to_contain_text("work without", timeout=WAIT_MS)
    who.page.locator('[data-play="three-each"]').click()
    who.see('#notice:has-text("Allow cookies to play")')
    assert who.page.locator(".tile[data-game]").count() > 3


def test_a_cookie_that_is_not_kept_is_noticed(person: Come):
    def without_cookie(route: Route) -> None:
        answer = route.fetch()
        headers = {name: value for name, value in answer.headers.items() if name != "set-cookie"}
        who.page.context.clear_cookies()
        route.fulfill(response=answer, headers=headers)

    who = person()
    who.answers("**/api/v1/guests", without_cookie)
    who.lobby()
    who.page.locator('[data-play="three-each"]').click()
    who.see('#notice:has-text("blocks cookies")')


def test_one_person_plays_two_seats(person: Come):
    who = person().play_now("three-each")
    who.press("m")
    who.page.get_by_role("button", name="Take another seat").click()
    who.see('#others [data-seat="1"]:has-text("You")')
    who.press("n")
    expect(who.page.locator("#own .heading")).to_have_text("Seat 1", timeout=WAIT_MS)
    who.press("Space")
    expect(who.page.locator("#own .heading")).to_have_text("Seat 2", timeout=WAIT_MS)
    who.press("Space")
    assert not who.is_over()
    assert who.text("#status").startswith("Seat 1")
    first = who.page.eval_on_selector_all("#own .card", "cards => cards.map((card) => card.dataset.card)")
    who.press("f")
    expect(who.page.locator("#status")).to_contain_text("Seat 2: ", timeout=WAIT_MS)
    second = who.page.eval_on_selector_all("#own .card", "cards => cards.map((card) => card.dataset.card)")
    assert not set(first) & set(second)
    who.press("p")
    assert who.is_over()
    assert "seat 1 −5.00, seat 2 " in who.text("#status")
    made = [(each["seat"], each["option"]) for each in who.heard("chose", 2)]
    assert made == [(1, "fold"), (2, "play")]
    who.press("l")
    expect(who.page.locator("#panel")).to_contain_text("in 2 rounds", timeout=WAIT_MS)


def test_a_spectator_follows_a_seat_and_sees_no_hidden_card(person: Come, live: Live):
    table = live.supervisor().open_table("three-each", bet_seconds=None, decide_seconds=None).id
    one, other, watcher = person().table(table), person().table(table), person().table(table)
    for who in (one, other):
        who.page.locator('#actions [data-does="sit"]').click()
        who.see('#actions [data-does="deal"]')
    one.see('#others [data-seat="2"]')
    for who in (one, other):
        who.press("Space")
    for who in (one, other):
        assert not who.is_over()
    expect(watcher.page.locator("#own .heading")).to_have_text("Seat 1", timeout=WAIT_MS)
    expect(watcher.page.locator("#own .card[data-suit=back]")).to_have_count(3, timeout=WAIT_MS)
    expect(watcher.page.locator("#status")).to_contain_text("watching", timeout=WAIT_MS)
    assert not Axe().run(watcher.page).violations_count
    for who in (one, other):
        who.press("p")
    assert one.is_over()
    assert other.is_over()
    watcher.page.locator('#others [data-show="2"]').click()
    expect(watcher.page.locator("#own .heading")).to_contain_text("Seat 2", timeout=WAIT_MS)
    expect(watcher.page.locator("#own .card[data-suit=back]")).to_have_count(0, timeout=WAIT_MS)
    hand = other.page.eval_on_selector_all("#own .card", "cards => cards.map((card) => card.dataset.card)")
    assert watcher.page.eval_on_selector_all("#own .card", "cards => cards.map((card) => card.dataset.card)") == hand
