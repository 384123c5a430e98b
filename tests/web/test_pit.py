"""The pit in a real browser: who may come in, what a supervisor does there with a reason, and what an auditor sees."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect

from pitboss.client import Client, Seat
from pitboss.table.performance import WagerFigures
from tests.support.cases import brought
from tests.support.live_server import Live
from tests.web.pages import WAIT_MS, Person

pytestmark = pytest.mark.slow
Come = Callable[..., Person]

GAME = "three-each"
SECTIONS = ("tables", "rounds", "win", "meters", "accounts", "audit", "ledger")
PASSWORD = "a long pass phrase"
ACTS = re.compile("Open a table|Void|Change|Close|Adjust|Deposit|Withdraw|Disable|New account")


@dataclass
class Room:
    """A server with a house table, at which a guest has folded one round and is asked in another."""

    live: Live
    boss: Client
    ann: Client
    table: str
    seat: Seat
    first: str

    def table_of(self, id: str) -> dict[str, Any]:
        """A table as the house sees it."""
        return self.boss.ask("GET", "/pit/tables", params={"id": id})["tables"][0]


@pytest.fixture(scope="module")
def room(live: Live) -> Room:
    boss, ann = live.supervisor(), live.guest()
    table = boss.open_table(GAME, bet_seconds=None, decide_seconds=None, limit="200.00").id
    seat = ann.sit(table)
    first = seat.bet({"ante": 5}).round
    seat.choose("play", "fold")
    boss.make_account("eve", PASSWORD, "auditor")
    return Room(live, boss, ann, table, seat, first)


def supervisor(come: Come, live: Live, section: str = "tables", **how: Any) -> Person:
    """Somebody who opens the one-time link, and goes to a section of the pit."""
    who = come(**how)
    who.page.goto(live.link())
    who.page.locator("body[data-ready^=tables]").wait_for()
    return go(who, section)


def go(who: Person, where: str) -> Person:
    """Goes to a section, or to a table in it, with its filters."""
    who.page.evaluate("where => { location.hash = where }", f"#{where}")
    path = where.partition("?")[0]
    who.page.locator(f'body[data-ready="{path if "/" in path else f"{path}/"}"]').wait_for()
    expect(who.page.locator("#view > .drawing")).to_have_attribute("aria-busy", "false")
    return who


def row(who: Person, text: str) -> Locator:
    """The line of a dense table that has a text."""
    return who.page.locator("#view tbody tr").filter(has_text=text).first


def fill(who: Person, **values: str) -> None:
    """Fills the fields of the panel."""
    for name, value in values.items():
        who.page.locator(f'#panel [name="{name}"]').fill(value)


def confirm(who: Person, said: str) -> None:
    """Presses the button that names the act; the page then says what has happened."""
    who.page.locator("#panel .acts .main").click()
    expect(who.page.locator("#done")).to_contain_text(said, timeout=WAIT_MS)
    expect(who.page.locator("#panel")).to_have_count(0)


def test_the_door_says_how_to_come_in(person: Come, room: Room):
    who = person()
    who.page.goto(f"{who.url}/pit.html")
    who.ready()
    expect(who.page.locator("#view")).to_contain_text("prints a link when it starts", timeout=WAIT_MS)
    assert who.page.locator("#sections").is_hidden()
    assert not Axe().run(who.page).violations_count
    sign_in = who.page.locator("form", has_text="Sign in")
    sign_in.locator("[name=name]").fill("eve")
    sign_in.locator("[name=password]").fill("not hers at all")
    sign_in.locator(".main").click()
    expect(sign_in.locator("[role=alert]")).to_contain_text("the name or the password is wrong", timeout=WAIT_MS)
    assert all("401" in each for each in who.complaints)  # The browser's own word on a refusal.
    who.complaints.clear()
    sign_in.locator("[name=password]").fill(PASSWORD)
    sign_in.locator(".main").click()
    who.see("#sections a")
    expect(who.page.locator("#done")).to_contain_text("auditor", timeout=WAIT_MS)


def test_the_link_can_be_pasted_and_one_that_was_used_is_explained(person: Come, room: Room):
    who = person()
    used = room.live.link()
    Client.by_link(used).close()
    who.page.goto(used)
    who.ready()
    expect(who.page.locator("#notice")).to_contain_text("was used already", timeout=WAIT_MS)
    assert all("401" in each for each in who.complaints)  # After a redirect the page asks who this is.
    who.complaints.clear()
    who.page.locator("[name=link]").fill(room.live.link())
    who.page.locator("form", has_text="Use the link").locator(".main").click()
    who.see("#sections a")
    expect(who.page.locator("#done")).to_contain_text("supervisor", timeout=WAIT_MS)


def test_a_player_is_told_that_the_pit_is_not_theirs(person: Come, room: Room):
    who = person().play_now(GAME)
    who.page.goto(f"{who.url}/pit.html")
    who.ready()
    assert re.search(r"signed in as guest-\w+, a guest", who.text("#view"))
    expect(who.page.locator("#view form")).to_have_count(2, timeout=WAIT_MS)


def test_a_table_is_opened_changed_closed_and_opened_again(person: Come, room: Room):
    who = supervisor(person, room.live)
    page = who.page
    page.get_by_role("button", name="Open a table").click()
    page.locator("#panel [name=game]").select_option("draw-five")
    page.locator('#panel [name="option:decks"]').select_option("2")
    page.locator('#panel [name="bot:3"]').select_option("optimal")
    fill(who, step="5.00", limit="250.00", bet_seconds="", decide_seconds="45")
    confirm(who, "is open")
    expect(page.locator("#view h2")).to_contain_text("Draw Five")
    id = page.url.partition("#tables/")[2]
    opening = room.table_of(id)["opening"]
    wanted = {"options": {"decks": "2"}, "step": "5.00", "limit": "250.00", "bet_seconds": None, "decide_seconds": 45}
    assert {name: opening[name] for name in wanted} == wanted
    assert opening["bots"] == {"3": "optimal"}
    page.get_by_role("button", name="Change").click()
    fill(who, limit="300.00")
    page.locator("#panel [name=note]").fill("   ")
    page.locator("#panel .acts .main").click()
    expect(page.locator("#panel [role=alert]")).to_contain_text("Give a reason")
    assert room.table_of(id)["opening"]["limit"] == "250.00"
    fill(who, note="a busy evening")
    confirm(who, "5.00 to 300.00")
    page.get_by_role("button", name="Close").click()
    expect(who.page.locator("#panel")).to_contain_text("closes at once", timeout=WAIT_MS)
    who.press("Escape")
    assert room.table_of(id)["status"] == "open"
    page.get_by_role("button", name="Close").click()
    fill(who, note="the shift ends")
    confirm(who, "is closed")
    page.get_by_role("button", name="Open one like it").click()
    page.locator('#panel [name="option:decks"]').wait_for()
    confirm(who, "is open")
    again = room.table_of(page.url.partition("#tables/")[2])
    assert again["id"] != id
    assert again["opening"] == opening | {"limit": "300.00"}
    notes = [each["body"].get("note") for each in room.boss.audit() if each["subject"] == id]
    assert {"a busy evening", "the shift ends"} <= set(notes)


def test_what_the_server_refuses_is_said_in_the_form(person: Come, room: Room):
    who = supervisor(person, room.live)
    who.page.get_by_role("button", name="Open a table").click()
    who.page.locator("#panel [name=game]").select_option(GAME)
    fill(who, step="50.00", limit="5.00")
    who.page.locator("#panel .acts .main").click()
    expect(who.page.locator("#panel [role=alert]")).to_contain_text("5.00", timeout=WAIT_MS)
    assert all("422" in each for each in who.complaints)
    who.complaints.clear()
    assert who.page.locator("#panel [name=step]").input_value() == "50.00"


def test_rounds_are_voided_with_a_reason_in_play_and_when_over(person: Come, room: Room):
    before = Fraction(room.ann.me().balance)
    playing = room.seat.bet({"ante": 20}).round
    who = supervisor(person, room.live, "rounds")
    who.page.get_by_role("button", name=f"Void round {playing}").click()
    expect(who.page.locator("#panel")).to_contain_text("every bet goes back", timeout=WAIT_MS)
    expect(who.page.locator("#panel")).to_contain_text("$20", timeout=WAIT_MS)
    who.page.locator("#panel [name=reason]").select_option("exposed-card")
    fill(who, note="a card fell off the table")
    confirm(who, f"Round {playing} is void: exposed card")
    assert Fraction(room.ann.me().balance) == before
    row(who, room.first).get_by_role("button", name="Void").click()
    expect(who.page.locator("#panel")).to_contain_text("+5.00", timeout=WAIT_MS)
    who.page.locator("#panel [name=reason]").select_option("misdeal")
    fill(who, note="two cards stuck together")
    confirm(who, f"Round {room.first} is void")
    assert Fraction(room.ann.me().balance) == before + 5
    expect(row(who, room.first)).to_contain_text("void: misdeal")
    told = room.boss.dispute(room.first)
    assert [each["what"].get("note") for each in told["who"]][-2:] == ["two cards stuck together"] * 2
    with who.page.context.expect_page() as opened:
        row(who, room.first).get_by_role("link", name="Dispute report of").click()
    opened.value.wait_for_load_state()
    assert f"Round {room.first}" in opened.value.inner_text("body")
    go(who, "rounds?status=settled")
    expect(row(who, room.first)).to_have_count(0)
    expect(who.page.locator('[data-key="csv"]')).to_have_attribute("href", "/api/v1/rounds.csv?result=settled")


def test_a_meter_is_adjusted_with_a_reason_and_its_history_is_drawn(person: Come, room: Room):
    cases = brought("WITH_METERS")
    if not cases:
        pytest.skip("no game here has progressive meters")
    game, options, *_ = cases[0]
    room.boss.open_table(game, options=options, link="south")
    who = supervisor(person, room.live, "meters")
    charts = who.page.locator(".meter-list .history svg")
    expect(charts).to_have_count(len([each for each in room.boss.meters() if each["link"] == "south"]))
    before = next(each for each in room.boss.meters() if (each["link"], each["number"]) == ("south", 1))
    who.page.get_by_role("button", name="Adjust meter 1 of south").click()
    fill(who, amount="12.50", note="counted again")
    confirm(who, "stands at")
    after = next(each for each in room.boss.meters() if (each["link"], each["number"]) == ("south", 1))
    assert Fraction(after["amount"]) - Fraction(before["amount"]) == Fraction("12.5")
    expect(row(who, "counted again")).to_contain_text("+12.50")
    amount = re.compile(re.escape(f"{float(after['amount']):,.2f}"))
    expect(charts.first).to_have_attribute("aria-label", amount, timeout=WAIT_MS)
    focused = who.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused == "Adjust meter 1 of south"  # The page was drawn anew; the focus is where it was.


def test_play_money_is_paid_and_an_account_is_disabled(person: Come, room: Room):
    gus = room.live.guest()
    name = gus.ask("GET", "/me")["name"]
    who = supervisor(person, room.live, f"accounts?like={name}")
    for act, amount, left in (("Deposit", "250.00", "$1,250.00"), ("Withdraw", "50.00", "$1,200.00")):
        who.page.get_by_role("button", name=f"{act}: {name}").click()
        fill(who, amount=amount, note="a birthday")
        confirm(who, left)
        expect(row(who, name)).to_contain_text(left)
    who.page.get_by_role("button", name=f"Disable: {name}").click()
    expect(who.page.locator("#panel")).to_contain_text("signed out everywhere", timeout=WAIT_MS)
    fill(who, note="played for somebody else")
    confirm(who, "is disabled")
    expect(row(who, name)).to_contain_text("disabled")
    who.page.get_by_role("button", name=f"Enable: {name}").click()
    fill(who, note="it was a mistake")
    confirm(who, "is enabled")
    assert gus.me().balance == "1200.00"
    who.page.get_by_role("button", name="New account").click()
    fill(who, name="fay", password=PASSWORD)
    who.page.locator("#panel [name=role]").select_option("auditor")
    confirm(who, "fay is an auditor now")
    with Client.signed_in(room.live.url, "fay", PASSWORD) as fay:
        assert fay.me().role == "auditor"
    go(who, f"ledger?account=wallet/{gus.me().account}")
    expect(who.page.locator("#view .legs")).to_have_count(3, timeout=WAIT_MS)
    expect(who.page.locator("#view")).to_contain_text("a birthday", timeout=WAIT_MS)


def test_a_win_outside_its_band_raises_an_alarm(person: Come, room: Room):
    table = room.boss.open_table(GAME, bet_seconds=None, decide_seconds=None, options={}).id
    seat = room.ann.sit(table)
    for _ in range(2):
        seat.bet({"ante": 5})
        seat.choose("play", "fold")
    who = supervisor(person, room.live, "win")
    calm = row(who, table)
    expect(calm.locator(".chart.band")).to_have_count(1, timeout=WAIT_MS)
    go(who, f"tables/{table}")
    course = who.page.locator(".course-chart")
    expect(course).to_have_count(1, timeout=WAIT_MS)
    assert (course.get_attribute("aria-label") or "").startswith("Win on ante since the table opened: +10.00")
    go(who, "win")
    told = room.boss.performance(table)["rows"]
    main = next(each for each in told if each["account"] is None)
    assert (calm.locator(".chart.band").get_attribute("aria-label") or "").startswith("Win +10.00, theoretical")
    assert not main["alarm"]
    key = next(key for key in room.live.service.wager_figures if key == (GAME, (), None))
    before = room.live.service.wager_figures[key]
    tiny = Fraction(1, 1000)
    sure = {
        name: WagerFigures(each.wagers, each.unit, Fraction(0), tiny**2, tiny, tiny) for name, each in before.items()
    }
    room.live.service.wager_figures[key] = sure  # As if nothing could be won or lost here.
    try:
        who.page.reload()
        go(who, "win")
        expect(row(who, table).locator(".pill.alarm")).to_have_text("alarm", timeout=WAIT_MS)
        expect(who.page.locator("#view")).to_contain_text("Handle: all stakes")
        expect(who.page.locator("#figures .alarm")).to_contain_text("Alarms")
        expect(who.page.locator("#done")).to_contain_text(table)
        found = Axe().run(who.page)
        assert not found.violations_count, found.generate_report()
        go(who, f"tables/{table}")
        assert "outside the band" in (who.page.locator(".chart.band").first.get_attribute("aria-label") or "")
        captions = who.page.locator("#view caption").all_inner_texts()
        assert {"By wager", "By player"} <= set(captions)
    finally:
        room.live.service.wager_figures[key] = before


def test_the_audit_trail_is_filtered_and_its_chain_checked(person: Come, room: Room):
    room.boss.deposit(room.ann.me().account, 7, "a note that nobody else writes")
    who = supervisor(person, room.live, "audit?kind=deposit&about=nobody%20else")
    records = who.page.get_by_role("region", name="Records, the newest first").locator("tbody tr")
    expect(records).to_have_count(1)
    expect(row(who, "nobody else writes")).to_contain_text("deposit")
    check = who.page.get_by_role("button", name="Check the whole chain now")
    check.click()
    expect(who.page.locator("#done")).to_contain_text("The audit log is whole", timeout=WAIT_MS)
    store: Any = room.live.service.store
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE audit SET actor = actor || '?' WHERE seq = 3")
    try:
        check.click()
        expect(who.page.locator("#done")).to_contain_text("audit record 3 does not have the hash", timeout=WAIT_MS)
        expect(who.page.locator(".chain .pill.alarm")).to_have_text("broken")
    finally:
        with store.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE audit SET actor = rtrim(actor, '?') WHERE seq = 3")
    for _ in range(50):  # More than a page of records, whichever tests came before.
        room.boss.deposit(room.ann.me().account, 1, "one of many")
    go(who, "audit?kind=all")
    who.page.get_by_role("button", name="Older records").click()
    expect(records).not_to_have_count(50)
    numbers = [int(each) for each in records.locator("th").all_inner_texts()]
    assert numbers == list(range(numbers[0], numbers[-1] - 1, -1))


def test_the_ledger_is_in_balance_and_goes_to_a_spreadsheet(person: Come, room: Room):
    who = supervisor(person, room.live, f"ledger?account=house/{room.table}")
    assert "$0.00 in balance" in who.text("#view .facts-list")
    moved = who.page.locator("#view .legs").all_inner_texts()
    assert moved
    assert all(f"house/{room.table}" in each for each in moved)
    href = who.page.get_by_role("link", name="Newest 500 entries as CSV").get_attribute("href")
    text = who.page.request.get(f"{who.url}{href}").text()
    assert text.startswith("seq,id,kind,at")
    assert f"house/{room.table}" in text


def test_an_auditor_sees_every_section_and_can_change_nothing(person: Come, room: Room):
    who = person(color_scheme="light")
    who.page.request.post(f"{who.url}/api/v1/sessions", data={"name": "eve", "password": PASSWORD})
    who.page.goto(f"{who.url}/pit.html")
    who.page.evaluate("localStorage.setItem('pitboss-signed', 'yes')")
    who.page.reload()
    who.see("#sections a")
    wrong = []
    for section in (*SECTIONS, f"tables/{room.table}", "tables?which=practice", "tables?which=closed"):
        go(who, f"{section}?account=escrow/{room.table}" if section == "ledger" else section)
        assert not [each for each in who.page.locator("#view button").all_inner_texts() if ACTS.match(each)]
        result = Axe().run(who.page)
        wrong += [result.generate_report()] if result.violations_count else []
    assert not wrong, "\n".join(wrong)


def test_axe_finds_nothing_in_a_supervisor_s_sections_and_panels(person: Come, room: Room):
    who = supervisor(person, room.live)
    found = {}
    for section in (*SECTIONS[:5], "audit?kind=void", f"ledger?account=house/{room.table}", f"tables/{room.table}"):
        found[section] = Axe().run(go(who, section).page)
    who.page.get_by_role("button", name="Close").click()
    found["close"] = Axe().run(who.page)
    who.press("Escape")
    go(who, "tables").page.get_by_role("button", name="Open a table").click()
    who.page.locator("#panel .changing .field").first.wait_for()
    found["open"] = Axe().run(who.page)
    wrong = {state: result.generate_report() for state, result in found.items() if result.violations_count}
    assert not wrong, "\n".join(wrong.values())


def test_figures_say_what_they_are_of_and_add_up(person: Come, room: Room):
    for _ in range(2):  # Two tables with a settled round each, so that there is something to add up.
        table = room.boss.open_table(GAME, bet_seconds=None, decide_seconds=None).id
        seat = room.ann.sit(table)
        seat.bet({"ante": 5})
        seat.choose("play", "fold")
    who = supervisor(person, room.live)
    told = who.text("#figures")
    for words in ("Seats taken", "open house tables, since opened"):
        assert words in told
    tables = room.boss.ask("GET", "/pit/tables")["tables"]
    wins, drops = (sum(Fraction(each[name]) for each in tables) for name in ("win", "drop"))
    assert f"{float(abs(wins)):,.2f}" in told
    total = who.page.locator("#view tfoot tr").inner_text()
    for number in (sum(each["rounds"] for each in tables), f"${float(drops):,.2f}", f"{float(abs(wins)):,.2f}"):
        assert str(number) in total
    expect(who.page.get_by_role("columnheader", name="Handle (all stakes)")).to_be_visible()
    expect(who.page.get_by_role("cell", name="no limit").first).to_be_visible()
    words = """async () => {
        const { seatsWords } = await import('/js/pit/rounds.js');
        return [[1], [1, 2, 3], [1, 3]].map(seatsWords);
    }"""
    assert who.page.evaluate(words) == ["seat 1", "seats 1–3", "seats 1, 3"]


def test_the_chart_of_a_win_is_as_close_as_its_lines(person: Come, room: Room):
    """The band of a game with large pays is far wider than any win: it is cut, and an arrow says where it ends."""
    who = supervisor(person, room.live)
    flat = """async () => {
        const { course } = await import('/js/session-chart.js');
        const given = { results: [0, 5000], expected: [0, 1000], bands: [[0, 0], [-3300000, 490000]], names: ['win', 'theory'], from: '', to: '', told: '' };
        return [true, false].map((isClose) => {
            const chart = course({ ...given, isClose });
            const rise = chart.querySelector('.result').getAttribute('d').match(/[\\d.]+/g).map(Number);
            return [rise[1] - rise[3], [...chart.querySelectorAll('text')].map((each) => each.textContent).filter((each) => each.includes('band'))];
        });
    }"""
    (close, arrows), (far, none) = who.page.evaluate(flat)
    assert close > 80 > 1 > far
    assert arrows == ["▲ band to $4,900", "▼ band to −$33,000"]
    assert none == []


def test_key_figures_are_in_sight_on_a_phone(person: Come, room: Room):
    who = supervisor(person, room.live, viewport={"width": 390, "height": 844})
    for section in ("accounts", "ledger", "tables", "win", "rounds"):
        go(who, section)
        key = who.page.locator("#view tbody .isKey").first
        expect(key).to_be_visible()
        assert who.page.evaluate("box => box.getBoundingClientRect().right <= innerWidth", key.element_handle())
        assert who.page.locator("#view .box").evaluate_all(
            "all => all.every((box) => box.scrollWidth <= box.clientWidth)"
        )
    assert who.page.evaluate("document.querySelector('#sections').offsetHeight < 60")


def test_rounds_are_picked_by_names(person: Come, room: Room):
    who = supervisor(person, room.live, "rounds")
    name = room.ann.ask("GET", "/me")["name"]
    who.page.locator("#filter-account").fill(name)
    who.press("Enter")
    who.page.wait_for_function("id => location.hash.includes(id)", arg=room.ann.me().account)
    expect(who.page.locator("#filter-account")).to_have_value(name)
    who.page.locator("#filter-table").select_option(room.table)
    who.page.wait_for_function("id => location.hash.includes(id)", arg=room.table)
    expect(who.page.locator('[data-key="csv"]')).to_have_text("Rounds as CSV")


def test_sections_and_columns_by_keyboard(person: Come, room: Room):
    who = supervisor(person, room.live)
    for number, section in enumerate(SECTIONS, 1):
        who.press(str(number))
        expect(who.page.locator('#sections [aria-current="page"]')).to_have_attribute("href", f"#{section}")
    who.press("5")
    head = who.page.get_by_role("columnheader", name="Balance")
    who.page.locator(
        'body[data-ready="accounts/"]'
    ).wait_for()  # The section is drawn again when its figures have come.
    expect(who.page.locator("#view > .drawing")).to_have_attribute("aria-busy", "false")
    head.get_by_role("button").focus()
    expect(head.get_by_role("button")).to_be_focused()
    who.press("Enter")
    expect(head).to_have_attribute("aria-sort", "descending")
    shown = [float(re.sub(r"[$,]", "", each)) for each in who.page.locator("#view td:nth-child(4)").all_inner_texts()]
    assert shown == sorted(shown, reverse=True)
    who.page.locator("#filter-like").focus()
    who.press("3")
    expect(who.page.locator('#sections [aria-current="page"]')).to_have_attribute("href", "#accounts")


@pytest.mark.parametrize(
    "size", [{"width": 360, "height": 640}, {"width": 640, "height": 360}], ids=["narrow", "zoomed"]
)
def test_no_section_needs_sideways_scrolling(size: dict[str, int], person: Come, room: Room):
    """The second is a window of 1280 by 720 at 200 %. Wide tables scroll inside their own box."""
    who = supervisor(person, room.live, viewport=size)
    for section in (*SECTIONS, f"tables/{room.table}"):
        go(who, section)
        assert who.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), section
    who.page.get_by_role("button", name="Change").click()
    assert who.page.evaluate("document.querySelector('#panel .body').scrollWidth <= innerWidth")
