"""A rider counted apart from its host: the parts are those of the whole, which is counted when somebody asks."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.core.game import Game
from pitboss.maths.exact import riders, solver
from pitboss.maths.exact.solver import best_question, decisions_of, is_counted_apart, solve, solver_of
from pitboss.maths.exact.staged.method import method_of
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.as_json import analysis_json
from pitboss.maths.tally.parts import InParts, WhenAsked
from pitboss.maths.tally.tally import figures, first_stakes
from tests.maths.exact.staged import toys


@pytest.fixture(params=[toys.with_open_card, toys.against_dealer], ids=["open-card", "dealer"])
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A toy with a bet on the clubs among all cards that rides on it; no toy is quick or small here."""
    monkeypatch.setattr(solver, "FEW_BYTES", 0)
    monkeypatch.setattr(solver, "QUICK_SECONDS", -1)
    make: Callable[[bool], Game] = request.param
    return replace(make(True), host=make(False))


def test_the_parts_are_those_of_the_whole(game: Game):
    apart, whole = solve(game, *best_question(game)), solve(game, *best_question(game), together=True)
    assert is_counted_apart(game)
    assert isinstance(apart, InParts)
    assert isinstance(apart.cells, WhenAsked)
    assert not isinstance(whole, InParts)
    assert (apart.total, apart.ties) == (whole.total, whole.ties)
    stakes = first_stakes(game)
    for name in game.wager:
        assert apart.knows((name,))
        assert figures(game, apart, (name,), stakes) == figures(game, whole, (name,), stakes)
    assert apart.cells.made is None
    names = (*game.main_wagers, "clubs")
    assert not apart.knows(names)
    assert figures(game, apart, names, stakes) == figures(game, whole, names, stakes)
    assert apart.cells.made == whole


def test_only_known_correlations_are_told(game: Game):
    apart = Analysis(game, solve(game, *best_question(game)))
    whole = Analysis(game, solve(game, *best_question(game), together=True))
    assert (apart.apart, whole.apart) == (["clubs"], [])
    known = [each for each in whole.correlations() if "clubs" not in (each.one, each.other)]
    assert apart.correlations() == known != whole.correlations()
    told = analysis_json(apart, "optimal", {"ante": 500})
    assert told["apart"] == ["clubs"]
    assert told["total"] == analysis_json(whole, "optimal", {"ante": 500})["total"]
    assert isinstance(apart.tally.cells, WhenAsked)
    assert apart.tally.cells.made is None


def test_it_is_advised_and_decided_as_its_host(game: Game):
    host = riders.host_of(game)
    assert host is not None
    assert solver_of(game) is solver_of(host)
    for choice in game.choices:
        mine, its = decisions_of(game, choice=choice), decisions_of(host, choice=choice)
        assert mine.totals.tolist() == its.totals.tolist()
    # One sweep served them all: what was found is kept with the host.
    assert solver.FOUND in host.__dict__
    assert solver.FOUND not in game.__dict__


def test_the_host_is_paid_as_the_game_is(game: Game):
    first, *others = game.wagers
    dear = replace(first, commission=Fraction(1, 20))
    host = riders.host_of(replace(game, wagers=(dear, *others)))
    assert host is not None
    assert host.wagers[0] == dear
    assert [wager.name for wager in host.wagers] == [wager.name for wager in game.wagers if wager.name != "clubs"]


def test_games_without_a_rider_have_no_host():
    game = toys.against_dealer()
    assert riders.host_of(game) is None
    assert not riders.on_both(game, game.wager)
    assert method_of(game).added == []
