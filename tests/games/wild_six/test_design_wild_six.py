"""Pay tables designed for Wild Six."""

from fractions import Fraction

import pytest

from pitboss import games
from pitboss.core.pays import Odds
from pitboss.maths.design import shape as shape_module
from tests.support.shapes import shape_of


@pytest.mark.compiled
def test_only_deciding_rows_are_solved_anew(monkeypatch: pytest.MonkeyPatch):
    shape = shape_of(games.folder("wild-six"), "poker")
    assert {shape.name(outcome) for outcome in shape.deciding} == {"WON", "TIED", "LOST"}
    assert shape.analysis
    monkeypatch.setattr(shape_module, "analysed", None)
    table = shape.priced({max(shape.pays): Odds(Fraction(2))})
    assert table.edge < shape.edge({})
