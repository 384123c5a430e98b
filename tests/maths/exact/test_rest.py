"""The rest of a round with several choices, and odds from given cards, against every single deal played out."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import IntEnum
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import pytest

from pitboss.core.cards import Deck, parse_cards
from pitboss.core.errors import CardError, ChoiceError, GameError
from pitboss.core.game import CHOSEN, Answer, Cards, Choose, Deal, Face, Game, Line, Place, Raise, Wager
from pitboss.core.pays import read_grids
from pitboss.core.round import Round
from pitboss.core.rule import rule
from pitboss.core.script import Bets, Chose, Dealt
from pitboss.core.settle import settle_round
from pitboss.maths.exact import odds as odds_module
from pitboss.maths.exact.advise import advise
from pitboss.maths.exact.odds import odds_ahead
from pitboss.maths.exact.plain import Enumerator
from pitboss.maths.tally.tally import line_net
from tests.support.house import DRAW_FIVE, THREE_STREETS
from tests.support.toy import Ranks, Result

STAKES = {"ante": 200}
PAYS = read_grids('[ante]\ngrid = """\n         printed\nWON        1\nTIED      push\nLOST      lose\n"""', "toy.toml")
ANTE = PAYS["ante"].table("printed", Result)
FACES = tuple(parse_cards("2c 3c 5d 8h Ks As"))


class Bet(IntEnum):
    CHECK = 0
    RAISE = 1


class Stay(IntEnum):
    LEAVE = 0
    STAY = 1


@rule
def result(player: Ranks, low: Ranks, community: Ranks, dealer: Ranks, stay: Stay) -> Result:
    """Rule 1: the card kept and the community card against twice the dealer's card."""
    mine = player - low + community
    if stay == Stay.LEAVE or mine < 2 * dealer:
        return Result.LOST
    return Result.TIED if mine == 2 * dealer else Result.WON


def three_choices() -> Game:
    """A raise, a card to throw away, and whether to stay once the community card is seen."""
    return Game(
        name="three",
        version=1,
        title="Three",
        summary="three decisions",
        deck=Deck("six cards", FACES),
        seats=1,
        steps=(
            Deal("player", 2, to=Place.SEAT, face=Face.DOWN),
            Deal("dealer", 1, to=Place.DEALER, face=Face.DOWN),
            Choose("bet", Bet, sees=("player",), raises={Bet.RAISE: Raise("raise", of="ante", times=2)}),
            Choose("low", Cards("player"), sees=("player",)),
            Deal("community", 1, to=Place.COMMUNITY, face=Face.UP),
            Choose("stay", Stay, sees=("player", "community")),
        ),
        wagers=(
            Wager("ante", (Line(result, ANTE),), required=True),
            Wager("raise", (Line(result, ANTE),), stake=CHOSEN),
        ),
        main=("ante", "raise"),
    )


def net(game: Game, player: tuple[int, ...], dealer: int, community: int, made: Mapping[str, Answer]) -> int:
    """The net of a round in cents, played by the interpreter."""
    played = Round(game).after(Bets({1: STAKES})).after(Dealt("player", 1, player)).after(Dealt("dealer", 0, (dealer,)))
    played = played.after(Chose(1, "bet", made["bet"])).after(Chose(1, "low", made["low"]))
    played = played.after(Dealt("community", 0, (community,))).after(Chose(1, "stay", made["stay"]))
    return settle_round(played).net_cents(1)


def mean(values: Iterator[Fraction | int]) -> Fraction:
    found = list(values)
    return Fraction(sum(found, Fraction(0)), len(found))


def value_after(game: Game, player: tuple[int, ...], community: int, made: Mapping[str, Answer]) -> dict[int, Fraction]:
    """What staying and leaving are worth once the community card is seen."""
    left = [card for card in FACES if card not in (*player, community)]
    return {
        int(stay): mean(net(game, player, dealer, community, {**made, "stay": int(stay)}) for dealer in left)
        for stay in Stay
    }


def value_of(game: Game, player: tuple[int, ...], bet: int, low: int) -> Fraction:
    left = [card for card in FACES if card not in player]
    return mean(max(value_after(game, player, card, {"bet": bet, "low": low}).values()) for card in left)


@pytest.mark.parametrize("player", list(combinations(FACES, 2))[::3])
def test_each_of_several_choices_is_worth_what_the_best_play_after_it_makes_of_it(player: tuple[int, ...]):
    game, unit = three_choices(), STAKES["ante"]
    known = {"player": player}
    first = advise(game, known, (), STAKES)
    assert first == {int(bet): max(value_of(game, player, bet, low) for low in player) / unit for bet in Bet}
    second = advise(game, known, (), STAKES, {"bet": int(Bet.RAISE)})
    assert second == {low: value_of(game, player, Bet.RAISE, low) / unit for low in player}
    community = next(card for card in FACES if card not in player)
    made = {"bet": int(Bet.RAISE), "low": player[0]}
    third = advise(game, known | {"community": (community,)}, (), STAKES, made)
    assert third == {stay: value / unit for stay, value in value_after(game, player, community, made).items()}


