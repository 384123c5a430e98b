"""The solver of Wild Six against plain enumeration on small decks."""

import pytest

from tests.support.shrunken import check_solver, shrunk


@pytest.mark.compiled
@pytest.mark.parametrize(("ranks", "jokers"), [("23A", 0), ("TJQ", 0), ("QKA", 1), ("58A", 1)])
def test_wild_six(ranks: str, jokers: int):
    check_solver(shrunk("wild-six", ranks, jokers), ("lowest", "flushes", "helpers"))
