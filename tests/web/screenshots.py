"""Makes the pictures of docs/screenshots: `python -m tests.web.screenshots`.

Every game at a first visit, in mid-round with the coach and at its end, the lobby with and without open tables, the panels
and every other page; 1440 and 390 wide, dark and light. Games that came later have two pictures each: a choice on a wide
light page, and a result on a dark phone. Names of games take pictures of those games alone, in full; after `--tables`, those
two of each. On a busy machine it waits as long as the mathematics takes.
"""

import os
import random
import re
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from pitboss import games
from pitboss.client import Client
from pitboss.core.game import Cards, Game
from pitboss.core.money import dollars
from pitboss.core.pays import Odds
from tests.conftest import FLAGS
from tests.support.cases import bringing, brought
from tests.support.machine import system_browser
from tests.support.rounds import random_bets
from tests.support.served import Served
from tests.web.pages import Person
from tests.web.test_rounds import answer

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
WIDE, PHONE = ViewportSize(width=1440, height=900), ViewportSize(width=390, height=844)
SIZES = (("1440", WIDE), ("390", PHONE))
SCHEMES = ("dark", "light")
QUALITY = 62
PATIENCE_MS = 300_000


def take(page: Page, name: str) -> None:
    """One picture, once nothing moves."""
    page.mouse.move(0, 0)  # No button is shown as one that is pointed at.
    page.wait_for_timeout(250)
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)


def see(page: Page, selector: str) -> None:
    """Waits until something is seen, also where a game must be solved first."""
    expect(page.locator(selector).first).to_be_visible(timeout=PATIENCE_MS)


def visitor(browser: Browser, url: str, **how: Any) -> Person:
    """Somebody new, who waits as long as it takes; a phone is touched, so that it shows no keys."""
    is_phone = how["viewport"] == PHONE
    context = browser.new_context(**how, reduced_motion="reduce", has_touch=is_phone, is_mobile=is_phone)
    who = Person(context.new_page(), url)
    who.page.set_default_timeout(PATIENCE_MS)
    return who


def advised(who: Person) -> None:
    """Asks the coach, and waits for the values."""
    who.press("?")
    see(who.page, ".ev.best")


FALLBACK = re.compile(r"\b(the best is|equally good|coach is thinking)\b", re.IGNORECASE)
"""What the page says of a choice until the server has put the rule in words."""


def explained(who: Person) -> None:
    """Asks the coach, and waits for the sentence of the rule, which can take long the first time."""
    advised(who)
    expect(who.page.locator("#why")).not_to_have_text(FALLBACK, timeout=PATIENCE_MS)


def bet_on_all(who: Person) -> None:
    """Lays a chip on every spot that takes one."""
    names = who.page.locator(".spot.wanted, .spot.side").evaluate_all("all => all.map((each) => each.dataset.wager)")
    for wager in names:
        spot = who.page.locator(f'.spot[data-wager="{wager}"]')
        if not spot.locator(".stack").count():  # One bet may have laid another with it.
            spot.click()


def play_out(who: Person) -> None:
    """Plays the best to the end of the round, by the coach's marks; where they cover no card alone, the first cards."""
    while not who.is_over():
        if not who.page.locator(".ev.best").count():
            advised(who)
        card, option = who.page.locator("#own .held:has(.best) button.card"), who.page.locator(".option:has(.best)")
        if card.count():
            card.first.click()
            who.page.locator('[data-does="confirm"]').click()
        elif option.count():
            option.first.click()
        else:
            answer(who)
        who.page.wait_for_timeout(50)


