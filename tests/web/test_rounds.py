"""A full round of every game in a real browser, by mouse, by touch and by keyboard alone."""

import re
from collections.abc import Callable
from itertools import count

import pytest
from playwright.sync_api import Locator, expect

from tests.support.live_server import Live
from tests.web.pages import WAIT_MS, Person

pytestmark = pytest.mark.slow
Come = Callable[..., Person]
PHONE = {"width": 390, "height": 844}
NO_SCROLLING = """() => {
    const parts = [...document.querySelectorAll('#centre > :not(#shoe)')];
    const places = parts.map((part) => part.getBoundingClientRect());
    return document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth
        && parts.every((part) => part.scrollWidth <= part.clientWidth + 1)
        && places.every((place, at) => at === 0 || place.top >= places[at - 1].bottom - 1)
        && places.at(-1).bottom <= document.querySelector('#felt').getBoundingClientRect().bottom;
}"""


def by_pointer(who: Person, click: Callable[[Locator], None]) -> None:
    """Bets on the first spot that wants a bet, then answers every choice; `click` is the mouse's or the finger's."""
    click(who.page.locator('[data-chip="5"]'))
    click(who.page.locator(".spot.wanted").first)
    click(who.page.locator('#actions [data-does="deal"]'))
    made = 0
    while not who.is_over():
        assert who.page.evaluate(NO_SCROLLING)
        cards = who.page.locator("#own button.card")
        confirm = who.page.locator('[data-does="confirm"]')
        if confirm.count():
            for place in count():
                if confirm.is_enabled():
                    break
                click(cards.nth(place))
            click(confirm)
        else:
            click(who.page.locator(".option").last)
        made += 1
        who.heard("chose", made)  # A browser may make a click of a tap some time later.


def by_keyboard(who: Person) -> None:
    """Deals with the space bar, then answers every choice by keys."""
    who.press("Space")
    answer(who)


def answer(who: Person) -> None:
    """Answers every choice by the key on its button, or by the digits of cards."""
    while not who.is_over():
        confirm = who.page.locator('[data-does="confirm"]')
        if confirm.count():
            for digit in count(1):
                if confirm.is_enabled():
                    break
                who.press(str(digit))
            who.press("Enter")
        else:
            key = who.page.locator(".option").first.get_attribute("data-key")
            assert key
            who.press(key)


def check_ended(who: Person, live: Live) -> None:
    """The felt shows what the server settled: the result of every bet, and the line in the grid."""
    over = who.heard("over")[0]
    lines = who.heard("settled")
    for line in lines:
        shown = who.page.locator(f'.spot[data-wager="{line["wager"]}"] .result').inner_text()
        net = sum(round(100 * float(each["net"])) for each in lines if each["wager"] == line["wager"])
        assert shown.replace("−", "-").replace("+", "").replace(",", "") == (f"{net / 100:.2f}" if net else "push")
        place = f'tr[data-wagers~="{line["wager"]}"][data-lines~="{line["line"]}"][data-outcome="{line["outcome"]}"]'
        row = who.page.locator(f"#printed {place}")
        assert line["pays"] in ("lose", "$0") or "lit" in (row.get_attribute("class") or "").split()
    me = who.page.request.get(f"{live.url}/api/v1/me").json()
    assert round(100 * float(me["balance"])) == 100_000 + round(100 * float(over["net"]["1"]))
    balance = who.page.locator("#balance")
    balance.filter(has_text=f"{float(me['balance']):,.2f}").wait_for()
    assert "round is over" in who.page.locator("#live").text_content()  # ty: ignore[unsupported-operator]


def test_a_round_by_mouse(game_name: str, person: Come, live: Live):
    who = person().play_now(game_name)
    by_pointer(who, Locator.click)
    check_ended(who, live)
    assert who.page.evaluate(NO_SCROLLING)


def test_a_round_by_touch_on_a_phone(game_name: str, person: Come, live: Live):
    who = person(viewport=PHONE, has_touch=True, is_mobile=True).play_now(game_name)
    by_pointer(who, Locator.tap)
    assert who.page.evaluate(NO_SCROLLING)
    check_ended(who, live)


