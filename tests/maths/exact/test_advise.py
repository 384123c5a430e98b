"""`pitboss advise`: every legal choice with its exact value."""

import json
from fractions import Fraction

import pytest

from pitboss import games
from pitboss.core.cards import CARD_OF_TEXT, card_text, parse_cards
from pitboss.maths.compile import code_cache
from pitboss.maths.exact.advise import advise
from pitboss.maths.exact.decide import best_strategy
from pitboss.maths.tally.tally import figures, first_stakes
from tests.support.command import check_refused, only_progress, pitboss


def document(*arguments: str) -> dict:
    done = pitboss("advise", *arguments, "--json")
    assert done.returncode == 0
    assert only_progress(done.stderr)
    return json.loads(done.stdout)


def test_the_json_has_the_promised_shape():
    found = document("super-pan-9", "--deal", "player=6s 4h 3d")
    assert found["choice"] == "draw"
    assert [set(option) for option in found["options"]] == [{"option", "ev"}] * 2
    assert found["best"] == found["options"][0]["option"] == "draw"
    for option in found["options"]:
        assert float(Fraction(option["ev"]["exact"])) == option["ev"]["value"]


def test_the_best_comes_first_in_text():
    lines = pitboss("advise", "turbo-sports", "--deal", "community=As 2s 2h").stdout.splitlines()
    assert lines[0].split("   ") == ["As 2s 2h", "5 footballs in three"]
    assert lines[1].split() == ["double", "worth", "per", "first_down", "exact"]
    assert "best" in lines[2]
    assert lines[1].split()[0] == "double"


def test_folding_a_blitz_hand_costs_two_antes():
    found = document("three-card-blitz", "--deal", "player=2c 3d 4h 5s 2d 3h 4s")
    assert {option["option"]: option["ev"]["exact"] for option in found["options"]}["fold"] == "-2/1"
    assert found["best"] == "fold"


def test_bets_are_advised_on_together_per_unit_of_the_first():
    plain = document("three-card-poker", "--deal", "player=Qs 6d 4c")
    more = document("three-card-poker", "--deal", "player=Qs 6d 4c", "--bet", "ante=20")
    assert plain["options"] == more["options"]


def test_seen_cards_change_the_value_and_the_shoe_is_what_is_left():
    game = games.build("super-pan-9", {"decks": "1"})
    hand = {"player": parse_cards("6s 4h 3d")}
    assert advise(game, hand, ()) != advise(game, hand, parse_cards("6h 6d 6c 5s"))


def test_advice_on_every_hand_adds_up_to_the_analysis():
    """Turbo: the value of the better option, over all communities, is the EV of the game."""
    game = games.build("turbo-sports")
    solution = best_strategy(game, first_stakes(game), ("first_down",))
    total = sum(solution.weights.values())
    best = sum(weight * max(solution.values[hand].values()) for hand, weight in solution.weights.items()) / total
    tally = solution.tally
    assert best == solve_ev(game, tally)
    some = advise(game, {"community": parse_cards("As 2s 2h")}, ())
    assert some in list(solution.values.values())


def solve_ev(game, tally) -> Fraction:
    return figures(game, tally, ("first_down",), first_stakes(game)).ev


@pytest.mark.compiled
def test_wild_six_is_looked_up_and_equals_counting_one_by_one(monkeypatch: pytest.MonkeyPatch, tmp_path):
    from pitboss.games.wild_six.solver import one_hand

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    whole_deck = one_hand.stock_of(games.build("wild-six"))
    for text in ("Ac Ad 9h 8s 3c", "JK 7c 9c Kc Ad", "2c 2d 9h 9s Kc"):
        cards = parse_cards(text)
        assert one_hand.looked_up(cards, whole_deck) == one_hand.count_directly(cards)
    (path,) = tmp_path.glob("pitboss/results/*.npz")
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert one_hand.looked_up(parse_cards("Ac Ad 9h 8s 3c"), whole_deck) == one_hand.count_directly(
        parse_cards("Ac Ad 9h 8s 3c")
    )
    assert path.read_bytes() == whole
    assert code_cache.folder() == tmp_path / "pitboss"
    found = document("wild-six", "--deal", "player=Ac Ad 9h 8s 3c")
    assert (found["choice"], found["best"], len(found["options"])) == ("discard", "3c", 5)


FORTY_SEVEN = [text for text in CARD_OF_TEXT if text not in ("Qs", "6d", "4c", "JK", "2c", "3c")]


@pytest.mark.compiled
def test_side_bets_are_part_of_what_a_choice_is_worth():
    """They add the same to every option: the part of the hand's own bets in full, of the others on average."""
    hand = ("three-card-blitz", "--deal", "player=As Ks Qs Js 4h 9d 2c")
    alone, joined = (document(*hand, "--bet", "ante=10", *more) for more in ((), ("--bet", "flush_bonus=5")))
    pay = 1 if alone["best"] == "play" else 0
    assert pay == 1
    gains = {
        one["option"]: Fraction(two["ev"]["exact"]) - Fraction(one["ev"]["exact"])
        for one, two in zip(alone["options"], joined["options"], strict=True)
    }
    assert gains["play"] == gains["fold"] == Fraction(5 * flush_pay(), 10)


def flush_pay() -> Fraction:
    from pitboss.core.pays import Odds

    pay = games.build("three-card-blitz").wager["flush_bonus"].lines[0].pays[1]
    assert isinstance(pay, Odds)
    return pay.net


@pytest.mark.compiled
def test_other_pays_of_the_poker_bet_change_the_advice(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[poker]\ngrid = """\n  mine\nAUTOMATIC 1\nWON 2\nTIED lose\nLOST lose\n"""\n')
    hand = ("wild-six", "--deal", "player=Ac Ad 9h 8s 3c")
    plain, other = document(*hand), document(*hand, "--paytables", str(path))
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


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("super-pan-9",), "player takes 3 cards; none given"),
        (("super-pan-9", "--deal", "player=6s 4h"), "player takes 3 cards; 2 given"),
        (
            ("super-pan-9", "--deal", "player=6s 4h 3d", "--deal", "dealer=6s 4h 3d"),
            "'dealer' is not a pile that the choice draw looks at; it looks at player",
        ),
        (
            ("three-card-poker", "--deal", "player=Qs 6d 4c", "--seen", "Qs"),
            "Qs is dealt 2 times; the 52-card deck holds it once",
        ),
        (("turbo-sports", "--deal", "community=As Ks 2h"), "double is not asked with As Ks 2h"),
        (("wild-six", "--deal", "player=2c 3d 4h 5c 6s"), "discard is not asked with 2c 3d 4h 5c 6s"),
        (
            ("three-card-poker", "--deal", "player=Qs 6d 4c", "--bet", "pair_plus=5"),
            "play is asked only of seats that bet ante; bet on ante as well",
        ),
        (
            ("three-card-poker", "--deal", "player=Qs 6d 4c", "--seen", " ".join(FORTY_SEVEN)),
            "with 47 cards seen 2 are left, and the round may need 3",
        ),
        (("spadez", "--deal", "cards=2c"), "spadez asks for no choice"),
        (("super-pan-9", "--deal", "player=6s 4h 3d", "--seen", "7s"), "7s is not a card of the 8-deck shoe"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: tuple[str, ...], sentence: str):
    check_refused(("advise", *arguments), sentence)