def of_game(who: Person, game: str, name: str, rounds: int = 5) -> None:
    """A game at a first visit, while it asks, as it is and with the coach's values, and at the end of a round that is won, if
    one of some is; with every bet made where a rider is among them.
    """
    who.play_now(game)
    expect(who.page.locator("#odds")).not_to_contain_text("being computed", timeout=PATIENCE_MS)
    if "-dark" in name:
        take(who.page, f"{name}-bets")
    if "+" in game:
        bet_on_all(who)
    is_taken = False
    for _ in range(rounds):
        who.press("Space")
        if not is_taken and not who.is_over():
            if "-dark" in name:
                take(who.page, f"{name}-asked")
            explained(who)
            take(who.page, f"{name}-choice")
            is_taken = True
        play_out(who)
        if who.text("#status").startswith("You win"):
            break
    take(who.page, f"{name}-over")


IN_FULL = bringing("PICTURES_IN_FULL")
"""The games that are shown in every size, theme and state; of all, the pictures would be most of the repository."""
CHOICE_AT, RESULT_AT = ("1440", "light"), ("390", "dark")


def of_tables(browser: Browser, url: str, wanted: list[str]) -> None:
    """Two pictures of each game with every bet made: a choice with the coach's values, and the end of a round."""
    for width, scheme in (CHOICE_AT, RESULT_AT):
        who = visitor(browser, url, viewport=dict(SIZES)[width], color_scheme=scheme)
        for game in wanted:
            who.play_now(game)
            expect(who.page.locator("#odds")).not_to_contain_text("being computed", timeout=PATIENCE_MS)
            bet_on_all(who)
            name = f"{game.replace('+', '-and-')}-{width}-{scheme}"
            if (width, scheme) == CHOICE_AT:
                ask_twice(who, game)
                advised(who)
                take(who.page, f"{name}-choice")
            else:
                win(who)
                take(who.page, f"{name}-over")
        who.page.context.close()


def ask_twice(who: Person, game: str) -> None:
    """Plays until the second choice of a round, or the only one there is."""
    wanted = min(2, len(games.build(game).choices))
    while True:
        who.press("Space")
        asked = 0
        while not who.is_over():
            asked += 1
            if asked == wanted:
                return
            who.page.locator(".option:not(:has-text('Fold'))").first.click()
            who.page.wait_for_timeout(50)


def win(who: Person, rounds: int = 6) -> None:
    """Plays until a round is won, or so many are over."""
    for _ in range(rounds):
        who.press("Space")
        play_out(who)
        if who.text("#status").startswith("You win"):
            return


def of_panels(who: Person, name: str) -> None:
    """The panels of a table: pay tables with house edges, rules, menu and settings."""
    for key, panel in (("t", "pays"), ("r", "rules"), ("m", "menu"), ("s", "settings")):
        who.press(key)
        see(who.page, "#panel")
        take(who.page, f"panel-{panel}-{name}")
        who.close_panel()


def of_seats(who: Person, name: str) -> None:
    """A table with meters and three seats of the house: its options in the lobby, and the table."""
    game, options = brought("WITH_METERS")[0]
    who.lobby()
    who.page.locator(f'[data-game="{game}"]').get_by_role("button", name="Options").click()
    for option, value in options.items():
        who.page.locator(f"#option-{option}").select_option(value)
    who.page.locator("#bots").select_option("3")
    expect(who.page.get_by_text("being computed")).to_have_count(0, timeout=PATIENCE_MS)
    take(who.page, f"options-{name}")
    who.page.locator("#panel .main").click()
    who.page.locator("body[data-ready]").wait_for()
    bet_on_all(who)
    who.page.locator('#actions [data-does="deal"]').click()
    play_out(who)
    expect(who.page.locator("#odds")).not_to_contain_text("being computed", timeout=PATIENCE_MS)
    take(who.page, f"seats-{name}")


def of_verify(who: Person, name: str) -> None:
    """The stand-alone page with a proof that holds."""
    newest = who.page.request.get(f"{who.url}/api/v1/rounds?limit=100").json()["rounds"]
    answers = (who.page.request.get(f"{who.url}/api/v1/rounds/{each['id']}/proof") for each in newest)
    proof = next(each.text() for each in answers if each.ok)
    who.page.goto(f"{who.url}/verify.html")
    who.page.locator("#proof").fill(proof)
    who.page.locator("form .main").click()
    see(who.page, "#result[data-state=holds]")
    take(who.page, f"verify-{name}")


