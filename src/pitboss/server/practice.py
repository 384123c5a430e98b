"""The coach for pages: questions of drills, and the band in which sessions end; games are built once and kept."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from pitboss import api
from pitboss.advice_forms import option_words
from pitboss.coach.advice import Advice, advice_on
from pitboss.coach.drill import SEAT, Question, Questions, usual_bets
from pitboss.coach.grade import grade, grade_words
from pitboss.coach.scores import Scores
from pitboss.coach.session import are_known, results_of
from pitboss.coach.spread import Spread, spread_of
from pitboss.core.codec import option_json, read_option
from pitboss.core.errors import UNSOLVED, ChoiceError, GameError, PitbossError, RequestError
from pitboss.core.game import Answer, Game
from pitboss.core.memory import Memory
from pitboss.core.money import dollars
from pitboss.core.round import Round
from pitboss.core.script import NeedChoice, option_name
from pitboss.maths.sessions.one_round import OneRound
from pitboss.maths.tally.as_json import number
from pitboss.server.figures import setup_name
from pitboss.table.views import cards_json, stakes_json, words_so_far

MOST_DRILLS, MOST_SESSIONS = 60, 100
PERCENT = 95
"""Of sessions with the best play, which end inside the band."""
CENTS = 100
Part = tuple[Game, dict[str, int]]
"""A game and the bets of one seat in cents."""


@dataclass(frozen=True)
class Drilled:
    """A game and the bets of its drill."""

    game: Game
    questions: Questions
    lock: threading.Lock


@dataclass(frozen=True)
class Course:
    """The spread of a session so far, and the band after every round of it."""

    spread: Spread
    bands: tuple[tuple[int, int], ...]


class Practice:
    """Drills and sessions of everybody: nothing is kept of a person, whose scores come with every call."""

    def __init__(self) -> None:
        self._drills: Memory[Drilled] = Memory(MOST_DRILLS)
        self._courses: Memory[Course] = Memory(MOST_SESSIONS)

    # Drills -----------------------------------------------------------------------------------------------------------

    def drill(self, game: Game, bets: Mapping[str, int] | None) -> Drilled:
        """The questions of a game with these bets, dealt in batches that all who drill it share."""
        _check_quick(game)
        stakes = dict(bets) if bets else usual_bets(game) if game.choices else {}
        place = setup_name(game), tuple(sorted(stakes.items()))
        return self._drills.found(place, lambda: Drilled(game, Questions(game, stakes), threading.Lock()))

    def question(self, drilled: Drilled, scores: Scores) -> dict[str, Any]:
        """The misplayed decision that has been due the longest, or a close one from fresh hands."""
        due = scores.due()
        for decision in due:
            found = again(drilled.game, decision)
            if found is not None:
                return _question_json(found, scores)
            scores = scores.without(decision)
        with drilled.lock:
            return _question_json(drilled.questions.fresh(), scores)

    def values(self, game: Game, decision: str, *, waits: bool) -> dict[str, Any]:
        """What every option of a decision is worth, and why; the reason is left out where it `waits` to be worded."""
        _check_quick(game)
        return _values_json(_asked(game, decision), waits)

    def graded(
        self, game: Game, decision: str, option: str | list[str], scores: Scores, *, counts: bool, waits: bool
    ) -> dict[str, Any]:
        """The grade of an answer to a decision, and the scores after it."""
        _check_quick(game)
        question = _asked(game, decision)
        chosen = _option(question.played, option)
        given = grade(question.advice, chosen)
        after = scores.after(decision, not given.lost_cents) if counts else scores
        told = {"grade": given.words, "lost": number(given.lost_cents / CENTS), "scores": scores_json(after)}
        return {**_values_json(question, waits), **told}

    # Sessions ---------------------------------------------------------------------------------------------------------

    def session(self, parts: Sequence[Part], rounds: Sequence[int]) -> dict[str, Any]:
        """What bets were expected to bring a round, and after every round of a session the band it ends in."""
        if any(place >= len(parts) for place in rounds):
            raise RequestError(f"a round names part {max(rounds)}, and there are {len(parts)}, counted from 0")
        found = [_results(game, bets) for game, bets in parts]
        told = [_part_json(each) for each in found]
        used = [found[place] for place in rounds]
        once = [each for each in used if isinstance(each, OneRound)]
        if len(once) < len(used):
            return {"percent": PERCENT, "parts": told, "bands": [], "exact": False}
        names = [(setup_name(game), tuple(sorted(bets.items()))) for game, bets in parts]
        course = self._course([names[place] for place in rounds], [spread_of(each) for each in once])
        bands = [[dollars(each) for each in band] for band in course.bands]
        return {"percent": PERCENT, "parts": told, "bands": bands, "exact": course.spread.is_kept}

    def _course(self, names: Sequence[object], singles: Sequence[Spread]) -> "Course":
        """The course of a session; one that has grown since it was asked for is not added up from its start again."""
        paths: list[int] = []
        for each in names:
            paths.append(hash((paths[-1] if paths else 0, each)))
        course, start = Course(Spread(), ()), 0
        for length in range(len(paths), 0, -1):
            known = self._courses.taken(paths[length - 1])
            if known is not None:
                course, start = known, length
                break
        for single in singles[start:]:
            spread = course.spread.plus(single)
            course = Course(spread, (*course.bands, spread.band_cents(PERCENT)))
        if paths:
            self._courses.keep(paths[-1], course)
        return course


def _check_quick(game: Game) -> None:
    """Refuses a game whose choices would take hours without the compiler."""
    if api.needs_the_compiler(game):
        raise GameError(f"the choices of {game.name} would take hours: this server has no compiler", "no-solver")


def unsolved(parts: Sequence[Part]) -> int:
    """How many of these bets must be solved for before what they bring is known."""
    wanted = [(game, bets) for game, bets in parts if not api.needs_the_compiler(game) and not are_known(game, bets)]
    return len({(setup_name(game), tuple(sorted(bets.items()))) for game, bets in wanted})


def _results(game: Game, bets: dict[str, int]) -> OneRound | str:
    """The results of bets in one round; where the game cannot be solved, a sentence that says so."""
    try:
        _check_quick(game)
        return results_of(game, bets)
    except PitbossError as error:
        if error.code not in UNSOLVED:
            raise
        return str(error)


def _part_json(found: OneRound | str) -> dict[str, Any]:
    if isinstance(found, str):
        return {"ev": None, "variance": None, "problem": found}
    return {"ev": number(found.mean / CENTS), "variance": number(found.variance / CENTS**2)}


def again(game: Game, decision: str) -> Question | None:
    """A decision by its text; None where the game with its present options does not ask it."""
    bets = usual_bets(game)
    return Questions(game, bets).again(decision)


def _asked(game: Game, decision: str) -> Question:
    found = again(game, decision)
    if found is None:
        raise ChoiceError(f"{game.name} asks for no decision {decision!r}", "not-asked")
    return found


def _need(played: Round) -> NeedChoice:
    need = played.need()
    assert isinstance(need, NeedChoice)
    return need


def _option(played: Round, option: str | list[str]) -> Answer:
    need = _need(played)
    choice = played.game.choices[need.name]
    chosen = read_option(choice, option)
    if chosen not in need.legal[SEAT]:
        raise ChoiceError(f"{need.name}={option_name(choice, chosen)} is not open here", "illegal")
    return chosen


def _question_json(question: Question, scores: Scores) -> dict[str, Any]:
    played = question.played
    need = _need(played)
    choice = played.game.choices[need.name]
    return {
        "game": played.game.name,
        "decision": question.decision,
        "repeated": question.is_repeat,
        "due": len(scores.due()),
        "choice": need.name,
        "legal": [option_json(choice, each) for each in need.legal[SEAT]],
        "bets": stakes_json(played.stakes()[SEAT]),
        "first": stakes_json(played.state.bets[SEAT]),
        "made": [
            {"choice": name, "option": option_json(played.game.choices[name], made)}
            for (name, seat), made in played.state.choices.items()
            if seat == SEAT
        ],
        "piles": [
            {
                "pile": pile.pile,
                "seat": pile.seat,
                "count": pile.count,
                "cards": None if pile.cards is None else cards_json(pile.cards),
                "words": pile.words or (words_so_far(played, pile.pile, SEAT) if pile.seat == SEAT else ""),
            }
            for pile in played.view(SEAT).piles
        ],
        "scores": scores_json(scores),
    }


def _values_json(question: Question, waits: bool) -> dict[str, Any]:
    played = question.played
    choice = played.game.choices[_need(played).name]
    advice: Advice = advice_on(played, SEAT, reason=not waits, name_of=partial(option_words, choice))
    unit = advice.unit_cents
    options = [
        {
            "option": option_json(choice, option),
            "ev": number(Fraction(value, unit)),
            "grade": grade_words(advice.cost_cents(option), unit),
        }
        for option, value in advice.values_cents.items()
    ]
    return {
        "game": played.game.name,
        "choice": choice.name,
        "per": played.game.main_wagers[0],
        "options": options,
        "best": option_json(choice, advice.best),
        "reason": advice.reason,
        "waits": waits,
    }


def scores_json(scores: Scores) -> dict[str, Any]:
    """Scores as a page keeps them."""
    cards = {decision: {"box": each.box, "due": each.due} for decision, each in scores.misplayed.items()}
    return {"asked": scores.asked, "misplayed": cards}
