"""The coach's grades of rounds that have ended: worked out when somebody asks, then kept in memory."""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from pitboss.advice_forms import missing_words, option_words
from pitboss.api import needs_the_compiler
from pitboss.core.choice_notes import NO_NOTE, ChoiceNote, ChoiceNotes
from pitboss.core.errors import PitbossError, RequestError
from pitboss.core.game import Game
from pitboss.core.memory import Memory
from pitboss.core.round import Round
from pitboss.core.script import Chose
from pitboss.json_forms import decision_json
from pitboss.server.purses import with_missing_money
from pitboss.server.questions import KEPT
from pitboss.solving import check_at_hand
from pitboss.table.records import AuditRecord, RoundRecord
from pitboss.table.round_reports import played_round
from pitboss.table.store import Store
from pitboss.table.views import words_so_far

if TYPE_CHECKING:
    from pitboss.coach.review import Reviewed

MOST_ROUNDS = 5000
WORST_LAST = ("best", "close", "mistake", "blunder")
Json = dict[str, Any]


@dataclass(frozen=True)
class Graded:
    """The decisions of one round as JSON, in order; or why they could not be graded."""

    decisions: tuple[Json, ...]
    lost_cents: tuple[Fraction, ...]
    """What each decision gave up, exactly."""
    fault: str = ""
    waits: bool = False
    """Whether the fault is that the game is still being solved."""

    def lost_by(self, seats: Collection[int]) -> Fraction | None:
        """The cents that the decisions of some seats gave up together; None where that is not known."""
        return None if self.fault else sum((lost for _, lost in self._of(seats)), Fraction(0))

    def told(self, seats: Collection[int]) -> list[Json]:
        """The decisions of some seats."""
        return [decision for decision, _ in self._of(seats)]

    def summary(self, seats: Collection[int]) -> Json:
        """The decisions of some seats in short: how many, how many were best, the worst, and the EV lost.

        Decisions of one seat also tell its last `hand` in words and what was `chosen`: a list names the round by them.
        """
        from pitboss.maths.tally.as_json import number

        if self.fault:
            return {"fault": self.fault}
        told = self.told(seats)
        grades = [decision["grade"] for decision in told]
        is_of_one = len({decision["seat"] for decision in told}) == 1
        return {
            "count": len(grades),
            "best": grades.count(WORST_LAST[0]),
            "worst": max(grades, key=WORST_LAST.index, default=None),
            "lost": number((self.lost_by(seats) or Fraction(0)) / 100),
            "hand": told[-1]["hand"] if is_of_one else "",
            "chosen": [decision["chosen"] for decision in told] if is_of_one else [],
        }

    def _of(self, seats: Collection[int]) -> list[tuple[Json, Fraction]]:
        every = zip(self.decisions, self.lost_cents, strict=True)
        return [(decision, lost) for decision, lost in every if decision["seat"] in seats]


class Grading:
    """Grades the decisions of rounds, each round once. Its methods may be called from several threads."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: Memory[Graded] = Memory(MOST_ROUNDS)

    def game_of(self, record: RoundRecord) -> Game | None:
        """The game of a round, with its options; None where it cannot be built any more."""
        try:
            return played_round(record, KEPT.build).game
        except PitbossError:
            return None

    def kept(self, id: str, *, reasons: bool = False) -> Graded | None:
        """The grades of a round that are at hand."""
        return self._known.get((id, True)) or (None if reasons else self._known.get((id, False)))

    def of(self, record: RoundRecord, *, reasons: bool = False) -> Graded:
        """The grades of a round that has ended; `reasons` adds to each decision why the best answer is best."""
        found = self.kept(record.id, reasons=reasons)
        if found is None:
            found = self._graded(record, reasons)
            if not found.waits:
                self._known.keep((record.id, reasons), found)
        return found

    def _graded(self, record: RoundRecord, reasons: bool) -> Graded:
        from pitboss.coach.review import review  # Imported late: with the mathematics, a server starts slower.

        log = self.store.found(AuditRecord, [record.id])
        try:
            played = played_round(record, KEPT.build)
            if needs_the_compiler(played.game):
                return Graded((), (), f"grades of {played.game.name} would take hours: this server has no compiler")
            check_at_hand(played.game)
            notes = with_missing_money(self.store, played, log, notes_of(played, log))
            reviewed = review(played, notes)
        except PitbossError as error:
            return Graded((), (), str(error), waits=isinstance(error, RequestError))
        told = tuple(_decision(each, reasons, notes) for each in reviewed)
        return Graded(told, tuple(each.grade.lost_cents for each in reviewed))


def _decision(each: "Reviewed", reasons: bool, notes: ChoiceNotes) -> Json:
    """A decision as JSON, in the words of the table."""
    from pitboss.coach.reasons import reason_for

    before, seat, name = each.before, each.advice.seat, each.advice.choice
    choice = before.game.choices[name]
    owners = ((pile, before.state.owner(pile, seat)) for pile in choice.sees)
    words = (before.words(pile, seat, seat) or words_so_far(before, pile, owner) for pile, owner in owners)
    told = {**decision_json(each), "hand": ", ".join(filter(None, words))}
    if not reasons:
        return told
    reason = reason_for(before, seat, each.advice.values_cents, partial(option_words, choice))
    lacked = missing_words(choice, notes.get((name, seat), NO_NOTE).missing_cents).replace("You lack ", "You lacked ")
    return {**told, "reason": f"{lacked} {reason}".lstrip()}


def notes_of(played: Round, log: Iterable[AuditRecord]) -> ChoiceNotes:
    """Marks the choices that no player asked for, by the audit log of the round: the table made them."""
    requests = (json.loads(each.body).get("request", {}) for each in log if each.kind == "command")
    asked = {(each["choice"], each["seat"]) for each in requests if each.get("action") == "Choose"}
    made = ((event.name, event.seat) for event in played.events if isinstance(event, Chose))
    return {key: ChoiceNote(is_by_table=True) for key in made if key not in asked}
