"""Cards in reports: sorted, written with their suits, and drawn in the web table's own art."""

from pathlib import Path
from typing import Any

import pypdfium2

import pitboss
from pitboss.core.cards import FACES, card_text, parse_cards
from pitboss.report.card_faces import card_words, face, faces, pieces, with_faces
from pitboss.report.document import Document, Section, Text
from pitboss.report.render import card_art, html, pdf

WEB = Path(pitboss.__file__).parent / "web"


def test_cards_are_sorted_and_written_with_their_suits():
    assert faces(parse_cards("2c JK Ah Td As")) == "A♠ A♥ 10♦ 2♣ 🃏"
    assert with_faces("discard Td, or JK; As is a word, Ass is none") == "discard 10♦, or 🃏; A♠ is a word, Ass is none"
    assert pieces("keep A♠ 10♥ and go") == [("keep ", ()), ("A♠ 10♥", parse_cards("As Th")), (" and go", ())]
    assert pieces("no cards") == [("no cards", ())]
    assert card_words(parse_cards("As JK")) == "ace of spades, joker"
    assert [pieces(face(card)) for card in range(FACES)] == [[(face(card), (card,))] for card in range(FACES)]


def test_a_small_card_is_the_web_tables_own(browser: Any):
    """Each card as `cards.js` draws it with a large index: the same index, suit, places and sizes."""
    page = browser.new_page()
    page.route("http://art/**", lambda route: route.fulfill(**served(route.request.url)))
    page.goto("http://art/")
    drawn = page.evaluate(
        """async (cards) => { const { card } = await import("http://art/js/cards.js");
        return cards.map((text) => [...card(text).querySelectorAll(".large")].map((each) =>
          [each.textContent || each.getAttribute("d"), each.getAttribute("x"), each.getAttribute("y"), each.getAttribute("transform")])); }""",
        [card_text(card) for card in range(FACES)],
    )
    page.set_content("<div></div>")
    for card, theirs in enumerate(drawn):
        ours = page.evaluate(
            """(svg) => { const place = document.querySelector("div"); place.innerHTML = svg;
            return [...place.querySelectorAll("text, path")].map((each) =>
              [each.textContent || each.getAttribute("d"), each.getAttribute("x"), each.getAttribute("y"), each.getAttribute("transform")]); }""",
            f"<svg>{card_art.card(card, card_art.in_print)}</svg>",
        )
        assert ours == theirs, card_text(card)
    page.close()


def served(url: str) -> dict[str, Any]:
    """The web table's script of that name, or an empty page."""
    name = url.removeprefix("http://art/")
    if not name.endswith(".js"):
        return {"content_type": "text/html", "body": "<!DOCTYPE html><title>art</title>"}
    return {"content_type": "text/javascript", "body": (WEB / name).read_text(encoding="utf-8")}


def test_pages_and_prints_draw_cards_and_name_them():
    document = Document("Cards", "drawn", (), (Section("Hands", (Text("Keep A♠ 10♥ and throw 🃏."),)),))
    page = html.page(document)
    assert 'aria-label="ace of spades, ten of hearts"' in page
    assert 'aria-label="joker"' in page
    assert "♠" not in page
    printed = pypdfium2.PdfDocument(pdf.as_pdf(document, "a4"))[0].get_textpage().get_text_range()
    assert "Keep" in printed
    assert "10" in printed
    assert "♠" not in printed
