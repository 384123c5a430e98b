"""Advice on a round in play: the exact value of every choice, the best first, and the reason in words."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.coach.reasons import NameOf, reason_for
from pitboss.core.errors import TurnError
from pitboss.core.game import Answer
from pitboss.core.round import Round
from pitboss.core.script import NeedChoice
from pitboss.maths.exact.advise import advise


@dataclass(frozen=True)
class Advice:
    """What every legal answer to one choice of one seat is worth to all of that seat's bets together."""

    choice: str
    seat: int
    values_cents: Mapping[Answer, Fraction]
    """The exact expected net result in cents, by answer: the best first, of equals the one that stakes less."""
    reason: str
    """One sentence for the best answer, in the words of the game's strategy; empty where it was not asked for."""
    unit_cents: int
    """The seat's first main stake, which grades are measured by."""

    @property
    def best(self) -> Answer:
        """The answer worth most."""
        return next(iter(self.values_cents))

    @property
    def gap_cents(self) -> Fraction:
        """What the second-best answer gives up; 0 where two answers are equally good, or there is only one."""
        values = list(self.values_cents.values())
        return values[0] - values[1] if len(values) > 1 else Fraction(0)

    def cost_cents(self, answer: Answer) -> Fraction:
        """What an answer gives up against the best one; 0 for the best."""
        return self.values_cents[self.best] - self.values_cents[answer]


def advice_on(
    played: Round,
    seat: int,
    *,
    reason: bool = True,
    name_of: NameOf | None = None,
    unpaid: Collection[Answer] = frozenset(),
) -> Advice:
    """Advice for a seat whose choice the round waits for, from the cards that the choice sees.

    Answers in `unpaid` are left out: the player has too little money for them. `name_of` writes answers in the reason.
    With `reason=False` the values alone are worked out: the strategy in words can take seconds the first time. Raises
    a `PitbossError` where the seat is not asked, or where the game cannot be solved (codes in `UNSOLVED`).
    """
    need = played.need()
    if not isinstance(need, NeedChoice) or seat not in need.legal:
        raise TurnError(f"seat {seat} is not asked for a choice now", "not-asked")
    game, state = played.game, played.state
    choice = game.choices[need.name]
    known = {pile: state.piles[pile, state.owner(pile, seat)] for pile in choice.sees}
    bets = state.bets[seat]
    unit = bets.get(game.main_wagers[0], 0)
    values = advise(game, known, (), bets)
    legal = [option for option in values if option in need.legal[seat] and option not in unpaid]
    ranked = sorted(legal, key=lambda option: (-values[option], option))
    cents = {option: values[option] * unit for option in ranked}
    said = reason_for(played, seat, cents, name_of) if reason else ""
    return Advice(need.name, seat, cents, said, unit)


def best_answer(played: Round, seat: int) -> Answer:
    """The best answer of a seat whose choice the round waits for; a table plays missing players and bots by it."""
    return advice_on(played, seat, reason=False).best
