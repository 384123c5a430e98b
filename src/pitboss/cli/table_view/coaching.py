"""The coach at a terminal: what choices are worth, what a mistake costs, grades, and the session in words."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import partial

from pitboss.cli.console import bold
from pitboss.cli.layout import print_wrapped, visible_width, wrapped
from pitboss.cli.progress import needs_the_compiler, working
from pitboss.cli.table_view.layout import Layout
from pitboss.coach.advice import Advice, advice_on
from pitboss.coach.grade import BEST, Grade, grade
from pitboss.coach.session import Session
from pitboss.core.errors import PitbossError
from pitboss.core.game import Answer, Game
from pitboss.core.money import amount_words, signed
from pitboss.core.round import Round
from pitboss.core.script import NeedChoice, Stakes

PERCENT = 95  # Of sessions, which end inside the printed band.
MOST_DECIMALS = 6


class Coach(Enum):
    """When the coach speaks: never; on `?` and after a round; or also before a mistake is final."""

    OFF = "off"
    ASK = "ask"
    WARN = "warn"


@dataclass(frozen=True)
class PlayedRound:
    """One seat's part of a finished round, as the session counts it."""

    game: Game
    bets: Stakes
    net_cents: int
    grades: tuple[Grade, ...]


@dataclass(frozen=True)
class Asked:
    """A choice put to a seat: the round so far, and the answers that the player cannot pay for."""

    played: Round
    seat: int
    missing_cents: Mapping[Answer, int] = field(default_factory=dict)
    """By answer that cannot be paid: the cents that the player lacks."""


