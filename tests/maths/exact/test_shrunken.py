"""Solvers against plain enumeration on small decks of several sizes: all wagers, all decisions."""

import pytest

from pitboss.core.cards import Deck
from pitboss.core.errors import GameError
from pitboss.maths.exact import solver
from pitboss.maths.tally.tally import first_stakes
from tests.support.cases import bringing, brought
from tests.support.shrunken import check_solver, shrunk
from tests.support.toy import toy


@pytest.mark.slow
@pytest.mark.parametrize(("name", "ranks", "strategies"), brought("SHRUNKEN"))
def test_a_solver_counts_what_enumeration_counts(name: str, ranks: str, strategies: tuple[str, ...]):
    check_solver(shrunk(name, ranks), strategies)


@pytest.mark.compiled
@pytest.mark.parametrize("name", bringing("SAME_RANKS_IN_EVERY_SUIT"))
def test_a_deck_that_a_solver_cannot_count_is_refused(name: str):
    game = shrunk(name, "QKA", cards=2)
    lopsided = toy(**{**vars_of(game), "deck": Deck("small deck", game.deck.faces[1:])})
    with pytest.raises(GameError, match="the same ranks in every suit"):
        solver.solve(lopsided, None, first_stakes(game), game.main_wagers, use_cache=False)


def vars_of(game):
    return {
        name: getattr(game, name) for name in ("name", "steps", "wagers", "words", "main", "seats", "meters", "solver")
    }
