"""Exact Chase the Flush against the figure first found: none is published."""

import pytest

from pitboss import api, games
from tests.games.chase_the_flush.cases import SLOW_EDGES


@pytest.mark.compiled
@pytest.mark.slow
def test_the_edge():
    """Values of hands agree with 300,000 dealt rounds of an independent count."""
    found = api.analyze(games.build("chase-the-flush")).figures["main"]
    assert (found.house_edge,) == SLOW_EDGES[0]
    assert f"{float(found.house_edge):.4%}" == "2.3907%"
