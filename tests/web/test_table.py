"""What holds at a table whatever the game: resuming, several seats, secrets, the coach, keys, and readers of screens."""

import re
import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Response, WebSocketRoute, expect

from tests.support.house import among_the_games
from tests.support.live_server import Live, serving
from tests.support.served import Servers
from tests.web.pages import WAIT_MS, Person

pytestmark = pytest.mark.slow
Come = Callable[..., Person]


def opened(live: Live, **how: Any) -> str:
    """The id of a new table for everybody."""
    return live.supervisor().open_table("three-each", **how).id


def asked(who: Person, path: str, body: dict[str, Any] | None = None) -> Any:
    """What a call of this browser's session answers."""
    headers = {"Idempotency-Key": secrets.token_hex(16)}
    response = who.page.request.post(f"{who.url}/api/v1{path}", data=body or {}, headers=headers)
    assert response.ok, response.text()
    return response.json()


def hear_answer(texts: list[str], answer: Response) -> None:
    """Keeps what a call of the API answered."""
    if "/api/" in answer.url:
        texts.append(answer.text())


def shown_cards(who: Person, place: str) -> list[str]:
    return who.page.eval_on_selector_all(f"#{place} .card", "cards => cards.map((card) => card.dataset.card)")


def test_reload_in_mid_round_resumes(person: Come):
    who = person().play_now("three-each")
    who.press("Space")
    assert not who.is_over()
    before = shown_cards(who, "own"), who.text("#own .heading"), who.text("#spots"), who.text("#balance")
    who.page.reload()
    who.ready()
    assert not who.is_over()
    assert (shown_cards(who, "own"), who.text("#own .heading"), who.text("#spots"), who.text("#balance")) == before
    who.press("p")
    assert who.is_over()
    results, status = who.text("#spots"), who.text("#status")
    who.page.reload()
    who.ready()
    assert (who.text("#spots"), who.text("#status")) == (results, status)


