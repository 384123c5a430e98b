"""Exact figures two ways: enumeration by kinds of card against every single deal, on small decks and whole ones."""

import itertools
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from pitboss import games
from pitboss.core.cards import Deck, card_text, rank, suit
from pitboss.core.game import Answer, Chosen, Fixed, Game
from pitboss.core.pays import Odds
from pitboss.core.round import Round
from pitboss.core.script import Bets, Chose, Dealt, NeedCards, NeedChoice
from pitboss.maths.exact.decide import best_strategy, exact
from pitboss.maths.exact.enumerate import Enumeration
from pitboss.maths.tally.tally import Tally, figures, first_stakes, nets, outcome_rows, tally_columns
from tests.support.rounds import outcomes, raising_options


def small(name: str, faces: tuple[int, ...], **options: str) -> Game:
    """A game on a deck of a few cards, one seat."""
    game = games.build(name, options)
    return replace(game, deck=Deck("small deck", faces), seats=1)


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


PAN = tuple(face for face in range(52) if card_text(face)[0] in "A36K" and suit(face) < 2)
TURBO = tuple(
    face for face in range(52) if (suit(face) == 3 and rank(face) in (0, 1, 5, 10, 12)) or face in (0, 1, 13, 14, 26)
)


@pytest.mark.parametrize(
    ("name", "faces", "strategy"),
    [("super-pan-9", PAN, "draw-on-5"), ("super-pan-9", PAN, "draw-on-2"), ("turbo-sports", TURBO, "double-on-2")],
)
def test_enumeration_is_every_deal_on_a_small_deck(name: str, faces: tuple[int, ...], strategy: str):
    game = small(name, faces)
    named = games.folder(name).strategies[strategy]

    def choose(played: Round, need: NeedChoice) -> Answer:
        from pitboss.core.strategy import chosen

        return chosen(named, played.state, need, 1)

    wanted = every_deal(game, choose)
    tally = exact(game, named)
    assert dict(tally.cells) == dict(wanted)


def test_the_best_strategy_on_a_small_deck_beats_every_named_one_and_is_found_by_brute_force():
    game = small("super-pan-9", PAN)
    stakes = first_stakes(game)
    solution = best_strategy(game, stakes, ("regular",))
    best = figures(game, solution.tally, ("regular",), stakes).ev
    for strategy in games.folder("super-pan-9").strategies.values():
        assert figures(game, exact(game, strategy), ("regular",), stakes).ev <= best
    for option in (0, 1):
        votes = every_deal(game, lambda played, need, option=option: option)
        tally = Tally(*tally_columns(game), votes)
        assert figures(game, tally, ("regular",), stakes).ev <= best
    weighted = sum(solution.weights[hand] * max(values.values()) for hand, values in solution.values.items())
    assert best == weighted / sum(solution.weights.values())


@pytest.mark.parametrize("decks", range(1, 9))
def test_super_pan_9_weights_are_all_deals(decks: int):
    game = games.build("super-pan-9", {"decks": str(decks)})
    tally = best_strategy(game, first_stakes(game), ("regular",)).tally
    cards = 36 * decks
    assert tally.total == comb(cards, 3) * comb(cards - 3, 3) * (cards - 6) * (cards - 7)


def test_turbo_weights_are_all_deals_and_first_down_by_hand():
    game = games.build("turbo-sports")
    stakes = first_stakes(game)
    tally = best_strategy(game, stakes, ("first_down",)).tally
    assert tally.total == comb(52, 3) * comb(49, 6)
    rows = {row.outcome: row.weight for row in outcome_rows(game, tally, "nine_card_bonus", stakes)}
    for count in range(10):
        assert Fraction(rows[f"SUITED_{count}"], tally.total) == Fraction(
            comb(13, count) * comb(39, 9 - count), comb(52, 9)
        )