@dataclass
class Coaching:
    """The coach of one sitting."""

    coach: Coach
    layout: Layout
    decided: list[tuple[Asked, Answer]] = field(default_factory=list)
    """The decisions that the player made in this round, each with its answer."""
    rounds: list[PlayedRound] = field(default_factory=list)
    _advice: dict[tuple[int, int, frozenset[Answer], bool], Advice] = field(default_factory=dict)
    _has_failed: bool = False

    @property
    def grades_rounds(self) -> bool:
        """Whether decisions are graded: the coach is on, and the game can be solved while a player waits."""
        return self.coach is not Coach.OFF and not self._has_failed and not needs_the_compiler(self.layout.game)

    # One decision -----------------------------------------------------------------------------------------------------

    def print_value(self, asked: Asked) -> None:
        """Prints what each choice is worth to a seat, the best marked, and why it is best."""
        if self.coach is Coach.OFF:
            print_wrapped("The coach is off: start with --coach ask to see what each choice is worth.")
            return
        if needs_the_compiler(self.layout.game):
            print_wrapped("Without the compiler it would take too long to work out what each choice is worth.")
            return
        try:
            self._print_values(asked)
            # The strategy in words may take seconds the first time; the values are there at once.
            if reason := self._advice_on(asked, reason=True).reason:
                print_wrapped(reason)
        except PitbossError as error:
            print_wrapped(f"No advice: {error}.")

    def _print_values(self, asked: Asked) -> None:
        staked_cents = sum(asked.played.state.bets[asked.seat].values())
        print_wrapped(f"What each choice is worth on average, with {amount_words(staked_cents)} bet:")
        advice, every = self._advice_on(asked), self._advice_on(Asked(asked.played, asked.seat))
        options = [self.layout.option(every.choice, answer) for answer in every.values_cents]
        texts = value_texts([*every.values_cents.values()])
        width, figures = max(map(visible_width, options)), max(map(len, texts))
        for option, text, answer in zip(options, texts, every.values_cents, strict=True):
            if missing := asked.missing_cents.get(answer):
                verdict = f"needs {amount_words(missing)} more than you have"
            else:
                cost = advice.cost_cents(answer)
                verdict = f"gives up {amount_words(cost)}" if cost else bold("best")
            gap = " " * (width - visible_width(option))
            pieces = verdict.split() if missing else [verdict]
            print("\n".join(wrapped(pieces, first=f"  {option}{gap}   {text:>{figures}}   ", rest="    ")))

    def warning(self, asked: Asked, answer: Answer) -> str:
        """The warning to print before a costly answer is final; empty for any other answer."""
        if self.coach is not Coach.WARN or not self.grades_rounds or answer in asked.missing_cents:
            return ""
        with self._unless_unsolved():
            advice = self._advice_on(asked)
            if cost := advice.cost_cents(answer):
                chosen = self.layout.decision(advice.choice, answer)
                best = self.layout.option(advice.choice, advice.best)
                return f"{chosen} gives up {amount_words(cost)} on average; {best} is best."
        return ""

    def _advice_on(self, asked: Asked, *, reason: bool = False) -> Advice:
        """The advice on a choice, worked out once."""
        key = len(asked.played.events), asked.seat, frozenset(asked.missing_cents), reason
        if key not in self._advice:
            need = asked.played.need()
            name_of = partial(self.layout.option, need.name) if isinstance(need, NeedChoice) else None
            with working(asked.played.game.name):
                self._advice[key] = advice_on(
                    asked.played, asked.seat, reason=reason, name_of=name_of, unpaid=asked.missing_cents
                )
        return self._advice[key]

    @contextmanager
    def _unless_unsolved(self) -> Generator[None]:
        """Says once that a game cannot be solved, and grades no more."""
        try:
            yield
        except PitbossError as error:
            self._has_failed = True
            print_wrapped(f"Decisions are not graded: {error}.")

    # One round --------------------------------------------------------------------------------------------------------

    def begin_round(self) -> None:
        """Forgets the decisions of the round before."""
        self.decided.clear()
        self._advice.clear()

    def end_round(self, game: Game, bets: Mapping[int, Stakes], nets: Mapping[int, int]) -> None:
        """Grades the decisions of a round, prints the grades, and adds the round to the session."""
        grades: list[Grade] = []
        if self.grades_rounds:
            with self._unless_unsolved():
                grades = [grade(self._advice_on(asked), answer) for asked, answer in self.decided]
        for each in grades:
            print_wrapped(self.grade_words(each), first="  ", rest="    ")
        for seat, net_cents in nets.items():
            own = tuple(each for each in grades if each.seat == seat)
            self.rounds.append(PlayedRound(game, bets[seat], net_cents, own))

    def grade_words(self, given: Grade) -> str:
        """`play: best`, or `fold: mistake, gave up $3.42; best was play`."""
        seat = f"seat {given.seat}, " if self.layout.seats > 1 else ""
        chosen = self.layout.decision(given.choice, given.chosen)
        best = self.layout.option(given.choice, given.best)
        lost = "" if given.words == BEST else f", gave up {amount_words(given.lost_cents)}; best was {best}"
        return f"{seat}{chosen}: {given.words}{lost}"

    # The session ------------------------------------------------------------------------------------------------------

    def print_session(self) -> None:
        """Prints what the bets, the decisions and luck contributed to the result, and the band to expect."""
        if not self.grades_rounds or not self.rounds:
            return
        session = Session()
        try:
            with working(self.layout.game.name):
                for each in self.rounds:
                    session = session.after(each.game, each.bets, each.net_cents, each.grades)
        except PitbossError as error:
            self._print_decisions_alone(str(error))
            return
        expected, decisions, luck = session.parts_cents
        print_parts(
            [
                ("the bets", expected, "expected of them with the best play"),
                ("decisions", decisions, decision_words(session.faultless, session.decisions)),
                ("luck", luck, ""),
                ("result", session.result_cents, ""),
            ]
        )
        low, high = (signed(each) for each in session.spread.band_cents(PERCENT))
        share = "at least" if session.spread.is_kept else "about"
        print_wrapped(f"With the best play {share} {PERCENT} of 100 such sessions end between {low} and {high}.")

    def _print_decisions_alone(self, why: str) -> None:
        """Prints what decisions cost, where the value of the bets, and so the part of luck, cannot be computed."""
        grades = [each for played in self.rounds for each in played.grades]
        lost = sum((each.lost_cents for each in grades), Fraction(0))
        best = sum(not each.lost_cents for each in grades)
        print_parts([("decisions", -round(lost), decision_words(best, len(grades)))])
        print_wrapped(f"The part of luck is not known: {why}.")


def decision_words(best: int, made: int) -> str:
    """`12 of 14 best`."""
    return f"{best} of {made} best" if made else "none made"


def print_parts(parts: list[tuple[str, int, str]]) -> None:
    """Prints the parts of a result in cents, each with its words."""
    figures = max(len(signed(amount)) for _, amount, _ in parts)
    for name, amount, words in parts:
        start = f"  {name:<9}   {signed(amount):>{figures}}"
        print("\n".join(wrapped(words.split(), first=start + "   ", rest=" " * (len(start) + 3))))


def value_texts(values_cents: list[Fraction]) -> list[str]:
    """Values in dollars, with as many decimals as it takes to tell different ones apart, two at least."""
    texts: list[str] = []
    for decimals in range(2, MOST_DECIMALS + 1):
        texts = [f"{float(value / 100):+.{decimals}f}" for value in values_cents]
        if len(set(texts)) == len(set(values_cents)):
            break
    return texts
