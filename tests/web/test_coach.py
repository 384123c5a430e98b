"""The coach at a web table: warnings, reasons that come late, grades that count once, and errors that are no luck."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.support.house import THREE_EACH
from tests.support.live_server import Live
from tests.web.pages import WAIT_MS, Person

pytestmark = pytest.mark.slow
Come = Callable[..., Person]


def dealt(who: Person, coach: str = "request", game: str = "three-each") -> Person:
    """A hand to decide, with the coach as he is set."""
    who.lobby().page.evaluate("coach => localStorage.setItem('pitboss-settings', JSON.stringify({ coach }))", coach)
    who.play_now(game)
    who.press("Space")
    assert not who.is_over()
    return who


def refused(route: Route, status: int, problems: list[dict[str, str]]) -> None:
    """Refuses one request for every problem that is left; further ones reach the server."""
    route.fulfill(status=status, json=problems.pop()) if problems else route.continue_()


def facts(who: Person) -> list[int]:
    """Result, expectation, errors and luck of the session's panel, in cents."""
    texts = who.page.locator(".facts-row dd:not(.muted)").all_inner_texts()
    return [round(100 * float(text.replace("−", "-"))) for text in texts]


def test_the_coach_warns_of_the_smallest_loss_and_tells_it_exactly(person: Come):
    def nearly_equal(route: Route) -> None:
        answer = route.fetch()
        body: dict[str, Any] = answer.json()
        values = {"play": ("1/3", 1 / 3, "best"), "fold": ("333333/1000000", 0.333333, "close")}
        for each in body["options"]:
            exact, value, grade = values[each["option"]]
            each.update(ev={"exact": exact, "value": value}, grade=grade)
        route.fulfill(response=answer, json=body | {"best": "play"})

    who = person()
    who.answers("**/api/v1/advice", nearly_equal)
    dealt(who, "warn")
    who.press("?")  # A busy server may take longer than the page waits for a warning.
    who.see(".option .ev")
    who.press("f")
    who.see('[data-does="keep"]')
    assert "gives up less than a cent on average" in who.text("#status")
    assert who.text("#why").startswith("Exactly 1/3000000 of the ante.")
    who.press("c")
    assert who.is_over()


def test_bars_have_one_scale_and_sentences_the_differences_that_are_shown(person: Come):
    """The scale is what can be lost at the choice, whatever the cards are, so that close values look close."""
    who = person().lobby()
    told = who.page.evaluate("""async () => {
        const { bar, givenOf, lostWords, reasonWords } = await import('/js/coach.js');
        const choice = { name: 'play', label: 'play', raises: { play: { wager: 'play', of: 'ante', times: 1 } } };
        const game = { choices: [choice], wagers: [{ name: 'ante', label: 'Ante' }, { name: 'blind', label: 'Blind' }] };
        const stakes = { ante: 1000, blind: 1000 };
        const given = (play, fold) => givenOf(game, { per: 'ante', choice: 'play', best: play.value > fold.value ? 'play' : 'fold', options: [{ option: 'play', ev: play }, { option: 'fold', ev: fold }].sort((a, b) => b.ev.value - a.ev.value) }, stakes, stakes);
        const drawn = (some, option) => { const [track, sum] = bar(some, option).children; return [track.firstChild.className, track.firstChild.style.getPropertyValue('--share'), sum.textContent]; };
        const close = given({ exact: '-3/200', value: -0.015 }, { exact: '-9/200', value: -0.045 });
        const folds = given({ exact: '-2507/1000', value: -2.507 }, { exact: '-2/1', value: -2 });
        const wins = given({ exact: '5/1', value: 5 }, { exact: '-2/1', value: -2 });
        const odd = given({ exact: '7/5000', value: 0.0014 }, { exact: '1/5000', value: 0.0002 });
        return [
            drawn(close, 'play'), drawn(close, 'fold'), drawn(folds, 'fold'), drawn(wins, 'play'),
            reasonWords(folds), reasonWords(close), lostWords(odd, 'fold'),
        ];
    }""")
    assert told == [
        ["minus", "0.25%", "★ −0.15"],
        ["minus", "0.75%", "−0.45"],
        ["minus", "33.33%", "★ −20.00"],
        ["plus", "50.00%", "★ +50.00"],
        "The best is Fold: it loses $20, $5.07 better than Play.",
        "The best is Play: it loses $0.15 on average, $0.30 better than Fold.",
        "$0.01",
    ]


