"""Decisions graded by the EV they gave up."""

from dataclasses import dataclass
from fractions import Fraction

from pitboss.coach.advice import Advice
from pitboss.core.game import Answer

BEST = "best"
GRADES = ((Fraction(1, 50), "close"), (Fraction(1, 5), "mistake"))
"""The name of a decision that gives up no more than this share of the first main stake."""
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
    words = grade_words(lost, advice.unit_cents)
    return Grade(advice.choice, advice.seat, chosen, advice.best, lost, words)


def grade_words(lost: Fraction, unit: Fraction | int) -> str:
    """The name of a decision that gives up `lost` where the first main stake is `unit`, both in one currency."""
    return next((words for share, words in GRADES if lost <= share * unit), WORST) if lost else BEST