def of_missing(who: Person, name: str) -> None:
    """An address without a page."""
    who.page.goto(f"{who.url}/no/such/page.html")
    take(who.page, f"missing-{name}")


def of_high_contrast(browser: Browser, url: str) -> None:
    """The lobby and a table that asks for a choice, in high contrast."""
    asking = next(name for name in games.find() if games.build(name, {}).choices)
    for scheme in SCHEMES:
        who = visitor(browser, url, viewport=WIDE, color_scheme=scheme, contrast="more").lobby()
        expect(who.page.locator(".fan")).to_have_count(who.page.locator(".tile").count(), timeout=PATIENCE_MS)
        take(who.page, f"lobby-1440-{scheme}-high-contrast")
        of_game(who, asking, f"table-1440-{scheme}-high-contrast")
        who.page.context.close()


def of_analyser(who: Person, game: str, name: str) -> None:
    """The analyser empty, with a hand to decide, and with a settled round."""
    for state, kind in (("empty", ""), ("choice", "hand"), ("over", "round")):
        query = {"game": [game]}
        if kind:
            told = who.page.request.post(
                f"{who.url}/api/v1/examples", data={"game": game, "kind": kind, "seed": 8}
            ).json()
            for word, part in (("bet", "bets"), ("deal", "deal"), ("choose", "choose")):
                query[word] = [f"{key}={value}" for key, value in told[part].items()]
        who.page.goto(f"{who.url}/analyser.html?{urlencode(query, doseq=True)}")
        who.page.locator("body[data-ready][data-state]:not([data-state=asking])").wait_for()
        take(who.page, f"analyser-{state}-{name}")


def of_history(who: Person, name: str) -> None:
    """The ledger, then its newest round with a proof: at its end, at a decision, and verified."""
    who.page.goto(f"{who.url}/history.html")
    who.ready()
    expect(who.page.locator("#sums")).to_contain_text("EV lost", timeout=PATIENCE_MS)
    take(who.page, f"history-{name}")
    graded = who.page.locator("#rounds tr:has(.given-up .mark) a")
    for address in graded.evaluate_all("links => links.map((link) => link.href)"):
        who.page.goto(address)
        who.ready()
        if who.page.locator("#verify").is_enabled():  # A shoe that goes on is not proved yet.
            break
    see(who.page, "#decision .decisions")
    take(who.page, f"round-{name}-over")
    who.page.locator("#decision .decisions button").first.click()
    who.page.evaluate("scrollTo(0, 0)")
    take(who.page, f"round-{name}-decision")
    who.press("v")
    see(who.page, "#proof[data-state=holds]")
    who.page.locator("#proof").evaluate("part => part.scrollIntoView()")
    take(who.page, f"round-{name}-proof")


def has_options(game: str) -> bool:
    """Whether a game asks for choices by buttons, not by cards."""
    choices = games.build(game).choices.values()
    return bool(choices) and not any(isinstance(choice.options, Cards) for choice in choices)


def of_coach(who: Person, game: str, name: str, rounds: int = 12) -> None:
    """The session after some rounds, two of them misplayed, the account of a guest, and a drill before and after."""
    who.play_now(game)
    for number in range(rounds):
        who.press("Space")
        while not who.is_over():
            advised(who)
            wanted = ".option:not(:has(.best))" if number in (3, 7) else ".option:has(.best)"
            who.page.locator(wanted).first.click()
            who.page.wait_for_timeout(50)
    who.press("l")
    see(who.page, ".course-chart")
    take(who.page, f"session-{name}")
    who.close_panel()
    who.press("m")
    who.page.get_by_role("button", name="Keep your wallet").click()
    take(who.page, f"account-{name}")
    who.page.goto(f"{who.url}/drill.html?game={game}")
    who.page.locator("body[data-phase=asked]").wait_for()
    take(who.page, f"drill-{name}-asked")
    who.page.locator(".option").first.click()
    who.page.locator("body[data-phase=graded]").wait_for()
    take(who.page, f"drill-{name}-graded")


