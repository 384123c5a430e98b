"""Designs: the nearest tables are those found by trying them all, and what is solved anew."""

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import games
from pitboss.core.pays import Odds
from pitboss.maths.design.design import OWN, Design, Limits, Span
from pitboss.maths.design.search import Bounds, Search, Way
from pitboss.maths.design.shape import Shape, apart, pays_near, whole
from pitboss.maths.tally.tally import outcome_rows
from tests.support.cases import brought
from tests.support.house import DRAW_FIVE, HIGH_CARD
from tests.support.shapes import shape_of, share

COUNT = 12


def tried(rows: list[list[Way]], ladder: bool, window: Bounds) -> list[tuple[int, tuple[Way, ...]]]:
    """Every choice that ends in a window, the cheapest first."""
    found = []
    for chosen in product(*rows):
        if ladder and any(lower.size > higher.size for higher, lower in pairwise(chosen)):
            continue
        worth, wins = sum(way.worth for way in chosen), sum(way.wins for way in chosen)
        if window.low <= worth <= window.high and window.fewest <= wins <= window.most:
            found.append((sum(way.cost for way in chosen), chosen))
    return sorted(found)


def first(found: list, count: int) -> list:
    """The first of them, and all that cost as much as the last."""
    return [each for each in found if len(found) <= count or each[0] <= found[count - 1][0]]


@st.composite
def searches(draw) -> tuple[list[list[Way]], bool, Bounds]:
    """Rows where every unit of pay is worth something and may win something, and a window."""
    rows = []
    for _ in range(draw(st.integers(1, 5))):
        shape, weight = draw(st.integers(1, 12)), draw(st.integers(1, 60))
        start, wins_from = draw(st.integers(-30, 0)), draw(st.integers(0, 6))
        sizes = draw(st.lists(st.integers(1, 15), min_size=1, max_size=6, unique=True))
        rows.append(
            [Way(apart(size, shape), size, start + weight * size, weight if size >= wins_from else 0) for size in sizes]
        )
    low, fewest = draw(st.integers(-50, 900)), draw(st.integers(-10, 120))
    width, more = draw(st.sampled_from((0, 1, 5, 40, 400))), draw(st.sampled_from((0, 30, 500)))
    return rows, draw(st.booleans()), Bounds(low, low + width, fewest, fewest + more)


@given(searches(), st.integers(1, 8), st.sampled_from((0, 20, 30_000)))
def test_the_search_finds_what_trying_everything_finds(asked, count: int, sums: int):
    rows, ladder, window = asked
    everything = tried(rows, ladder, window)
    # The sums of the last rows only save time: with few of them or none the answers are the same.
    search = type("Few", (Search,), {"SUMS": sums})(rows, ladder)
    assert search.nearest(window, count) == first(everything, count)
    bound = search.bound(0, window)
    assert not everything or (bound is not None and bound <= everything[0][0])
    if not everything:
        wide = Bounds(-(10**6), 10**6, window.fewest, window.most)
        worths = {sum(way.worth for way in chosen) for _, chosen in tried(rows, ladder, wide)}
        below, above = search.beside(window)
        assert (below and sum(way.worth for way in below)) == max((x for x in worths if x < window.low), default=None)
        assert (above and sum(way.worth for way in above)) == min((x for x in worths if x > window.high), default=None)
    ends = search.ends()
    all_worths = [
        sum(way.worth for way in chosen) for _, chosen in tried(rows, ladder, Bounds(-(10**6), 10**6, 0, 10**6))
    ]
    assert (ends is None) == (not all_worths)
    if ends:
        assert [sum(way.worth for way in end) for end in ends] == [min(all_worths), max(all_worths)]


def brute(shape: Shape, target: Span, kept: tuple[str, ...] = (), ladder: bool = True) -> dict[tuple[int, ...], int]:
    """The distance of every table of a wager with one line whose edge is in the target, by its outcome rows alone."""
    rows = outcome_rows(shape.game, shape.analysis.tally, shape.wager, shape.analysis.stakes)
    taken = 1 - shape.game.wager[shape.wager].commission
    paying = [row for row in rows if isinstance(row.pay, Odds) and row.pay.net >= 1]
    sizes = [
        [int(row.pay.net)] if row.outcome in kept else pays_near(int(row.pay.net), 1, None)
        for row in paying
        if isinstance(row.pay, Odds)
    ]
    own = [int(row.pay.net) for row in paying if isinstance(row.pay, Odds)]
    lost = sum(row.ev for row in rows if row not in paying)
    gains = [Fraction(row.weight, shape.analysis.tally.total) * taken for row in paying]
    scale = 10**30  # Comparing whole numbers is fast, and at this size as exact as is needed to tell tables apart.
    low, high = (int((-edge - lost) * scale) for edge in (target.high, target.low))
    weights = [int(gain * scale) for gain in gains]
    found = {}
    for chosen in product(*sizes):
        if ladder and any(lower > higher for higher, lower in pairwise(chosen)):
            continue
        if low <= sum(weight * size for weight, size in zip(weights, chosen, strict=True)) <= high:
            found[chosen] = sum(apart(size, shape) for size, shape in zip(chosen, own, strict=True))
    return found


@pytest.mark.parametrize(
    ("name", "wager", "options", "target", "kept"),
    brought("DESIGNED"),
)
@pytest.mark.parametrize("ladder", [True, False])
def test_the_nearest_tables_are_those_of_the_whole_product(name, wager, options, target, kept, ladder):
    shape = shape_of(games.folder(name), wager, options)
    everything = brute(shape, share(target), kept, ladder)
    names = {shape.name(outcome): outcome for outcome in shape.pays}
    limits = Limits(kept=frozenset(names[row] for row in kept), any_order=not ladder)
    tables = Design(shape, limits).tables(share(target), COUNT)
    assert len(tables) == min(COUNT, len(everything))
    order = [outcome for outcome in shape.pays if whole(shape.pays[outcome]) is not None]
    for table in tables:
        chosen = tuple(whole(table.pays.get(outcome, shape.pays[outcome])) or 0 for outcome in order)
        assert everything[chosen] == table.distance
    assert [table.distance for table in tables] == sorted(everything.values())[:COUNT]


def test_pays_are_round_near_the_shape_and_held_to_their_limits():
    assert pays_near(3, 1, None) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert pays_near(30, 1, None) == [*range(10, 21), *range(25, 95, 5)]
    assert pays_near(300, 1, None) == [100, 125, 150, 175, *range(200, 950, 50)]
    assert pays_near(37, 1, 60) == [*range(13, 21), 25, 30, 35, 37, 40, 45, 50, 55, 60]
    assert pays_near(100, 1, 12) == list(range(4, 13))
    assert pays_near(5, 40, None) == [40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100]
    assert pays_near(999_999_999, 1, 7) == [3, 4, 5, 6, 7]
    assert pays_near(5, 3, 2) == []


def test_two_prices_that_differ_stop_the_work(monkeypatch: pytest.MonkeyPatch):
    shape = shape_of(HIGH_CARD, "tie")
    shape.priced({})
    monkeypatch.setattr(Shape, "edge", lambda self, pays: Fraction(1, 3))
    with pytest.raises(AssertionError, match="priced in two ways that differ"):
        shape.priced({})


def test_rows_stop_at_a_push():
    shape = shape_of(DRAW_FIVE, "regular")
    assert Design(shape, Limits(hit=Span(Fraction(0), Fraction(1)))).cuts() == [OWN]
