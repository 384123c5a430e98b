"""The history page: the ledger of rounds, a round replayed step by step with its grades, and the proof of its shuffle."""

import json
import re
from collections.abc import Callable
from hashlib import sha256
from secrets import token_hex
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Route, expect

from tests.support.live_server import Live
from tests.web.pages import WAIT_MS, Person

pytestmark = pytest.mark.slow
Come = Callable[..., Person]
ROWS = "#rounds tbody tr[data-round]"


def played(who: Person, *keys: str, game: str = "three-each") -> Person:
    """Plays a round for each key, which answers its first choice, at a table of one's own."""
    who.play_now(game)
    for key in keys:
        who.press("Space")
        assert not who.is_over()
        who.press(key)
        assert who.is_over()
    return who


def history(who: Person, query: str = "") -> Person:
    """Opens the history and waits for its rounds, or for one round with its grades."""
    who.page.goto(f"{who.url}/history.html{query}")
    return who.ready()


def last_round(who: Person) -> str:
    """The id of the last round, from the link under the felt, which a small screen has no room to show."""
    link = who.page.locator("#strip .proof a")
    link.wait_for(state="attached")
    return re.findall(r"round=(\w+)", link.get_attribute("href") or "")[0]


def cards_at(who: Person, place: str) -> list[str]:
    return who.page.eval_on_selector_all(f"#{place} .card", "cards => cards.map((card) => card.dataset.card)")


def test_rounds_are_listed_filtered_and_opened_by_keyboard(person: Come):
    who = played(person(), "f", "p")
    who.press("h")
    who.arrived("history")
    page = who.page
    rows = page.locator(ROWS)
    assert rows.count() == 2
    expect(rows.nth(0).locator(".given-up .mark.best")).to_have_count(1)
    expect(rows.nth(1).locator(".given-up")).to_contain_text(re.compile(r"\d+\.\d\d"))
    expect(rows.nth(1).locator(".given-up")).to_contain_text("0 of 1 decisions best")
    expect(page.locator("#live")).to_contain_text("EV lost")
    assert "2 rounds" in who.text("#sums")
    assert rows.locator(".where").all_inner_texts() == ["Play", "Fold"]
    words = "import('/js/grades.js').then((it) => it.handWords({ hand: 'king high', chosen: ['raise-4', 'fold'] }))"
    assert page.evaluate(words) == "King high · raise 4, fold"
    assert page.locator("#legend span:not(.mark)").all_inner_texts() == ["✓best", "?!close", "?mistake", "??blunder"]
    assert re.fullmatch(r"\d\d:\d\d:\d\d", rows.nth(0).locator(".when").inner_text())
    assert re.search(r"\d{4} · times in \w+", page.locator("#rounds .day").first.inner_text())
    lost = re.findall(r"EV lost ([\d.]+)", who.text("#sums"))[0]
    assert lost in rows.nth(1).locator(".given-up").inner_text()

    page.select_option("#by-lost", "0.01")
    expect(rows).to_have_count(1)
    expect(page.locator("#as-csv")).to_have_attribute("href", re.compile("lost="))
    assert rows.first.get_attribute("data-result") == "lost"
    page.select_option("#by-result", "voided")
    expect(page.locator("#empty-title")).to_have_text("No round fits these filters")
    assert page.url.endswith("history.html?result=voided&lost=0.01")
    page.reload()
    who.ready()
    expect(page.locator("#empty-title")).to_have_text("No round fits these filters")
    page.get_by_role("button", name="Clear the filters").click()
    expect(rows).to_have_count(2)
    page.select_option("#by-game", "draw-five")
    expect(rows).to_have_count(0)
    page.select_option("#by-game", "three-each")
    expect(rows).to_have_count(2)
    for address in ("#as-csv", "#as-json"):
        told = page.request.get(who.url + (page.locator(address).get_attribute("href") or ""))
        assert told.ok
        assert len(told.text().splitlines()) == (3 if address == "#as-csv" else 2)

    page.locator("#list-title").click()
    who.press("ArrowDown")
    who.press("ArrowDown")
    chosen = rows.nth(1).get_attribute("data-round")
    who.press("Enter")
    page.locator("#round-title", has_text="Three Each, round 1").wait_for()
    assert page.url.endswith(f"history.html?round={chosen}")
    who.ready()
    who.see("#newer")  # The key follows this link, once it is known.
    assert page.locator("#older-round").is_hidden()
    who.press("p")
    page.locator("#round-title", has_text="Three Each, round 2").wait_for()
    assert page.locator("#all").get_attribute("href") == "history.html?game=three-each"


