"""Hands to look at, dealt at random: one to decide, a close one, a whole round played best."""

import random

from pitboss.coach.advice import best_answer
from pitboss.coach.drill import Questions, usual_bets
from pitboss.core.errors import ChoiceError, OptionError, PitbossError, one_of
from pitboss.core.game import Game
from pitboss.core.round import Round
from pitboss.core.script import Bets, Chose, Dealt, NeedCards, NeedChoice
from pitboss.core.stakes import default_option

HAND, CLOSE, ROUND = "hand", "close", "round"
KINDS = (HAND, CLOSE, ROUND)
SEAT = 1
MOST_DEALS = 500


def example(game: Game, kind: str, seed: int | None = None) -> Round:
    """A round with one seat and the usual bets: up to a choice, up to a close one, or to its end.

    With a seed it is the same round again.
    """
    if kind not in KINDS:
        raise OptionError(f"no kind of example {kind!r}: there are {one_of(KINDS)}")
    if kind == CLOSE:
        return Questions(game, usual_bets(game), seed).fresh().played
    source = random.SystemRandom() if seed is None else random.Random(seed)
    for _ in range(MOST_DEALS):
        played = _dealt(game, source, to_the_end=kind == ROUND)
        if kind == ROUND or played.need() is not None:
            return played
    raise ChoiceError(f"{game.name} asked for no choice in {MOST_DEALS} deals", "none")


def _dealt(game: Game, source: random.Random, *, to_the_end: bool) -> Round:
    deck = list(game.deck)
    source.shuffle(deck)
    played = Round(game).after(Bets({SEAT: usual_bets(game)}))
    while (need := played.need()) is not None:
        if isinstance(need, NeedCards):
            cards, deck = deck[: need.count], deck[need.count :]
            played = played.after(Dealt(need.pile, need.seat, tuple(cards)))
        elif not to_the_end:
            return played
        else:
            assert isinstance(need, NeedChoice)
            try:
                answer = best_answer(played, SEAT)
            except PitbossError:  # A game that cannot be solved is shown as a missing player would play it.
                answer = default_option(game, played.state.bets[SEAT], need.name, need.legal[SEAT])
            played = played.after(Chose(SEAT, need.name, answer))
    return played
