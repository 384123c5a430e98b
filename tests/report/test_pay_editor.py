"""Pays changed on a page: its script's figures are the exact ones, and its fan is that of the report's own sessions."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.changed_pays import read_pay
from pitboss.core.game import Game
from pitboss.core.pays import Meter, Prize
from pitboss.maths.design.shape import with_pays
from pitboss.maths.sessions.one_round import one_round
from pitboss.maths.sessions.sessions import Sessions
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import Tally
from pitboss.report.document import Document, PayEditor, Text
from pitboss.report.render import html
from pitboss.report.sections.pay_editor import editor_section, entry_data, linear_forms, pay_rows
from pitboss.report.sections.sessions import SHARES
from pitboss.report.subject import Assumed, Subject
from tests.support.documents import ALL_GAMES, QUICK_GAMES, subject_of_game
from tests.support.house import HIGH_CARD

EDITS = {
    "nothing": lambda place, row: row,
    "first": lambda place, row: row if place else "7:2",
    "all": lambda place, row: str(place + 2),
}
"""What is typed in each row: its own pay, another one in the first row, small whole numbers in all rows."""


def price_of(page_row: str, typed: str) -> str:
    return typed.replace("7:2", "12.50") if page_row.startswith("$") else typed


def edited(analysis: Analysis, name: str, edit: Any) -> tuple[Analysis, list[str]]:
    """An analysis with the pays that an edit types, by way of the game's own settlement, and the texts typed."""
    game, typed = analysis.game, []
    for place, row in enumerate(pay_rows(analysis, name)):
        text = price_of(row.text, edit(place, row.text))
        typed.append(text)
        if text == row.text:
            continue
        pay = read_pay(
            game.pay_tables[row.grid],
            game.options.grids[row.grid],
            game.pay_tables[row.grid].outcomes(row.outcome).name,
            text,
        )
        if isinstance(row.pay, Prize | Meter) and not isinstance(pay, Prize):
            pay = read_pay(
                game.pay_tables[row.grid],
                game.options.grids[row.grid],
                game.pay_tables[row.grid].outcomes(row.outcome).name,
                f"${text}",
            )
        game = with_pays(game, row.grid, {row.outcome: pay})
    return Analysis(game, analysis.tally), typed


def page_with(subject: Subject, folder: Path) -> str:
    """A page with nothing but the editor."""
    section = editor_section(subject)
    assert section is not None
    place = folder / "editor.html"
    place.write_text(html.page(Document("Editor", "alone", (), (section,))))
    return place.as_uri()


@pytest.mark.parametrize("name", ALL_GAMES)
def test_the_page_prices_changed_pays_as_the_game_does(browser: Any, tmp_path: Path, name: str):
    subject = subject_of_game(name)
    context = browser.new_context(offline=True)
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(page_with(subject, tmp_path))
    bets = [each for each in subject.separate_bets if pay_rows(subject.analysis, each)]
    for place, bet in enumerate(bets):
        if len(bets) > 1:
            page.select_option("select", str(place))
        for edit in EDITS.values():
            changed, typed = edited(subject.analysis, bet, edit)
            for box, text in zip(page.query_selector_all(".editor input"), typed, strict=True):
                box.fill(text)
            check_figures(page, changed, bet)
            check_fan(page, changed, bet)
    assert said == []
    context.close()


def check_figures(page: Any, changed: Analysis, bet: str) -> None:
    """The first column of figures, as exact fractions."""
    cells = page.query_selector_all("[data-exact]")[::2]
    edge, rtp, hit, variance = (Fraction(cell.get_attribute("data-exact")) for cell in cells)
    exact = changed.figures[bet]
    assert edge == changed.edge(bet)
    assert rtp == 1 - exact.element_of_risk
    assert hit == exact.hit_frequency
    assert variance == exact.variance
    assert float(cells[3].inner_text().replace(",", "")) == pytest.approx(float(exact.variance) ** 0.5, abs=5.1e-5)


def check_fan(page: Any, changed: Analysis, bet: str) -> None:
    """Every quantile that is drawn, at every number of rounds."""
    points = page.evaluate("document.querySelector('[data-editor]').shown.points")
    assert points
    assert points[-1]["rounds"] == 1000
    sessions = Sessions(one_round(changed, bet))
    own = sessions.fan([each["rounds"] for each in points[-3:]], SHARES)
    for drawn, levels in zip(points[-3:], own, strict=True):
        assert drawn["levels"] == pytest.approx([float(level) for level in levels], abs=1e-9)


@pytest.mark.parametrize("name", ALL_GAMES)
def test_linear_forms_say_what_settlement_says(name: str):
    """At the pays as they are, stakes, nets and weights come out as the tally has them."""
    analysis = subject_of_game(name).analysis
    for bet in subject_of_game(name).separate_bets:
        rows = pay_rows(analysis, bet)
        pays = [size_of(analysis.game, row.text) for row in rows]
        forms = linear_forms(analysis, bet, rows)
        total = analysis.tally.total
        nets = [(form[1] + sum(map(Fraction.__mul__, form[2:], pays)), weight) for form, weight in forms.items()]
        assert sum(net * weight for net, weight in nets) / total == analysis.figures[bet].ev
        assert sum(net * net * weight for net, weight in nets) / total == analysis.figures[bet].second_moment
        assert sum(form[0] * weight for form, weight in forms.items()) / total == analysis.figures[bet].average_stake


def size_of(game: Game, text: str) -> Fraction:
    return Fraction(text.removeprefix("$").replace(":", "/"))


def test_a_text_that_is_no_pay_is_named_and_changes_nothing(browser: Any, tmp_path: Path):
    page = browser.new_page()
    page.goto(page_with(Subject(HIGH_CARD, {}, None, Assumed(rounds=500)), tmp_path))
    before = page.inner_text(".editor tbody >> nth=1")
    box = page.query_selector(".editor input")
    for text in ("", "8 for 1", "-3", "1/2", "1:0", "1e3", "999999999999"):
        box.fill(text)
        assert f"“{text}” is no pay" in page.inner_text(".problem")
        assert page.inner_text(".editor tbody >> nth=1") == before
    box.fill("9 to 2")
    assert page.inner_text(".problem") == ""
    assert page.inner_text(".editor tbody >> nth=1") != before
    page.click("button")
    assert page.inner_text(".editor tbody >> nth=1") == before
    page.close()


def test_rows_that_decide_the_best_play_are_marked():
    marked = {}
    for name in QUICK_GAMES:
        analysis = subject_of_game(name).analysis
        if analysis:
            marked[name] = [
                row.decides for bet in subject_of_game(name).separate_bets for row in pay_rows(analysis, bet)
            ]
            said = editor_section(subject_of_game(name))
            assert said is not None
            words, editor = said.blocks
            assert isinstance(editor, PayEditor)
            assert isinstance(words, Text)
            assert ("marked *" in words.text) is any(marked[name])
    assert any(map(any, marked.values()))
    assert not all(map(all, marked.values()))


def test_the_order_of_a_tally_does_not_show():
    """One solved now and the same one from the disk may list their cells in another order; the page is the same."""
    analysis = Subject(HIGH_CARD, {}, None, Assumed(rounds=100)).analysis
    tally = analysis.tally
    turned = replace(analysis, tally=Tally(tally.choices, tally.lines, dict(list(tally.cells.items())[::-1])))
    rows = {name: pay_rows(analysis, name) for name in analysis.entries}
    for name, own in rows.items():
        assert entry_data(turned, name, own) == entry_data(analysis, name, own)
    assert any(list(linear_forms(turned, *each)) != list(linear_forms(analysis, *each)) for each in rows.items())
