"""What the report of this game says."""

from pitboss import games


def test_a_tax_is_no_ladder_and_a_rarer_row_that_pays_less_is_noted():
    grids = games.build("wild-six").options.grids
    assert grids["tax"].inversions() == []
    assert not [word for grid in grids.values() for word in grid.inversions()]
