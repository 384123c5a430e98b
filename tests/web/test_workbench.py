"""The workbench in a real browser: cells and options that are followed at once, two tables, designs, files, links."""

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Download, Locator, Route, expect

from tests.support.live_server import Live
from tests.web.pages import WAIT_MS, Person

pytestmark = pytest.mark.slow
Come = Callable[..., Person]
TIE = '[data-table="tie/printed"]'
CELL = f'{TIE} tr[data-outcome="TIED"] .cell'


def bench(who: Person, query: str = "game=draw-five&bet=tie") -> Person:
    """Opens the workbench, and waits until figures and sessions are drawn."""
    who.page.goto(f"{who.url}/workbench.html?{query}")
    return drawn(who)


def drawn(who: Person) -> Person:
    who.page.locator("body[data-ready]").wait_for()
    who.page.locator("#ended .plot").wait_for()
    return who


def figure(who: Person, name: str = "edge", column: str = "now") -> Locator:
    return who.page.locator(f'[data-figure="{name}"] .{column}{" span" if column == "now" else ""}')


def figures(who: Person) -> list[str]:
    return who.page.locator(".figures .now span").all_inner_texts()


def served(who: Person, path: str, body: dict[str, Any]) -> Any:
    """What the server answers to a question of the same form."""
    return who.page.request.post(f"{who.url}/api/v1{path}", data=body, headers={"Idempotency-Key": "x"}).json()


def edge_of(who: Person, pay: str, **more: Any) -> str:
    """The edge of the Tie Bet at a pay, as the server tells it and the page writes it."""
    changes = [{"grid": "tie", "column": "printed", "pays": {"TIED": pay}}]
    told = served(who, "/pricing", {"game": "draw-five", "changes": changes, **more})
    value = 100 * next(each for each in told["entries"] if each["name"] == "tie")["edge"]["value"]
    return f"{value:.4f} %".replace("-", "−")


def test_every_figure_follows_a_cell_and_comes_back(person: Come):
    who = bench(person())
    before = figures(who)
    assert figure(who).inner_text() == edge_of(who, "4")
    who.page.locator(CELL).fill("6")
    expect(figure(who)).to_have_text(edge_of(who, "6"))
    expect(who.page.locator(f'{TIE} tr[data-outcome="TIED"]')).to_have_class("changed")
    assert figure(who, column="then").inner_text() == before[0]
    assert re.fullmatch(r"−\d+\.\d{4} pts", figure(who, column="apart").inner_text())
    expect(who.page.locator("#said")).to_contain_text("House edge of Tie Bet")
    changed = figures(who)
    hit = 3  # How often the bet wins does not turn on what it pays; everything else does.
    assert [one == other for one, other in zip(before, changed, strict=True)] == [
        at == hit for at in range(len(before))
    ]
    who.page.locator(f"{TIE} .was:visible").click()
    expect(figure(who)).to_have_text(before[0])
    assert figures(who) == before
    assert who.page.locator(CELL).input_value() == "4"
    who.page.locator("#undo").click()
    expect(figure(who)).to_have_text(edge_of(who, "6"))
    who.page.locator(f'{TIE} tr[data-outcome="NO_TIE"] .cell').fill("push")
    expect(figure(who)).not_to_have_text(edge_of(who, "6"))
    who.page.locator("#undo").click()
    expect(figure(who)).to_have_text(edge_of(who, "6"))


def test_differences_are_of_the_figures_that_are_shown(person: Come):
    who = bench(person())
    differences = """async () => {
        const { drawFigures } = await import('/js/bench-figures.js');
        const number = (value) => ({ value, exact: '' });
        const bet = (theo) => ({
            edge: number(0.1), element_of_risk: number(0.1), return_on_all_staked: number(0.9), hit_frequency: number(0.1), deviation: 1,
            variance: number(1), volatility_index: number(1), largest: { dollars: 10 }, theo_per_hour: number(theo), deviation_per_hour: 1,
        });
        const place = document.createElement('div');
        const told = [['Now', 'As printed'], ['B', 'A'], ['A', 'B']].map((names) => {
            drawFigures(place, [bet(38.5292), bet(38.7445)], names, new Set(), () => {});
            return [...place.querySelectorAll('[data-figure=theo] td')].map((each) => (each.querySelector('span') ?? each).textContent);
        });
        return told;
    }"""
    assert who.page.evaluate(differences) == [
        ["$38.53", "$38.74", "−$0.21"],
        ["$38.74", "$38.53", "−$0.21"],
        ["$38.53", "$38.74", "+$0.21"],
    ]


