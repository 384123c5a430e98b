"""Odds of staged games from given cards: every outcome and the nets of all bets, as plain enumeration counts them."""

import pytest

from pitboss.core.game import Game
from pitboss.maths.exact import odds, solver
from pitboss.maths.exact.odds import Odds, odds_ahead
from tests.maths.exact.staged import toys

OPEN = toys.with_open_card(True)
FACES = OPEN.deck.faces
CARDS = {"player": (FACES[0], FACES[4]), "open_card": (FACES[8],), "flop": (FACES[2],), "last": (FACES[6],)}
BETS = {"ante": 500, "own": 200, "clubs": 100}


def counted(game: Game, *asked: object) -> dict[object, Odds]:
    return dict(odds_ahead(game, *asked))  # ty: ignore


@pytest.mark.parametrize(
    ("piles", "chosen", "is_asked"),
    [
        (2, {}, True),
        (2, {"early": 1}, False),
        (2, {"early": 0}, False),
        (3, {"early": 0}, True),
        (3, {"early": 1}, False),
        (3, {"early": 0, "middle": 1}, False),
        (4, {"early": 0, "middle": 0}, True),
        (4, {"early": 0, "middle": 0, "late": 1}, False),
        (4, {"early": 0, "middle": 1}, False),
    ],
)
def test_they_are_those_of_plain_enumeration(
    piles: int, chosen: dict[str, int], is_asked: bool, monkeypatch: pytest.MonkeyPatch
):
    known = dict(list(CARDS.items())[:piles])
    asked = known, (), BETS, chosen, is_asked
    plain = counted(toys.with_open_card(True), *asked)
    monkeypatch.setattr(odds, "MOST_BYTES", 0)
    monkeypatch.setattr(solver, "FEW_BYTES", 0)
    found = counted(toys.with_open_card(True), *asked)
    assert found == plain
    assert all(each.nets is not None for each in found.values())
