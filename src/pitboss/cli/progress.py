"""What is shown on stderr while a computation runs: a bar after a second on a terminal, a line where it takes long."""

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from threading import Lock, Timer
from typing import Any

from pitboss.core.game import Game
from pitboss.maths.compile.cpu import compiling
from pitboss.maths.progress import watched

PATIENCE_S = 1.0


def bars() -> bool:
    """Whether stderr is a terminal that wants bars."""
    return sys.stderr.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def needs_the_compiler(game: Game) -> bool:
    """Whether a game would take minutes or hours here, for want of the compiler."""
    return not compiling() and game.solver is not None


class Bar:
    """A bar that appears when the work has lasted a second, and leaves no trace."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.progress: Any = None
        self.task: Any = None
        self.state: tuple[str, int, int | None] = ("", 0, None)
        self.lock = Lock()
        self.over = False
        self.timer = Timer(PATIENCE_S, self.appear)

    def appear(self) -> None:
        """Draws the bar for the first time."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %")
        with self.lock:
            if self.over:
                return
            self.progress = Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True)
            words, done, total = self.state
            self.task = self.progress.add_task(f"{self.title} {words}".rstrip(), completed=done, total=total)
            self.progress.start()

    def told(self, words: str, done: int, total: int) -> None:
        """The computation says how far it is."""
        with self.lock:
            self.state = words, done, total
            if self.progress is not None:
                self.progress.update(self.task, description=f"{self.title} {words}", completed=done, total=total)

    def stop(self) -> None:
        """Takes the bar away."""
        self.timer.cancel()
        with self.lock:
            self.over = True
            if self.progress is not None:
                self.progress.stop()


@contextmanager
def working(title: str, doing: str = "Solving") -> Generator[None]:
    """Shows how far the computation inside is, once it has lasted a second: a bar, or a line where there are none."""
    bar = Bar(title)
    timer = bar.timer if bars() and compiling() else Timer(PATIENCE_S, _say, [title, doing])
    timer.daemon = True
    timer.start()
    try:
        with watched(bar.told):
            yield
    finally:
        timer.cancel()
        bar.stop()


def _say(title: str, doing: str) -> None:
    """One line for those who wait."""
    if compiling():
        print(f"{doing} {title} ...", file=sys.stderr)
    else:
        print(f"Without the compiler {title} may take minutes, or hours; the answers are the same.", file=sys.stderr)