def with_small_pages(route: Route) -> None:
    """The page's own code, with one round a page."""
    told = route.fetch()
    route.fulfill(response=told, body=told.text().replace("PAGE = 50", "PAGE = 1"))


def test_older_rounds_follow_and_a_table_is_filtered(person: Come):
    who = person()
    who.answers("**/js/history.js", with_small_pages)
    played(who, "f", "f")
    table = who.page.url.rpartition("=")[2]
    history(who)
    rows = who.page.locator(ROWS)
    expect(rows).to_have_count(1)
    assert "1 round so far" in who.text("#sums")
    who.page.click("#older")
    expect(rows).to_have_count(2)
    expect(who.page.locator("#older")).to_be_hidden()
    expect(who.page.locator(".given-up .mark")).to_have_count(2)
    who.page.select_option("#by-table", table)
    expect(rows).to_have_count(1)


def test_a_round_is_replayed_step_by_step_with_its_grade(person: Come):
    who = played(person(), "f")
    dealt, results = cards_at(who, "own"), who.text("#spots")
    history(who, f"?round={last_round(who)}")
    page = who.page
    status = who.text("#status")
    assert who.text("#spots") == results
    assert cards_at(who, "own") == dealt
    assert re.match(r"You lose \$5", status)

    page.locator("#decision .decisions button").focus()
    who.press("Enter")
    expect(page.locator("#decision .verdict")).to_be_visible()
    expect(page.locator("#decision")).to_be_focused()  # Whoever goes by keys keeps the place.
    who.press("Home")
    assert (who.text("#place"), who.text("#status")) == (f"Step 1 of {page.locator('.step').count()}", "Bets: $5")
    assert cards_at(who, "own") == []
    who.press("ArrowRight")
    assert cards_at(who, "own") == dealt
    told = page.locator("#live").text_content() or ""
    assert told.startswith("Step 2 of")
    assert "Your cards: " in told
    while "Fold" not in who.text("#status"):
        who.press("ArrowRight")
    assert page.locator('.step[aria-current="step"]').inner_text().startswith(who.text("#place").split()[1])
    assert re.search(r"gave up \$\d", who.text("#decision .verdict"))
    assert page.locator("#decision .values li").count() == 2
    assert page.locator("#decision .values .chosen").inner_text().startswith("Fold")
    assert page.locator("#decision .ev.best").count() == 1
    assert "The coach: " in (page.locator("#live").text_content() or "")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    at_decision = who.text("#place")
    who.press("c")
    expect(page.locator("#copied")).to_have_text("Copied.")
    page.goto(page.evaluate("navigator.clipboard.readText()"))
    assert who.ready().text("#place") == at_decision
    who.press("End")
    assert who.text("#status") == status
    page.click('[data-go="first"]')
    page.click('[data-go="next"]')
    assert who.text("#place").startswith("Step 2")
    assert "−5.00" in who.text("#lines")


