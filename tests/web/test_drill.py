"""The drill in a browser: questions answered by key and mouse, graded, and misplayed ones that come back."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.web.pages import WAIT_MS, Person

pytestmark = pytest.mark.slow
Come = Callable[..., Person]
ASKED, GRADED = "body[data-phase=asked]", "body[data-phase=graded]"


def drilled(who: Person, game: str) -> Person:
    """Opens the drill of a game at its first question."""
    who.page.goto(f"{who.url}/drill.html?game={game}")
    who.page.locator(ASKED).wait_for()
    return who


def kept(who: Person) -> dict[str, Any]:
    """The scores that the browser keeps."""
    return json.loads(who.page.evaluate("localStorage.getItem('pitboss-drills')"))


def test_the_lobby_leads_to_a_drill_that_grades_answers(person: Come):
    who = person().lobby()
    assert who.page.locator('[data-game="high-card"] a[href^="drill"]').count() == 0
    who.page.locator('[data-game="three-each"] a[href^="drill"]').click()
    who.page.locator(ASKED).wait_for()
    cards = who.page.locator("#own .card").count()
    assert cards == 3
    assert who.page.locator("#dealer .card[data-suit=back]").count() == 3
    assert not who.page.locator(".ev").count()
    who.press("f")  # To fold is never the best in this game.
    who.page.locator(GRADED).wait_for()
    assert "gives up $" in who.text("#status")
    assert who.page.locator(".option.chosen").inner_text().startswith("Fold")
    assert who.page.locator(".option .ev.best").count() == 1
    assert who.text("#session").startswith("0 of 1 best")
    who.press("Space")
    who.page.locator(ASKED).wait_for()
    who.page.locator('[data-option="play"]').click()
    who.page.locator(GRADED).wait_for()
    assert "is best" in who.text("#status")
    assert who.text("#session").startswith("1 of 2 best")
    assert "best" in (who.page.locator("#live").text_content() or "")


def test_values_that_were_looked_at_do_not_count(person: Come):
    who = drilled(person(), "three-each")
    who.press("?")
    who.see(".option .ev.best")
    who.press("f")
    who.page.locator(GRADED).wait_for()
    assert "does not count" in who.text("#status")
    assert who.text("#session") == "No answer counted yet"
    assert kept(who)["three-each 1"] == {"asked": 0, "misplayed": {}}


def test_a_misplayed_decision_comes_back(person: Come):
    who = drilled(person(), "three-each")
    first = who.page.eval_on_selector_all("#own .card", "cards => cards.map((card) => card.dataset.card)")
    who.press("f")
    who.page.locator(GRADED).wait_for()
    scores = kept(who)
    ((decision, card),) = scores["three-each 1"]["misplayed"].items()
    assert all(each in decision for each in first)
    scores["three-each 1"]["asked"] = card["due"]
    who.page.evaluate("text => localStorage.setItem('pitboss-drills', text)", json.dumps(scores))
    who.page.reload()
    who.page.locator(ASKED).wait_for()
    assert who.text("#status").startswith("Misplayed before")
    assert sorted(who.page.eval_on_selector_all("#own .card", "cards => cards.map((c) => c.dataset.card)")) == sorted(
        first
    )


def test_the_mistakes_of_a_session_are_drilled(person: Come):
    """The panel of the session leads to a drill that asks the very decision again."""
    who = person().play_now("three-each")
    who.press("Space")
    assert not who.is_over()
    dealt = who.page.eval_on_selector_all("#own .card", "cards => cards.map((card) => card.dataset.card)")
    who.press("?")
    who.see(".option .ev")
    who.press("f")  # To fold is never the best in this game.
    assert who.is_over()
    expect(who.page.locator("#session")).to_contain_text("errors −", timeout=WAIT_MS)
    who.press("l")
    who.page.get_by_role("link", name="Drill this mistake").click()
    who.page.locator(ASKED).wait_for()
    assert who.text("#status").startswith("Misplayed before")
    cards = who.page.eval_on_selector_all("#own .card", "cards => cards.map((card) => card.dataset.card)")
    assert sorted(cards) == sorted(dealt)


@pytest.mark.parametrize("size", [{"width": 1280, "height": 720}, {"width": 390, "height": 844}])
def test_buttons_stay_where_they_are_when_an_answer_is_graded(size: dict[str, int], person: Come):
    """And the way on lies below them, where no second press of an answer meets it."""
    who = drilled(person(viewport=size), "draw-five")
    place = "all => all.map((each) => { const { x, y, width, height } = each.getBoundingClientRect(); return [x, y, width, height]; })"
    before = who.page.locator(".option").evaluate_all(place)
    who.page.locator(".option").first.click()
    who.page.locator(GRADED).wait_for()
    assert who.page.locator(".option").evaluate_all(place) == before
    (_, top, _, _), *_ = who.page.locator('[data-does="next"]').evaluate_all(place)
    assert top >= max(y + height for _, y, _, height in before)
    given = [each.replace("★", "").strip() for each in who.page.locator(".option .ev .sum").all_inner_texts()]
    low, high = sorted(round(100 * float(each.replace("−", "-"))) for each in given)
    lost = high - low
    told = who.text("#status")
    assert "is best" in told
    assert "gives up" not in told or f"${lost // 100}" in told


def test_a_game_without_a_drill_says_so(person: Come):
    who = person()
    who.page.goto(f"{who.url}/drill.html?game=high-card")
    who.see('#status:has-text("nothing to drill")')
    expect(who.page.locator('#actions a[href="/"]')).to_be_visible(timeout=WAIT_MS)
    who.complaints.clear()  # The browser's own word on the refusal.


@pytest.mark.parametrize(("scheme", "width", "height"), [("dark", 360, 640), ("light", 640, 360)])
def test_axe_finds_nothing(scheme: str, width: int, height: int, person: Come):
    """On a narrow phone, and in a window at 200 %."""
    who = drilled(person(color_scheme=scheme, viewport={"width": width, "height": height}), "draw-five")
    found = {"asked": Axe().run(who.page)}
    assert who.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    who.press("d")
    who.page.locator(GRADED).wait_for()
    found["graded"] = Axe().run(who.page)
    who.press("l")
    found["score"] = Axe().run(who.page)
    wrong = {state: result.generate_report() for state, result in found.items() if result.violations_count}
    assert not wrong, "\n".join(wrong.values())
