"""The analyser in a browser: cards by click and keyboard, advice, odds, settlement, links, examples, small screens."""

import re
from collections.abc import Callable
from typing import Self

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Route, expect

from tests.web.pages import WAIT_MS, Person

pytestmark = pytest.mark.slow
Come = Callable[..., Person]
PERCENT = re.compile(r"^\d+\.\d\d %$")
HAND = "game=three-each&bet=ante=5.00&deal=player=As+Kd+4h"


class Analyst:
    """Somebody at the analyser."""

    def __init__(self, who: Person, query: str = "") -> None:
        self.who, self.page = who, who.page
        self.page.goto(f"{who.url}/analyser.html{query and f'?{query}'}")
        self.page.locator("body[data-ready]").wait_for()
        self.settled()

    def settled(self) -> Self:
        """Waits until the page has asked everything it wants to know."""
        self.page.locator("body[data-state]:not([data-state=asking])").wait_for()
        return self

    def pick(self, game: str) -> Self:
        self.page.select_option("#game", game)
        expect(self.page).to_have_url(re.compile(f"game={game}"), timeout=WAIT_MS)
        return self.settled()

    def type(self, text: str) -> Self:
        self.page.locator("#typed").press_sequentially(text)
        return self.settled()

    def click(self, selector: str) -> Self:
        self.page.locator(selector).first.click()
        return self.settled()

    def state(self) -> str:
        return self.page.locator("body").get_attribute("data-state") or ""

    def pile(self, name: str) -> list[str]:
        return self.page.eval_on_selector_all(
            f'#felt [data-pile="{name}"] .card', "cards => cards.map((card) => card.dataset.card)"
        )

    def title(self) -> str:
        return self.page.locator("#answer-title").inner_text()


def test_from_an_empty_page_to_a_settled_round_by_click(person: Come):
    who = Analyst(person()).pick("three-each")
    assert who.title() == "Enter three cards: player"
    assert who.page.locator("#answer [data-example]").count() == 3
    for text in ("As", "Kd", "4h"):
        who.click(f'.face[data-face="{text}"]')
    assert who.pile("player") == ["As", "Kd", "4h"]
    assert who.page.locator('.face[data-face="As"]').is_disabled()
    assert who.title() == "Best: play"
    who.who.see("#answer .option .ev.best")
    assert who.page.locator("#answer .fraction").first.inner_text().count("/") == 1
    assert who.page.locator("#answer .reason").inner_text().endswith(".")
    assert who.page.locator("#answer table.odds tr[data-wager=ante]").count() == 3
    who.click('#answer [data-option="play"]')
    assert who.title() == "Enter three cards: dealer"
    for text in ("Ah", "Kc", "4d"):
        who.click(f'.face[data-face="{text}"]')
    assert who.state() == "over"
    assert who.title() == "A push: every bet comes back"
    assert who.page.locator("#tables tr.lit").get_attribute("data-outcome") == "TIED"
    expect(who.page.locator('#answer tr[data-wager="ante"] td').last).to_have_text(PERCENT, timeout=WAIT_MS)
    assert "pushes" in who.page.locator("#answer .why").inner_text()
    expect(who.page.locator("#live")).to_have_text("A push: every bet comes back.")
    who.click('[data-undo="play"]')
    assert who.title() == "Best: play"


def test_everything_by_keyboard(person: Come):
    """A whole round is typed in one go; the deck, the options and the piles are reached by Tab and arrows."""
    who = Analyst(person(), "game=three-each")
    page = who.page
    page.focus("#typed")
    who.type("As, kd 4h 10c")
    assert who.pile("player") == ["As", "Kd", "4h"]
    assert who.pile("dealer") == ["Tc"]
    page.keyboard.press("Backspace")
    who.settled()
    assert who.pile("dealer") == []
    page.focus("#answer .best .option")
    page.keyboard.press("Enter")
    who.settled()
    assert who.title() == "Enter three cards: dealer"
    who.type("2c 3")
    page.keyboard.press("Enter")
    assert "“3” is no card" in page.locator("#complaint").inner_text()
    page.locator("#typed").fill("")
    who.type("As")
    assert "ace of spades is used already, in player" in page.locator("#complaint").inner_text()
    page.focus(".face[tabindex='0']")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    below = page.evaluate("document.activeElement.dataset.face")
    assert below[1] == "h"
    page.keyboard.press("Enter")
    who.settled()
    assert who.pile("dealer") == ["2c", below]
    assert page.evaluate("document.activeElement.matches('.face')")
    page.focus('#felt [data-pile="player"] .card')
    page.keyboard.press("Enter")
    who.settled()
    assert who.pile("player") == ["Kd", "4h"]
    assert page.evaluate("document.activeElement.id") == "typed"