def test_a_bet_brings_its_pay_table_beside_the_figures(person: Come):
    who = bench(person(viewport={"width": 1280, "height": 600}), "game=draw-five")
    assert who.page.locator("#editor").evaluate("editor => editor.scrollTop") == 0
    who.page.locator('input[name="bet"][value="tie"]').check()
    top = "([part, editor]) => part.getBoundingClientRect().top - editor.getBoundingClientRect().top"
    handles = [who.page.locator(each).element_handle() for each in (TIE, "#editor")]
    assert 0 <= who.page.evaluate(top, handles) < 20
    expect(who.page.locator(CELL)).to_be_in_viewport(ratio=1)
    expect(figure(who)).to_be_in_viewport(ratio=1)


def test_the_bar_downloads_the_par_sheet(person: Come):
    who = bench(person(), "game=high-card")
    with who.page.expect_download(timeout=WAIT_MS) as found:
        who.page.locator("#sheet").click()
    assert found.value.suggested_filename == "high-card.html"
    expect(who.page.locator("#sheet")).to_have_text("Download PAR sheet")


def test_cells_by_keyboard(person: Come):
    who = bench(person())
    who.page.locator(CELL).focus()
    who.press("ArrowUp")
    expect(figure(who)).to_have_text(edge_of(who, "5"))
    who.press("Shift+ArrowUp")
    expect(figure(who)).to_have_text(edge_of(who, "15"))
    who.press("Enter")
    assert who.page.evaluate("document.activeElement.dataset.outcome") == "NO_TIE"
    who.press("ArrowUp")
    assert who.page.evaluate("document.activeElement.value") == "push"
    who.press("Escape")
    who.press("Shift+Enter")
    who.press("Escape")
    expect(figure(who)).to_have_text(edge_of(who, "4"))


def test_a_cell_that_is_no_pay_is_said_at_its_table_and_changes_nothing(person: Come):
    who = bench(person())
    before = figures(who)
    who.page.locator(CELL).fill("six")
    expect(who.page.locator(f"{TIE} .problem")).to_contain_text("'six' is no pay")
    expect(who.page.locator(CELL)).to_have_attribute("aria-invalid", "true")
    assert figures(who) == before
    who.page.locator(CELL).fill("6 to 1")
    expect(figure(who)).to_have_text(edge_of(who, "6"))
    expect(who.page.locator(f"{TIE} .problem")).to_be_hidden()


def test_options_commission_and_deck_are_followed(person: Come):
    who = bench(person())
    who.page.locator("#option-decks").select_option("1")
    expect(figure(who)).to_have_text(edge_of(who, "4", options={"decks": "1"}))
    expect(who.page.locator("#deck")).to_contain_text("52 cards")
    who.page.locator('input[name="bet"][value="regular"]').check()
    before = figure(who).inner_text()
    who.page.locator("#option-commission").fill("2.5%")
    who.press("Tab")
    expect(figure(who)).not_to_have_text(before)
    who.page.locator("#option-commission").fill("9%")
    who.press("Tab")
    expect(who.page.locator("#notice")).to_contain_text("commission cannot be '9%'")
    who.page.locator("#printed").click()
    expect(who.page.locator("#notice")).to_be_hidden()
    expect(who.page.locator("#deck")).to_contain_text("416 cards")
    assert who.page.locator("#option-commission").input_value() == "5%"


