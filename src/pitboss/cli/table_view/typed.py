"""Lines that a player types: with arrow keys and history in a terminal, read as they are and echoed from a pipe."""

import contextlib
import sys
from types import ModuleType

from pitboss.cli.layout import ESCAPE, wrapped

LONGEST = 10_000
"""Characters of an answer that are read."""
MOST_REFUSED = 100
"""Refused answers in a row after which a pipe is asked no more: nobody is reading the questions."""


class LeaveError(Exception):
    """The player left, by q or at the end of the input; with a sentence where too many answers were refused."""


def is_person() -> bool:
    """Whether a person is at a terminal, who can be asked to confirm."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _line_editor() -> ModuleType | None:
    """The module that gives `input` arrow keys and history; None where Python came without it."""
    with contextlib.suppress(ImportError):
        import readline

        readline.set_auto_history(False)  # Only bets are worth repeating: `remember` keeps them.
        readline.set_completer(lambda _text, _state: None)  # TAB would offer the names of files.
        return readline
    return None


def _drawn_by(editor: ModuleType | None, prompt: str) -> str:
    """A prompt whose colours the line editor does not count as columns; without colours where it would."""
    if editor is None:
        return prompt
    if "libedit" in (editor.__doc__ or ""):
        return ESCAPE.sub("", prompt)
    return ESCAPE.sub(lambda found: f"\001{found[0]}\002", prompt)


def remember(line: str) -> None:
    """Keeps a line for the arrow keys, once, until the player leaves."""
    if is_person() and (editor := _line_editor()):
        last = editor.get_current_history_length()
        if not last or editor.get_history_item(last) != line:
            editor.add_history(line)


def read_line(question: str, choices: tuple[str, ...] = ()) -> str:
    """Asks a question, with its possible answers beside it, until one is given: Enter alone is no answer.

    LeaveError at the end of the input.
    """
    for _ in range(MOST_REFUSED):
        if answer := read_answer(ask_in_lines(question, choices)):
            return answer
    raise LeaveError(f"{MOST_REFUSED} empty lines are no answer")


def ask_in_lines(question: str, choices: tuple[str, ...] = ()) -> str:
    """Prints all lines of a question but the last, which is the prompt and is returned."""
    *above, last = (
        wrapped(choices, gap="   ", first=question + " ", rest="  ") if choices else wrapped(question.split())
    )
    for line in above:
        print(line)
    return last + " "


def read_answer(prompt: str) -> str:
    """One line as it was typed, without the spaces around it; LeaveError at the end of the input."""
    if is_person():
        try:
            return input(_drawn_by(_line_editor(), prompt)).strip()
        except EOFError:
            raise LeaveError from None
    print(prompt, end="", flush=True)
    line = sys.stdin.readline(LONGEST)
    if not line:
        raise LeaveError
    if not sys.stdin.isatty():
        print(line.strip())
    return line.strip()