def test_a_link_opens_the_same_page(person: Come):
    who = Analyst(person(), "game=draw-five")
    who.page.locator("#options summary").click()
    who.page.select_option("#option-decks", "1")
    who.settled()
    who.page.fill("#bet-tie", "2")
    who.page.press("#bet-tie", "Enter")
    who.settled()
    who.type("6s 4h")
    who.page.locator('[data-pile="seen"] .aim').click()
    who.type("6h 6d")
    other = Analyst(person(), who.page.url.partition("?")[2])
    for part in ("#answer", "#felt", "#tables"):  # A reason that is put in words a moment later comes to both.
        for _ in range(WAIT_MS // 50):
            texts = [each.page.locator(part).inner_text() for each in (who, other)]
            if texts[0] == texts[1]:
                break
            who.page.wait_for_timeout(50)
        assert texts[0] == texts[1]
    assert other.pile("seen") == ["6h", "6d"]
    assert other.page.url == who.page.url
    assert other.page.locator("#bet-tie").input_value() == "2"


def test_a_bet_entered_while_the_game_is_set_up_anew_is_kept(person: Come):
    come = person()
    held: list[Route] = []

    def later(route: Route) -> None:
        if "decks" in (route.request.post_data or ""):
            held.append(route)
        else:
            route.continue_()

    come.answers("**/api/v1/games/draw-five", later)
    who = Analyst(come, "game=draw-five")
    page = who.page
    page.locator("#options summary").click()
    page.select_option("#option-decks", "1")
    assert who.state() == "asking"
    page.fill("#bet-regular", "7")
    page.press("#bet-regular", "Enter")
    page.fill("#bet-tie", "2")  # Not yet confirmed when the game comes.
    held.pop().continue_()
    who.settled()
    assert page.locator("#bet-tie").input_value() == "2"
    page.press("#bet-tie", "Enter")
    who.settled()
    assert [page.locator(f"#bet-{name}").input_value() for name in ("regular", "tie")] == ["7", "2"]
    for part in ("set=decks%3D1", "bet=regular%3D7.00", "bet=tie%3D2.00"):
        assert part in page.url


def test_the_tab_key_goes_on_from_a_bet_and_an_option_keeps_its_focus(person: Come):
    who = Analyst(person(), "game=draw-five&deal=player=6s+4h")
    page = who.page
    page.focus("#bet-regular")
    page.keyboard.press("Control+A")
    page.keyboard.type("7")
    page.keyboard.press("Tab")
    who.settled()
    assert page.evaluate("document.activeElement.id") == "bet-tie"
    assert "bet=regular%3D7.00" in page.url
    page.focus('#answer [data-option="draw"]')
    page.evaluate("document.querySelector('#bet-tie').value = 2")
    page.evaluate("document.querySelector('#bet-tie').dispatchEvent(new Event('change'))")
    who.settled()
    assert "bet=tie%3D2.00" in page.url
    assert page.evaluate("document.activeElement.dataset.option") == "draw"


def test_cards_seen_elsewhere_change_the_values(person: Come):
    who = Analyst(person(), "game=draw-five&set=decks=1&deal=player=6s+4h")
    before = who.page.locator("#answer .fraction").all_inner_texts()
    who.page.locator('[data-pile="seen"] .aim').click()
    who.type("6h 6d 6c 5s")
    assert who.page.locator("#answer .fraction").all_inner_texts() != before


def test_several_choices_and_sets_of_cards(person: Come):
    who = Analyst(person(), "game=three-choices&bet=ante=2.00&deal=player=As+Kd+4h+2c")
    assert who.page.locator("#answer .option").count() == 5
    who.click('#answer [data-option="raise-4"]')
    assert who.page.locator("#bets").inner_text().count("$8") == 1
    assert who.title() == "Best: low hand two of clubs and four of hearts"
    who.click("#answer .best .option")
    who.type("9d")
    assert who.title() == "Best: stay"
    who.click('#answer [data-option="stay"]')
    who.type("3c 2d")
    assert who.title() == "Wins $10"
    assert [each.inner_text().split("\n")[0] for each in who.page.locator(".made button").all()] == [
        "Raise 4",
        "Low hand 2♣ 4♥",
        "Stay",
    ]


@pytest.mark.parametrize("kind", ["hand", "close", "round"])
def test_examples_fill_the_page(kind: str, person: Come):
    who = Analyst(person(), "game=draw-five")
    with who.page.expect_response("**/examples"):
        who.page.locator(f'#tools [data-example="{kind}"]').click()
    expect(who.page.locator("#felt .card").first).to_be_visible()
    who.settled()
    assert who.state() == ("over" if kind == "round" else "choice")


def test_what_cannot_be_is_said_in_words(person: Come):
    who = Analyst(person(), "game=no-such-game")
    assert "no-such-game" in who.page.locator("#notice").inner_text()
    who.pick("three-each")
    who.page.fill("#bet-ante", "0.30")
    who.page.press("#bet-ante", "Enter")
    who.settled()
    assert "below the step" in who.page.locator("#answer").inner_text()
    who.page.fill("#bet-ante", "5")
    who.page.press("#bet-ante", "Enter")
    who.settled()
    assert who.title() == "Enter three cards: player"
    who.who.complaints = [each for each in who.who.complaints if "Failed to load resource" not in each]


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing(scheme: str, person: Come):
    who = Analyst(person(color_scheme=scheme), "game=three-each")
    found = {"empty": Axe().run(who.page)}
    who.type("As Kd 4h")
    found["choice"] = Axe().run(who.page)
    who.page.locator("#options summary").click()
    found["options"] = Axe().run(who.page)
    who.page.locator("#options summary").click()
    who.click('#answer [data-option="play"]')
    found["cards"] = Axe().run(who.page)
    who.type("2c 3c 5c")
    found["over"] = Axe().run(who.page)
    wrong = {state: result.generate_report() for state, result in found.items() if result.violations_count}
    assert not wrong, "\n".join(wrong.values())


@pytest.mark.parametrize(
    "size", [{"width": 360, "height": 640}, {"width": 640, "height": 360}], ids=["narrow", "zoomed"]
)
def test_a_small_screen_scrolls_down_only(size: dict[str, int], person: Come):
    who = Analyst(person(viewport=size), HAND)
    assert who.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    who.click('#answer [data-option="play"]')
    who.type("2c 3c 5c")
    assert who.state() == "over"
    assert who.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_deck_lies_under_the_piles_on_a_phone(person: Come):
    who = Analyst(person(viewport={"width": 390, "height": 844}), HAND)
    expect(who.page.locator(".face").first).to_be_in_viewport(ratio=1)
    assert who.page.locator("#bets").is_hidden()
    who.page.get_by_role("button", name="Bets $5").click()
    expect(who.page.locator("#bet-ante")).to_be_visible()
    assert who.page.locator("#kinds").is_hidden()
    who.page.get_by_role("button", name="Examples").click()
    who.click('#tools [data-example="round"]')
    expect(who.page.locator("body")).to_have_attribute("data-state", "over")
    assert who.page.locator("#kinds").is_hidden()


def test_the_felt_stays_when_a_pile_says_what_it_makes_and_a_full_one_takes_no_cards(person: Come):
    who = Analyst(person(), "game=draw-five&deal=player=6s+4h")
    high = "() => document.querySelector('#felt').offsetHeight"
    before = who.page.evaluate(high)
    who.page.evaluate("""() => {
        for (const pile of document.querySelectorAll('#felt .pile')) pile.querySelector('.words').textContent = 'Makes 4 points in all';
    }""")
    assert who.page.evaluate(high) == before
    who = Analyst(person(), HAND)
    assert who.page.locator("#aim").inner_text() == "Cards for dealer"
    who.click('#answer [data-option="play"]')
    who.type("Ah Kc 4d")
    assert who.page.locator("#aim").inner_text().startswith("Every pile is full")
    assert not who.page.locator("#typed").is_editable()
    who.page.locator("#typed").press("Backspace")
    who.settled()
    assert len(who.pile("dealer")) == 2
    assert who.page.locator("#typed").is_editable()


def test_a_pile_that_is_not_complete_has_odds_over_every_way_to_complete_it(person: Come):
    who = Analyst(person(), "game=draw-five").type("6s")
    assert who.title() == "Enter your two cards"
    expect(who.page.locator("#answer .note")).to_contain_text("Over every way to complete your cards", timeout=WAIT_MS)
    expect(who.page.locator("#answer table.odds tr[data-wager=regular]")).to_have_count(3, timeout=WAIT_MS)
    who.type(" 4h")
    expect(who.page.locator("#answer .note:has-text('Over every way')")).to_have_count(0, timeout=WAIT_MS)
    who.pick("three-each")
    who.type("As")
    expect(who.page.locator("#answer .note")).to_contain_text("No odds here: ", timeout=WAIT_MS)
    expect(who.page.locator("#answer .note")).to_contain_text("in more than 64 ways", timeout=WAIT_MS)
