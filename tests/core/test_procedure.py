"""A round in sentences, made from the steps of the toy game."""

from dataclasses import replace

from pitboss.core.procedure import bets_words, procedure
from tests.support.toy import STEPS, toy, wagers


def test_every_step_is_a_sentence_with_its_condition():
    assert procedure(toy(labels={"swap": "Swap"})) == (
        "Every player bets ante, and may add side and lucky.",
        "2 cards to every player, face down, seen by that player only: the pile “player”.",
        "2 cards to the dealer, face down: the pile “dealer”.",
        "Every player decides “swap”: keep or swap (adds 1 × ante to Swap), having seen “player”. "
        "No answer counts as keep.",
        "Every player decides “thrown”: one card of “player” (Rule 1). "
        "No answer counts as the first card, in the order dealt, that may be chosen.",
        "One card to every player, face down, seen by nobody (Rule 1): the pile “player card”.",
        "One card to the community, face up (Rule 5): the pile “bonus”.",
        "The pile “dealer” is turned up.",
        "The pile “player card” is turned up.",
    )


def test_bets_that_stand_for_one_another_or_must_be_equal_are_told():
    ante, side, swap, lucky = wagers()
    either = (replace(ante, unless="lucky"), side, swap, replace(lucky, needs=None))
    assert bets_words(toy(wagers=either)) == "Every player bets ante or lucky or both, and may add side."
    equal = (ante, replace(side, required=True), swap)
    game = toy(wagers=equal, steps=tuple(step for step in STEPS if getattr(step, "pile", "") != "bonus"))
    assert bets_words(game) == "Every player bets ante and side of the same size as ante."
