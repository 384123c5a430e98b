"""Scores of drills, kept between sittings: every sitting's result, and the decisions that were misplayed.

A misplayed decision comes back by the Leitner method: it waits a few questions, and each right answer moves it to the
next box, which waits longer; after the last box it is known. Time is counted in questions, so no clock is needed.
The file is read, changed and replaced whole under a lock for every answer, so that two drills at once lose nothing.
"""

import contextlib
import json
from collections.abc import Callable, Generator, Mapping
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitboss.coach.data_folder import data_folder
from pitboss.core.files import replace_file

VERSION = 1
FILE = "drills.json"
WAITS = (5, 25, 100, 400)
"""By box: how many questions of this game pass before a misplayed decision is asked again."""


@dataclass(frozen=True)
class Misplayed:
    """A decision that was misplayed: its Leitner box, and the number of the question at which it is due again."""

    box: int
    due: int


@dataclass(frozen=True)
class Sitting:
    """The result of one sitting: questions that counted, right answers, and the EV lost in main stakes."""

    questions: int
    right: int
    lost: Fraction


@dataclass(frozen=True)
class Scores:
    """The scores of one game with one set of options."""

    asked: int = 0
    """Questions answered in all sittings together."""
    misplayed: Mapping[str, Misplayed] = field(default_factory=dict)
    """By the text of the decision, which names its bets and cards."""
    sittings: tuple[Sitting, ...] = ()

    def due(self) -> list[str]:
        """The misplayed decisions whose time has come, the most overdue first."""
        due = sorted((card.due, each) for each, card in self.misplayed.items() if card.due <= self.asked)
        return [each for _, each in due]

    def after(self, decision: str, is_right: bool) -> "Scores":
        """The scores after one answer that counted."""
        asked, misplayed = self.asked + 1, dict(self.misplayed)
        known = misplayed.pop(decision, None)
        if not is_right:
            misplayed[decision] = Misplayed(0, asked + WAITS[0])
        elif known and known.box + 1 < len(WAITS):
            misplayed[decision] = Misplayed(known.box + 1, asked + WAITS[known.box + 1])
        return Scores(asked, misplayed, self.sittings)

    def without(self, decision: str) -> "Scores":
        """The scores without a decision that the game no longer asks."""
        kept = {each: card for each, card in self.misplayed.items() if each != decision}
        return Scores(self.asked, kept, self.sittings)

    def after_sitting(self, sitting: Sitting) -> "Scores":
        """The scores after a sitting."""
        return Scores(self.asked, self.misplayed, (*self.sittings, sitting))


class ScoreFile:
    """The scores of all games, in one JSON file of the user's data folder."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = data_folder() / FILE if path is None else path
        self.warning = ""
        """One sentence, once something was set aside or could not be kept."""
        self._unsaved: dict[str, Scores] = {}

    def scores(self, game: str) -> Scores:
        """The scores of a game, as `drill_name` names it."""
        if game in self._unsaved:
            return self._unsaved[game]
        try:
            return self._read().get(game, Scores())
        except OSError as error:
            self.warning = f"the score in {self.path} cannot be read: {error.strerror or error}"
            return Scores()

    def change(self, game: str, change: Callable[[Scores], Scores]) -> Scores:
        """Changes the scores of a game under a lock, and returns them; where they cannot be kept, a warning says so."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with _locked(self.path.with_suffix(".lock")):
                every = self._read()
                every[game] = change(every.get(game, Scores()))
                replace_file(self.path, _text(every))
                return every[game]
        except OSError as error:
            self._unsaved[game] = change(self.scores(game))
            self.warning = f"the score cannot be kept in {self.path}: {error.strerror or error}"
            return self._unsaved[game]

    def _read(self) -> dict[str, Scores]:
        """The scores of all games; an OSError says that they are there and cannot be read, and are not to be lost."""
        try:
            return _parsed(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (ValueError, KeyError, TypeError, AttributeError, ArithmeticError, RecursionError):
            return self._set_aside()

    def _set_aside(self) -> dict[str, Scores]:
        """Moves a damaged file out of the way, so that nothing in it is overwritten."""
        place, number = self.path.with_suffix(".damaged"), 1
        while place.exists():
            number += 1
            place = self.path.with_suffix(f".damaged-{number}")
        self.warning = (
            f"the score in {self.path} is damaged; it was set aside as {place.name}, and counting starts anew"
        )
        with contextlib.suppress(OSError):
            self.path.rename(place)
        return {}


@contextlib.contextmanager
def _locked(path: Path) -> Generator[None]:
    """Holds a lock between processes, on systems that have `flock`."""
    with path.open("ab") as file:
        try:
            import fcntl
        except ImportError:
            yield
            return
        fcntl.flock(file, fcntl.LOCK_EX)
        yield  # Closing the file gives the lock back.


def _text(every: Mapping[str, Scores]) -> str:
    games = {
        game: {
            "asked": scores.asked,
            "misplayed": {decision: asdict(card) for decision, card in scores.misplayed.items()},
            "sittings": [{**asdict(each), "lost": str(each.lost)} for each in scores.sittings],
        }
        for game, scores in every.items()
    }
    return json.dumps({"version": VERSION, "games": games}, indent=1) + "\n"


def _parsed(text: str) -> dict[str, Scores]:
    read: Any = json.loads(text)
    if read["version"] != VERSION:
        raise ValueError(f"version {read['version']}")
    return {game: _scores(told) for game, told in read["games"].items()}


def _scores(told: Any) -> Scores:
    misplayed = {
        decision: Misplayed(min(max(int(card["box"]), 0), len(WAITS) - 1), int(card["due"]))
        for decision, card in told["misplayed"].items()
    }
    sittings = tuple(
        Sitting(int(each["questions"]), int(each["right"]), Fraction(each["lost"])) for each in told["sittings"]
    )
    return Scores(int(told["asked"]), misplayed, sittings)
