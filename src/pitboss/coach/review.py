"""A finished round reviewed: every decision with what each answer was worth."""

from dataclasses import dataclass

from pitboss.coach.advice import Advice, advice_on
from pitboss.coach.grade import Grade, grade
from pitboss.core.choice_notes import NO_NOTE, ChoiceNotes
from pitboss.core.round import Round
from pitboss.core.script import Chose


@dataclass(frozen=True)
class Reviewed:
    """One decision: the round before it, what each answer was worth, and the grade of the one given."""

    before: Round
    advice: Advice
    grade: Grade


def review(played: Round, notes: ChoiceNotes | None = None) -> list[Reviewed]:
    """The player's decisions in a round, in order; raises as `advice_on` does where the game cannot be solved.

    `notes` tell which choices were no decisions of the player, and are left out, and which options could not be paid.
    """
    found = []
    for place, event in enumerate(played.events):
        if isinstance(event, Chose):
            note = (notes or {}).get((event.name, event.seat), NO_NOTE)
            if not note.is_decision(played.state.legal[event.name, event.seat]):
                continue
            before = Round(played.game, played.events[:place])
            advice = advice_on(before, event.seat, reason=False, unpaid=set(note.missing_cents) - {event.option})
            found.append(Reviewed(before, advice, grade(advice, event.option)))
    return found