def test_an_answer_that_comes_before_its_events_is_not_asked_for_twice(person: Come):
    """On a busy machine the answer to a bet or a choice may be there long before the events that show what it did."""
    who = person()
    held: list[str | bytes] = []
    holds: list[bool] = []

    def slowly(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def later(message: str | bytes) -> None:
            held.append(message)
            if not holds:
                release(socket)

        sockets.append(socket)
        server.on_message(later)

    def release(socket: WebSocketRoute) -> None:
        while held:
            socket.send(held.pop(0))

    sockets: list[WebSocketRoute] = []
    who.page.route_web_socket("**/live?*", slowly)
    sent: list[str] = []
    who.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    who.play_now("three-each")
    body = who.page.locator("body")

    def press_and_hold(key: str, path: str, events: str) -> None:
        """Presses a key while events wait, waits for its answer and its events, and presses the key again."""
        holds.append(True)
        with who.page.expect_response(f"**/{path}") as answered:
            who.press(key)
        assert answered.value.ok
        for _ in range(WAIT_MS // 50):
            if any(f'"type":"{events}"' in str(each) for each in held):
                break
            who.page.wait_for_timeout(50)
        assert body.get_attribute("data-phase") == "busy"
        who.press(key)
        holds.clear()
        release(sockets[-1])

    press_and_hold("Space", "bets", "asked")
    assert not who.is_over()
    press_and_hold("p", "choices", "over")
    assert who.is_over()
    press_and_hold("Space", "bets", "asked")  # What is over is the round before.
    assert not who.is_over()
    assert [sum(each.endswith(path) for each in sent) for path in ("/bets", "/choices")] == [2, 1]


def test_a_server_that_was_stopped_in_mid_round_goes_on(browser: Browser, tmp_path: Path):
    context = browser.new_context(reduced_motion="reduce")
    with serving(tmp_path) as live:
        who = Person(context.new_page(), live.url).play_now("three-each")
        who.press("Space")
        assert not who.is_over()
        cards = shown_cards(who, "own")
    expect(who.page.locator("#connection")).to_have_text("Reconnecting…", timeout=WAIT_MS)
    with serving(tmp_path, port=urlsplit(live.url).port or 0):
        expect(who.page.locator("#connection")).to_have_text("", timeout=WAIT_MS)
        assert shown_cards(who, "own") == cards
        who.press("p")
        assert who.is_over()
        who.heard("over")
        numbers = [each["seq"] for each in who.messages]
        assert numbers == list(range(numbers[0], numbers[-1] + 1))
        assert all("WebSocket connection" in each for each in who.complaints)  # The browser's own word on the break.
        context.close()


def test_a_server_that_was_killed_in_mid_round_goes_on(browser: Browser, tmp_path: Path):
    """Killed as by a power cut, and started again on the same database: nobody loses a card or a cent."""
    context = browser.new_context(reduced_motion="reduce")
    with among_the_games(), Servers(str(tmp_path / "tables.db"), tmp_path / "key") as servers:
        server = servers.start()
        who = Person(context.new_page(), f"http://127.0.0.1:{server.port}")
        # Not through the lobby, which would have the server work out the figures of every game.
        opening = {"game": "three-each", "private": True, "bet_seconds": None, "decide_seconds": None}
        asked(who, "/guests")
        table = asked(who, "/tables", opening)["id"]
        asked(who, f"/tables/{table}/seats")
        who.table(table)
        who.press("Space")
        assert not who.is_over()
        cards = shown_cards(who, "own")
        server.kill()
        expect(who.page.locator("#connection")).to_have_text("Reconnecting…", timeout=WAIT_MS)
        servers.start(server.port)
        expect(who.page.locator("#connection")).to_have_text("", timeout=WAIT_MS)
        who.press("f")
        assert who.is_over()
        assert shown_cards(who, "own") == cards
        expect(who.page.locator("#balance")).to_have_text("$995.00", timeout=WAIT_MS)
        context.close()


def test_a_session_that_ends_is_told_and_the_page_does_not_come_back_as_a_spectator(person: Come, live: Live):
    table = opened(live, bet_seconds=None, decide_seconds=None)
    who = person()
    asked(who, "/guests")
    who.table(table)
    expect(who.page.locator("#connection")).to_have_text("", timeout=WAIT_MS)
    who.opens(1)
    who.page.request.delete(f"{live.url}/api/v1/sessions/current")
    expect(who.page.locator("#connection")).to_have_text(
        "You are signed out. Reload the page to go on.", timeout=WAIT_MS
    )
    who.page.wait_for_timeout(400)  # Longer than the first pause before a connection is opened again.
    who.opens(1)


def test_two_browsers_at_one_table(person: Come, live: Live):
    table = opened(live, bet_seconds=None, decide_seconds=None)
    one, other = person().table(table), person().table(table)
    for who in (one, other):
        who.page.locator('#actions [data-does="sit"]').click()
        who.see('#actions [data-does="deal"]')
    one.see('#others [data-seat="2"]')
    one.press("Space")
    expect(one.page.locator("#status")).to_contain_text("Waiting for seat 2 to bet", timeout=WAIT_MS)
    other.see('#others [data-seat="1"] .sum:has-text("$")')
    other.press("Space")
    for who in (one, other):
        assert not who.is_over()
    one.press("p")
    expect(one.page.locator("#status")).to_contain_text("Waiting for seat 2", timeout=WAIT_MS)
    other.see('#others [data-seat="1"]:has-text("play")')
    other.press("f")
    for who in (one, other):
        assert who.is_over()
    assert shown_cards(one, "dealer") == shown_cards(other, "dealer")


SLOW = """
    // Cards travel for seconds, until a key is pressed.
    const wait = window.setTimeout;
    window.setTimeout = (work, ms, ...more) => wait(work, ms > 100 && ms < 240 ? 20000 : ms, ...more);
"""


def test_who_sits_down_while_cards_travel_hears_every_event_once(person: Come, live: Live):
    table = opened(live, bet_seconds=None, decide_seconds=None)
    seat = live.guest().sit(table)
    who = person(reduced_motion="no-preference")
    who.page.add_init_script(SLOW)
    who.table(table)
    seat.bet({"ante": 5})
    who.see("#own .card")
    who.page.locator('#actions [data-does="sit"]').click()
    expect(who.page.locator("#money")).to_be_visible(timeout=WAIT_MS)
    who.opens(2)
    seat.choose("play", "play")
    for _ in range(20):
        who.press("x")
        who.page.wait_for_timeout(50)
    who.page.locator("body[data-phase=over]").wait_for()
    who.heard("over")
    numbers = [each["seq"] for each in who.messages]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))


