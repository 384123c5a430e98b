"""Whole shoes to a cut card: dealt as the interpreter deals them, and by players who remember."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.core.errors import FormatError, GameError, HouseError, OptionError
from pitboss.core.game import Memory, Strategy
from pitboss.core.rule import rule
from pitboss.core.strategy import check_strategy
from pitboss.maths.codegen.program import program_of
from pitboss.maths.codegen.shoes import shoe_program
from pitboss.maths.compile import cpu
from pitboss.maths.simulate import engines
from pitboss.maths.simulate import run as simulate
from pitboss.maths.tally.analysis import Analysis
from tests.support.command import check_refused, pitboss
from tests.support.house import DRAW_FIVE
from tests.support.house.draw_five.game import Draw, Values, points
from tests.support.shoes import check_figures, check_shoes, later_rounds
from tests.support.toy import STEPS, Ranks, Swap, toy


@rule
def points_seen(memory: int, player: Values, player_card: Values, dealer: Values, dealer_card: Values) -> int:
    """The rounds of this shoe above a running sum of what both hands came to."""
    return memory + 1024 + points(player + player_card) + 2 * points(dealer + dealer_card)


@rule
def draw_by_heart(player: Values, memory: int) -> Draw:
    """On two, or on one after a sum that is odd."""
    return Draw.DRAW if points(player) <= (1 if memory % 2 else 2) else Draw.STAND


BY_HEART = Strategy(
    "by-heart",
    "for these tests",
    {"draw": draw_by_heart},
    memory=Memory(remembers=points_seen, bets=later_rounds, levels=3),
)


@pytest.mark.parametrize("decks", ["1", "2"])
@pytest.mark.parametrize("name", ["draw-on-2", "by-heart"])
def test_shoes_are_dealt_as_the_interpreter_deals_them(decks: str, name: str):
    game = DRAW_FIVE.build({"decks": decks})
    strategy = BY_HEART if name == "by-heart" else DRAW_FIVE.strategies[name]
    check_shoes(game, strategy)


@pytest.mark.compiled
def test_compiled_and_plain_shoes_are_the_same(monkeypatch: pytest.MonkeyPatch):
    game = DRAW_FIVE.build({"decks": "1"})
    counts = []
    for compile_it in (True, False):
        monkeypatch.setattr(cpu, "compiling", lambda compile_it=compile_it: compile_it)
        loop = shoe_program(game, BY_HEART, behind=10)
        counts.append(engines.deal_batches(engines.cpu_loop(loop), loop, 9, 0, 1, 40))
    assert (counts[0] == counts[1]).all()
    assert counts[0].sum() > 100


@pytest.mark.compiled
def test_whole_shoes_agree_with_the_exact_figures():
    check_figures(DRAW_FIVE.build(), DRAW_FIVE.strategies["draw-on-2"], points_seen, shoes=5, rounds=50)


@pytest.mark.compiled
def test_what_is_remembered_matters():
    """Who has seen that the pictures are gone plays another game: the tie rate moves with the count."""
    game = DRAW_FIVE.build({"decks": "1"})
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
    game = DRAW_FIVE.build({"decks": "1"})
    loop = shoe_program(game, BY_HEART, behind=10)
    whole = simulate.simulate_program(loop, rounds=300, seed=4)
    two = simulate.simulate_program(loop, rounds=300, seed=4, workers=2)
    assert (whole.counts == two.counts).all()
    other = simulate.Run(shoe_program(game, BY_HEART, behind=11), 4, 300)
    with pytest.raises(FormatError, match="other settings: its cut is 10, not 11"):
        other.resume(whole.text(), "file")


def test_on_the_command_line(house, tmp_path: Path):
    asked = ("simulate", "draw-five", "--set", "decks=1", "--shoes", "60", "--cut", "12", "--strategy", "draw-on-2")
    found = json.loads(pitboss(*asked, "--json", "--resume", str(tmp_path / "run.sim")).stdout)
    assert (found["shoes"], found["behind_cut"]) == (60, 12)
    assert 60 * 7 <= found["rounds"] <= 60 * 10
    shown = pitboss(*asked).stdout
    assert "rounds in 60 whole shoes, 12 cards behind the cut card, from seed 1" in shown
    every = json.loads(pitboss(*asked[:6], "--cut", "52", "--strategy", "draw-on-2", "--json").stdout)
    assert every["rounds"] == every["shoes"] == 60


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("draw-five", "--shoes", "0"), "--shoes '0': give a whole number from 1 to 10^15"),
        (("draw-five", "--shoes", "5", "--rounds", "9"), "--rounds 9 with --shoes 5"),
        (("draw-five", "--shoes", "5", "--gpu"), "--gpu with --shoes 5"),
        (("draw-five", "--cut", "50"), "--cut 50: a cut card is for whole shoes"),
        (("draw-five", "--shoes", "5", "--cut", "5"), "the cut card cannot leave 5 cards"),
        (("draw-five", "--shoes", "5", "--cut", "two"), "--cut 'two': give a whole number"),
        (("high-card", "--shoes", "5"), "high-card is shuffled before every round"),
    ],
)
def test_bad_input_is_one_clear_line(house, arguments: tuple[str, ...], sentence: str):
    check_refused(("simulate", *arguments), sentence)


def test_rounds_that_are_not_always_dealt_differ(house):
    """The cut card effect: with one deck cut early, whether a third round is dealt depends on the cards that went."""
    game = DRAW_FIVE.build({"decks": "1"})
    loop = shoe_program(game, replace(BY_HEART, memory=Memory(points_seen, bets=third_round, levels=2)), behind=40)
    run = simulate.simulate_program(loop, rounds=200, seed=3)
    always, last = loop.tallies(run.counts)
    assert always.total == 2 * 200
    assert 0 < last.total < 200
    shown = pitboss("simulate", "draw-five", "--shoes", "50", "--set", "decks=1", "--strategy", "draw-on-2").stdout
    assert "The exact column is for a round dealt from a full shoe" in shown
    found = pitboss("simulate", "draw-five", "--shoes", "50", "--set", "decks=1", "--json").stdout
    assert "exact_house_edge" in found
    assert '"z"' not in found
    assert "chi_square" not in found


@rule
def third_round(memory: int) -> int:
    """Whether two rounds have gone."""
    return memory >> 10 >= 2


@rule
def below_nothing(memory: int) -> int:
    """A way to bet that there is not."""
    return 0 - memory


def test_a_way_to_bet_that_there_is_not_is_the_nearest():
    game = DRAW_FIVE.build({"decks": "1"})
    loop = shoe_program(game, replace(BY_HEART, memory=Memory(points_seen, bets=below_nothing, levels=2)), behind=8)
    run = simulate.simulate_program(loop, rounds=50, seed=3)
    assert [tally.total for tally in loop.tallies(run.counts)] == [run.dealt, 0]
    with pytest.raises(GameError, match="has 0 bet levels"):
        shoe_program(game, replace(BY_HEART, memory=Memory(points_seen, levels=0)), behind=8)
    with pytest.raises(HouseError, match="cannot leave 5 cards"):
        shoe_program(game, BY_HEART, behind=5)


def test_a_strategy_that_remembers_is_known_to_every_command(house, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(DRAW_FIVE.strategies, "by-heart", BY_HEART)
    whole = ("simulate", "draw-five", "--set", "decks=1", "--shoes", "60")
    found = json.loads(pitboss(*whole, "--strategy", "by-heart", "--json").stdout)
    assert [row["bet"] for row in found["by_bet"]] == [0, 1, 2]
    assert sum(row["rounds"] for row in found["by_bet"]) == found["rounds"]
    assert "exact_house_edge" not in found["wagers"]["regular"]
    assert "bet 2:" in pitboss(*whole, "--strategy", "by-heart").stdout
    assert json.loads(pitboss(*whole, "--json").stdout)["shoes"] == 60
    assert pitboss("strategy", "draw-five", "--set", "decks=1").returncode == 0
    check_refused(
        ("analyze", "draw-five", "--strategy", "by-heart"), "simulate whole shoes (pitboss simulate GAME --shoes N)"
    )
    check_refused(
        ("simulate", "draw-five", "--strategy", "by-heart"), "simulate whole shoes (pitboss simulate GAME --shoes N)"
    )
    with pytest.raises(OptionError, match="remembers"):
        program_of(DRAW_FIVE.build(), BY_HEART)


@rule
def peeks(memory: int, player_card: Ranks) -> int:
    """Remembers a card."""
    return memory + player_card


@rule
def keep_all(player: Ranks) -> Swap:
    """Never swaps."""
    return Swap.KEEP


@rule
def throw_nothing(player: Ranks, swap: Swap) -> Ranks:
    """Asked of nobody who keeps all."""
    return player


@rule
def bets_by_cards(memory: int, player: Values) -> int:
    """Bets by cards that are not dealt yet."""
    return memory + player


def test_a_memory_of_hidden_cards_is_refused():
    steps = tuple(step for step in STEPS if getattr(step, "pile", "") != "player_card" or hasattr(step, "count"))
    hidden = toy(steps=steps)
    play = Strategy("keep-all", "for this test", {"swap": keep_all, "thrown": throw_nothing})
    check_strategy(hidden, play)
    with pytest.raises(GameError, match="remembers player_card, which is never shown"):
        check_strategy(hidden, replace(play, memory=Memory(remembers=peeks)))
    game = DRAW_FIVE.build()
    with pytest.raises(GameError, match="bets by player, which is not known before a round"):
        check_strategy(game, replace(BY_HEART, memory=Memory(remembers=points_seen, bets=bets_by_cards)))
    forgetful = replace(BY_HEART, memory=None)
    with pytest.raises(GameError, match="draw_by_heart takes no pile, choice or bet 'memory'"):
        check_strategy(game, forgetful)


def test_the_cut_card_leaves_enough_for_a_round():
    game = DRAW_FIVE.build()
    assert game.behind_cut(1) == 69
    assert game.behind_cut(9) == 69
    assert DRAW_FIVE.build({"decks": "2"}).behind_cut(9) == 30
    with pytest.raises(HouseError, match="the cut card cannot leave 29 cards"):
        game.behind_cut(9, 29)
    assert game.behind_cut(1, 416) == 416
