"""Money in play: bets as people write them, the default for a missing player, and what bets can come to owe."""

import pytest

from pitboss.core.errors import PitbossError
from pitboss.core.game import Fixed, Line, Wager
from pitboss.core.pays import read_grids
from pitboss.core.stakes import default_option, most_owed, read_stakes
from tests.support.toy import Lucky, Swap, lucky, toy, wagers

GAME = toy(labels={"ante": "First Down", "side": "9 Card Bonus", "lucky": "Hat-Trick"})


@pytest.mark.parametrize(
    ("text", "stakes"),
    [
        ("10", {"ante": 1000}),
        ("10 lucky 5", {"ante": 1000, "lucky": 500}),
        ("ante=10 side=$2.50", {"ante": 1000, "side": 250}),
        ("ANTE 10, side 1,000", {"ante": 1000, "side": 100_000}),
        ("First Down 10 9 card bonus 9", {"ante": 1000, "side": 900}),
        ("first_down=10 HAT TRICK 5", {"ante": 1000, "lucky": 500}),
        ("", {}),
    ],
)
def test_bets_are_read_by_id_or_label(text: str, stakes: dict[str, int]):
    assert read_stakes(GAME, text) == stakes


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("anti 10", "no wager 'anti'; did you mean 'ante'?"),
        ("ante", "ante has no amount; write WAGER AMOUNT"),
        ("ante ten", "no amount 'ten'"),
        ("ante 10 5", "'5': write the name of a bet before its amount"),
        ("ante 10 First Down 5", "ante is named twice"),
    ],
)
def test_bets_that_cannot_be_read_are_refused(text: str, sentence: str):
    with pytest.raises(PitbossError) as caught:
        read_stakes(GAME, text)
    assert sentence in str(caught.value)


def test_a_wager_is_named_by_id_or_label():
    named = {text: GAME.wager_named(text) for text in ("ante", "FIRST-DOWN", "9cardbonus", "hat_trick", "swap", "td")}
    assert list(named.values()) == ["ante", "ante", "side", "lucky", "swap", None]


def test_ruling_g8_who_gives_no_answer_gets_the_legal_option_that_adds_least_money():
    bets = {"ante": 500}
    assert default_option(GAME, bets, "swap", (Swap.SWAP, Swap.KEEP)) == Swap.KEEP
    assert default_option(GAME, bets, "swap", (Swap.SWAP,)) == Swap.SWAP
    assert default_option(GAME, bets, "thrown", (9, 3)) == 9, "of equals, the first"


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