def of_warning(who: Person, game: str, name: str) -> None:
    """The coach's warning before a choice that gives something up."""
    coach = "coach => localStorage.setItem('pitboss-settings', JSON.stringify({ coach }))"
    who.page.evaluate(coach, "warn")
    who.play_now(game)
    who.press("Space")
    assert not who.is_over()
    explained(who)
    who.page.locator(".option:not(:has(.best))").first.click()
    see(who.page, '[data-does="keep"]')
    take(who.page, f"warning-{name}")
    who.page.locator('[data-does="change"]').click()
    play_out(who)
    who.page.evaluate(coach, "request")


def of_open_tables(browser: Browser, url: str) -> None:
    """The lobby with tables that a supervisor has opened."""
    for width, size in SIZES:
        for scheme in SCHEMES:
            who = visitor(browser, url, viewport=size, color_scheme=scheme).lobby()
            see(who.page, "#tables li")
            who.page.locator("#open").evaluate("part => part.scrollIntoView()")
            take(who.page, f"lobby-tables-{width}-{scheme}")
            who.page.context.close()


def of_workbench(who: Person, game: str, width: str, scheme: str) -> None:
    """The workbench with a changed table beside the printed one, and with two tables."""
    wager = games.build(game).wagers[-1]
    table = wager.lines[0].pays
    rows = [(table.outcomes(each).name, pay.net) for each, pay in table.pays.items() if isinstance(pay, Odds)]
    pays = [f"pay={table.grid}/{table.column}/{row}={net + 1}" for row, net in rows if net > 0][1:3]
    for name, query in (("workbench", "&".join(pays)), ("workbench-two", "&b.".join(("b=b", *pays)))):
        who.page.goto(f"{who.url}/workbench.html?game={quote(game)}&bet={wager.name}&{query}")
        who.page.locator("#ended .plot").wait_for()
        take(who.page, f"{name}-{width}-{scheme}")


def of_everything(browser: Browser, url: str, wanted: list[str]) -> None:
    """Every page and game; in each size one scheme, then the other."""
    for width, size in SIZES:
        for scheme in SCHEMES:
            who = visitor(browser, url, viewport=size, color_scheme=scheme).lobby()
            expect(who.page.get_by_text("being computed")).to_have_count(0, timeout=PATIENCE_MS)
            expect(who.page.locator(".fan")).to_have_count(who.page.locator(".tile").count(), timeout=PATIENCE_MS)
            take(who.page, f"lobby-{width}-{scheme}")
            for game in wanted:
                of_game(who, game, f"{game.replace('+', '-and-')}-{width}-{scheme}")
            of_panels(who, f"{width}-{scheme}")
            of_seats(who, f"{width}-{scheme}")
            for game in [name for name in wanted if has_options(name)][:1]:
                of_coach(who, game, f"{width}-{scheme}")
                of_warning(who, game, f"{width}-{scheme}")
            of_missing(who, f"{width}-{scheme}")
            of_analyser(
                who, next(game for game in (*wanted, *games.find()) if games.build(game).choices), f"{width}-{scheme}"
            )
            of_history(who, f"{width}-{scheme}")
            of_verify(who, f"{width}-{scheme}")
            of_workbench(who, max(wanted, key=lambda each: len(games.build(each).pay_tables)), width, scheme)
            who.page.context.close()


PIT = ("tables", "rounds", "win", "meters", "accounts", "audit", "ledger")
PASSWORD = "a long pass phrase"


