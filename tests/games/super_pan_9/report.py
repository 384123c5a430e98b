"""What the report of Super Pan 9 must say besides what every report says."""

from pitboss.report.document import Attention, Document
from pitboss.report.render import html
from tests.support.documents import tables


def check_report(document: Document) -> None:
    """Ruling G5: a bet that favours the player stands on top. And the edge by decks."""
    (warned,) = [block for block in document.opening[:2] if isinstance(block, Attention)]
    assert "Tie Bet favours the player by 7.3763 %" in warned.sentences[0]
    assert "Remedy: 7 to 1 for a tie keeps 4.55 %." in warned.sentences[0]
    assert "Attention:" in html.page(document).split("<main>")[1][:900]
    (table, *_) = tables(document, "Regular wager by decks")
    assert [row[0] for row in table.rows] == [*"1234567", "8 (in force)"]
    assert table.rows[0][5] == "311016599/14121492000"
