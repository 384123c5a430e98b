"""The solver of 3 Card Blitz against plain enumeration on small decks."""

import pytest

from pitboss import games
from pitboss.core.errors import GameError
from pitboss.maths.exact.decide import exact
from tests.support.shrunken import check_solver, shrunk


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("ranks", "cards", "bonus"),
    [
        ("TQKA", 7, "fixed"),
        ("59KA", 4, "fixed"),
        ("2QKA", 4, "progressive"),
        ("25TKA", 3, "fixed"),
        ("3JQKA", 3, "progressive"),
    ],
)
def test_three_card_blitz(ranks: str, cards: int, bonus: str):
    game = shrunk("three-card-blitz", ranks, cards=cards, blitz_bonus=bonus)
    check_solver(game, ("play-on-19", "play-on-27", "always-play"))


def test_plain_enumeration_says_when_it_is_too_much():
    game = games.build("three-card-blitz")
    with pytest.raises(GameError, match=r"too many deals for plain enumeration: about .* GB"):
        exact(game, games.folder("three-card-blitz").strategies["always-play"])
