"""Solvers against plain enumeration on small decks of several sizes: all wagers, all decisions."""

import pytest

from pitboss.core.cards import Deck
from pitboss.core.errors import GameError
from pitboss.maths.exact import solver
from pitboss.maths.exact.decide import exact
from pitboss.maths.tally.tally import first_stakes
from tests.support.shrunken import check_solver, shrunk
from tests.support.toy import toy


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "ranks"),
    [
        ("three-card-poker", "23A"),
        ("three-card-poker", "4QKA"),
        ("three-card-poker+spadez", "6JQ"),
        ("three-card-poker+spadez", "TJQK"),
    ],
)
def test_three_card_poker(name: str, ranks: str):
    check_solver(shrunk(name, ranks), ("q-6-4", "mimic", "always-play"))


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


@pytest.mark.compiled
@pytest.mark.parametrize(("ranks", "jokers"), [("23A", 0), ("TJQ", 0), ("QKA", 1), ("58A", 1)])
def test_wild_six(ranks: str, jokers: int):
    check_solver(shrunk("wild-six", ranks, jokers), ("lowest", "flushes", "helpers"))


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["three-card-blitz", "wild-six"])
def test_a_deck_that_a_solver_cannot_count_is_refused(name: str):
    game = shrunk(name, "QKA", cards=2)
    lopsided = toy(**{**vars_of(game), "deck": Deck("small deck", game.deck.faces[1:])})
    with pytest.raises(GameError, match="the same ranks in every suit"):
        solver.solve(lopsided, None, first_stakes(game), game.main_wagers, use_cache=False)


def vars_of(game):
    return {
        name: getattr(game, name) for name in ("name", "steps", "wagers", "words", "main", "seats", "meters", "solver")
    }


def test_plain_enumeration_says_when_it_is_too_much():
    from pitboss import games

    game = games.build("three-card-blitz")
    with pytest.raises(GameError, match=r"too many deals for plain enumeration: about .* GB"):
        exact(game, games.folder("three-card-blitz").strategies["always-play"])