def test_a_reason_that_is_not_ready_is_asked_for_again(person: Come):
    asked: list[bool] = []

    def late(route: Route) -> None:
        answer = route.fetch()
        body = {name: value for name, value in answer.json().items() if name not in ("reason", "waits")}
        asked.append(True)
        route.fulfill(response=answer, json=body | ({"waits": True} if len(asked) == 1 else {"reason": "Because."}))

    who = person()
    who.answers("**/api/v1/advice", late)
    dealt(who)
    who.press("?")
    who.see(".option .ev")
    expect(who.page.locator("#why")).to_have_text("Because.", timeout=WAIT_MS)
    assert len(asked) == 2


def test_a_decision_that_the_server_refuses_is_not_graded(person: Come):
    refusals = [{"detail": "Too late.", "code": "turn/late"}]
    who = person()
    who.answers("**/choices", lambda route: refused(route, 409, refusals))
    dealt(who)
    who.press("?")
    who.see(".option .ev")
    who.press("f")
    expect(who.page.locator("#notice")).to_have_text("Too late.", timeout=WAIT_MS)
    who.complaints.clear()  # The browser's own word on the refusal.
    who.press("p")
    assert who.is_over()
    who.press("l")
    expect(who.page.locator("#panel")).to_contain_text("Decisions: 1 of 1 best", timeout=WAIT_MS)


def test_the_coach_is_asked_again_after_another_seat_was_looked_at(person: Come):
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
    first = who.text("#own .heading")
    who.press("?")
    who.see(".option .ev")
    who.press("n")
    expect(who.page.locator("#own .heading")).not_to_have_text(first, timeout=WAIT_MS)
    assert not who.page.locator(".option .ev").count()
    who.press("n")
    expect(who.page.locator("#own .heading")).to_have_text(first, timeout=WAIT_MS)
    who.press("?")
    who.see(".option .ev")


def test_errors_are_no_luck_with_the_coach_off(person: Come):
    """To fold is never the best in this game: decisions that nobody graded are graded when the session is looked at."""
    who = dealt(person(), "off")
    who.press("f")
    assert who.is_over()
    assert "luck" not in who.text("#session")
    who.press("l")
    who.see(".course-chart")
    expect(who.page.locator("#panel")).to_contain_text("Decisions: 0 of 1 best", timeout=WAIT_MS)
    result, expected, errors, luck = facts(who)
    assert (result, errors < 0) == (-500, True)
    assert abs(result - expected - errors - luck) <= 1
    who.close_panel()
    expect(who.page.locator("#session")).to_contain_text("errors −", timeout=WAIT_MS)


def test_decisions_of_a_game_that_is_worked_out_are_graded_after_the_round(person: Come):
    """A server that has the house edges of a game at hand is asked at once, whatever the coach is set to."""

    def with_edges(route: Route) -> None:
        answer = route.fetch()
        body: dict[str, Any] = answer.json()
        for wager in body["wagers"]:
            wager.update(house_edge={"exact": "1/50", "value": 0.02}, per=wager["name"])
        route.fulfill(response=answer, json=body)

    who = person()
    who.answers("**/api/v1/games/three-each?*", with_edges)
    dealt(who, "off")
    who.press("f")
    assert who.is_over()
    session = who.page.locator("#session")
    expect(session).to_contain_text("errors −", timeout=WAIT_MS)
    expect(session).to_contain_text("luck ", timeout=WAIT_MS)


def test_a_decision_that_cannot_be_graded_leaves_luck_unknown(person: Come):
    fault = {"round": "", "decisions": [], "lost": None, "fault": "the game is too large"}
    who = person()
    who.answers("**/grades?reasons=false", lambda route: route.fulfill(json=fault))
    dealt(who, "off")
    who.press("f")
    assert who.is_over()
    who.press("l")
    expect(who.page.locator("#panel")).to_contain_text("the game is too large", timeout=WAIT_MS)
    who.see(".course-chart")
    assert who.page.locator(".facts-row dd:not(.muted)").all_inner_texts()[2:] == ["not known", "not known"]