def test_two_tables_side_by_side(person: Come):
    who = bench(person())
    who.page.locator('[data-does="compare"]').click()
    who.page.locator(CELL).fill("7")
    expect(figure(who)).to_have_text(edge_of(who, "7"))
    assert figure(who, column="then").inner_text() == edge_of(who, "4")
    assert who.page.locator(".figures thead").inner_text().split()[1:] == ["A", "B", "B", "−", "A"]
    expect(who.page.locator(f"{TIE} .other").first).to_have_text("A: 4")
    least, most = (float(edge_of(who, pay).split()[0].replace("−", "-")) for pay in ("7", "4"))
    assert figure(who, column="apart").inner_text() == f"−{most - least:.4f} pts"
    assert "B − A −" in who.page.locator("#brief").text_content()  # ty: ignore[unsupported-operator]
    who.page.locator('input[name="side"][value="a"]').check()
    expect(figure(who)).to_have_text(edge_of(who, "4"))
    assert who.page.locator(CELL).input_value() == "4"
    who.page.reload()
    drawn(who)
    assert figure(who, column="then").inner_text() == edge_of(who, "7")
    who.page.locator('input[name="side"][value="b"]').check()
    who.page.locator('[data-does="drop"]').click()
    expect(figure(who)).to_have_text(edge_of(who, "7"))
    expect(who.page.locator('[data-does="compare"]')).to_be_visible()


def test_a_link_opens_the_same_bench(person: Come):
    who = bench(person(), "game=draw-five&bet=tie&set=decks=2&pay=tie/printed/TIED=5&stake=25&pace=80&rounds=100")
    there = figures(who)
    assert there[0] == edge_of(who, "5", options={"decks": "2"})
    who.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    who.page.locator("#share").click()
    expect(who.page.locator("#share")).to_have_text("Copied")
    link = who.page.evaluate("navigator.clipboard.readText()")
    assert link == who.page.url
    other = person()
    other.page.goto(link)
    assert figures(drawn(other)) == there
    for name, value in (("stake", "25"), ("pace", "80")):
        assert other.page.locator(f"#{name}").input_value() == value
    assert other.page.locator('input[name="rounds"]:checked').input_value() == "100"


def test_a_link_to_a_game_that_is_not_here_says_so_and_goes_on(person: Come):
    who = bench(person(), "game=draw-six&set=decks=2")
    expect(who.page.locator("#notice")).to_contain_text("There is no game draw-six here")
    assert who.page.locator("#game").input_value() in who.page.url
    assert len(figures(who)) == 9


def test_a_table_for_a_target_is_found_and_used(person: Come):
    who = bench(person())
    who.page.locator(f'{TIE} [data-does="find"]').click()
    who.page.locator("#find-low").fill("30")
    who.page.locator("#find-high").fill("20")
    who.press("Enter")
    expect(who.page.locator(".finds")).to_contain_text("runs backwards")
    who.page.locator("#find-low").fill("0")
    who.page.locator("#find-high").fill("0.0001")
    who.press("Enter")
    expect(who.page.locator(".finds")).to_contain_text("the nearest are", ignore_case=True)
    who.page.locator("#find-low").fill("-10")
    who.page.locator("#find-high").fill("4")
    who.press("Enter")
    who.see('[data-apply="0"]')
    edges = who.page.locator(".found tr.first td").all_inner_texts()
    who.page.locator('[data-apply="0"]').click()
    expect(figure(who)).to_have_text(edges[1])
    expect(who.page.locator("#panel")).to_have_count(0)
    assert "pay=tie%2Fprinted%2FTIED" in who.page.url


def test_ladders_are_drawn_with_the_bench_as_a_ring(person: Come):
    """The toys' tables pay one whole number, so the rows of the picture are made up here."""

    def two_rows(route: Route) -> None:
        response = route.fetch()
        told = response.json()
        tables = [None] * (len(told["tables"]) - 1)
        told["ladder"] = {"TIED": [8, 6, *tables], "NO_TIE": [None, 2, *tables]}
        route.fulfill(response=response, json=told)

    who = person()
    who.answers("**/design", two_rows)
    bench(who)
    who.page.locator(f'{TIE} [data-does="find"]').click()
    who.page.locator("#find-low").fill("-10")
    who.page.locator("#find-high").fill("4")
    who.press("Enter")
    who.see(".ladder")
    rows = [rung.locator("i").all_inner_texts() for rung in who.page.locator(".rung").all()]
    assert rows == [["1", ""], ["1"]]
    assert who.page.locator(".rung i.own").get_attribute("title") == "pays 8"