def test_a_round_of_nothing_says_what_was_won_and_lost(person: Come):
    """Only a round whose bets all push is a push."""
    nets: list[str] = []

    def changed(route: Route) -> None:
        told = route.fetch()
        body = told.json()
        line = next(each for each in body["events"] if each["type"] == "settled")
        made = [{**line, "line": at, "net": net} for at, net in enumerate(nets)]
        body["events"] = [each for each in body["events"] if each["type"] != "settled"]
        body["events"] += [{**each, "wager": f"bet-{at}"} for at, each in enumerate(made)]
        route.fulfill(response=told, json={**body, "net": "0.00", "result": "pushed"})

    who = person()
    who.answers("**/api/v1/rounds/r_*", changed)
    played(who, "f")
    round_id = last_round(who)
    for some, words in (
        (["10.00", "-10.00"], "You break even: +10.00 and −10.00"),
        (["0.00"], "A push: every bet comes back"),
    ):
        nets[:] = some
        history(who, f"?round={round_id}")
        assert who.text("#facts b") == words


def test_sums_of_the_list_are_of_the_figures_in_its_rows(person: Come):
    """Two rounds that gave up 0.4 cents each show 0.00, and so does their sum."""

    def small(route: Route) -> None:
        told = route.fetch()
        body = told.json()
        for each in body["rounds"]:
            each["decisions"]["lost"]["value"] = 0.004
        route.fulfill(response=told, json=body)

    who = person()
    who.answers("**/rounds?*graded=true*", small)
    played(who, "f", "f")
    history(who)
    expect(who.page.locator("#sums")).to_contain_text("EV lost 0.00")


def test_the_controls_of_a_replay_stay_at_the_thumb_on_a_phone(person: Come):
    who = played(person(viewport={"width": 390, "height": 700}), "f")
    history(who, f"?round={last_round(who)}")
    for part in ("#controls [data-go=next]", "#controls [data-go=previous]"):
        expect(who.page.locator(part)).to_be_in_viewport(ratio=1)
    who.page.evaluate("scrollTo(0, 120)")
    expect(who.page.locator("#controls [data-go=next]")).to_be_in_viewport(ratio=1)
    history(who)
    expect(who.page.locator(f"{ROWS} .staked")).to_be_visible()


def test_hands_that_were_never_shown_can_be_opened_afterwards(person: Come):
    who = played(person(), "f")
    history(who, f"?round={last_round(who)}")
    assert set(cards_at(who, "dealer")) == {""}
    who.press("a")
    assert who.page.locator("#open").get_attribute("aria-pressed") == "true"
    document = who.page.request.get(f"{who.url}/api/v1/rounds/{who.page.url.rpartition('=')[2]}.json").json()[
        "document"
    ]
    dealer = next(each["cards"] for each in document["events"] if each.get("pile") == "dealer")
    assert sorted(cards_at(who, "dealer")) == sorted(dealer)
    who.press("a")
    assert set(cards_at(who, "dealer")) == {""}


def test_a_choice_of_cards_lies_aside_in_the_replay(person: Come):
    who = person().play_now("three-choices")
    who.press("Space")
    assert not who.is_over()
    who.page.locator('[data-option="raise-3"]').click()
    assert not who.is_over()
    who.press("1")
    who.press("2")
    who.press("Enter")
    assert not who.is_over()
    who.press("s")
    assert who.is_over()
    aside = cards_at(who, "own .aside")
    history(who, f"?round={last_round(who)}")
    assert cards_at(who, "own .aside") == aside
    assert len(aside) == 2
    # Asked inside the page, again until it holds: grades that arrive draw the steps anew.
    who.page.wait_for_function("""() => {
        const step = document.querySelector(".step[aria-current]");
        const box = step?.closest("ol");
        return box && step.offsetTop + step.offsetHeight <= box.scrollTop + box.clientHeight;
    }""")
    assert who.text('.spot[data-wager="raise"] .stake .sum') == "$15"


