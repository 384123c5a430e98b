"""Exact Jackpot Hold'Em against the figure that simulation agrees with: none is published."""

import pytest

from pitboss import api, games
from tests.games.jackpot_hold_em.cases import SLOW_EDGES


@pytest.mark.compiled
@pytest.mark.slow
def test_the_edge():
    """The best play, dealt 100,000,000 times, agrees (benchmarks/RESULTS.md)."""
    found = api.analyze(games.build("jackpot-hold-em")).figures["main"]
    assert (found.house_edge,) == SLOW_EDGES[0]
    assert f"{float(found.house_edge):.4%}" == "2.3819%"
