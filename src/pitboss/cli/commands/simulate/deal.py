"""Dealing the rounds of `simulate`, until all are dealt, the interval is narrow enough, or Ctrl-C."""

import os
import re
import signal
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from math import inf, sqrt

from pitboss.cli.progress import bar, needs_the_compiler, working
from pitboss.core.errors import EngineError, FormatError, GameError
from pitboss.core.files import read_text, replace_file
from pitboss.core.game import Game, Strategy
from pitboss.maths.exact.solver import is_kept, solve
from pitboss.maths.progress import tell
from pitboss.maths.simulate.agreement import SURE
from pitboss.maths.simulate.engines import Engine
from pitboss.maths.simulate.run import Run, read_kept
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import first_stakes

INTERRUPTED = "Interrupted"
KEPT_EVERY_S = 60
TOLD_EVERY_S = 0.25
MOST_KEPT_MIB = 64  # A simulation counts a million different outcomes at most, each in a few bytes.


def read_width(text: str) -> float:
    """Half the width of the interval to stop at; 0 where none was asked for."""
    if not text:
        return 0.0
    if not re.fullmatch(r"[0-9]*\.?[0-9]+(e-?[0-9]{1,2})?", text, re.IGNORECASE) or not 0 < float(text) < inf:
        raise FormatError(f"--until-width {text!r}: give a number above 0, such as 0.0001")
    return float(text)


def read_resumed(path: str) -> str | None:
    """The text of the file to go on from, None where it does not exist yet; refuses a file that no simulation wrote."""
    if path and os.path.exists(path):
        text = read_text(path, MOST_KEPT_MIB)
        read_kept(text, path)
        return text
    if path and not os.path.isdir(os.path.dirname(os.path.realpath(path))):
        raise FormatError(f"--resume {path!r}: there is no such folder")
    return None


@contextmanager
def one_interruption() -> Generator[None]:
    """Lets the first Ctrl-C or SIGTERM interrupt the code inside; those that follow are ignored until it ends."""
    asked = False

    def handle(number: int, frame: object) -> None:
        nonlocal asked
        if not asked:
            asked = True
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def deal(run: Run, engine: Engine, width: float, resume: str) -> str:
    """Deals a run and returns what stopped it early, an empty text if nothing did.

    The run is kept on disk every minute, in case the process is killed.
    """
    kept, told = time.monotonic(), 0.0
    started, dealt = time.monotonic(), run.dealt
    try:
        if width and run.done and half_width(run) <= width:
            return ""
        with bar(run.loop.game.name) as is_shown:
            for _ in run.go_on(engine):
                now = time.monotonic()
                if resume and now - kept > KEPT_EVERY_S:
                    keep(run, resume)
                    kept = time.monotonic()
                if is_shown and now - told > TOLD_EVERY_S:
                    tell(progress_words(run, (run.dealt - dealt) / (now - started)), run.done, run.rounds)
                    told = now
                if width and half_width(run) <= width:
                    break
    except KeyboardInterrupt:
        return INTERRUPTED
    except EngineError as error:
        return f"Broken off: {error},"
    finally:
        engine.close()
    return ""


def progress_words(run: Run, rate: float) -> str:
    """The speed so far, and the first figure with its interval."""
    analysis = run.analysis
    edge = float(analysis.figures[analysis.first].house_edge)
    return f"{rate / 1e6:.1f} M rounds/s, house edge {edge:.4%} ± {half_width(run):.4%}"


def half_width(run: Run) -> float:
    """Half of the 95 % interval of the first entry's result."""
    analysis = run.analysis
    return SURE * sqrt(analysis.figures[analysis.first].variance / run.dealt)


def keep(run: Run, path: str) -> None:
    """Writes the run to a file from which it can go on."""
    try:
        replace_file(path, run.text())
    except OSError as error:
        raise FormatError(f"--resume {path!r} cannot be written: {error.strerror or error}") from None


def exact_beside(game: Game, strategy: Strategy | None, wager: str) -> Analysis | None:
    """The exact figures to print beside the simulated ones; None where they cannot be had, or would take too long."""
    question = strategy, first_stakes(game), (wager,) if wager else game.main_wagers
    if strategy is not None and strategy.memory is not None:
        return None
    if needs_the_compiler(game) and not is_kept(game, *question):
        return None
    try:
        with working(game.name):
            return Analysis(game, solve(game, *question))
    except GameError as error:  # What was dealt is not lost for it.
        print(f"No exact figure beside the simulated ones: {error}", file=sys.stderr)
        return None
