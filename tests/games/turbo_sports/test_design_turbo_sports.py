"""Pay tables designed for Turbo Sports: the play is solved anew where it turns on the pays."""

from fractions import Fraction

import pytest

from pitboss import games
from pitboss.core.game import Game
from pitboss.core.pays import Odds
from pitboss.maths.design import design as design_module
from pitboss.maths.design import shape as shape_module
from pitboss.maths.design.design import Design, Limits, Span
from pitboss.maths.design.shape import with_pays
from pitboss.maths.exact.solver import analysed
from pitboss.maths.tally.analysis import Analysis
from tests.support.shapes import shape_of, share


def test_a_push_never_starts_to_pay():
    hit = Limits(hit=Span(Fraction(0), Fraction(1)))
    bonus = shape_of(games.folder("turbo-sports"), "nine_card_bonus", SUITED_4=0)
    cuts = Design(bonus, hit).cuts()
    assert [len(cut.stops) for cut in cuts] == [0, 1, 2, 3, 4]
    assert not any(cut.starts for cut in cuts)
    ladder = Design(bonus, hit).ladder(cuts[1])
    assert ladder
    assert set(ladder.stopped.values()) == {Odds(Fraction(0))}


def test_the_play_is_solved_anew_where_it_turns_on_the_pays():
    shape = shape_of(games.folder("turbo-sports"), "first_down", SIX_IN_THREE=2)
    tables = Design(shape).tables(share("-100%..5%"), 20)
    assert len(tables) > 3
    for table in tables:
        own = analysed(with_pays(shape.game, shape.grid, table.pays))
        assert table.edge == own.edge("first_down") <= shape.edge(table.pays)
    assert any(table.edge < shape.edge(table.pays) for table in tables)


def test_a_table_that_only_better_play_brings_into_the_target_is_found():
    shape = shape_of(games.folder("turbo-sports"), "first_down", SIX_IN_THREE=2)
    better = [table for table in Design(shape).tables(share("-100%..5%"), 20) if table.edge < shape.edge(table.pays)]
    edge = better[0].edge
    (found,) = Design(shape).tables(Span(edge, edge), 5)
    assert found.pays == better[0].pays
    assert not Design(shape).nearest(Span(edge, edge), 1)


def test_a_game_that_takes_long_is_solved_for_few_tables(monkeypatch: pytest.MonkeyPatch):
    """At most four minutes' worth each way; those that are found have the edge of their own best play."""
    shape = shape_of(games.folder("turbo-sports"), "first_down", SIX_IN_THREE=2)
    solved: list[str] = []

    def counted(game: Game) -> Analysis:
        solved.append(game.name)
        return analysed(game)

    monkeypatch.setattr(shape_module, "analysed", counted)
    monkeypatch.setattr(design_module, "seconds_to_solve", lambda game: 80)
    assert Design(shape).solved == 3
    tables = Design(shape).tables(share("-100%..5%"), 20)
    assert 1 <= len(tables) <= 6
    assert len(solved) <= 6
    assert all(table.edge in share("-100%..5%") for table in tables)


def test_the_edges_named_where_nothing_fits_are_the_nearest():
    shape = shape_of(games.folder("turbo-sports"), "nine_card_bonus")
    target = share("3%..3.00001%")
    below, above = Design(shape).beside(target)
    assert below is not None
    assert above is not None
    assert below < target.low
    assert above > target.high
    between = Span(below, above)
    edges = {table.edge for table in Design(shape).tables(between, 50)}
    assert edges == {below, above}
