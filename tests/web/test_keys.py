"""Keys and the focus at a table: what the space bar presses, where the focus stays, and what a screen reader is told."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.pages import WAIT_MS, Person

pytestmark = pytest.mark.slow
Come = Callable[..., Person]


def focus(who: Person) -> dict[str, Any]:
    """What has the focus: its id, and the names by which a control is known."""
    return who.page.evaluate("({ id: document.activeElement.id, ...document.activeElement.dataset })")


def told(who: Person, kind: str) -> list[dict[str, Any]]:
    """The events of a type that the page has heard so far: none may come that should not."""
    who.page.wait_for_timeout(100)
    return [each for each in who.messages if each["type"] == kind]


def test_the_space_bar_presses_what_has_the_focus(person: Come):
    """It bets money only where nothing, or the button that deals, has the focus."""
    who = person().play_now("three-each")
    stacks = who.page.locator("#spots .stack")
    who.page.locator('.spot[data-wager="ante"]').click()
    expect(stacks).not_to_have_count(0)
    who.page.locator('[data-does="clear"]').focus()
    who.press("Space")
    expect(stacks).to_have_count(0)
    assert focus(who)["id"] == "actions"  # Clear has nothing to clear now; the reader stays among the buttons.
    who.page.locator('[data-chip="25"]').focus()
    who.press("Space")
    expect(who.page.locator('[data-chip="25"]')).to_have_attribute("aria-pressed", "true")
    assert focus(who)["chip"] == "25"
    who.press("b")
    who.press("Space")
    who.press("Space")
    expect(who.page.locator('.spot[data-wager="ante"] .sum')).to_have_text("$50")
    who.page.locator('[data-does="double"]').focus()
    who.press("Space")
    expect(who.page.locator('.spot[data-wager="ante"] .sum')).to_have_text("$100")
    assert focus(who)["does"] == "double"
    assert not told(who, "bet")
    who.press("Escape")
    who.press("Space")
    assert not who.is_over()
    who.heard("bet")
    assert len(told(who, "bet")) == 1


def test_the_space_bar_deals_on_the_button_that_deals_and_after_a_bet_by_mouse(person: Come):
    who = person().play_now("three-each")
    who.page.locator('.spot[data-wager="ante"]').click()
    who.press("Space")
    assert not who.is_over()
    who.press("f")
    assert who.is_over()
    who.page.locator('[data-does="rebet"]').focus()
    who.press("Space")
    assert focus(who)["does"] == "rebet"
    who.page.locator('[data-does="deal"]').focus()
    who.press("Space")
    assert not who.is_over()
    who.heard("bet", 2)
    assert len(told(who, "bet")) == 2
    assert focus(who)["id"] == "actions"
    who.page.locator('[data-option="fold"]').focus()
    who.press("?")
    who.see(".option .ev")
    assert focus(who)["option"] == "fold"  # The buttons were drawn anew, with their values.


def test_a_space_bar_that_is_held_bets_once(person: Come):
    who = person().play_now("high-card")  # No choice stops its rounds.
    who.page.keyboard.down("Space")
    assert who.is_over()
    for _ in range(5):
        who.page.keyboard.down("Space")
    who.page.keyboard.up("Space")
    who.heard("bet")
    assert len(told(who, "bet")) == 1


def test_a_screen_reader_is_told_every_event(person: Come):
    """Without motion a whole deal comes at once."""
    who = person().play_now("three-each")
    who.press("Space")
    assert not who.is_over()
    who.press("p")
    assert who.is_over()
    expect(who.page.locator("#live p").last).to_contain_text("The round is over", timeout=WAIT_MS)
    said = who.page.locator("#live p").all_text_contents()
    for start in ("Round 1 begins", "Your cards: ", "Your turn: ", "You chose Play", "The dealer's cards: ", "Ante "):
        assert any(each.startswith(start) for each in said), start
    assert said[-1].startswith(("The round is over. You ", "The round is over. A push"))
    expect(who.page.locator("#live")).to_have_attribute("role", "log", timeout=WAIT_MS)