def test_a_round_is_seen_from_any_seat_once_it_is_told_whole(person: Come):
    who = person().play_now("three-each")
    bots = {"2": "optimal"}
    table = asked(who, "/tables", {"game": "three-each", "private": True, "bet_seconds": None, "bots": bots})["id"]
    asked(who, f"/tables/{table}/seats", {"seat": 1})
    round_id = asked(who, f"/tables/{table}/bets", {"seat": 1, "bets": {"ante": "5.00"}})["round"]
    asked(who, f"/tables/{table}/choices", {"seat": 1, "choice": "play", "option": "play"})
    history(who, f"?round={round_id}")
    own = cards_at(who, "own")
    small = cards_at(who, 'others [data-seat="2"]')
    who.page.select_option("#seat", "2")
    assert sorted(cards_at(who, "own")) == sorted(small)
    assert sorted(cards_at(who, 'others [data-seat="1"]')) == sorted(own)
    assert who.text("#status").startswith(("Seat 2", "A push"))
    assert who.page.locator(".step", has_text="Seat 1: Play").count() == 1
    expect(who.page.locator("#decision .decisions button")).to_have_count(1)  # Nobody is graded for what a bot does.


def asked(who: Person, path: str, body: dict[str, Any]) -> Any:
    """The answer to a call that the browser's person makes."""
    told = who.page.request.post(f"{who.url}/api/v1{path}", data=body, headers={"Idempotency-Key": token_hex(8)})
    assert told.ok, told.text()
    return told.json()


def test_a_round_in_play_leads_back_to_its_table(person: Come):
    who = person().play_now("three-each")
    table = who.page.url
    who.press("Space")
    assert not who.is_over()
    own = cards_at(who, "own")
    history(who, "?result=open")
    assert who.text(f"{ROWS} .result") == "in play"
    who.page.locator(f"{ROWS} a").click()
    who.page.wait_for_url("**/history.html?round=*")
    who.ready()
    assert cards_at(who, "own") == own
    assert set(cards_at(who, "dealer")) == {""}
    expect(who.page.locator("#verify")).to_be_disabled()
    assert "still being played" in who.text("#decision")
    who.page.get_by_role("link", name="Go to the table").click()
    who.arrived("table")
    assert who.page.url == table
    assert not who.is_over()


def tampered(proof: dict[str, Any]) -> dict[str, tuple[Any, str]]:
    """Proofs that must be refused, and a word of the check that finds each."""
    shuffle, other = proof["shuffle"], "11" * 32
    first, *rest = proof["cards"]
    return {
        "a card": ({**proof, "cards": [rest[0], first, *rest[1:]]}, "deals exactly these cards"),
        "the seed": ({**proof, "shuffle": {**shuffle, "seed": other}}, "seed is the one that was committed to"),
        "another promise": (
            {**proof, "shuffle": {**shuffle, "seed": other, "commitment": sha256(bytes.fromhex(other)).hexdigest()}},
            "commitment that you were given before the deal",
        ),
        "another round": ({**proof, "round": "r_0_1"}, "is of this round"),
        "the record": ({**proof, "document": {**proof["document"], "events": []}}, "The felt showed"),
        "no proof": ({"format": "none"}, ""),
    }


def test_the_shuffle_is_verified_in_the_page_and_a_tampered_proof_is_refused(person: Come):
    answered: list[Any] = []
    who = person()
    who.answers("**/proof", lambda route: answer(route, answered[-1]) if answered else route.continue_())
    played(who, "p")
    page = who.page
    round_id = last_round(who)
    page.locator("#strip .proof a").click()
    expect(page.locator("#proof")).to_have_attribute("data-state", "holds", timeout=WAIT_MS)
    assert who.text("#proved") == "Verified: the cards follow from the committed seed."
    assert who.text("#verify").endswith("Verify again")
    checks = page.locator("#checks li")
    assert checks.count() == 6
    assert page.locator("#checks", has_text="this browser was given").count() == 1
    told = page.request.get(f"{who.url}/api/v1/rounds/{round_id}").json()["events"]
    hands = {(each["seat"], each["pile"]) for each in told if each["type"] in ("dealt", "shown") and each.get("cards")}
    assert f"{len(hands)} hands were shown" in page.locator("#checks li").last.inner_text()
    assert not re.search(r"[0-9a-f]{64}\.", who.text("#checks"))  # A hash that is copied takes no full stop along.

    proof = page.request.get(f"{who.url}/api/v1/rounds/{round_id}/proof").json()
    for name, (wrong, word) in tampered(proof).items():
        answered.append(wrong)
        who.press("v")
        expect(page.locator("#proof")).to_have_attribute("data-state", "wrong", timeout=WAIT_MS)
        assert "Refused" in who.text("#proved"), name
        found = page.locator('#checks li[data-holds="false"]').all_inner_texts()
        assert any(word in each for each in found) if word else not found, name
        answered.append(proof)
        who.press("v")
        expect(page.locator("#proof")).to_have_attribute("data-state", "holds", timeout=WAIT_MS)