def test_bets_follow_what_the_table_takes(person: Come, live: Live):
    supervisor = live.supervisor()
    table = supervisor.open_table("three-each", bet_seconds=None, decide_seconds=None).id
    who = person().table(table)
    who.page.locator('#actions [data-does="sit"]').click()
    who.page.locator('[data-chip="25"]').click()
    who.page.locator('.spot[data-wager="ante"]').click()
    assert who.text('.spot[data-wager="ante"] .sum') == "$25"
    supervisor.ask("PATCH", f"/tables/{table}", {"limit": "10.00", "note": "a quiet day"})
    expect(who.page.locator("#notice")).to_contain_text("takes other bets now", timeout=WAIT_MS)
    expect(who.page.locator("#spots .stack")).to_have_count(0)
    chips = who.page.locator("[data-chip]").evaluate_all("all => all.map((each) => Number(each.dataset.chip))")
    assert max(chips) <= 10
    who.page.locator('.spot[data-wager="ante"]').click()
    assert who.text('.spot[data-wager="ante"] .sum') == "$1"


def test_no_message_holds_a_card_before_it_may_be_seen(person: Come, live: Live):
    table = opened(live, bet_seconds=None, decide_seconds=None)
    one, other, watcher = person().table(table), person().table(table), person().table(table)
    told: dict[str, list[str]] = {}
    for name, who in (("one", one), ("other", other), ("watcher", watcher)):
        who.page.on("response", partial(hear_answer, told.setdefault(name, [])))
    for who in (one, other):
        who.page.locator('#actions [data-does="sit"]').click()
        who.see('#actions [data-does="deal"]')
    one.see('#others [data-seat="2"]')
    for who in (one, other):
        who.press("Space")
    for who in (one, other):
        assert not who.is_over()
        who.page.reload()
        assert not who.ready().is_over()
    watcher.page.reload()
    watcher.ready()
    seen = {name: str(texts) for name, texts in told.items()}
    for name, who in (("one", one), ("other", other), ("watcher", watcher)):
        seen[name] += str(who.messages)
    hands = {"one": shown_cards(one, "own"), "other": shown_cards(other, "own")}
    one.press("p")
    other.press("p")
    assert one.is_over()
    hands["dealer"] = shown_cards(one, "dealer")
    for name, text in seen.items():
        cards = set(re.findall(r"['\"]([2-9TJQKA][cdhs])['\"]", re.sub(r'"faces":\s*\[[^]]*\]', "", text)))
        assert cards == set(hands.get(name, ())), name


def test_the_coach_shows_values_on_the_buttons(person: Come):
    who = person().play_now("three-each")
    who.press("Space")
    assert not who.is_over()
    assert not who.page.locator(".option .ev").count()
    who.press("?")
    who.see(".option .ev.best")
    assert who.page.locator(".option .ev").count() == 2
    assert who.text("#why").endswith(".")


def test_the_coach_is_asked_by_touch(person: Come):
    who = person(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).play_now("three-each")
    who.page.locator('[data-does="deal"]').tap()
    assert not who.is_over()
    who.page.locator("#why button").tap()
    who.see(".option .ev.best")
    assert not who.page.locator("#why button").count()


def test_the_first_round_tells_what_the_game_is_about(person: Come):
    who = person().play_now("high-card")
    assert who.text("#why").startswith("One card each, and the higher one wins. Click a spot")
    who.press("Space")
    assert who.is_over()
    who.page.locator(".spot").first.click()
    assert who.text("#why") == "Click a spot to add a chip."


def test_a_bet_that_lost_tells_the_least_that_pays(person: Come):
    who = person().play_now("high-card")
    told = who.page.evaluate("""async () => {
        const { decidedWords } = await import('/js/felt.js');
        const pays = { ROYAL: '100 to 1', PAIR: '1 to 1', SAME: 'push', LESS: 'lose' };
        const game = { wagers: [{ name: 'bonus', lines: [{ pays, words: { PAIR: 'a pair' } }] }] };
        const words = (told) => decidedWords({ game, choices: [], lines: [{ seat: 1, wager: 'bonus', line: 0, net: -5, pays: 'lose', words: told }] }, 1);
        return [words('queen high'), words('9 loses to 10'), decidedWords({ game, choices: [], lines: [] }, 1)];
    }""")
    assert told == ["Queen high. The least that pays: a pair.", "9 loses to 10.", ""]


