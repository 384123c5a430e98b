"""`pitboss advise`: every legal choice with its exact value."""

from fractions import Fraction

import pytest

from pitboss.core.cards import CARD_OF_TEXT, parse_cards
from pitboss.maths.exact.advise import advise
from pitboss.maths.exact.decide import best_strategy
from pitboss.maths.tally.tally import figures, first_stakes
from tests.support.command import advice, check_refused, pitboss
from tests.support.decisions import value_of_hands
from tests.support.house import DRAW_FIVE


def test_the_json_has_the_promised_shape(house):
    found = advice("draw-five", "--deal", "player=6s 4h")
    assert found["choice"] == "draw"
    assert [set(option) for option in found["options"]] == [{"option", "ev", "grade"}] * 2
    assert found["best"] == found["options"][0]["option"] == "draw"
    for option in found["options"]:
        assert float(Fraction(option["ev"]["exact"])) == option["ev"]["value"]


def test_the_best_comes_first_in_text(house):
    lines = pitboss("advise", "draw-five", "--deal", "player=6s 4h").stdout.splitlines()
    assert lines[0].startswith("6s 4h")
    assert lines[1].split() == ["draw", "worth", "per", "regular", "(regular", "wager)", "exact"]
    assert lines[2].split()[0] == "draw"
    assert "best" in lines[2]


def test_bets_are_advised_on_together_per_unit_of_the_first(house):
    plain = advice("draw-five", "--deal", "player=Qs 6d")
    more = advice("draw-five", "--deal", "player=Qs 6d", "--bet", "regular=20")
    assert plain["options"] == more["options"]


def test_seen_cards_change_the_value_and_the_shoe_is_what_is_left():
    game = DRAW_FIVE.build({"decks": "1"})
    hand = {"player": parse_cards("6s 4h")}
    assert advise(game, hand, ()) != advise(game, hand, parse_cards("6h 6d 6c 5s"))


def test_advice_on_every_hand_adds_up_to_the_analysis():
    """The value of the better option, over all hands, is the EV of the game."""
    game = DRAW_FIVE.build()
    solution = best_strategy(game, first_stakes(game), ("regular",))
    (stage,) = solution.stages.values()
    best = value_of_hands(stage) / solution.tally.total
    assert best == figures(game, solution.tally, ("regular",), first_stakes(game)).ev
    some = advise(game, {"player": parse_cards("6s 4h")}, ())
    assert some in list(solution.values("draw").values())


FIFTY = " ".join(text for text in CARD_OF_TEXT if text not in ("Qs", "6d", "JK", "2c", "3c"))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("draw-five",), "player takes 2 cards; none given"),
        (("draw-five", "--deal", "player=6s"), "player takes 2 cards; 1 given"),
        (
            ("draw-five", "--deal", "player=6s 4h", "--deal", "dealer=6s 4h"),
            "no pile 'dealer' (there is player): draw depends on no other pile",
        ),
        (
            ("draw-five", "--set", "decks=1", "--deal", "player=Qs 6d", "--seen", "Qs"),
            "Qs is dealt 2 times; the ",
        ),
        (
            ("draw-five", "--set", "decks=1", "--deal", "player=Qs 6d", "--seen", FIFTY),
            "with 48 cards seen 2 are left, and the round may need 4",
        ),
        (("high-card", "--deal", "player=2c"), "high-card asks for no choice"),
        (("draw-five", "--deal", "player=6s 4h", "--seen", "JK"), "JK is not a card of the 8-deck shoe"),
    ],
)
def test_bad_input_is_one_clear_line(house, arguments: tuple[str, ...], sentence: str):
    check_refused(("advise", *arguments), sentence)