def make_busy(url: str, link: str) -> str:
    """Opens tables of every game, has guests play at them, and voids a round; the table of the last game."""
    with Client.by_link(f"{url}/supervisor?token={link}") as boss, ExitStack() as clients:
        boss.make_account("dana", PASSWORD, "supervisor")
        people = [clients.enter_context(Client.guest(url)) for _ in range(3)]
        for each in people:
            boss.deposit(each.me().account, 9_000, "for the night")
        source, tables = random.Random(15), []
        every: dict[str, Any] = {"bet_seconds": None, "decide_seconds": None, "limit": "500.00"}
        kinds = [(name, every) for name in games.find()]
        kinds += [(name, every | {"options": options, "link": "south"}) for name, options in brought("WITH_METERS")]
        for game, how in kinds:
            tables.append(boss.open_table(game, **how).id)
            play_rounds(people, tables[-1], games.build(game, how.get("options", {})), source)
        boss.void(boss.rounds(table=tables[0])[1]["id"], "exposed-card", "a card fell off the table")
        return tables[-1]


def play_rounds(people: list[Client], table: str, game: Game, source: random.Random, rounds: int = 8) -> None:
    """Guests play rounds at a table; the last one stays in play where it asks anything."""
    seats = [each.sit(table) for each in people[: game.seats]]
    for number in range(rounds):
        for seat in seats:
            seat.bet({name: dollars(cents) for name, cents in random_bets(game, source).items()})
        while number < rounds - 1 and any(asked := [(seat, seat.asked()) for seat in seats]):
            choices = [(seat, need) for seat, need in asked if need is not None and need.type == "choice"]
            if not choices:
                break
            seat, need = choices[0]
            seat.choose(need.choice, source.choice(need.legal[seat.seat]))


def of_pit(browser: Browser, url: str, table: str) -> None:
    """Every section of the pit, one table in it, and the door."""
    for width, size in SIZES:
        for scheme in SCHEMES:
            page = visitor(browser, url, viewport=size, color_scheme=scheme).page
            page.goto(f"{url}/pit.html")
            page.locator("body[data-ready]").wait_for()
            take(page, f"pit-door-{width}-{scheme}")
            page.locator("[name=name]").fill("dana")
            page.locator("[name=password]").fill(PASSWORD)
            page.locator("form", has_text="Sign in").locator(".main").click()
            page.locator("#sections a").first.wait_for()
            for section in (*PIT, f"tables/{table}"):
                page.goto(f"{url}/pit.html#{section}")
                page.locator(f'body[data-ready="{section if "/" in section else f"{section}/"}"]').wait_for()
                expect(page.get_by_text("is being worked out")).to_have_count(0, timeout=PATIENCE_MS)
                take(page, f"pit-{section.partition('/')[0] if '/' not in section else 'table'}-{width}-{scheme}")
            page.context.close()


def main() -> None:
    """Starts a server and a browser, and takes every picture."""
    FOLDER.mkdir(exist_ok=True)
    os.environ.update({f"PITBOSS_{each}_PER_MINUTE": "0" for each in ("SOLVES", "PRICINGS")})
    os.environ.pop(
        "XDG_CACHE_HOME", None
    )  # Tests begin without anything kept; pictures need not solve what the user has.
    tables, named = "--tables" in sys.argv, [each for each in sys.argv[1:] if each != "--tables"]
    wanted = named or [name for name in (*games.find(), *games.attached()) if name in IN_FULL]
    later = named if tables else [] if named else [name for name in games.find() if name not in IN_FULL]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Served(f"{folder}/tables.db", Path(folder) / "key")
        url = f"http://127.0.0.1:{server.port}"
        try:
            browser = playwright.chromium.launch(executable_path=system_browser(), args=FLAGS)
            of_tables(browser, url, later)
            if tables:
                return
            of_everything(browser, url, wanted)
            table = make_busy(url, server.link)
            of_open_tables(browser, url)
            of_pit(browser, url, table)
            of_high_contrast(browser, url)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
