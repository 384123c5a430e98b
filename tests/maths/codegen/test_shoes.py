"""Whole shoes to a cut card: dealt as the interpreter deals them, and by players who remember."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss import games
from pitboss.core.errors import FormatError, GameError, HouseError, OptionError
from pitboss.core.game import Memory, Strategy
from pitboss.core.rule import rule
from pitboss.core.strategy import check_strategy
from pitboss.games.super_pan_9.game import Draw, Values, points
from pitboss.maths.codegen.program import program_of
from pitboss.maths.codegen.shoes import shoe_program
from pitboss.maths.compile import cpu
from pitboss.maths.exact.solver import solve
from pitboss.maths.simulate import engines
from pitboss.maths.simulate import run as simulate
from pitboss.maths.simulate.agreement import z_score
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import first_stakes
from tests.support.command import check_refused, pitboss
from tests.support.shoes import twin


@rule
def points_seen(memory: int, player: Values, player_card: Values, dealer: Values, dealer_card: Values) -> int:
    """The rounds of this shoe above a running sum of what both hands came to."""
    return memory + 1024 + points(player + player_card) + 2 * points(dealer + dealer_card)


@rule
def draw_by_heart(player: Values, memory: int) -> Draw:
    """On five, or on three after a sum that is odd."""
    return Draw.DRAW if points(player) <= (3 if memory % 2 else 5) else Draw.STAND


@rule
def later_rounds(memory: int) -> int:
    """0 for the first round of a shoe, 1 for the second, 2 for others."""
    return min(memory >> 10, 2)


BY_HEART = Strategy(
    "by-heart",
    "for these tests",
    {"draw": draw_by_heart},
    memory=Memory(remembers=points_seen, bets=later_rounds, levels=3),
)


@pytest.mark.parametrize("decks", ["1", "2"])
@pytest.mark.parametrize("name", ["draw-on-5", "by-heart"])
def test_shoes_are_dealt_as_the_interpreter_deals_them(decks: str, name: str):
    game = games.build("super-pan-9", {"decks": decks})
    strategy = BY_HEART if name == "by-heart" else games.folder("super-pan-9").strategies[name]
    check_strategy(game, strategy)
    loop = shoe_program(game, strategy, behind=game.behind_cut(1))
    wanted, rounds = twin(loop, 5, 12)
    run = simulate.simulate_program(loop, rounds=12, seed=5)
    assert run.done == 12
    assert run.dealt == rounds
    assert [Counter(dict(tally.cells)) for tally in loop.tallies(run.counts)] == wanted
    assert loop.tally(run.counts).total == rounds


@pytest.mark.compiled
def test_compiled_and_plain_shoes_are_the_same(monkeypatch: pytest.MonkeyPatch):
    game = games.build("super-pan-9", {"decks": "1"})
    counts = []
    for compile_it in (True, False):
        monkeypatch.setattr(cpu, "compiling", lambda compile_it=compile_it: compile_it)
        loop = shoe_program(game, BY_HEART, behind=10)
        counts.append(engines.deal_batches(engines.cpu_loop(loop), loop, 9, 0, 1, 40))
    assert (counts[0] == counts[1]).all()
    assert counts[0].sum() > 100


@pytest.mark.compiled
def test_whole_shoes_agree_with_the_exact_figures():
    """A round that is always dealt is as one from a full shoe, however deep; with eight decks the last ones, which are
    not always dealt, are too few to move the whole by more than chance does.
    """
    game = games.build("super-pan-9")
    strategy = games.folder("super-pan-9").strategies["draw-on-5"]
    counting = replace(strategy, memory=Memory(remembers=points_seen, bets=later_rounds, levels=3))
    loop = shoe_program(game, counting, behind=60)
    shoes = 20 * loop.batch
    run = simulate.simulate_program(loop, rounds=shoes, seed=3, workers=2)
    first, second, later = loop.tallies(run.counts)
    assert first.total == second.total == shoes
    assert later.total > 25 * shoes
    exact = Analysis(game, solve(game, strategy, first_stakes(game), game.main_wagers))
    for tally in (first, second, loop.tally(run.counts)):
        for wager in game.wager:
            assert abs(z_score(Analysis(game, tally), exact, wager)) < 4


@pytest.mark.compiled
def test_what_is_remembered_matters():
    """Who has seen that the pictures are gone plays another game: the tie rate moves with the count."""
    game = games.build("super-pan-9", {"decks": "1"})
    counter = Strategy(
        "counter", "for this test", {"draw": draw_by_heart}, memory=Memory(pictures_seen, bets=many_pictures, levels=2)
    )
    loop = shoe_program(game, counter, behind=9)
    run = simulate.simulate_program(loop, rounds=4 * loop.batch, seed=3, workers=2)
    few, many = (Analysis(game, tally).figures["tie"] for tally in loop.tallies(run.counts))
    assert abs(float(few.ev - many.ev)) > 0.01


@rule
def pictures_seen(memory: int, player: Values, player_card: Values, dealer: Values, dealer_card: Values) -> int:
    """How many cards that count nothing have gone."""
    return memory + ((player + player_card) & 7) + ((dealer + dealer_card) & 7)


@rule
def many_pictures(memory: int) -> int:
    """Whether six or more have."""
    return memory >= 6


def test_the_run_does_not_depend_on_workers_and_resumes():
    game = games.build("super-pan-9", {"decks": "1"})
    loop = shoe_program(game, BY_HEART, behind=10)
    whole = simulate.simulate_program(loop, rounds=300, seed=4)
    two = simulate.simulate_program(loop, rounds=300, seed=4, workers=2)
    assert (whole.counts == two.counts).all()
    other = simulate.Run(shoe_program(game, BY_HEART, behind=11), 4, 300)
    with pytest.raises(FormatError, match="other settings: its cut is 10, not 11"):
        other.resume(whole.text(), "file")


def test_on_the_command_line(tmp_path: Path):
    asked = ("simulate", "super-pan-9", "--set", "decks=1", "--shoes", "60", "--cut", "12", "--strategy", "draw-on-5")
    found = json.loads(pitboss(*asked, "--json", "--resume", str(tmp_path / "run.sim")).stdout)
    assert (found["shoes"], found["behind_cut"]) == (60, 12)
    assert 60 * 3 <= found["rounds"] <= 60 * 5
    shown = pitboss(*asked).stdout
    assert "rounds in 60 whole shoes, 12 cards behind the cut card, from seed 1" in shown
    every = json.loads(pitboss(*asked[:6], "--cut", "36", "--strategy", "draw-on-5", "--json").stdout)
    assert every["rounds"] == every["shoes"] == 60


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("super-pan-9", "--shoes", "0"), "--shoes '0': give a whole number from 1 to 10^15"),
        (("super-pan-9", "--shoes", "5", "--rounds", "9"), "--rounds 9 with --shoes 5"),
        (("super-pan-9", "--shoes", "5", "--gpu"), "--gpu with --shoes 5"),
        (("super-pan-9", "--cut", "50"), "--cut 50: a cut card is for whole shoes"),
        (("super-pan-9", "--shoes", "5", "--cut", "7"), "the cut card cannot leave 7 cards"),
        (("super-pan-9", "--shoes", "5", "--cut", "two"), "--cut 'two': give a whole number"),
        (("turbo-sports", "--shoes", "5"), "turbo-sports is shuffled before every round"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: tuple[str, ...], sentence: str):
    check_refused(("simulate", *arguments), sentence)


def test_rounds_that_are_not_always_dealt_differ():
    """The cut card effect: with one deck cut deep, whether a fifth round is dealt depends on the cards that went."""
    game = games.build("super-pan-9", {"decks": "1"})
    loop = shoe_program(game, replace(BY_HEART, memory=Memory(points_seen, bets=fifth_round, levels=2)), behind=8)
    run = simulate.simulate_program(loop, rounds=200, seed=3)
    always, last = loop.tallies(run.counts)
    assert always.total == 4 * 200
    assert 0 < last.total < 200
    shown = pitboss("simulate", "super-pan-9", "--shoes", "50", "--set", "decks=1", "--strategy", "draw-on-5").stdout
    assert "The exact column is for a round dealt from a full shoe" in shown
    found = pitboss("simulate", "super-pan-9", "--shoes", "50", "--set", "decks=1", "--json").stdout
    assert "exact_house_edge" in found
    assert '"z"' not in found
    assert "chi_square" not in found


@rule
def fifth_round(memory: int) -> int:
    """Whether four rounds have gone."""
    return memory >> 10 >= 4


@rule
def below_nothing(memory: int) -> int:
    """A way to bet that there is not."""
    return 0 - memory


def test_a_way_to_bet_that_there_is_not_is_the_nearest():
    game = games.build("super-pan-9", {"decks": "1"})
    loop = shoe_program(game, replace(BY_HEART, memory=Memory(points_seen, bets=below_nothing, levels=2)), behind=8)
    run = simulate.simulate_program(loop, rounds=50, seed=3)
    assert [tally.total for tally in loop.tallies(run.counts)] == [run.dealt, 0]
    with pytest.raises(GameError, match="has 0 ways to bet"):
        shoe_program(game, replace(BY_HEART, memory=Memory(points_seen, levels=0)), behind=8)
    with pytest.raises(HouseError, match="cannot leave 7 cards"):
        shoe_program(game, BY_HEART, behind=7)


def test_a_strategy_that_remembers_is_known_to_every_command(monkeypatch: pytest.MonkeyPatch):
    folder = games.folder("super-pan-9")
    monkeypatch.setitem(folder.strategies, "by-heart", BY_HEART)
    whole = ("simulate", "super-pan-9", "--set", "decks=1", "--shoes", "60")
    found = json.loads(pitboss(*whole, "--strategy", "by-heart", "--json").stdout)
    assert [row["bet"] for row in found["by_bet"]] == [0, 1, 2]
    assert sum(row["rounds"] for row in found["by_bet"]) == found["rounds"]
    assert "exact_house_edge" not in found["wagers"]["regular"]
    assert "bet 2:" in pitboss(*whole, "--strategy", "by-heart").stdout
    assert json.loads(pitboss(*whole, "--json").stdout)["shoes"] == 60
    assert pitboss("strategy", "super-pan-9", "--set", "decks=1").returncode == 0
    check_refused(
        ("analyze", "super-pan-9", "--strategy", "by-heart"), "simulate whole shoes (pitboss simulate GAME --shoes N)"
    )
    check_refused(
        ("simulate", "super-pan-9", "--strategy", "by-heart"), "simulate whole shoes (pitboss simulate GAME --shoes N)"
    )
    with pytest.raises(OptionError, match="remembers"):
        program_of(games.build("super-pan-9"), BY_HEART)


@rule
def peeks(memory: int, player_card: Values) -> int:
    """Remembers a card."""
    return memory + player_card


@rule
def bets_by_cards(memory: int, player: Values) -> int:
    """Bets by cards that are not dealt yet."""
    return memory + player


def test_a_memory_of_hidden_cards_is_refused():
    game = games.build("wild-six")
    steps = tuple(step for step in game.steps if getattr(step, "pile", "") != "player_card" or hasattr(step, "count"))
    hidden = replace(game, steps=steps, words={})
    play = games.folder("wild-six").strategies["lowest"]
    with pytest.raises(GameError, match="remembers player_card, which is never shown"):
        check_strategy(hidden, replace(play, memory=Memory(remembers=peeks)))
    pan = games.build("super-pan-9")
    with pytest.raises(GameError, match="bets by player, which is not known before a round"):
        check_strategy(pan, replace(BY_HEART, memory=Memory(remembers=points_seen, bets=bets_by_cards)))
    forgetful = replace(BY_HEART, memory=None)
    with pytest.raises(GameError, match="draw_by_heart takes no pile, choice or bet 'memory'"):
        check_strategy(pan, forgetful)


def test_the_cut_card_leaves_enough_for_a_round():
    game = games.build("super-pan-9")
    assert game.behind_cut(1) == 48
    assert game.behind_cut(9) == 48
    assert games.build("super-pan-9", {"decks": "2"}).behind_cut(9) == 40
    with pytest.raises(HouseError, match="the cut card cannot leave 39 cards"):
        game.behind_cut(9, 39)
    assert game.behind_cut(1, 288) == 288
