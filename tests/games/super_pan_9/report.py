"""What the report of Super Pan 9 must say besides what every report says."""

from pitboss.report.document import Attention, Document
from pitboss.report.render import html
from tests.support.documents import tables


def check_report(document: Document) -> None:
    """Ruling G5: a bet that favours the player stands on top. And the edge by decks."""
    assert isinstance(document.opening[0], Attention)
    assert "Tie Bet favours the player by 7.3763 %" in document.opening[0].sentences[0]
    assert "Attention:" in html.page(document).split("<main>")[1][:300]
    table, _ = tables(document, "Regular wager by decks")
    assert [row[0] for row in table.rows] == [*"1234567", "8 (in force)"]
    assert table.rows[0][5] == "311016599/14121492000"
