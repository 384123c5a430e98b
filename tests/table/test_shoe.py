import random
from collections import Counter

import pytest

from pitboss import games
from pitboss.core.cards import cards_text
from pitboss.core.errors import CardError, HouseError
from pitboss.core.game import Game, Shuffle
from pitboss.table.shoe import Shoe
from tests.support.toy import toy

PAN = games.build("super-pan-9", {"decks": "2"})


def test_a_cut_card_shoe_deals_on_and_shuffles_when_the_cut_card_is_out():
    shoe = Shoe(PAN, seats=1, behind_cut=20, seed=1)
    assert shoe.begin_round()
    seen = Counter(shoe.draw(40))
    assert not shoe.begin_round()
    assert shoe.left == 32
    seen.update(shoe.draw(11))
    assert shoe.left == 21
    assert not shoe.begin_round()
    seen.update(shoe.draw(1))
    assert all(count <= 2 for count in seen.values())
    assert shoe.begin_round()
    assert (shoe.left, shoe.shuffles) == (72, 2)


@pytest.mark.parametrize(("game", "way"), [(PAN, Shuffle.CONTINUOUS), (toy(), Shuffle.EVERY_ROUND)])
def test_other_shoes_begin_every_round_with_all_the_cards(game: Game, way: Shuffle):
    shoe = Shoe(game, seats=1, shuffle=way, seed=1)
    for _ in range(3):
        assert shoe.begin_round()
        assert shoe.left == len(game.deck)
        shoe.draw(9)


def test_the_shoe_holds_the_deck_in_an_order_that_the_seed_fixes():
    first, second, third = (Shoe(PAN, seats=1, seed=seed) for seed in (5, 5, 6))
    for shoe in (first, second, third):
        shoe.begin_round()
    assert list(first) == list(second) != list(third)
    drawn = first.draw(72)
    assert Counter(drawn) == PAN.deck.counts
    with pytest.raises(CardError, match="1 cards are wanted and 0 are left"):
        first.draw(1)


def test_a_shoe_without_a_seed_is_shuffled_by_the_system():
    assert isinstance(Shoe(PAN, seats=1)._source, random.SystemRandom)


def test_cards_come_off_in_dealing_order():
    shoe = Shoe(PAN, seats=1, seed=3)
    shoe.begin_round()
    order = list(shoe)
    assert " ".join(order[:3]) == cards_text(shoe.draw(2) + shoe.draw(1))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"shuffle": Shuffle.EVERY_ROUND}, "is not dealt with shuffle 'every-round': give cut-card or continuous"),
        ({"behind_cut": 7}, "the cut card cannot leave 7 cards: a round of super-pan-9 can take 8, so give 8 to 72"),
        ({"behind_cut": 73}, "the cut card cannot leave 73 cards"),
        ({"behind_cut": 20, "shuffle": Shuffle.CONTINUOUS}, "a cut card needs shuffle cut-card"),
    ],
)
def test_a_shoe_that_makes_no_sense(arguments, sentence: str):
    with pytest.raises(HouseError, match=sentence):
        Shoe(PAN, seats=1, **arguments)


def test_a_round_always_fits_behind_the_cut_card():
    for seats in range(1, PAN.seats + 1):
        shoe = Shoe(PAN, seats=seats, seed=seats)
        for _ in range(50):
            shoe.begin_round()
            assert shoe.left >= PAN.most_cards(seats)
            shoe.draw(PAN.most_cards(seats))
