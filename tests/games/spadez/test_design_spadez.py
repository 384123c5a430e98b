"""Pay tables designed for SPADEZ."""

from fractions import Fraction
from itertools import pairwise, product

from pitboss import games
from pitboss.maths.design.design import Design, Limits
from pitboss.maths.design.shape import CUT, apart, pays_near, whole
from pitboss.maths.tally.tally import outcome_rows
from tests.support.shapes import shape_of, share

COUNT = 12


def test_rows_start_and_stop_as_trying_everything_says():
    """SPADEZ on five cards: any number of rows from the top may pay, and those that start are shaped as 1 to 1."""
    shape = shape_of(games.folder("spadez"), "spadez", {"cards": "5"})
    rows = outcome_rows(shape.game, shape.analysis.tally, "spadez", {"spadez": Fraction(1)})
    names, weights, total = (
        [row.outcome for row in rows[:5]],
        [row.weight for row in rows[:5]],
        shape.analysis.tally.total,
    )
    own = [100, 30, 6, 0, 0]
    everything = {}
    for count in range(1, 6):
        for paying in product(*(pays_near(pay or 1, 1, None) for pay in own[:count])):
            if all(lower <= higher for higher, lower in pairwise(paying)):
                wins = sum(weights[:count])
                net = sum(weight * pay for weight, pay in zip(weights, paying, strict=False)) - (total - wins)
                cost = sum(apart(pay, shaped or 1) for pay, shaped in zip(paying, own, strict=False))
                chosen = (*paying, *(0,) * (5 - count))
                everything[chosen] = Fraction(-net, total), Fraction(wins, total), cost + CUT * abs(count - 3)
    for edges, hits in (("4%..6%", "1%..2%"), ("-200%..-100%", "30%..60%"), ("0%..10%", "1%..60%")):
        target, wanted = share(edges), share(hits)
        found = {each: cost for each, (edge, hit, cost) in everything.items() if edge in target and hit in wanted}
        tables = Design(shape, Limits(hit=wanted)).tables(target, COUNT)
        assert tables
        assert [table.distance for table in tables] == sorted(found.values())[:COUNT]
        for table in tables:
            pays = {shape.name(outcome): pay for outcome, pay in {**shape.pays, **table.pays}.items()}
            assert found[tuple(whole(pays[name]) or 0 for name in names)] == table.distance
