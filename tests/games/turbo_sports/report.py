"""What the report of Turbo Sports must say besides what every report says."""

from pitboss.report.document import Document
from tests.support.documents import tables, text_of


def check_report(document: Document) -> None:
    """Examples of ours are labelled, and what is printed too; every shipped table has its return table."""
    assert "an example of ours" in text_of(document)
    (table,) = tables(document, "return table spadez-9A")[:1]
    assert "example of ours" in table.note
    (printed,) = tables(document, "TD: return table printed")[:1]
    assert printed.note == "Pay table: as printed."
    assert tables(document, "return table spadez-9B")