def test_a_passing_problem_is_asked_about_again(person: Come):
    """A server that is busy now is not so for good."""
    busy = [{"detail": "Busy.", "code": "request/rate"}]
    who = person()
    who.answers("**/expectation", lambda route: refused(route, 429, busy))
    who.lobby()
    learnt = who.page.evaluate("""async () => {
        const { Session } = await import('/js/session.js');
        const session = new Session('nobody');
        session.parts = [{ asked: { game: 'three-each', bets: { ante: '5.00' } }, ev: null }];
        await session.learn();
        const first = { ...session.parts[0] };
        await session.learn();
        return [first.ev, first.problem ?? null, typeof session.parts[0].ev];
    }""")
    assert learnt == [None, None, "number"]
    who.complaints.clear()  # The browser's own word on the refusal.


def test_drills_are_offered_where_close_decisions_can_be_found(person: Come, live: Live):
    """In games that ask for choices, and by the pay tables that are printed."""
    who = person().lobby()
    drills = who.page.locator('a[href^="drill"]')
    assert who.page.locator('[data-game="three-each"]').locator(drills).count() == 1
    assert who.page.locator('[data-game="three-choices"]').locator(drills).count() == 1
    assert who.page.locator('[data-game="high-card"]').locator(drills).count() == 0
    paytables = (THREE_EACH.folder / "paytables.toml").read_text(encoding="utf-8")
    table = live.supervisor().open_table("three-each", paytables=paytables, bet_seconds=None).id
    for offered, come in (
        (1, lambda: who.play_now("three-each")),
        (1, lambda: who.play_now("three-choices")),
        (0, lambda: who.play_now("high-card")),
        (0, lambda: who.table(table)),
    ):
        come()
        who.press("m")
        assert who.page.locator(".menu").get_by_text("Drill").count() == offered
    for game, kinds in (("three-choices", ["hand", "close", "round"]), ("high-card", ["round"])):
        who.page.goto(f"{who.url}/analyser.html?game={game}")
        who.ready()
        shown = who.page.locator("#tools [data-example]")
        assert shown.evaluate_all("all => all.map((each) => each.dataset.example)") == kinds


def test_what_was_drawn_before_a_choice_was_made_does_nothing_after_it(person: Come):
    """A card, or the button of a warning, may be pressed while the choice ends by itself."""
    who = person().play_now("three-choices")
    who.page.evaluate("""async () => {
        const loaded = performance.getEntriesByType('resource').map((each) => each.name);
        const { does } = await import(loaded.find((each) => each.includes('table-view.js')));
        does.toggle(0);
        await does.keep();
        await does.change();
    }""")
    assert not who.complaints


def test_a_first_choice_explains_itself(person: Come):
    """What it turns on stands above the buttons, and on each button what the option leads to; both can be switched off."""
    who = dealt(person(), game="draw-five")
    expect(who.page.locator("#why")).to_contain_text("what is left of the sum after fives counts", timeout=WAIT_MS)
    expect(who.page.locator('[data-option="draw"] .means')).to_have_text("Take one more card. It costs nothing.")
    who.press("?")
    who.see(".option .ev")
    expect(who.page.locator("#why")).not_to_contain_text("after fives", timeout=WAIT_MS)
    expect(who.page.locator(".option .means")).to_have_count(2)
    who.press("m")
    who.page.get_by_role("button", name="Settings").click()
    who.page.locator('#panel input[name="hints"][value="hidden"]').check()
    who.close_panel()
    expect(who.page.locator(".option .means")).to_have_count(0, timeout=WAIT_MS)


def test_a_choice_that_cannot_be_paid_is_told_and_not_advised(person: Come):
    """Beside an ante of $400 there is money for one raise, not for two."""
    who = person().play_now("three-choices")
    who.page.locator('[data-chip="100"]').click()
    for _ in range(4):
        who.page.locator('.spot[data-wager="ante"]').click()
    who.press("Space")
    assert not who.is_over()
    for times, missing in ((2, "$200"), (4, "$1,000")):
        dear = who.page.locator(f'[data-option="raise-{times}"]')
        expect(dear).to_be_disabled()
        expect(dear.locator(".means")).to_have_text(f"You lack {missing} for this.")
    expect(who.page.locator('[data-option="raise-1"]')).to_be_enabled()
    who.press("?")
    who.see(".option .ev.best")
    expect(who.page.locator("#why")).to_contain_text("You lack $", timeout=WAIT_MS)
    expect(who.page.locator(".option:disabled .ev.best")).to_have_count(0)
    who.press("4")  # The server says so, too.
    expect(who.page.locator("#notice")).to_contain_text("needs 1600.00 more", timeout=WAIT_MS)
    assert all("409" in each or "402" in each for each in who.complaints), who.complaints
    who.complaints.clear()