def test_pay_lines_are_lit_by_how_they_end_and_name_the_commission(person: Come):
    """A win is the colour of wins, a push an outline, a loss neutral; the felt leaves out what pays nothing."""
    who = person().lobby()
    told = who.page.evaluate("""async () => {
        const { payTables } = await import('/js/panels.js');
        const pays = { HIGH: '2 to 1', WON: '1 to 1', TIED: 'push', NONE: '$0', TAX: '-$5', LOST: 'lose' };
        const line = { grid: 'bet', column: 'a', pays, words: {} };
        const wager = { name: 'bet', label: 'Bet', lines: [line], commission: { exact: '1/20', value: 0.05 } };
        const rows = (lit, how) => payTables({ grids: {} }, [wager], lit, how).flatMap((table) => [...table.querySelectorAll('tr')])
            .map((row) => [row.dataset.outcome, row.className, row.lastChild.textContent]);
        return [rows(() => true), rows(() => false, { isShort: true }).map(([name]) => name)];
    }""")
    assert told == [
        [
            ["HIGH", "lit won", "2 to 1 less 5 %"],
            ["WON", "lit won", "1 to 1 less 5 %"],
            ["TIED", "lit pushed", "push"],
            ["NONE", "lit lost", "$0"],
            ["TAX", "lit lost", "−$5"],
            ["LOST", "lit lost", "lose"],
        ],
        ["HIGH", "WON", "TIED", "TAX"],
    ]


def test_a_fold_says_so_on_the_spot_and_what_side_bets_needed(person: Come):
    """In the server's own words: the page knows no rule, and takes no word for one that the server did not send."""
    who = person().play_now("three-choices")
    who.press("Space")
    assert not who.is_over()
    assert who.text('.spot[data-wager="raise"] .hint') == "by choice"
    told = who.page.evaluate("""async () => {
        const { decidedWords, drawSpots } = await import('/js/felt.js');
        const choices = [{ name: 'play', raises: { play: { wager: 'play', of: 'ante', times: 1 } } }];
        const stakes = { ante: { kind: 'free' }, play: { kind: 'chosen' }, side: { kind: 'free' }, more: { kind: 'free' } };
        const bonus = { pays: { PAIR: '1 to 1', NONE: 'lose' }, words: { PAIR: 'a pair' } };
        const wagers = Object.entries(stakes).map(([name, stake]) => ({ name, label: name, stake, lines: [bonus] }));
        const line = (wager, words, net = -500) => ({ seat: 1, wager, line: 0, net, pays: 'lose', words });
        const state = (option, lines) => ({ game: { choices, wagers }, seat: 1, seats: {}, phase: 'over', bets: { 1: {} }, choices: [{ seat: 1, choice: 'play', option }], lines });
        const hints = (given) => {
            drawSpots(given, { stakes: { ante: 500 }, canBet: false, isOver: true, wanted: [], isMoving: false });
            return [...document.querySelectorAll('.spot .hint')].map((each) => each.textContent);
        };
        const folded = state('fold', [line('ante', 'folded'), line('side', 'queen high')]);
        const left = state('stay', [line('ante', 'lost by a point')]);
        document.querySelector('#spots').replaceChildren();
        return [decidedWords(folded, 1), hints(folded), decidedWords(left, 1), hints(left)];
    }""")
    assert told == [
        "Folded: Ante lost. Side: queen high. The least that pays: a pair.",
        ["−5.00", "folded", "−5.00", "no bet"],
        "Lost by a point.",
        ["−5.00", "not made", "no bet", "no bet"],
    ]


def test_a_round_that_breaks_even_says_what_was_won_and_lost(person: Come):
    """Only a round whose bets all push is a push."""
    who = person().lobby()
    told = who.page.evaluate("""async () => {
        const { evenWords } = await import('/js/money.js');
        const { betNets } = await import('/js/state.js');
        const { said } = await import('/js/words.js');
        const line = (seat, wager, net) => ({ seat, wager, net });
        const lines = [line(1, 'ante', 500), line(1, 'ante', -200), line(1, 'play', -300), line(2, 'ante', 500)];
        const state = { lines, account: 'a', seats: { 1: { account: 'a' } } };
        const over = said(state, { type: 'over', net: { 1: '0.00' } });
        return [evenWords(betNets(state, [1])), evenWords([500, -500], 'Seat 2'), evenWords([0, 0]), evenWords([]), over];
    }""")
    assert told == [
        "You break even: +3.00 and −3.00",
        "Seat 2 breaks even: +5.00 and −5.00",
        "A push: every bet comes back",
        "You break even",
        "The round is over. You break even: +3.00 and −3.00.",
    ]


