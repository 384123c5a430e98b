"""What the report of Turbo Sports must say besides what every report says."""

from pitboss.report.document import Document
from tests.support.documents import tables, text_of


def check_report(document: Document) -> None:
    """Examples of ours are labelled, and what is printed too; every shipped table has its results."""
    assert "an example of ours" in text_of(document)
    ours, other = tables(document, "9 Card Bonus: net results")
    assert "column spadez-9A; an example of ours" in ours.note
    assert "column spadez-9B; an example of ours" in other.note
    (printed,) = tables(document, "TD: net results")
    assert "Pay table: TD; as printed." in printed.note
    (first,) = tables(document, "First Down: net results")
    doubled = [row for row in first.rows if row[first.head.index("staked")] == "2"]
    assert [row[first.head.index("net")] for row in doubled] == ["+2", "−2"]
