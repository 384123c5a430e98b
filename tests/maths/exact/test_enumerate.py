"""Exact figures two ways: enumeration by kinds of card against every single deal, on small decks and whole ones."""

import itertools
from collections import Counter
from dataclasses import replace
from math import comb

import pytest

from pitboss import games
from pitboss.core.cards import Deck
from pitboss.core.game import Answer, Chosen, Fixed, Game
from pitboss.core.round import Round
from pitboss.core.script import Bets, Chose, Dealt, NeedCards, NeedChoice
from pitboss.games import GameFolder
from pitboss.maths.exact.decide import best_strategy, exact
from pitboss.maths.exact.enumerate import Enumeration
from pitboss.maths.tally.tally import Tally, figures, first_stakes, tally_columns
from tests.support.cases import brought
from tests.support.decisions import value_of_hands
from tests.support.house import DRAW_FIVE
from tests.support.rounds import outcomes, raising_options

EIGHT = (0, 1, 2, 3, 13, 14, 15, 16)


def small(folder: GameFolder, faces: tuple[int, ...]) -> Game:
    """A game on a deck of a few cards, one seat."""
    return replace(folder.build(), deck=Deck("small deck", faces), seats=1)


def every_deal(game: Game, choose) -> Counter[tuple[int, ...]]:
    """The slow literal twin: every order of the deck that matters, played by the interpreter, one vote each.

    `choose(played, need)` answers choices. Cards that are not dealt are counted by the orders they could lie in.
    """
    placed = {
        wager.name: wager.stake.cents if isinstance(wager.stake, Fixed) else 500
        for wager in game.wagers
        if not isinstance(wager.stake, Chosen)
    }
    choices, lines = tally_columns(game)
    votes: Counter[tuple[int, ...]] = Counter()

    def play(played: Round, left: tuple[int, ...]) -> None:
        need = played.need()
        if need is None:
            ended = outcomes(played.state)
            chosen = raising_options(played.state, choices)
            rest, weight = len(left), 1
            for deal in game.piles.values():
                if not any(pile == deal.pile for pile, _ in played.state.piles):
                    weight *= comb(rest, deal.count)
                    rest -= deal.count
            votes[(*chosen, *(ended.get((1, name, place), -1) for name, place in lines))] += weight
        elif isinstance(need, NeedChoice):
            play(played.after(Chose(1, need.name, choose(played, need))), left)
        else:
            assert isinstance(need, NeedCards)
            for places in itertools.combinations(range(len(left)), need.count):
                cards = tuple(left[place] for place in places)
                rest_cards = tuple(card for place, card in enumerate(left) if place not in places)
                play(played.after(Dealt(need.pile, need.seat, cards)), rest_cards)

    play(Round(game).after(Bets({1: placed})), game.deck.faces)
    return votes


@pytest.mark.parametrize(
    ("folder", "faces", "strategy"),
    [(DRAW_FIVE, EIGHT, "draw-on-2"), *((games.folder(name), *case) for name, *case in brought("SMALL"))],
)
def test_enumeration_is_every_deal_on_a_small_deck(folder: GameFolder, faces: tuple[int, ...], strategy: str):
    game = small(folder, faces)
    named = folder.strategies[strategy]

    def choose(played: Round, need: NeedChoice) -> Answer:
        from pitboss.core.strategy import chosen

        return chosen(named, played.state, need, 1)

    wanted = every_deal(game, choose)
    tally = exact(game, named)
    assert dict(tally.cells) == dict(wanted)


def test_the_best_strategy_on_a_small_deck_beats_every_named_one_and_is_found_by_brute_force():
    game = small(DRAW_FIVE, EIGHT)
    stakes = first_stakes(game)
    solution = best_strategy(game, stakes, ("regular",))
    best = figures(game, solution.tally, ("regular",), stakes).ev
    for strategy in DRAW_FIVE.strategies.values():
        assert figures(game, exact(game, strategy), ("regular",), stakes).ev <= best
    for option in (0, 1):
        votes = every_deal(game, lambda played, need, option=option: option)
        tally = Tally(*tally_columns(game), votes)
        assert figures(game, tally, ("regular",), stakes).ev <= best
    (stage,) = solution.stages.values()
    assert best == value_of_hands(stage) / solution.tally.total


def test_cards_known_to_be_gone_change_the_value():
    game = DRAW_FIVE.build({"decks": "1"})
    stakes = first_stakes(game)
    hand = {"player": tuple(game.deck.faces[:2])}
    plain = best_strategy(game, stakes, ("regular",), hand)
    gone = best_strategy(game, stakes, ("regular",), hand, tuple(game.deck.faces[10:16]))
    assert plain.values("draw") != gone.values("draw")
    assert Enumeration(game, hand, game.deck.faces[10:16]).start.sum() == 52 - 6 - 2


def test_one_tally_prices_every_table():
    first, second = (DRAW_FIVE.build({"tie": table}) for table in ("printed", "low"))
    stakes = first_stakes(first)
    tally = best_strategy(first, stakes, ("regular",)).tally
    own = best_strategy(second, stakes, ("regular",)).tally
    assert figures(second, tally, ("tie",), stakes) == figures(second, own, ("tie",), stakes)