def test_the_sentence_behind_a_result_names_the_table_that_paid(person: Come):
    """Of a bet that is paid by two tables, a line that moved nothing is not told beside one that did."""
    who = person().lobby()
    told = who.page.evaluate("""async () => {
        const { whyOf } = await import('/js/felt.js');
        const rows = [{ WON: 'won', LOST: 'lost' }, { HIGH: 'straight', LOW: 'less than a straight' }];
        const wager = { name: 'ante', label: 'Ante', lines: [{ grid: 'ante', words: rows[0] }, { grid: 'bonus', words: rows[1] }] };
        const game = { wagers: [wager], grids: { ante: { title: 'Ante' }, bonus: { title: 'Ante Bonus' } } };
        const first = { seat: 1, wager: 'ante', line: 0, outcome: 'WON', net: 500, pays: '1 to 1', commission: '0.00', words: 'King high' };
        const second = { ...first, line: 1, words: '' };
        const why = (lines) => whyOf({ game, seat: 1, lines }, 'ante');
        return [
            why([first, { ...second, outcome: 'LOW', net: 0, pays: 'push' }]),
            why([first, { ...second, outcome: 'HIGH' }]),
        ];
    }""")
    won = "Ante +5.00: King high. Pay line “won”: 1 to 1."
    assert told == [won, f"{won} Ante Bonus +5.00: Pay line “straight”: 1 to 1."]


def test_the_coach_warns_and_is_obeyed(person: Come):
    who = person()
    who.lobby().page.evaluate("localStorage.setItem('pitboss-settings', JSON.stringify({coach: 'warn'}))")
    who.play_now("three-each")
    who.press("Space")
    assert not who.is_over()
    who.press("?")  # A busy server may take longer than the page waits for a warning.
    who.see(".option .ev")
    who.press("f")  # To fold gives up the ante for certain: it is never the best.
    who.see('[data-does="keep"]')
    assert "gives up" in who.text("#status")
    assert not [each for each in who.messages if each["type"] == "chose"]
    who.press("c")
    assert who.is_over()
    assert who.heard("chose")[0]["option"] == "play"
    expect(who.page.locator("#session")).to_contain_text("errors 0.00", timeout=WAIT_MS)


def test_a_mistake_that_is_kept_is_counted(person: Come):
    who = person().play_now("three-each")
    who.press("Space")
    assert not who.is_over()
    who.press("?")
    who.see(".option .ev")
    who.press("f")
    assert who.is_over()
    expect(who.page.locator("#session")).to_contain_text(re.compile(r"errors −\d"), timeout=WAIT_MS)


def test_bets_by_keyboard(person: Come):
    who = person().play_now("draw-five")
    page = who.page
    who.press("b")
    who.press("3")
    who.press("Enter")
    who.press("ArrowRight")
    who.press("2")
    who.press("Enter")
    who.press("Enter")
    assert [text.split("\n")[-1] for text in page.locator(".spot .stake").all_inner_texts()] == ["$25", "$10"]
    who.press("Backspace")
    who.press("d")
    assert [text.split("\n")[-1] for text in page.locator(".spot .stake").all_inner_texts()] == ["$50", "$10"]
    who.press("c")
    assert page.locator(".spot .stack").count() == 0
    who.press("Escape")
    who.press("Space")
    assert not who.is_over()
    who.press("r")
    assert page.locator("#panel").inner_text().startswith("Rules of Draw Five")
    who.close_panel()
    who.press("t")
    assert page.locator("#panel").inner_text().startswith("Pay tables of Draw Five")
    who.close_panel()