@pytest.mark.parametrize("cards", [*range(5, 13), 14])
def test_spadez_is_hypergeometric(cards: int):
    for table in "ABCDE" if cards == 14 else "AB":
        game = games.build("spadez", {"cards": str(cards), "table": table})
        stakes = first_stakes(game)
        tally = best_strategy(game, stakes, ("spadez",)).tally
        deck, spades = (53, 14) if cards == 14 else (52, 13)
        ways = {
            count: comb(spades, count) * comb(deck - spades, cards - count) for count in range(min(cards, spades) + 1)
        }
        assert tally.total == comb(deck, cards) == sum(ways.values())
        pays = game.wagers[0].lines[0].pays
        ev = Fraction(0)
        for count, way in ways.items():
            pay = pays[count]
            assert isinstance(pay, Odds)
            ev += Fraction(way, tally.total) * pay.net
        assert figures(game, tally, ("spadez",), stakes).ev == ev


def test_the_tie_bet_of_super_pan_9_favours_the_player_at_eight_to_one():
    game = games.build("super-pan-9")
    stakes = first_stakes(game)
    for names in (("regular",), ("tie",)):
        tally = best_strategy(game, stakes, names).tally
        assert figures(game, tally, ("tie",), stakes).ev > 0


def worth(card: int) -> int:
    letter = card_text(card)[0]
    return {"A": 1, "J": 0, "Q": 0, "K": 0}[letter] if letter in "AJQK" else int(letter)


def test_a_fixed_hand_of_super_pan_9_by_brute_force():
    """Three hands against every card that can follow, counted one by one from two decks."""
    game = games.build("super-pan-9", {"decks": "2"})
    stakes = first_stakes(game)
    source = random.Random(1)
    for _ in range(3):
        cards = source.sample(game.deck.faces, 3)
        left = Counter(game.deck.faces)
        left.subtract(cards)
        counts = Counter(worth(card) for card in left.elements())
        solution = best_strategy(game, stakes, ("regular",), {"player": tuple(cards)})
        (options,) = solution.values.values()
        for draw in (0, 1):
            assert options[draw] == by_values(counts, sum(map(worth, cards)), bool(draw))


def by_values(counts: Counter[int], mine: int, draws: bool) -> Fraction:
    """The regular wager at 5% commission, by ordered draws of values."""
    total = net = Fraction(0)
    for extra in counts if draws else [None]:
        first = counts[extra] if extra is not None else 1
        left = counts - Counter([extra]) if extra is not None else counts
        for a, b, c in itertools.product(left, repeat=3):
            ways = left[a] * (left[b] - (a == b)) * (left[c] - (c == a) - (c == b))
            if ways <= 0:
                continue
            rest = left - Counter([a, b, c])
            theirs = (a + b + c) % 10
            ends = [(theirs, 1)] if theirs > 5 else [((theirs + d) % 10, rest[d]) for d in rest]
            size = 1 if theirs > 5 else sum(rest.values())
            for their_total, more in ends:
                weight = Fraction(first * ways * more, size)
                own = (mine + (extra or 0)) % 10
                total += weight
                net += weight * (Fraction(19, 20) if own > their_total else -1 if own < their_total else 0)
    return net / total


def test_cards_known_to_be_gone_change_the_value():
    game = games.build("super-pan-9", {"decks": "1"})
    stakes = first_stakes(game)
    hand = {"player": tuple(game.deck.faces[:3])}
    plain = best_strategy(game, stakes, ("regular",), hand)
    gone = best_strategy(game, stakes, ("regular",), hand, tuple(game.deck.faces[10:16]))
    assert plain.values != gone.values
    assert Enumeration(game, hand, game.deck.faces[10:16]).start.sum() == 30


def test_one_tally_prices_every_table():
    first, second = (games.build("turbo-sports", {"nine_card_bonus": table}) for table in ("spadez-9A", "spadez-9B"))
    stakes = first_stakes(first)
    tally = best_strategy(first, stakes, ("first_down",)).tally
    own = best_strategy(second, stakes, ("first_down",)).tally
    assert figures(second, tally, ("nine_card_bonus",), stakes) == figures(second, own, ("nine_card_bonus",), stakes)


def test_several_bets_together_have_their_joint_variance():
    game = games.build("turbo-sports")
    stakes = first_stakes(game)
    tally = best_strategy(game, stakes, ("first_down",)).tally
    both = figures(game, tally, ("long_pass", "td"), stakes)
    one, two = (figures(game, tally, (name,), stakes) for name in ("long_pass", "td"))
    assert both.ev == one.ev + two.ev
    assert both.variance > one.variance + two.variance
    assert sum(nets(game, tally, ("td",), stakes).values()) == tally.total
