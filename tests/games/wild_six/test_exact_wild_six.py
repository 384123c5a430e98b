"""Exact Wild Six, by inclusion and exclusion, against every dealer hand one by one."""

import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from pitboss import games
from pitboss.core.cards import JOKER, TWO_JOKERS, parse_cards
from pitboss.games.wild_six import solver
from pitboss.games.wild_six.game import is_automatic
from pitboss.games.wild_six.solver import one_hand, tables
from pitboss.games.wild_six.solver.tables import sets_of
from pitboss.hands.bits import card_bit
from pitboss.maths.compile.cpu import on_arrays
from pitboss.maths.tally.tally import figures, first_stakes, outcome_rows

pytestmark = pytest.mark.compiled
WHOLE = tables.stock_of(games.build("wild-six"))


@pytest.fixture(scope="module")
def tally():
    game = games.build("wild-six")
    return solver.solve(game, first_stakes(game), game.main_wagers)


def random_hands() -> list[tuple[int, ...]]:
    """Hands that are no automatic winners, one with a joker among them."""
    source = random.Random(6)
    hands = [parse_cards("JK 7c 9c Kc Ad")]
    while len(hands) < 3:
        cards = tuple(source.sample(TWO_JOKERS.faces, 5))
        if JOKER not in cards and not is_automatic(sum(card_bit(card) for card in cards)):
            hands.append(cards)
    return hands


def test_every_discard_of_fixed_hands_by_brute_force():
    """Wins and ties over all replacements and all dealer hands: the tables against counting one by one."""
    done = tables.solved(WHOLE)
    rows = {int(cards): row for row, cards in enumerate(done.sets5)}
    for cards in random_hands():
        wins, ties, deals = one_hand.count_directly(cards)
        assert deals == 49 * comb(48, 6)
        hand = sum(card_bit(card) for card in cards)
        ordered = tables.in_order(hand)
        for place, card in enumerate(cards):
            slot = tables.slot_of(hand, ordered, card)
            row = rows[int(ordered)]
            assert (int(done.wins[row, slot]), int(done.ties[row, slot])) == (wins[place], ties[place])


def test_the_weights_are_all_deals(tally):
    assert tally.total == comb(54, 5) * 49 * comb(48, 6)
    done = tables.solved(WHOLE)
    assert int(done.weights5.sum()) == comb(54, 5)
    assert len(done.less) == 1_113_879
    assert int(done.less.min()) >= 0
    assert int((done.less.astype(np.int64) + done.equal).max()) <= comb(48, 6)


def test_first_five_cards_by_the_counts_of_every_hand(tally):
    """Queens Or Better depends on five cards alone: the same counts as dealing all 3,162,510 hands."""
    from tests.hands.test_wild import counts_of_every_hand

    game = games.build("wild-six")
    rows = {
        row.outcome: row.weight * comb(54, 5) // tally.total
        for row in outcome_rows(game, tally, "queens_or_better", first_stakes(game))
    }
    counts = counts_of_every_hand()
    for name in (
        "FIVE_OF_A_KIND",
        "STRAIGHT_FLUSH",
        "FOUR_OF_A_KIND",
        "FULL_HOUSE",
        "FLUSH",
        "STRAIGHT",
        "THREE_OF_A_KIND",
        "TWO_PAIR",
    ):
        assert rows[name] == counts[name]
    assert rows["NATURAL_ROYAL"] == 4
    assert rows["NATURAL_ROYAL"] + rows["WILD_ROYAL"] == counts["ROYAL_FLUSH"]


def test_six_card_awards_by_combinations(tally):
    """The natural six-card awards, counted by hand."""
    game = games.build("wild-six")
    rows = {
        row.outcome: Fraction(row.weight, tally.total) * comb(54, 6)
        for row in outcome_rows(game, tally, "taxpayers_fortune", first_stakes(game))
        if row.line == 1
    }
    assert rows["SIX_OF_A_KIND"] == 13
    assert rows["SIX_CARD_STRAIGHT_FLUSH"] == 4 * 9
    assert rows["FOUR_ACES_AND_A_PAIR"] == 12 * comb(4, 2)
    assert rows["FOUR_OF_A_KIND_AND_A_PAIR"] == 12 * 12 * comb(4, 2)
    assert rows["DOUBLE_THREE_OF_A_KIND"] == comb(13, 2) * 4 * 4
    assert rows["SIX_CARD_FLUSH"] == 4 * comb(13, 6) - 4 * 9
    assert rows["SIX_CARD_STRAIGHT"] == 9 * 4**6 - 4 * 9


def test_strategies_cost_less_from_level_to_level_and_never_nothing(tally):
    game = games.build("wild-six")
    stakes = first_stakes(game)
    best = figures(game, tally, ("poker",), stakes).ev
    named = [
        figures(game, solver.under(game, each), ("poker",), stakes).ev
        for each in games.folder("wild-six").strategies.values()
    ]
    assert named == sorted(named)
    assert named[-1] < best < 0


def test_the_three_to_two_option_changes_automatic_winners_alone(tally):
    even, more = games.build("wild-six"), games.build("wild-six", {"automatic_win": "3:2"})
    stakes = first_stakes(even)
    automatic = next(row for row in outcome_rows(even, tally, "poker", stakes) if row.outcome == "AUTOMATIC")
    gain = figures(more, tally, ("poker",), stakes).ev - figures(even, tally, ("poker",), stakes).ev
    assert gain == Fraction(automatic.weight, tally.total) / 2


def test_seen_cards_are_taken_out():
    cards = parse_cards("2c 7d 9h Js Kc")
    game = games.build("wild-six")
    stakes = first_stakes(game)
    plain = solver.advise(game, {"player": cards}, (), stakes, ("poker",))
    gone = solver.advise(game, {"player": cards}, parse_cards("JK JK Kd Kh Ks"), stakes, ("poker",))
    assert plain[parse_cards("2c")[0]] == max(plain.values())
    assert gone != plain


def test_listed_sets_stand_for_all():
    for size in range(1, 7):
        sets, weights = sets_of(WHOLE, size)
        assert int(weights.sum()) == comb(54, size)
        assert len(set(sets.tolist())) == len(sets)
    assert on_arrays(is_automatic)(sets_of(WHOLE, 5)[0]).sum() > 0