def test_a_round_by_keyboard(game_name: str, person: Come, live: Live):
    who = person().play_now(game_name)
    by_keyboard(who)
    check_ended(who, live)


@pytest.mark.parametrize("toy", ["draw-five", "high-card", "three-choices", "two-back"])
def test_a_game_that_was_added_as_a_folder_plays(toy: str, person: Come, live: Live):
    who = person().play_now(toy)
    by_keyboard(who)
    check_ended(who, live)
    assert who.page.evaluate(NO_SCROLLING)
    finger = person(viewport=PHONE, has_touch=True, is_mobile=True).play_now(toy)
    assert "Tap a spot" in finger.text("#why")
    by_pointer(finger, Locator.tap)
    assert finger.page.evaluate(NO_SCROLLING)
    check_ended(finger, live)


def test_bets_are_taken_back(person: Come):
    """A choice that gives a bet back says so on its button, on the spot, and to a screen reader; alike bets share a pay table."""
    who = person().play_now("two-back")
    assert who.page.locator("#printed caption").all_inner_texts() == ["Bet 1, Bet 2, Bet 3"]
    who.press("Space")
    assert not who.is_over()
    assert who.text("#status") == "Your turn: Let it ride or Take back?"
    back = who.page.locator('[data-option="take-back"]')
    assert back.inner_text().split("\n")[1:3] == ["Take back", "takes $5 back"]
    who.press("?")
    who.see(".option .ev.best")
    assert "Take back" in who.text("#why")
    back.click()
    assert not who.is_over()
    first, second = (who.page.locator(f'.spot[data-wager="bet_{number}"]') for number in (1, 2))
    assert first.locator(".hint").inner_text() == "taken back"
    expect(who.page.locator("#balance")).to_have_text("$990.00", timeout=WAIT_MS)
    who.press("e")
    assert who.is_over()
    assert first.locator(".hint").inner_text() == "taken back"
    expect(second.locator(".result")).to_have_text(re.compile(r"^[+−]5.00$"))
    assert len(who.heard("settled")) == 2
    said = who.page.locator("#live p").all_text_contents()
    assert "You chose Take back: $5 back from Bet 1." in said
    assert "You chose Let it ride." in said
    assert round(100 * abs(float(who.heard("over")[0]["net"]["1"]))) == 1000
    who.press("Space")  # The same three bets again.
    assert not who.is_over()
    assert who.page.locator(".spot .stake .sum").all_inner_texts() == ["$5"] * 3


def test_raises_a_set_of_cards_and_a_third_decision(person: Come):
    who = person().play_now("three-choices")
    who.press("Space")
    assert not who.is_over()
    assert [each.split("\n")[-1] for each in who.page.locator(".option").all_inner_texts()] == [
        "Check",
        "+$5",
        "+$10",
        "+$15",
        "+$20",
    ]
    assert who.text("#status") == "Your turn: Check or Raise 1 to 4?"
    who.page.locator('[data-option="raise-3"]').click()
    assert not who.is_over()
    assert who.text('.spot[data-wager="raise"] .stake .sum') == "$15"
    assert who.text("#status") == "Your turn: name two low cards"  # The game's own words.
    assert "Click cards, or drag them up, to pick them." in who.text("#why")
    for digit in "124":  # A third card takes the place of the first.
        who.press(digit)
    assert who.page.evaluate(NO_SCROLLING)
    pressed = who.page.locator('#own button.card[aria-pressed="true"]')
    named = pressed.evaluate_all("cards => cards.map((card) => card.dataset.card)")
    assert len(named) == 2
    who.press("Enter")
    assert not who.is_over()
    assert who.page.locator("#community .card").count() == 1
    assert sorted(
        who.page.eval_on_selector_all("#own .aside .card", "cards => cards.map((card) => card.dataset.card)")
    ) == sorted(named)
    assert who.page.locator("#own .aside > span:last-child").first.inner_text() == "named low"
    who.press("s")
    assert who.is_over()
    made = who.heard("chose", 3)
    assert [each["choice"] for each in made] == ["bet", "low", "stay"]
    assert sorted(made[1]["option"]) == sorted(named)
