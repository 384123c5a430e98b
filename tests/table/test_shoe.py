import random
from collections import Counter

import pytest

from pitboss.core.cards import cards_text
from pitboss.core.errors import CardError, HouseError
from pitboss.core.game import Game, Shuffle
from pitboss.table.shoe import Shoe
from pitboss.table.shuffle import deck_order
from tests.support.toy import toy

SHOE = toy(shuffles=(Shuffle.CUT_CARD, Shuffle.CONTINUOUS))


def test_a_cut_card_shoe_deals_on_and_shuffles_when_the_cut_card_is_out():
    shoe = Shoe(SHOE, seats=1, behind_cut=20, seed=1)
    assert shoe.begin_round()
    seen = Counter(shoe.draw(25))
    assert not shoe.begin_round()
    assert shoe.left == 27
    seen.update(shoe.draw(6))
    assert shoe.left == 21
    assert not shoe.begin_round()
    seen.update(shoe.draw(1))
    assert all(count == 1 for count in seen.values())
    assert shoe.begin_round()
    assert (shoe.left, shoe.shuffles) == (52, 2)


@pytest.mark.parametrize(("game", "way"), [(SHOE, Shuffle.CONTINUOUS), (toy(), Shuffle.EVERY_ROUND)])
def test_other_shoes_begin_every_round_with_all_the_cards(game: Game, way: Shuffle):
    shoe = Shoe(game, seats=1, shuffle=way, seed=1)
    for _ in range(3):
        assert shoe.begin_round()
        assert shoe.left == len(game.deck)
        shoe.draw(9)


def test_the_shoe_holds_the_deck_in_an_order_that_the_seed_fixes():
    first, second, third = (Shoe(SHOE, seats=1, seed=seed) for seed in (5, 5, 6))
    for shoe in (first, second, third):
        shoe.begin_round()
    assert list(first) == list(second) != list(third)
    drawn = first.draw(52)
    assert Counter(drawn) == SHOE.deck.counts
    with pytest.raises(CardError, match="1 cards are wanted and 0 are left"):
        first.draw(1)


def test_a_shoe_without_a_seed_is_shuffled_by_the_system():
    assert isinstance(Shoe(SHOE, seats=1)._source, random.SystemRandom)


def test_cards_come_off_in_dealing_order():
    shoe = Shoe(SHOE, seats=1, seed=3)
    shoe.begin_round()
    order = list(shoe)
    assert " ".join(order[:3]) == cards_text(shoe.draw(2) + shoe.draw(1))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"shuffle": Shuffle.EVERY_ROUND}, "is not dealt with shuffle 'every-round': give cut-card or continuous"),
        ({"behind_cut": 5}, "the cut card cannot leave 5 cards: a round of toy can take 6, so give 6 to 52"),
        ({"behind_cut": 53}, "the cut card cannot leave 53 cards"),
        ({"behind_cut": 20, "shuffle": Shuffle.CONTINUOUS}, "a cut card needs shuffle cut-card"),
    ],
)
def test_a_shoe_that_makes_no_sense(arguments, sentence: str):
    with pytest.raises(HouseError, match=sentence):
        Shoe(SHOE, seats=1, **arguments)


def test_a_round_always_fits_behind_the_cut_card():
    for seats in range(1, SHOE.seats + 1):
        shoe = Shoe(SHOE, seats=seats, seed=seats)
        for _ in range(50):
            shoe.begin_round()
            assert shoe.left >= SHOE.most_cards(seats)
            shoe.draw(SHOE.most_cards(seats))


def test_a_shoe_of_a_card_room_asks_for_the_order_of_every_shuffle():
    asked: list[tuple[int, ...]] = []

    def order() -> tuple[int, ...]:
        asked.append(deck_order(SHOE.deck, bytes(32), f"s_{len(asked)}", {}))
        return asked[-1]

    shoe = Shoe(SHOE, seats=1, behind_cut=20, order=order)
    assert shoe.is_due
    assert shoe.begin_round()
    assert shoe.draw(31) + shoe.draw(0) + shoe.draw(1) == asked[0][:32]
    assert (shoe.dealt, shoe.left, shoe.is_due, len(asked)) == (32, 20, True, 1)
    assert shoe.begin_round()
    assert shoe.draw(3) == asked[1][:3]
    assert not shoe.is_due
    assert (shoe.begin_round(), len(asked)) == (False, 2)


def test_a_shoe_goes_on_where_it_was_left():
    order = deck_order(SHOE.deck, bytes(32), "s_1", {})
    shoe = Shoe(SHOE, seats=1, behind_cut=20)
    shoe.lay(order, 30)
    assert not shoe.begin_round()
    assert shoe.draw(22) == order[30:]


@pytest.mark.parametrize(("cards", "dealt"), [(SHOE.deck.faces[1:], 0), ((0,) * 52, 0), (SHOE.deck.faces, 53)])
def test_a_shoe_takes_no_other_cards_than_its_own(cards: tuple[int, ...], dealt: int):
    shoe = Shoe(SHOE, seats=1, seed=1)
    shoe.begin_round()
    before = list(shoe)
    with pytest.raises(CardError, match="are not an order of the 52-card deck"):
        shoe.lay(cards, dealt)
    assert list(shoe) == before