def test_a_bet_that_follows_another_is_never_lost_by_a_click(person: Come):
    """Who bets the ante and then clicks the blind has both, and so has who clicks the blind alone."""
    who = person().lobby()
    told = who.page.evaluate("""async () => {
        const { Staging } = await import('/js/bets.js');
        const wagers = [
            { name: 'ante', label: 'Ante', required: true, stake: { kind: 'free' } },
            { name: 'blind', label: 'Blind', required: true, stake: { kind: 'equal', to: 'ante' } },
            { name: 'same', label: 'Same', required: false, stake: { kind: 'equal', to: 'ante' } },
        ];
        const staging = () => new Staging({ wagers }, { step: '1.00', limit: '100.00' });
        const [first, second] = [staging(), staging()];
        const said = [first.add('same', 500, 9000), first.add('ante', 500, 9000), first.add('blind', 500, 9000), second.add('blind', 500, 9000)];
        first.add('same', 500, 9000);
        return [said, first.stakes, second.stakes];
    }""")
    assert told == [
        ["Same is as large as Ante: bet there first.", None, "Blind is as large as Ante, and lies already.", None],
        {"ante": 500, "blind": 500, "same": 500},
        {"ante": 500, "blind": 500},
    ]


def test_a_bet_that_cannot_be_is_refused_in_words(person: Come):
    who = person().play_now("three-choices")
    who.page.locator('.spot[data-wager="raise"]').click(force=True)
    assert "by a choice during the round" in who.text("#notice")
    who.page.locator('[data-chip="500"]').click()
    for _ in range(3):
        who.page.locator('.spot[data-wager="ante"]').click()
    assert "does not cover" in who.text("#notice")
    assert who.text('.spot[data-wager="ante"] .sum') == "$1,000"


def test_the_shoe_tells_how_many_cards_are_left(person: Come):
    who = person().play_now("draw-five")
    label = "416 of 416 cards left in the shoe"
    assert who.page.locator("#shoe").get_attribute("aria-label") == label
    who.press("Space")
    assert not who.is_over()
    expect(who.page.locator("#shoe")).to_have_attribute("aria-label", label.replace("416 of", "412 of"))
    assert who.text("#shoe .count") == "412 left"
    who.page.reload()
    who.ready()
    expect(who.page.locator("#shoe")).to_have_attribute("aria-label", label.replace("416 of", "412 of"))


def test_settings_change_the_page_at_once_and_stay(person: Come):
    who = person().play_now("three-each")
    who.press("s")
    for value in ("light", "four", "large", "high"):
        who.page.locator(f'#panel input[value="{value}"]').first.check()
    root = who.page.locator("html")
    for _ in range(2):
        for name, value in (("theme", "light"), ("deck", "four"), ("index", "large"), ("contrast", "high")):
            expect(root).to_have_attribute(f"data-{name}", value)
        who.page.reload()
        who.ready()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing(scheme: str, person: Come):
    who = person(color_scheme=scheme).lobby()
    found = {"lobby": Axe().run(who.page)}
    who.page.get_by_role("button", name="Options of Three Each", exact=True).click()
    found["options"] = Axe().run(who.page)
    who.page.evaluate("localStorage.setItem('pitboss-settings', JSON.stringify({coach: 'warn'}))")
    who.play_now("three-each")
    found["bets"] = Axe().run(who.page)
    who.press("Space")
    assert not who.is_over()
    who.press("?")
    who.see(".option .ev")
    found["choice"] = Axe().run(who.page)
    for name, key in (("rules", "r"), ("pays", "t"), ("menu", "m"), ("settings", "s")):
        who.press(key)
        who.see("#panel")
        found[name] = Axe().run(who.page)
        who.close_panel()
    who.press("f")
    who.see('[data-does="keep"]')
    found["warning"] = Axe().run(who.page)
    who.press("k")
    assert who.is_over()
    found["over"] = Axe().run(who.page)
    who.press("l")
    who.see(".course-chart")
    found["session"] = Axe().run(who.page)
    who.page.evaluate("localStorage.setItem('pitboss-settings', JSON.stringify({coach: 'off'}))")
    who.play_now("three-choices")
    who.press("Space")
    assert not who.is_over()
    found["raises"] = Axe().run(who.page)
    who.press("c")
    assert not who.is_over()
    who.press("1")
    found["cards"] = Axe().run(who.page)
    wrong = {state: result.generate_report() for state, result in found.items() if result.violations_count}
    assert not wrong, "\n".join(wrong.values())