def test_choices_come_in_their_order_and_with_all_cards_that_were_seen():
    game, known = three_choices(), {"player": FACES[:2]}
    with pytest.raises(ChoiceError, match="bet comes before low, and is not chosen yet"):
        advise(game, known, (), None, {"low": FACES[0]})
    with pytest.raises(CardError, match="community takes 1 card; none given"):
        advise(game, known, (), None, {"bet": 0, "low": FACES[0]})
    with pytest.raises(ChoiceError, match="every choice of the round is made"):
        advise(game, known, (), None, {"bet": 0, "low": FACES[0], "stay": 0})


def test_cards_of_a_later_choice_ask_for_the_choices_before_it_and_a_fold_for_none():
    game = THREE_STREETS.build()
    known = {"player": game.deck.faces[:2]}
    later = {**known, "first_card": game.deck.faces[2:3]}
    sentence = "first_card is seen once first is decided: say what was chosen, such as first=let-it-ride"
    with pytest.raises(ChoiceError, match=sentence) as refused:
        advise(game, later, ())
    assert refused.value.code == "choice/missing"
    with pytest.raises(ChoiceError, match="after first=take-back and second=fold no choice is asked"):
        advise(game, later, (), None, {"first": 1, "second": 0})


def test_odds_count_every_single_deal_under_the_best_play_to_come():
    game, player = three_choices(), FACES[1:3]
    found = odds_ahead(game, {"player": player}, (), STAKES, {"bet": 1, "low": player[0]}, is_asked=False)[None]
    left = [card for card in FACES if card not in player]
    nets: dict[Fraction, Fraction] = {}
    for community, dealer in permutations(left, 2):
        values = value_after(game, player, community, {"bet": 1, "low": player[0]})
        stay = max(values, key=lambda option: (values[option], -option))
        won = Fraction(net(game, player, dealer, community, {"bet": 1, "low": player[0], "stay": stay}), 100)
        nets[won] = nets.get(won, Fraction(0)) + Fraction(1, 12)
    assert found.nets == nets
    assert found.win == sum(chance for won, chance in nets.items() if won > 0)
    assert all(sum(ends.values()) == 1 for ends in found.lines.values())


def test_one_question_with_a_price_for_every_outcome_has_the_same_odds_as_enumeration(monkeypatch: pytest.MonkeyPatch):
    game = DRAW_FIVE.build({"decks": "1"})
    known, seen = {"player": parse_cards("6s 4h")}, parse_cards("6h 6d 5s")
    counted = odds_ahead(game, known, seen, {"regular": 500, "tie": 100}, {}, is_asked=True)
    monkeypatch.setattr(odds_module, "MOST_BYTES", 0)
    priced = odds_ahead(game, known, seen, None, {}, is_asked=True)
    assert {option: each.lines for option, each in priced.items()} == {
        option: each.lines for option, each in counted.items()
    }
    assert odds_ahead(game, known, seen, None, {"draw": 1}, is_asked=False) == {None: priced[1]}
    values = advise(game, known, seen, {"regular": 500})
    for option, value in values.items():
        ends = priced[option].lines["regular", 0].items()
        mean_net = sum(chance * line_net(game, game.wager["regular"], 0, end, Fraction(1)) for end, chance in ends)
        assert mean_net == value


def test_odds_that_no_method_can_count_are_refused(monkeypatch: pytest.MonkeyPatch):
    game = DRAW_FIVE.build({"decks": "1"})
    monkeypatch.setattr(odds_module, "MOST_BYTES", 0)
    with pytest.raises(GameError, match="there are too many deals"):
        odds_ahead(game, {"dealer": parse_cards("6s 4h")}, (), None, {}, is_asked=False)
    known = {"player": parse_cards("6s 4h")}
    with pytest.raises(GameError, match="there are too many deals") as refused:  # The choice is neither made nor asked.
        odds_ahead(game, known, (), None, {}, is_asked=False)
    assert refused.value.code == "game/no-solver"


def test_a_solver_whose_values_are_no_counts_of_deals_tells_no_odds(monkeypatch: pytest.MonkeyPatch):
    class Sampling(Enumerator):
        def advise(self, *asked: Any) -> Any:  # ty: ignore
            return {option: value / 1_000_003 for option, value in super().advise(*asked).items()}

    game = replace(DRAW_FIVE.build({"decks": "1"}), solver=Sampling)
    monkeypatch.setattr(odds_module, "MOST_BYTES", 0)
    with pytest.raises(GameError, match="not counts of deals") as refused:
        odds_ahead(game, {"player": parse_cards("6s 4h")}, (), None, {}, is_asked=True)
    assert refused.value.code == "game/no-solver"