def test_a_pasted_proof_is_compared_with_the_commitment(person: Come):
    who = played(person(), "p")
    proof = who.page.request.get(f"{who.url}/api/v1/rounds/{last_round(who)}/proof").text()
    page = who.page
    page.goto(f"{who.url}/verify.html")
    page.fill("#proof", proof)
    page.locator("form .main").click()
    expect(page.locator("#result")).to_have_text(re.compile("^✓Verified: the cards of round r_"))
    expect(page.locator("#checks li b").first).to_have_text(
        "Holds: The revealed seed is the one that was committed to."
    )
    expect(page.locator("#compare")).to_contain_text("Not compared")
    page.fill("#promised", json.loads(proof)["shuffle"]["commitment"].upper() + " ")
    page.locator("form .main").click()
    expect(page.locator("#checks li")).to_have_count(4)
    expect(page.locator("#result")).to_have_attribute("data-state", "holds")
    page.fill("#promised", "00" * 32)
    page.locator("form .main").click()
    expect(page.locator("#result")).to_have_text(re.compile("^✗Refused: the proof of round r_"))
    heights = []
    for path in ("verify.html", "404", "history.html"):
        page.goto(f"{who.url}/{path}")
        heights.append(page.locator("header.top").evaluate("head => head.offsetHeight"))
    assert len(set(heights)) == 1
    assert all("404" in each for each in who.complaints)
    who.complaints.clear()


def answer(route: Route, body: Any) -> None:
    route.fulfill(body=json.dumps(body), content_type="application/json")


def test_a_shoe_is_proved_when_it_has_ended(person: Come):
    who = person().play_now("draw-five")
    page = who.page
    table = page.url.rpartition("=")[2]
    who.press("Space")
    while not who.is_over():
        who.press(page.locator(".option").first.get_attribute("data-key") or "")
    round_id = last_round(who)
    history(who, f"?round={round_id}")
    expect(page.locator("#verify")).to_be_disabled()
    assert "when the shoe has ended" in who.text("#proved")
    assert page.locator("#open").is_hidden()
    assert "come when the shoe has ended" in who.text("#files")
    asked(who, f"/tables/{table}/close", {"note": "done"})
    history(who, f"?round={round_id}&verify")
    expect(page.locator("#proof")).to_have_attribute("data-state", "holds", timeout=WAIT_MS)
    assert page.locator("#files a", has_text="Transcript").count() == 1


def test_the_house_sees_every_round_and_its_dispute_report(person: Come, live: Live):
    ann = played(person(), "f")
    round_id = last_round(ann)
    account = ann.page.request.get(f"{ann.url}/api/v1/me").json()["account"]
    boss = person()
    boss.page.goto(live.link())
    boss.page.locator("#who", has_text="supervisor").wait_for()
    history(boss)
    assert boss.page.locator(ROWS).count() > 0
    boss.page.fill("#by-account", account)
    boss.press("Enter")
    expect(boss.page.locator(ROWS)).to_have_count(1)
    boss.page.locator(f"{ROWS} a").click()
    boss.page.locator("#round-title", has_text="Three Each").wait_for()
    expect(boss.page.locator("#status")).to_have_text("Seat 1 loses $5")
    assert "" not in cards_at(boss, "own")
    boss.page.locator("#files a", has_text="Dispute report").click()
    boss.page.get_by_text(f"Round {round_id}").first.wait_for()