def test_the_session_shows_its_result_in_the_band_and_grades_decisions(person: Come):
    who = person().play_now("three-each")
    who.press("l")
    assert "No round yet" in who.text("#panel")
    who.close_panel()
    for key in "fpp":
        who.press("Space")
        assert not who.is_over()
        who.press("?")
        who.see(".option .ev")
        who.press(key)
        assert who.is_over()
    net = sum(round(100 * float(each["net"]["1"])) for each in who.heard("over", 3))
    who.press("l")
    who.see(".course-chart")
    label = who.page.locator(".course-chart").get_attribute("aria-label") or ""
    assert f"Result {net / 100:+.2f}".replace("-", "−").replace("+0.00", "0.00") in label
    assert "after 3 rounds" in label
    told = who.text("#panel")
    assert "Decisions: 2 of 3 best" in told
    assert "95 of 100 such sessions end between −" in told
    result, expected, errors, luck = (
        round(100 * float(text.replace("−", "-")))
        for text in who.page.locator(".facts-row dd:not(.muted)").all_inner_texts()
    )
    assert (result, errors < 0) == (net, True)
    assert abs(result - expected - errors - luck) <= 1
    who.page.get_by_role("button", name="Start a new session").click()
    expect(who.page.locator("#session")).to_have_text("Session: no round yet", timeout=WAIT_MS)


def test_the_figures_of_a_session_add_up_as_they_are_shown(person: Come):
    """Luck is the rest of the rounded figures, its place is kept while it is worked out, and the bar of grades has true shares."""
    who = person().lobby()
    told = who.page.evaluate("""async () => {
        const { Session } = await import('/js/session.js');
        sessionStorage.clear();
        const session = new Session('nobody');
        session.rounds = [{ round: 'r', seat: 1, net: -500, made: ['play'], part: 0 }];
        session.parts = [{ asked: {}, ev: null }];
        session.isFollowed = true;
        const waiting = session.line();
        session.parts[0].ev = -16.4;
        const decided = (lost, grade, choice) => ({ round: 'r', seat: 1, choice, lost, grade, words: 'x' });
        session.decisions = [decided(0, 'best', 'play'), ...['a', 'b'].map((choice) => decided(10.4, 'blunder', choice)), decided(3, 'mistake', 'c')];
        const body = document.createElement('div');
        body.append(...session.graded());
        document.body.className = 'at-table';
        document.body.append(body);
        const shares = [...body.querySelectorAll('.grades span')].map((each) => each.style.getPropertyValue('--share'));
        const facts = session.facts().map((each) => each.children[1].textContent);
        return [waiting, session.line(), shares, [...body.querySelectorAll('.grade-names li')].map((each) => each.textContent), facts];
    }""")
    assert told == [
        "Session −5.00 · luck … · errors …",
        "Session −5.00 · luck −4.61 · errors −0.23",
        ["1", "1", "2"],
        ["1 best", "1 mistake", "2 blunders"],
        ["−5.00", "−0.16", "−0.23", "−4.61"],
    ]


def test_edges_say_of_which_bet_and_a_rider_has_its_own(person: Come):
    who = person().lobby()
    told = who.page.evaluate("""async () => {
        const { knownEdges } = await import('/js/edges.js');
        const edge = (value) => ({ exact: 'x', value });
        const wagers = [{ name: 'ante', label: 'Ante', required: true, per: 'ante', house_edge: edge(0.05) }, { name: 'extra', label: 'Extra', per: 'extra', house_edge: edge(0.0491) }];
        const words = (game) => knownEdges(game).map(({ name, of, words }) => [name, words, of]);
        const main = { per: 'ante', house_edge: edge(0.0337) };
        return [words({ name: 'host+extra', wagers, main }), words({ name: 'host', wagers }), words({ name: 'extra', wagers: wagers.slice(1) }), words({ name: 'none', wagers: [] })];
    }""")
    assert told == [
        [["", "3.37 %", "Ante"], ["Extra", "4.91 %", ""]],
        [["", "5.00 %", "Ante"]],
        [["", "4.91 %", ""]],
        [],
    ]


def test_winnings_lie_beside_the_bet_until_the_next_one(person: Come):
    who = person().play_now("three-each")
    won = who.page.locator('.spot[data-wager="ante"] .win-stack')
    for number in range(1, 41):
        who.press("Space")
        assert not who.is_over()
        assert won.count() == 0
        who.press("p")
        assert who.is_over()
        net = who.heard("over", number)[-1]["net"]["1"]
        expect(won).to_have_count(int(float(net) > 0))
        if float(net) > 0:
            break
    else:
        raise AssertionError("no round was won")
    who.page.locator('.spot[data-wager="ante"]').click()
    expect(won).to_have_count(0)


