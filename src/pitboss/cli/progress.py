"""The progress of a long computation on stderr: a bar on a terminal after a second, else one line."""

import sys
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager
from threading import Lock, Timer
from typing import Any

from pitboss.api import needs_the_compiler as needs_the_compiler
from pitboss.cli.console import is_decorated
from pitboss.maths.compile.cpu import compiling
from pitboss.maths.progress import watched

PATIENCE_S = 1.0


class ProgressBar:
    """A bar that appears when the work has lasted a second, and leaves no trace.

    Until a first part is done, nobody knows how long it takes: a spinner turns, and no share is shown.
    """

    def __init__(self, title: str) -> None:
        self.title = title
        self.progress: Any = None
        self.task: Any = None
        self.state: tuple[str, int, int | None] = ("", 0, None)
        self.lock = Lock()
        self.over = False

    def appear(self) -> None:
        """Draws the bar for the first time."""
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            Progress,
            SpinnerColumn,
            TaskProgressColumn,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        share = TaskProgressColumn("{task.percentage:>3.0f} %", text_format_no_percentage="")
        columns = SpinnerColumn("line"), TextColumn("{task.description}"), BarColumn(), share
        times = TimeElapsedColumn(), TimeRemainingColumn()
        with self.lock:
            if self.over:
                return
            self.progress = Progress(*columns, *times, console=Console(stderr=True), transient=True)
            words, done, total = self.state
            self.task = self.progress.add_task(f"{self.title} {words}".rstrip(), completed=done, total=total)
            self.progress.start()

    def tell(self, words: str, done: int, total: int) -> None:
        """Shows the name of the task, the amount done, and the total amount."""
        with self.lock:
            self.state = words, done, total if done else None
            if self.progress is not None:
                self.progress.update(
                    self.task, description=f"{self.title} {words}", completed=done, total=self.state[2]
                )

    def stop(self) -> None:
        with self.lock:
            self.over = True
            if self.progress is not None:
                self.progress.stop()


@contextmanager
def bar(title: str) -> Generator[bool]:
    """Shows the progress of the computation inside as a bar, where stderr is a terminal; gives whether it is."""
    if not is_decorated(sys.stderr):
        yield False
        return
    shown = ProgressBar(title)
    timer = Timer(PATIENCE_S, shown.appear)
    timer.daemon = True
    timer.start()
    try:
        with watched(shown.tell):
            yield True
    finally:
        timer.cancel()
        shown.stop()


_LINE_PRINTED = Lock()  # Held once a run has printed its line: once is enough.


def allow_line() -> None:
    """Lets `line` print again: in a further run of the same process, or for the next of several games."""
    if _LINE_PRINTED.locked():
        _LINE_PRINTED.release()


def _print_line(sentence: str) -> None:
    if _LINE_PRINTED.acquire(blocking=False):
        print(sentence, file=sys.stderr)


@contextmanager
def line(sentence: str) -> Generator[None]:
    """Prints one line if the computation inside takes longer than a second, and none was printed in this run."""
    timer = Timer(PATIENCE_S, _print_line, [sentence])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def working(title: str, doing: str = "Solving", again: bool = False) -> AbstractContextManager[object]:
    """Shows that the computation inside is running: a bar on a terminal, else a line.

    A run prints one line. Where it solves several games, a line for each that takes long is wanted (`again`).
    """
    if again:
        allow_line()
    if not compiling():
        return line(f"Without the compiler {title} may take minutes, or hours; the answers are the same.")
    return bar(title) if is_decorated(sys.stderr) else line(f"{doing} {title} ...")