def test_files_are_of_what_is_on_the_bench(person: Come, tmp_path: Path):
    who = bench(person(), "game=high-card&pay=tie/printed/TIED=9")

    def file(format: str) -> bytes:
        with who.page.expect_download(timeout=WAIT_MS) as found:
            who.page.locator(f'[data-format="{format}"]').click()
        got: Download = found.value
        assert got.suggested_filename == f"high-card.{format}"
        got.save_as(tmp_path / format)
        return (tmp_path / format).read_bytes()

    changes = [{"grid": "tie", "column": "printed", "pays": {"TIED": "9"}}]
    told = served(who, "/pricing", {"game": "high-card", "changes": changes})
    tie = next(each for each in told["entries"] if each["name"] == "tie")
    rows = [each for each in csv.DictReader(io.StringIO(file("csv").decode())) if each["wager"] == "tie"]
    assert sum(float(each["contribution"]) for each in rows[:2]) == pytest.approx(tie["ev"]["value"])
    assert rows[0]["pays"] == "9 to 1"
    assert b"[tie]" in file("toml")
    expect(who.page.locator("#file-said")).to_contain_text("pitboss analyze high-card --paytables high-card.toml")


def test_the_table_on_the_bench_can_be_played_as_printed(person: Come):
    """A supervisor may open a table with changed pays, others one with printed pays: theirs would make play money."""
    who = bench(person(), "game=draw-five&bet=tie&set=decks=2&pay=tie/printed/TIED=9")
    expect(who.page.locator("#play")).to_be_disabled()
    expect(who.page.locator("#play")).to_have_attribute("title", "Only supervisors open tables with changed pays.")
    expect(who.page.locator("#play-by")).to_be_visible()
    who.page.locator(f"{TIE} .was:visible").click()
    expect(who.page.locator("#play")).to_be_enabled()
    expect(who.page.locator("#play-by")).to_be_hidden()
    expect(figure(who)).to_have_text(edge_of(who, "4", options={"decks": "2"}))
    who.page.locator("#play").click()
    who.arrived("table")
    who.press("t")
    assert "4 to 1" in who.text("#panel")


def test_a_supervisor_plays_the_table_on_the_bench_with_changed_pays(person: Come, live: Live):
    who = person()
    who.page.goto(live.link())
    who.page.locator("body[data-ready^=tables]").wait_for()
    bench(who, "game=draw-five&pay=tie/printed/TIED=9")
    who.page.locator("#play").click()
    who.arrived("table")
    who.press("t")
    assert "9 to 1" in who.text("#panel")


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing(scheme: str, person: Come):
    who = bench(person(color_scheme=scheme))
    found = {"printed": Axe().run(who.page)}
    who.page.locator(".why").first.click()
    who.page.locator(CELL).fill("six")
    expect(who.page.locator(f"{TIE} .problem")).to_be_visible()
    found["problem"] = Axe().run(who.page)
    who.page.locator(CELL).fill("6")
    expect(figure(who)).to_have_text(edge_of(who, "6"))
    who.page.locator('[data-does="compare"]').click()
    who.page.locator("details.numbers summary").first.click()
    found["two"] = Axe().run(who.page)
    who.page.locator(f'{TIE} [data-does="find"]').click()
    who.page.locator(".limits summary").click()
    who.page.locator("#find-low").fill("-90")
    who.page.locator("#find-high").fill("90")
    who.press("Enter")
    who.see('[data-apply="0"]')
    found["find"] = Axe().run(who.page)
    wrong = {state: result.generate_report() for state, result in found.items() if result.violations_count}
    assert not wrong, "\n".join(wrong.values())


@pytest.mark.parametrize(
    "size", [{"width": 360, "height": 740}, {"width": 640, "height": 360}], ids=["narrow", "zoomed"]
)
def test_a_small_screen_scrolls_down_only(size: dict[str, int], person: Come):
    who = bench(person(viewport=size), "game=draw-five&bet=tie&b=b&b.pay=tie/printed/TIED=6")
    assert who.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cell = who.page.locator(CELL)
    cell.scroll_into_view_if_needed()
    expect(cell).to_be_in_viewport(ratio=1)


def test_nothing_on_the_bench_moves_while_figures_change(person: Come):
    who = bench(person())
    places = """() => [...document.querySelectorAll('.cell, .figures td.now, #returns, #fan')].map((each) => {
        const place = each.getBoundingClientRect(); return [place.left + scrollX, place.top + scrollY].map(Math.round).join(); })"""
    before = who.page.evaluate(places)
    who.page.locator(CELL).fill("5")
    expect(figure(who)).to_have_text(edge_of(who, "5"))
    assert who.page.evaluate(places) == before