def test_a_themed_card_shows_as_many_icons_as_the_server_says(person: Come):
    who = person().lobby()
    drawn = who.page.evaluate("""async () => {
        const { card } = await import('/js/cards.js');
        const theme = { suit: 'spades', icon: '★', icon_word: 'star', icons: 'stars', counts: { '2s': 1, '6s': 2, As: 4 } };
        const tell = (text) => { const made = card(text, theme); return [made.getAttribute('aria-label'), made.querySelectorAll('.plain .emoji').length]; };
        return ['2s', '6s', 'As', 'Ah'].map(tell);
    }""")
    assert drawn == [
        ["two of spades, 1 star", 1],
        ["six of spades, 2 stars", 2],
        ["ace of spades, 4 stars", 4],
        ["ace of hearts", 0],
    ]


def test_meters_run_to_their_amount_and_stand_still_without_motion(person: Come):
    ticked = """async () => {
        const { tick } = await import('/js/motion.js');
        let clock = 0; // Frames come every 50 ms of this clock, however busy the machine is.
        performance.now = () => clock;
        window.requestAnimationFrame = (work) => setTimeout(() => work(clock += 50), 0);
        const meter = document.createElement('dd');
        const seen = new Set();
        new MutationObserver(() => seen.add(meter.textContent)).observe(meter, { childList: true });
        tick(meter, 100000);
        tick(meter, 100500);
        for (let wait = 0; wait < 100 && meter.textContent !== '$1,005.00'; wait += 1) await new Promise((done) => setTimeout(done, 50));
        await new Promise((done) => setTimeout(done, 0));
        return [...seen];
    }"""
    moving = person(reduced_motion="no-preference").lobby().page.evaluate(ticked)
    assert (moving[0], moving[-1], len(moving) > 3) == ("$1,000.00", "$1,005.00", True)
    assert sorted(moving) == moving
    assert person().lobby().page.evaluate(ticked)[-1] == "$1,005.00"
    assert len(person().lobby().page.evaluate(ticked)) <= 2


def test_cards_are_picked_by_dragging_them(person: Come):
    who = person().play_now("three-choices")
    who.press("Space")
    assert not who.is_over()
    who.press("c")
    assert not who.is_over()
    cards, pressed = who.page.locator("#own button.card"), who.page.locator('#own button.card[aria-pressed="true"]')
    cards.nth(0).drag_to(who.page.locator("#actions"))
    expect(pressed).to_have_count(1)
    place = cards.nth(2).bounding_box()
    assert place
    who.page.mouse.move(place["x"] + 20, place["y"] + 40)
    who.page.mouse.down()
    who.page.mouse.move(place["x"] + 24, place["y"] - 30, steps=4)
    who.page.mouse.up()
    expect(pressed).to_have_count(2)
    named = pressed.evaluate_all("cards => cards.map((card) => card.dataset.card)")
    cards.nth(0).click()
    expect(pressed).to_have_count(1)
    cards.nth(0).click()
    who.page.locator('[data-does="confirm"]').click()
    assert not who.is_over()
    made = who.heard("chose", 2)[-1]
    assert sorted(made["option"]) == sorted(named)


@pytest.mark.parametrize(
    "size", [{"width": 360, "height": 640}, {"width": 640, "height": 360}], ids=["narrow", "zoomed"]
)
def test_nothing_is_cut_off_on_a_small_screen(size: dict[str, int], person: Come):
    """The second is a window of 1280 by 720 at 200 %: it scrolls, down only, and everything can be reached."""
    who = person(viewport=size).play_now("three-choices")
    who.press("Space")
    assert not who.is_over()
    assert who.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for option in who.page.locator(".option").all():
        option.scroll_into_view_if_needed()
        expect(option).to_be_in_viewport(ratio=1)
    who.page.locator(".option").last.click()
    assert not who.is_over()


def test_nothing_shifts_while_cards_are_dealt(person: Come):
    """The browser's own measure of layout shift, with motion, over two rounds."""
    who = person(reduced_motion="no-preference").play_now("three-each")
    who.page.evaluate("""() => {
        window.shifted = 0;
        new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shifted += entry.value; })
            .observe({ type: 'layout-shift', buffered: false });
    }""")
    for _ in range(2):
        who.press("Space")
        who.page.locator("body[data-phase=asked]").wait_for()
        who.press("p")
        who.page.locator("body[data-phase=over]").wait_for()
    assert who.page.evaluate("window.shifted") == 0
