"""The player's input: whole lines, single keys, bets in words, options by one key."""

import sys
from collections.abc import Iterable, Mapping

from pitboss.core.errors import BetError, unknown
from pitboss.core.game import Answer, Cards, Choose, Chosen, Fixed, Free, Game
from pitboss.core.money import cents
from pitboss.core.script import option_text
from pitboss.core.stakes import equal_filled_in

TAKEN = "qit"  # Keys that mean something everywhere: leave, rules, pay tables.


def read_line(prompt: str) -> str:
    """Reads a line; echoes it when stdin is not a terminal."""
    print(prompt, end=" ", flush=True)
    answer = sys.stdin.readline()
    if not sys.stdin.isatty():
        print(answer.strip())
    return answer


def read_key(prompt: str) -> str:
    """Reads one key press, without Enter, on a terminal that allows it; else a line."""
    try:
        import termios
        import tty
    except ImportError:
        return read_line(prompt)
    if not sys.stdin.isatty():
        return read_line(prompt)
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        # Before the prompt, and without flushing: a key pressed the moment it appears must count.
        tty.setcbreak(terminal, termios.TCSADRAIN)
        print(prompt, end=" ", flush=True)
        key = sys.stdin.read(1)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
    print(key if key.isprintable() else "")
    return key


def read_bets(game: Game, answer: str, last: Mapping[str, int] | None) -> dict[str, int]:
    """The bets that a line names: `10`, `10 tie 2`, `regular=10 tie=2`; r and x repeat and double the last ones."""
    if answer.lower() in ("r", "x"):
        if last is None:
            raise BetError("there is no bet to repeat yet", "nothing-to-repeat")
        free = [name for name in last if not isinstance(game.wager[name].stake, Fixed)]
        return {name: amount * (2 if answer.lower() == "x" and name in free else 1) for name, amount in last.items()}
    words = [word.strip(",") for word in answer.replace("=", " ").split()]
    if len(words) % 2:
        words.insert(0, next(wager.name for wager in game.wagers if isinstance(wager.stake, Free)))
    stakes: dict[str, int] = {}
    for word, amount in zip(words[::2], words[1::2], strict=True):
        name = _wager_named(game, word)
        if name in stakes:
            raise BetError(f"{name} is named twice", "twice")
        stakes[name] = cents(amount)
    return equal_filled_in(game, stakes)


def _wager_named(game: Game, word: str) -> str:
    """The wager that a word stands for: its name, or a beginning that fits one alone."""
    names = [wager.name for wager in game.wagers if not isinstance(wager.stake, Chosen)]
    fits = [name for name in names if name == word.lower()] or [name for name in names if name.startswith(word.lower())]
    if len(fits) == 1:
        return fits[0]
    raise BetError(unknown("wager", word, names), "unknown-wager")


def option_keys(choice: Choose, legal: Iterable[Answer]) -> dict[str, Answer]:
    """A key for each option: a letter of its name, or a number where it names cards; never a key of `TAKEN`."""
    if isinstance(choice.options, Cards):
        return {str(number): option for number, option in enumerate(legal, 1)}
    keys: dict[str, Answer] = {}
    # The option that gives the choice its name comes first and has the first say in its letter.
    for option in sorted(legal, key=lambda option: option_text(choice, option).lower() != choice.name):
        letters = option_text(choice, option).lower()
        keys[next(each for each in letters if each not in keys and each not in TAKEN)] = option
    return keys
