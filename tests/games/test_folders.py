"""A game in its folder: its options, its grids, and pay tables that a user brings along."""

from fractions import Fraction

import pytest

from pitboss import games
from pitboss.core.errors import GameError, GridError, OptionError
from pitboss.core.pays import Custom, Odds
from tests.support.house import HIGH_CARD


def test_a_folder_builds_its_game_with_its_options():
    assert HIGH_CARD.build().wager["ante"].lines[0].pays.column == "even"
    assert HIGH_CARD.build({"ante": "double"}).wager["ante"].lines[0].pays[2] == Odds(Fraction(2))
    with pytest.raises(OptionError, match="ante cannot be 'triple': give even or double"):
        HIGH_CARD.build({"ante": "triple"})
    with pytest.raises(OptionError, match="no option 'anti'; did you mean 'ante'"):
        HIGH_CARD.build({"anti": "even"})


def test_a_folder_has_texts_and_may_lack_the_rest():
    assert HIGH_CARD.rules_for().startswith("# High Card")
    assert (HIGH_CARD.strategies, HIGH_CARD.guide, HIGH_CARD.themes, HIGH_CARD.hosts) == ({}, None, {}, ())


TIE = '[tie]\ngrid = """\n  mine\nTIED 9\nNO_TIE lose\n"""\n'


def test_a_users_columns_become_values_of_the_wagers_option():
    game = HIGH_CARD.build(custom=Custom(TIE, "mine.toml"))
    assert game.options.as_json()["tie"] == "mine"
    assert game.wager["tie"].lines[0].pays[1] == Odds(Fraction(9))
    back = HIGH_CARD.build({"tie": "printed"}, Custom(TIE, "mine.toml"))
    assert back.wager["tie"].lines[0].pays[1] == Odds(Fraction(8))
    assert "tie" not in HIGH_CARD.build().options


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[tie]", "[tye]", r"mine.toml: no grid 'tye'; did you mean 'tie'\?"),
        (
            "mine",
            "printed",
            r"row TIED, column printed: printed is the name of a shipped table with other pays; give .* such as printed-mine",
        ),
        ("mine", "PRINTED", r"column PRINTED: PRINTED is the name of a shipped table with other pays"),
        ("TIED 9", "TYED 9", r"mine.toml \[tie\], row TYED: no row 'TYED'; did you mean 'TIED'\?"),
        ("TIED 9", "TIED -", r"mine.toml \[tie\], row TIED, column mine: this can occur, so it needs a pay"),
        ("NO_TIE lose\n", "", r"mine.toml \[tie\], column mine: row NO_TIE is missing"),
        ("NO_TIE lose\n", "NO_TIE lose\nMORE 5\n", r"mine.toml \[tie\], row MORE: no row 'MORE'"),
        ("[tie]", '[tie]\notherwise = "push"', r"mine.toml \[tie\]: needs no otherwise, as the shipped grid has"),
    ],
)
def test_a_users_wrong_grid_is_refused(old: str, new: str, sentence: str):
    with pytest.raises(GridError, match=sentence):
        HIGH_CARD.build(custom=Custom(TIE.replace(old, new), "mine.toml"))


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [
        ("-1", r"row TIED, column mine: '-1' is no pay; write lose where the stake is lost"),
        ("-1:1", r"'-1:1' is no pay; write lose"),
        ("-2", r"'-2' is no pay; write lose where the stake is lost, and an amount that is owed in dollars"),
        ("\u22121", r"'\u22121' is no pay; write lose"),
        (
            "$5",
            r"row TIED, column mine: '\$5' does not grow with the bet, and tie may be bet at any amount; write odds",
        ),
        ("-$5", r"'-\$5' does not grow with the bet"),
    ],
)
def test_a_cell_that_means_something_else_is_refused_with_what_is_meant(cell: str, sentence: str):
    with pytest.raises(GridError, match=sentence):
        HIGH_CARD.build(custom=Custom(TIE.replace("TIED 9", f"TIED {cell}"), "mine.toml"))


def test_shipped_columns_beside_a_users_own_are_fine_as_they_are():
    both = TIE.replace("  mine\nTIED 9\nNO_TIE lose", "  printed mine\nTIED 8 9\nNO_TIE lose lose")
    game = HIGH_CARD.build(custom=Custom(both, "mine.toml"))
    assert game.options.as_json()["tie"] == "mine"
    assert game.options.grids["tie"].columns == ("printed", "mine")


def test_a_meter_needs_meters():
    with pytest.raises(GameError, match="tie pays meter 1, but the game's meters are none"):
        HIGH_CARD.build(custom=Custom(TIE.replace("TIED 9", "TIED meter 1"), "mine.toml"))


def test_ruling_g4_no_shipped_ladder_is_out_of_order():
    """A tax rises with the hand, is printed so, and says that it is no ladder."""
    for folder in games.find().values():
        assert [each for grid in folder.shipped.values() for each in grid.inversions()] == []
