"""PAR workbooks of games as they come, or with one option set."""

from functools import cache

from pitboss import games
from pitboss.maths.exact.solver import analysed
from pitboss.maths.tally.analysis import Analysis
from pitboss.report.workbook.book import workbook
from pitboss.report.workbook.entries import PricedGame


@cache
def analysis_of(name: str, setting: str = "") -> Analysis:
    return analysed(games.build(name, dict([setting.split("=")]) if setting else {}))


@cache
def book_of(name: str, setting: str = "") -> bytes:
    analysis = analysis_of(name, setting)
    return workbook(
        [PricedGame("as set", analysis, tuple(analysis.entries))], analysis.warnings, [("Deck", "all of it")]
    )
