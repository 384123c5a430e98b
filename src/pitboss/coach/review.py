"""A finished round reviewed: every decision with what each answer was worth."""

from dataclasses import dataclass

from pitboss.coach.advice import Advice, advice_on
from pitboss.coach.grade import Grade, grade
from pitboss.core.round import Round
from pitboss.core.script import Chose


@dataclass(frozen=True)
class Reviewed:
    """One decision: the round before it, what each answer was worth, and the grade of the one given."""

    before: Round
    advice: Advice
    grade: Grade


def review(played: Round) -> list[Reviewed]:
    """The decisions of a round, in order; raises as `advice_on` does where the game cannot be solved."""
    found = []
    for place, event in enumerate(played.events):
        if isinstance(event, Chose):
            before = Round(played.game, played.events[:place])
            advice = advice_on(before, event.seat, reason=False)
            found.append(Reviewed(before, advice, grade(advice, event.option)))
    return found
