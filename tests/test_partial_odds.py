"""Odds from a pile that is not complete, by two other routes: card by card, and summed up to the odds before the deal."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from pitboss import api
from pitboss.core.cards import card_text
from pitboss.core.errors import UNSOLVED, CardError, GameError
from pitboss.maths.exact.odds import Odds
from pitboss.partial_odds import partial_odds
from tests.support.house import DRAW_FIVE, THREE_EACH

GAME = DRAW_FIVE.build({"decks": "1"})
BETS = {"regular": 10, "tie": 5}


def averaged(found: list[tuple[int, Odds]]) -> dict[tuple[str, int], dict[int, Fraction]]:
    total, sums = sum(weight for weight, _ in found), {}
    for weight, odds in found:
        for line, ends in odds.lines.items():
            for outcome, chance in ends.items():
                each = sums.setdefault(line, {})
                each[outcome] = each.get(outcome, 0) + chance * Fraction(weight, total)
    return sums


def test_the_odds_are_those_of_every_card_that_may_come():
    found = []
    for card, count in Counter(GAME.deck).items():
        text = card_text(card)
        left = count - (text == "6s")
        if left:
            hand = {"player": f"6s {text}"}
            best = next(iter(api.advise(GAME, hand, bets=BETS).values))
            found.append((left, api.odds(GAME, hand, bets=BETS)[best]))
    told = partial_odds(GAME, {}, {"player": "6s"}, bets=BETS)
    assert told.lines == averaged(found)
    assert told.nets is not None
    assert sum(told.nets.values()) == 1


def test_all_first_cards_together_have_the_odds_before_the_deal():
    found = [
        (count, partial_odds(GAME, {}, {"player": card_text(card)}, bets=BETS))
        for card, count in Counter(GAME.deck).items()
    ]
    assert averaged(found) == {line: dict(ends) for line, ends in api.odds(GAME, bets=BETS)[None].lines.items()}


def test_a_pile_after_the_choice_may_be_incomplete_and_cards_seen_elsewhere_count():
    known = {"player": "6s 4h"}
    asked: dict[str, Any] = {"bets": BETS, "choose": {"draw": "stand"}}
    told = partial_odds(GAME, known, {"dealer": "3s"}, **asked)
    assert sum(told.lines["regular", 0].values()) == 1
    assert told.lines != partial_odds(GAME, known, {"dealer": "3s"}, seen="3h 3d 3c", **asked).lines


def test_what_cannot_be_is_refused():
    with pytest.raises(CardError, match="one pile may be incomplete; 2 given"):
        partial_odds(GAME, {}, {"player": "6s", "dealer": "4h"})
    with pytest.raises(CardError, match="player is complete with 2 cards"):
        partial_odds(GAME, {}, {"player": "6s 4h"})
    with pytest.raises(CardError):
        partial_odds(GAME, {"dealer": "6s 4h"}, {"player": "6s"})
    with pytest.raises(CardError, match="no pile 'hand'"):
        partial_odds(GAME, {}, {"hand": "6s"})
    with pytest.raises(GameError, match="in more than 64 ways") as refused:
        partial_odds(THREE_EACH.build(), {}, {"player": "As"})
    assert refused.value.code in UNSOLVED
