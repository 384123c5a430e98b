"""Decisions graded by the EV they gave up."""

from dataclasses import dataclass
from fractions import Fraction

from pitboss.coach.advice import Advice
from pitboss.core.game import Answer

BEST = "best"
GRADES = ((Fraction(1, 50), "close"), (Fraction(1, 5), "mistake"))
"""Up to this share of the first main stake given up, a decision is called so: 2 % close, 20 % a mistake."""
WORST = "blunder"


@dataclass(frozen=True)
class Grade:
    """One decision: what was chosen, what was best, and the EV given up, in cents."""

    choice: str
    seat: int
    chosen: Answer
    best: Answer
    lost_cents: Fraction
    words: str
    """`best`, `close`, `mistake` or `blunder`."""


def grade(advice: Advice, chosen: Answer) -> Grade:
    """The grade of an answer; one that is worth as much as the best is `best` too."""
    lost = advice.cost_cents(chosen)
    return Grade(advice.choice, advice.seat, chosen, advice.best, lost, graded_words(lost, advice.unit_cents))


def graded_words(lost_cents: Fraction, unit_cents: int) -> str:
    """What a decision is called that gives up this much of a first main stake."""
    if not lost_cents:
        return BEST
    return next((words for share, words in GRADES if lost_cents <= share * unit_cents), WORST)
