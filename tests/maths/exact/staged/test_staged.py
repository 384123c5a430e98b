"""The staged solver against plain enumeration: whole tallies, decisions and advice, cell for cell."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, islice
from typing import Any

import numpy as np
import pytest

from pitboss.core.errors import GameError
from pitboss.core.game import Game, Strategy
from pitboss.maths.exact.advise import _among_several
from pitboss.maths.exact.enumerate import MEMORY_VARIABLE
from pitboss.maths.exact.solver import PLAIN, Staged
from pitboss.maths.exact.staged import listing, whole
from pitboss.maths.exact.staged.advice import values_kept
from pitboss.maths.exact.staged.method import method_of
from pitboss.maths.exact.staged.tallying import BestPlay
from pitboss.maths.tally.tally import figures, first_stakes
from tests.maths.exact.staged import toys
from tests.support.house import THREE_STREETS

MAKERS: dict[str, Callable[[], Game]] = {
    "open-card": toys.with_open_card,
    "one-set": lambda: toys.with_open_card(apart=False),
    "ride": toys.let_it_ride,
    "dealer": toys.against_dealer,
    "three-streets": THREE_STREETS.build,
}
GAMES = {name: make() for name, make in MAKERS.items()}
EVERY = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@EVERY
def test_the_best_play_is_that_of_plain_enumeration(game: Game):
    stakes = first_stakes(game)
    for names in (game.main_wagers, game.main_wagers[:1]):
        tally, _, _ = whole.solve(game, stakes, names)
        assert tally == PLAIN.solve(game, stakes, names)
        assert tally.total == method_of(game).split.total


@pytest.mark.parametrize("make", [toys.with_open_card, toys.against_dealer])
def test_a_sum_over_all_cards_is_counted_with_the_rest(make: Callable[[bool], Game]):
    game = make(True)
    assert [line.wager for line in method_of(game).added] == ["clubs"]
    assert whole.solve(game, first_stakes(game), game.main_wagers)[0] == PLAIN.solve(
        game, first_stakes(game), game.main_wagers
    )


def strategies() -> list[tuple[Game, Strategy]]:
    """Named strategies: one tells shared cards apart that no rule of the game does."""
    rules = {"early": toys.early_on_pairs, "middle": toys.middle_by_open, "late": toys.late_on_pairs}
    apart = Strategy("apart", "tells the open card from the flop", rules)
    return [
        (GAMES["open-card"], apart),
        *((GAMES["three-streets"], each) for each in THREE_STREETS.strategies.values()),
    ]


@pytest.mark.parametrize(("game", "strategy"), strategies())
def test_a_named_strategy_has_the_tally_of_plain_enumeration(game: Game, strategy: Strategy):
    tally, stakes = whole.under(game, strategy), first_stakes(game)
    assert tally == PLAIN.under(game, strategy)
    best = figures(game, whole.solve(game, stakes, game.main_wagers)[0], game.main_wagers, stakes).ev
    assert figures(game, tally, game.main_wagers, stakes).ev <= best


def test_a_strategy_that_plays_illegally_is_refused():
    with pytest.raises(GameError, match="forbid"):
        whole.under(GAMES["dealer"], Strategy("reckless", "two on anything", {"late": reckless}))


@toys.rule
def reckless(player: toys.Bits) -> toys.Late:
    """Two units on anything."""
    return toys.Late.PLAY_2


@EVERY
@pytest.mark.parametrize("most", [10**6, 0], ids=["listed", "grouped"])
def test_decisions_add_up_as_plain_enumeration_does(game: Game, most: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(listing, "MOST_LISTED", most)
    stakes = first_stakes(game)
    _, induction, _ = whole.solve(game, stakes, game.main_wagers)
    for choice in game.choices:
        by = (game.bind(RULES[choice]),) if choice in RULES else ()
        found = listing.Listing(induction, choice, by).decisions()
        plain = PLAIN.decisions(game, stakes, game.main_wagers, choice, by)
        assert found.is_grouped == (most == 0)
        assert found.total == plain.total
        for one, other in ((found.weight, plain.weight), (found.tied, plain.tied)):
            assert int(one.sum()) == int(other.sum())
        assert found.preferred.sum(axis=0).tolist() == plain.preferred.sum(axis=0).tolist()
        for one, other in ((found.best_totals, plain.best_totals), (found.totals, plain.totals)):
            mine = [Fraction(int(each), found.scale) for each in np.atleast_1d(one.sum(axis=0))]
            assert mine == [Fraction(int(each), plain.scale) for each in np.atleast_1d(other.sum(axis=0))]
        if by and choice != "late":
            assert found.value(found.columns_of(game, RULES[choice])) == plain.value(
                plain.columns_of(game, RULES[choice])
            )


RULES = {"early": toys.early_on_pairs, "middle": toys.middle_by_open}


def hands(game: Game, choice: str) -> list[tuple[dict[str, tuple[int, ...]], tuple[int, ...]]]:
    """Some hands at a choice, each with and without a card that is gone."""
    seen = method_of(game).split.seen[list(game.choices).index(choice)]
    piles = [pile for pile in game.piles if pile in seen]
    count = sum(game.piles[pile].count for pile in piles)
    found = []
    for number, cards in enumerate(islice(combinations(reversed(game.deck.faces), count), 0, 60, 23)):
        known, left = {}, list(cards)
        for pile in piles:
            known[pile] = tuple(sorted(left[: game.piles[pile].count]))
            del left[: game.piles[pile].count]
        gone = [face for face in game.deck.faces if face not in cards]
        found.append((known, tuple(gone[: min(number, len(game.deck) - game.most_cards(1))])))
    return found


@EVERY
def test_advice_at_every_choice_is_that_of_plain_enumeration(game: Game):
    stakes, solver = first_stakes(game), Staged(game)
    every = tuple(name for name, wager in game.wager.items() if stakes[name] or name in game.main_wagers)
    made = {"early": 0, "middle": 0, "one": 0, "first": 1, "second": 1}
    for place, choice in enumerate(game.choices):
        chosen = {name: made[name] for name in list(game.choices)[:place]}
        for known, seen in hands(game, choice):
            for names in (game.main_wagers, every):
                plain = _among_several(game, known, seen, chosen, game.choices[choice], stakes, names)
                assert solver.advise(game, known, seen, stakes, names, chosen) == plain


@pytest.mark.parametrize("game", [GAMES["open-card"], GAMES["three-streets"]], ids=["open-card", "three-streets"])
def test_kept_values_advise_as_values_worked_out_do(game: Game):
    stakes = first_stakes(game)
    _, induction, _ = whole.solve(game, stakes, game.main_wagers)
    again = whole.known(game, stakes, game.main_wagers, induction.arrays())
    choice = next(iter(game.choices))
    for known, _ in hands(game, choice):
        kept = values_kept(again, choice, known, {})
        assert kept == values_kept(induction, choice, known, {})
        assert kept == Staged(game).advise(game, known, (), stakes, game.main_wagers)


def test_a_wrong_information_set_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """Choices looked up for other shared cards than those in sight: the second sweep is worth less than the first."""
    right = BestPlay.laid

    def wrong(play: BestPlay, *args: Any) -> tuple[list[np.ndarray], np.ndarray]:
        picks, deals = right(play, *args)
        return picks, 0 * deals

    game = GAMES["one-set"]
    assert len(method_of(game).split.sets) == 1
    monkeypatch.setattr(BestPlay, "laid", wrong)
    with pytest.raises(GameError, match="disagree"):
        whole.solve(game, first_stakes(game), game.main_wagers)


def test_a_strategy_that_tells_alike_suits_apart_is_refused():
    game = GAMES["dealer"]
    with pytest.raises(GameError, match="suits"):
        whole.under(game, Strategy("clubs", "plays clubs", {"late": plays_clubs}))


@toys.rule
def plays_clubs(player: toys.Bits) -> toys.Late:
    """One unit on a club."""
    return toys.Late.PLAY_1 if player & toys.SUIT else toys.Late.FOLD


def test_too_large_a_game_is_refused_before_anything_is_allocated(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(MEMORY_VARIABLE, "0.000001")
    game = toys.against_dealer()
    with pytest.raises(GameError, match="GB of memory") as refused:
        whole.solve(game, first_stakes(game), game.main_wagers)
    assert refused.value.code == "game/too-large"
