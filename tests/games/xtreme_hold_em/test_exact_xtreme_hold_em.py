"""Exact Xtreme Hold'Em against the published figure of Ultimate Texas Hold'em, whose structure it has."""

import pytest

from pitboss import api, games
from tests.games.xtreme_hold_em.cases import SLOW_EDGES


@pytest.mark.compiled
@pytest.mark.slow
def test_the_published_figure():
    """Wizard of Odds, Ultimate Texas Hold'em: house edge 2.185 % of the Ante."""
    found = api.analyze(games.build("xtreme-hold-em")).figures["main"]
    assert (found.house_edge,) == SLOW_EDGES[0]
    assert f"{float(found.house_edge):.3%}" == "2.185%"