def test_pages_with_nothing_to_show_say_what_to_do(person: Come):
    who = history(person(), "?round=r_0_1")
    assert who.text("#empty-title") == "Nobody is signed in here"
    assert "sat in it" in who.text("#empty-words")
    who.play_now("three-each")
    history(who)
    assert who.text("#empty-title") == "No round yet"
    assert who.page.locator("#empty-do a").get_attribute("href") == "/"
    who.page.goto(f"{who.url}/history.html?round=r_0_1")
    who.page.locator("body[data-ready=failed]").wait_for()
    assert "no round 'r_0_1'" in who.text("#notice")
    assert who.page.locator("#notice a").get_attribute("href") == "history.html"
    assert all("404" in each for each in who.complaints)  # The browser's own word on the answer.
    who.complaints.clear()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing(scheme: str, person: Come):
    wrong_proofs: list[Any] = []
    who = person(color_scheme=scheme)
    who.answers("**/proof", lambda route: answer(route, wrong_proofs[-1]) if wrong_proofs else route.continue_())
    history(who)
    found = {"nobody": Axe().run(who.page)}
    played(who, "f")
    round_id = last_round(who)
    history(who)
    expect(who.page.locator(".given-up .mark")).to_have_count(1)
    found["list"] = Axe().run(who.page)
    who.page.select_option("#by-result", "voided")
    who.see("#empty")
    found["empty"] = Axe().run(who.page)
    history(who, f"?round={round_id}&verify")
    who.see("#proof[data-state=holds]")
    who.see("#decision .decisions")
    found["round"] = Axe().run(who.page)
    who.page.locator("#decision .decisions button").click()
    who.see("#decision .values")
    wrong_proofs.append({})
    who.press("v")
    who.see("#proof[data-state=wrong]")
    found["refused"] = Axe().run(who.page)
    who.page.evaluate("document.documentElement.dataset.contrast = 'high'")
    found["high contrast"] = Axe().run(who.page)
    who.page.goto(f"{who.url}/verify.html")
    found["verify"] = Axe().run(who.page)
    wrong = {state: result.generate_report() for state, result in found.items() if result.violations_count}
    assert not wrong, "\n".join(wrong.values())


@pytest.mark.parametrize(
    "size", [{"width": 360, "height": 640}, {"width": 640, "height": 360}], ids=["narrow", "zoomed"]
)
def test_nothing_is_cut_off_on_a_small_screen(size: dict[str, int], person: Come):
    """The second is a window of 1280 by 720 at 200 %."""
    who = played(person(viewport=size), "f")
    round_id = last_round(who)
    for query in ("", f"?round={round_id}&verify"):
        history(who, query)
        who.see("#proof[data-state=holds]" if query else ".given-up .mark")
        assert who.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for button in who.page.locator("#controls button:visible").all():
        button.scroll_into_view_if_needed()
        expect(button).to_be_in_viewport(ratio=1)


def test_nothing_shifts_from_step_to_step(person: Come):
    who = played(person(reduced_motion="no-preference"), "p")
    history(who, f"?round={last_round(who)}&step=1")
    who.see("#decision .decisions")
    who.page.evaluate("""() => {
        window.shifted = 0;
        new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shifted += entry.value; })
            .observe({ type: 'layout-shift', buffered: false });
    }""")
    for _ in range(who.page.locator(".step").count()):
        who.press("ArrowRight")
        who.page.wait_for_timeout(60)
    assert who.text("#status").startswith(("You win", "You lose", "A push"))
    assert who.page.evaluate("window.shifted") == 0
