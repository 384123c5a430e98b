"""What the report of Wild Six must say besides what every report says."""

from pitboss.report.document import Document
from tests.support.documents import check_example, subject_of_game, tables


def check_report(document: Document) -> None:
    """Strategy levels with their cost, and the instructive hands."""
    (levels,) = tables(document, "Named strategies")
    assert [row[0] for row in levels.rows] == ["helpers", "flushes", "lowest"]
    best = subject_of_game("wild-six").best_play
    assert best is not None
    assert levels.rows[0][4] == str(best.named[0].cost)
    (hands,) = tables(document, "Instructive hands")
    assert len(hands.rows) == 9
    for row in hands.rows:
        check_example(subject_of_game("wild-six"), {"player": row[3]}, row[4], row[5])
