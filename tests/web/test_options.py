"""The options of a table in the lobby: in words, with the house edge of what is chosen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.web.pages import WAIT_MS, Person

pytestmark = pytest.mark.slow
Come = Callable[..., Person]


def with_edges(route: Route) -> None:
    """The game as the server tells it, with house edges, which this server was not given time to work out."""
    told = route.fetch()
    body = told.json()
    value = 0.01 if "commission" in route.request.url else 0.05
    for wager in body.get("wagers", []):
        wager |= {"house_edge": {"exact": "", "value": value}, "per": wager["name"]}
    route.fulfill(response=told, json=body)


def test_the_house_edge_follows_the_options(person: Come):
    who = person()
    who.answers("**/games/draw-five?*", with_edges)
    page = who.lobby().page
    page.get_by_role("button", name="Options of Draw Five", exact=True).click()
    edge = page.locator(".live-edge")
    expect(edge).to_contain_text("5.00 %", timeout=WAIT_MS)
    expect(page.locator("#option-commission")).to_be_hidden()  # What is written stands under a fold.
    page.get_by_text("Advanced").click()
    page.fill("#option-commission", "1%")
    expect(edge).to_contain_text("1.00 %", timeout=WAIT_MS)
    page.fill("#option-commission", "90%")
    expect(edge).to_contain_text("commission cannot be '90%'", timeout=WAIT_MS)
    page.fill("#option-commission", "1%")
    page.locator("#option-decks").select_option("1")
    page.locator("#panel .main").click()
    who.arrived("table")
    options = page.request.get(f"{who.url}/api/v1/tables/{page.url.rpartition('=')[2]}").json()["opening"]["options"]
    assert options == {"commission": "1%", "decks": "1"}
    assert all("422" in each or "400" in each for each in who.complaints)  # The browser's own word on a refusal.
    who.complaints.clear()


def test_options_are_told_in_words(person: Come):
    who = person().lobby()
    told = who.page.evaluate("""async () => {
        const { optionFields, valueWords } = await import('/js/options.js');
        const option = (name, listed, free) => ({ name, words: name, listed, free, default: listed[0] ?? '5%', values: 'any' });
        const fields = optionFields([option('table', ['sample']), option('form', ['fixed', 'progressive']), option('share', [], true)]);
        const shown = fields.flat().map((each) => [...each.querySelectorAll('label')].map((label) => label.textContent));
        return [shown, ['no', 'every-round', '5%', 'A1', 'spadez-9A'].map(valueWords)];
    }""")
    assert told == [[["Form"], ["Share"]], ["No", "Every round", "5%", "A1", "spadez-9A"]]


def test_an_edge_in_dollars_is_of_the_stake_that_it_is_made_with(person: Come):
    who = person().lobby()
    edge = """async () => {
        const { liveEdge } = await import('/js/options.js');
        const form = document.createElement('form');
        const wager = { name: 'bonus', label: 'bonus', per: 'round, dollars', house_edge: { value: 1.5 }, stake: { kind: 'fixed', amount: '5.00' } };
        const { edgeExactly } = await import('/js/edges.js');
        const game = { name: 'x', wagers: [{ ...wager, house_edge: { value: 1.5, exact: '3/2' } }], options: [], main: null };
        return [liveEdge({ ...game, wagers: [wager] }, form).textContent, edgeExactly(game.wagers[0], game), edgeExactly({ ...wager, house_edge: null }, game)];
    }"""
    assert who.page.evaluate(edge) == [
        "House edge: Bonus 30.00 %",
        "30.00 %, exactly 3/2 dollars a round",
        "not known yet",
    ]
