"""The JSON documents about one hand that a server answers with: how far it goes, its odds, an example of one."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.core.cards import cards_text
from pitboss.core.game import Answer, Game
from pitboss.core.money import dollars
from pitboss.core.pays import Meter, Odds, Pay
from pitboss.core.round import (
    GivenCards,
    GivenChoices,
    Position,
    Round,
    as_far_as_given,
    is_left_out,
    why_left_out,
)
from pitboss.core.script import Need, NeedCards, NeedChoice, option_name
from pitboss.core.settled_words import decided_words, line_title
from pitboss.core.view import words

if TYPE_CHECKING:
    from pitboss.maths.exact.odds import Odds as OddsAhead


def odds_json(game: Game, found: "Mapping[Answer | None, OddsAhead]", need: Need | None) -> dict[str, Any]:
    """The odds of every bet by answer to the choice that is asked; outcomes in the order of the pay table."""
    from pitboss.maths.tally.as_json import number

    choice = game.choices[need.name] if isinstance(need, NeedChoice) else None

    def line_json(wager: str, place: int, ends: Mapping[int, Fraction]) -> dict[str, Any]:
        pays = game.wager[wager].lines[place].pays
        outcomes = [
            {
                "outcome": each.name,
                "words": pays.words_of(each.name),
                "pays": str(pay),
                "net": _sign(pay),
                "probability": number(ends[each]),
            }
            for each, pay in ((pays.outcomes(outcome), pay) for outcome, pay in pays.pays.items())
            if each in ends
        ]
        return {"wager": wager, "line": place, "title": line_title(game, wager, place), "outcomes": outcomes}

    return {
        "game": game.name,
        "version": game.version,
        "settings": game.options.as_json(),
        "choice": choice.name if choice else None,
        "odds": [
            {
                "option": None if choice is None or option is None else option_name(choice, option),
                "lines": [line_json(*line, ends) for line, ends in odds.lines.items() if ends],
                "nets": None
                if odds.nets is None
                else [{"net": _dollars(net), "probability": number(chance)} for net, chance in odds.nets.items()],
            }
            for option, odds in found.items()
        ],
    }


def _sign(pay: Pay) -> int:
    """1 for a pay that wins, 0 for one that changes nothing, -1 for one that costs."""
    if isinstance(pay, Meter):
        return 1
    net = pay.net if isinstance(pay, Odds) else pay.cents
    return (net > 0) - (net < 0)


def _dollars(net: Fraction) -> str:
    """Dollars as a text; those with a fraction of a cent, which no table pays, are written as an exact fraction."""
    cents = net * 100
    return dollars(cents.numerator) if cents.denominator == 1 else str(net)


def position_json(game: Game, bets: Mapping[str, int], deals: GivenCards, choices: GivenChoices) -> dict[str, Any]:
    """A round of one seat as far as its cards and choices are given: its piles, and what it needs next."""
    position = as_far_as_given(game, {1: bets}, deals, choices)
    state = position.state
    return {
        "game": game.name,
        "version": game.version,
        "settings": game.options.as_json(),
        "bets": {name: dollars(stake) for name, stake in bets.items()},
        "stakes": {name: dollars(stake) for name, stake in state.stakes(1).items()},
        "piles": [_pile_json(position, pile) for pile in game.piles],
        "choices": [
            {"choice": name, "option": option_name(game.choices[name], option)}
            for (name, _), option in state.choices.items()
        ],
        "need": _need_json(game, position.need),
        "decided": decided_words(position.played, 1) if position.need else [],
    }


def _pile_json(position: Position, pile: str) -> dict[str, Any]:
    state, need = position.state, position.need
    key = pile, state.owner(pile, 1)
    if key in state.piles:
        status = "dealt"
    elif isinstance(need, NeedCards) and need.pile == pile:
        status = "next"
    else:
        status = "not-dealt" if is_left_out(position, *key) else "open"
    return {
        "pile": pile,
        "status": status,
        "cards": cards_text(state.piles.get(key, ())),
        "words": words(state, pile, 1) if key in state.piles else "",
        "why": why_left_out(state, *key) if status == "not-dealt" else "",
    }


def _need_json(game: Game, need: Need | None) -> dict[str, Any] | None:
    if isinstance(need, NeedCards):
        return {"type": "cards", "pile": need.pile, "count": need.count}
    if isinstance(need, NeedChoice):
        legal = [option_name(game.choices[need.name], each) for each in need.legal[1]]
        return {"type": "choice", "choice": need.name, "legal": legal}
    return None


def example_json(played: Round) -> dict[str, Any]:
    """A round of one seat as a question: bets, the cards that are seen so far, choices."""
    from pitboss.maths.exact.decide import piles_seen

    game, state, need = played.game, played.state, played.need()
    shown = piles_seen(game, game.choices[need.name]) if isinstance(need, NeedChoice) else tuple(game.piles)
    return {
        "game": game.name,
        "bets": {name: dollars(stake) for name, stake in state.bets[1].items()},
        "deal": {pile: cards_text(cards) for (pile, _), cards in state.piles.items() if pile in shown},
        "choose": {name: option_name(game.choices[name], each) for (name, _), each in state.choices.items()},
    }
