"""Money in play: what bets can come to owe."""

from pitboss.core.game import Fixed, Line, Wager
from pitboss.core.pays import read_grids
from pitboss.core.stakes import most_owed
from tests.support.toy import Lucky, lucky, toy, wagers

TAX = read_grids(
    '''
[tax]
grid = """
         five     three    lose    won
ACE     -$5      -$3       lose    1
NO_ACE   $0       $0       push    push
"""
''',
    "tax.toml",
)


def owed(*columns: str, stake: int = 100, kept: bool = False) -> int:
    lines = tuple(Line(lucky, TAX["tax"].table(column, Lucky)) for column in columns)
    game = toy(wagers=(*wagers(), Wager("tax", lines, stake=Fixed(stake, kept))))
    return most_owed(game, {"ante": 1000, "tax": stake})


def test_a_tax_is_owed_beyond_its_stake():
    assert owed("five") == 400
    assert owed("five", kept=True) == 500
    assert owed("lose") == owed("won") == owed("won", kept=True) == 0


def test_the_lines_of_a_wager_add_up():
    assert owed("five", "three") == 700
    assert owed("five", "won") == 400
    assert owed("lose", "five") == 500
