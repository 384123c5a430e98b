"""Advice on 3 Card Poker."""

import pytest

from pitboss.core.cards import CARD_OF_TEXT
from tests.support.command import advice, check_refused

FORTY_SEVEN = [text for text in CARD_OF_TEXT if text not in ("Qs", "6d", "4c", "JK", "2c", "3c")]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--seen", "Qs"), "Qs is dealt 2 times; the 52-card deck holds it once"),
        (("--bet", "pair_plus=5"), "play is asked only of seats that bet ante; bet on ante as well"),
        (("--seen", " ".join(FORTY_SEVEN)), "with 47 cards seen 2 are left, and the round may need 3"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: tuple[str, ...], sentence: str):
    check_refused(("advise", "three-card-poker", "--deal", "player=Qs 6d 4c", *arguments), sentence)


def test_bets_are_advised_on_together_per_unit_of_the_first():
    hand = ("three-card-poker", "--deal", "player=Qs 6d 4c")
    assert advice(*hand)["options"] == advice(*hand, "--bet", "ante=20")["options"]
