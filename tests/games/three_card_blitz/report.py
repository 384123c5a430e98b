"""What the report of 3 Card Blitz must say besides what every report says."""

from pitboss import games
from pitboss.report.deals import deals_for
from pitboss.report.document import Chart, Document, Text
from tests.support.documents import check_example, section, subject_of_game, tables


def check_report(document: Document) -> None:
    """Its value by total with the mixed decisions, combinations of a side bet, and the progressive form."""
    (table,) = tables(document, "Average value of each option")
    assert [row[0] for row in table.rows] == [f"{total} points" for total in range(5, 32)]
    (mixed,) = tables(document, "Mixed levels")
    assert {row[0] for row in mixed.rows} == {"18 points", "19 points"}
    for row in mixed.rows:
        one, other = (cell.replace("**", "") for cell in row[5:7])
        check_example(subject_of_game("three-card-blitz"), {"player": row[4]}, one, other)
    assert any(isinstance(block, Chart) for block in section(document, "Where it depends on the exact cards").blocks)

    assert deals_for(games.build("three-card-blitz"), "flush_bonus") == 133_784_560
    (flush,) = tables(document, "Flush Bonus: net results")
    assert flush.rows[-1][3] == "133,784,560"
    assert flush.rows[0][3] == "6,864"
    (play,) = tables(document, "Play: net results")
    assert play.rows[-2][:4] == ("No bet (fold)", "no bet", "0", "0")
    part = section(document, "The progressive")
    assert isinstance(part.blocks[0], Text)
    assert "blitz_bonus=progressive" in part.blocks[0].text
