"""What the report of this game says."""

from pitboss.report.workbook.book import workbook
from pitboss.report.workbook.entries import PricedGame
from tests.support.books import analysis_of
from tests.support.sheets import Sheets, check_figures


def test_other_pay_tables_have_sheets_of_their_own():
    analysis, other = analysis_of("turbo-sports"), analysis_of("turbo-sports", "nine_card_bonus=spadez-9B")
    priced = [
        PricedGame("as set", analysis, tuple(analysis.entries)),
        PricedGame("nine_card_bonus=spadez-9B", other, ("nine_card_bonus",)),
    ]
    sheets = Sheets(workbook(priced, ["this is said first."], []))
    titles = ["First Down", "Long Pass", "Field Goal", "TD", "9 Card Bonus", "9 Card Bonus spadez-9B"]
    assert list(sheets.names) == ["Summary", *titles]
    assert sheets.text("Summary", 2, 0) == "Attention: this is said first."
    computed = sheets.computed()
    check_figures(computed, "9 Card Bonus", analysis, "nine_card_bonus")
    check_figures(computed, "9 Card Bonus spadez-9B", other, "nine_card_bonus")
    exact = [text for (sheet, _), (_, text) in sheets.cells.items() if sheet == "Summary" and "/" in str(text)]
    edges = [*(analysis.edge(name) for name in analysis.entries), other.edge("nine_card_bonus")]
    assert exact == [f"{edge.numerator}/{edge.denominator}" for edge in edges]
