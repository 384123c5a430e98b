"""Advice on Wild Six, looked up and counted."""

from fractions import Fraction

import pytest

from pitboss import games
from pitboss.core.cards import card_text, parse_cards
from pitboss.maths.compile import code_cache
from tests.support.command import advice, check_refused


@pytest.mark.compiled
def test_wild_six_is_looked_up_and_equals_counting_one_by_one(monkeypatch: pytest.MonkeyPatch, tmp_path):
    from pitboss.games.wild_six.solver import one_hand

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    one_hand.kept_table.cache_clear()
    whole_deck = one_hand.stock_of(games.build("wild-six"))
    for text in ("Ac Ad 9h 8s 3c", "JK 7c 9c Kc Ad", "2c 2d 9h 9s Kc"):
        cards = parse_cards(text)
        assert one_hand.looked_up(cards, whole_deck) == one_hand.count_directly(cards)
    (path,) = tmp_path.glob("pitboss/results/*.npz")
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    one_hand.kept_table.cache_clear()
    assert one_hand.looked_up(parse_cards("Ac Ad 9h 8s 3c"), whole_deck) == one_hand.count_directly(
        parse_cards("Ac Ad 9h 8s 3c")
    )
    assert path.read_bytes() == whole
    assert code_cache.folder() == tmp_path / "pitboss"
    found = advice("wild-six", "--deal", "player=Ac Ad 9h 8s 3c")
    assert (found["choice"], found["best"], len(found["options"])) == ("discard", "3c", 5)


@pytest.mark.compiled
def test_other_pays_of_the_poker_bet_change_the_advice(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[poker]\ngrid = """\n  mine\nAUTOMATIC 1\nWON 2\nTIED lose\nLOST lose\n"""\n')
    hand = ("wild-six", "--deal", "player=Ac Ad 9h 8s 3c")
    plain, other = advice(*hand), advice(*hand, "--paytables", str(path))
    from pitboss.games.wild_six.solver import one_hand

    cards = parse_cards("Ac Ad 9h 8s 3c")
    wins, ties, deals = one_hand.count_directly(cards)
    for place, card in enumerate(cards):
        values = [
            next(Fraction(each["ev"]["exact"]) for each in found["options"] if each["option"] == card_text(card))
            for found in (plain, other)
        ]
        lost = deals - wins[place] - ties[place]
        assert values == [
            Fraction(wins[place] - lost, deals),
            Fraction(2 * wins[place] - ties[place] - lost, deals),
        ]


def test_a_hand_that_is_not_asked_is_refused():
    asked = ("advise", "wild-six", "--deal", "player=2c 3d 4h 5c 6s")
    check_refused(asked, "discard is not asked with 2c 3d 4h 5c 6s")
