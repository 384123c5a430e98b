"""Advice on one hand for its readers: what the player can pay, the reason in words, and the JSON document."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from pitboss import api
from pitboss.core.cards import JOKER, RANK_NAMES, SUIT_NAMES, Card, cards_text, parse_cards, rank, suit
from pitboss.core.errors import all_of
from pitboss.core.game import Answer, Cards, Choose, Game
from pitboss.core.money import amount_words, dollars
from pitboss.core.round import as_far_as_given
from pitboss.core.script import NeedChoice, option_name
from pitboss.core.stakes import raised_by


def within_purse(advice: api.Advice, game: Game, stakes: Mapping[str, int], purse_cents: int) -> api.Advice:
    """Advice for a player who has `purse_cents` beside the first stakes; an option that costs more is never best."""
    costs = {option: sum(raised_by(game, stakes, advice.choice.name, option).values()) for option in advice.values}
    missing = {option: cost - purse_cents for option, cost in costs.items() if cost > max(purse_cents, 0)}
    return replace(advice, missing_cents=missing)


def with_reason(
    advice: api.Advice,
    game: Game,
    cards: Mapping[str, str],
    *,
    bets: api.Amounts | None = None,
    choose: Mapping[str, str] | None = None,
) -> api.Advice:
    """Advice with the coach's sentence for its best option; the usual bets stand for bets that are not given.

    The sentence needs the best strategy of the whole game in words, which can take a minute the first time.
    """
    from pitboss.coach.drill import usual_bets
    from pitboss.coach.reasons import reason_for

    stakes = api.bets_in_cents(game, bets) or usual_bets(game)
    position = as_far_as_given(game, {1: stakes}, api.deals_of(game, cards), api.choices_of(game, choose or {}))
    if not isinstance(position.need, NeedChoice):
        return advice
    unit = stakes[game.main_wagers[0]]
    values = {option: value * unit for option, value in advice.payable.items()}
    reason = reason_for(position.played, 1, values, partial(option_words, advice.choice))
    return replace(advice, reason=f"{missing_words(advice.choice, advice.missing_cents)} {reason}".lstrip())


def option_words(choice: Choose, option: Answer) -> str:
    """An option as people read it: `let-it-ride`, `the ace of clubs and the joker`."""
    if not isinstance(choice.options, Cards):
        return option_name(choice, option)
    return all_of(map(_the_card, option if isinstance(option, tuple) else (option,)))


def _the_card(card: Card) -> str:
    return "the joker" if card == JOKER else f"the {RANK_NAMES[rank(card)]} of {SUIT_NAMES[suit(card)]}"


def missing_words(choice: Choose, missing_cents: Mapping[Answer, int]) -> str:
    """A sentence on the options that cannot be paid; empty where all can."""
    told = (f"{amount_words(cents)} for {option_words(choice, option)}" for option, cents in missing_cents.items())
    return f"You lack {all_of(told)}." if missing_cents else ""


def advice_json(
    game: Game, advice: api.Advice, cards: Mapping[str, str], seen: str, amounts: Mapping[str, int]
) -> dict[str, Any]:
    """The JSON of `advise`: the request, then every option with its value per unit of the first main stake.

    An option that the player cannot pay says what is missing in `lacks`, and has no grade.
    """
    from pitboss.coach.grade import grade_words
    from pitboss.maths.tally.as_json import bets_json, number

    most = max(advice.payable.values())

    def verdict(option: Answer) -> dict[str, str]:
        if missing := advice.missing_cents.get(option):
            return {"lacks": dollars(missing)}
        return {"grade": grade_words(most - advice.values[option], 1)}

    return {
        "game": game.name,
        "version": game.version,
        "settings": game.options.as_json(),
        "cards": {pile: cards_text(parse_cards(text)) for pile, text in cards.items()},
        "seen": cards_text(parse_cards(seen)),
        "bets": bets_json(amounts),
        "choice": advice.choice.name,
        "hand": advice.hand,
        "per": game.main_wagers[0],
        "options": [
            {"option": advice.text(option), "ev": number(value), **verdict(option)}
            for option, value in advice.values.items()
        ],
        "best": advice.best,
        **({"reason": advice.reason} if advice.reason else {}),
    }
