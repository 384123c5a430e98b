"""Prompts of a table: keys that mean the same at each of them, and answers that are passed on."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from pitboss.cli.console import bold
from pitboss.cli.layout import print_wrapped
from pitboss.cli.rules_text import print_rules
from pitboss.cli.table_view.keys import Menu
from pitboss.cli.table_view.layout import Layout
from pitboss.cli.table_view.typed import MOST_REFUSED, LeaveError, ask_in_lines, is_person, read_answer, read_line
from pitboss.core.game import Answer, Game
from pitboss.core.pays import PayTable

Show = Callable[[], None]
Answers = Collection[Answer]


@dataclass
class Prompts:
    """Reads answers at a table, and answers itself what may be asked at any time."""

    game: Game
    print_session: Show
    refused: int = 0
    """Refused answers in a row."""

    def not_taken(self, answer: str, reason: object) -> None:
        """Says why an answer is not taken; leaves after too many from a pipe, because nobody reads the reasons."""
        print_wrapped(f"Not taken: {reason}.")
        self.refused += 1
        if self.refused >= MOST_REFUSED and not is_person():
            raise LeaveError(f"{self.refused} answers were not taken; the last is {answer[:40]!r}")

    def taken(self) -> None:
        """Notes that an answer was taken."""
        self.refused = 0

    def hear(
        self,
        question: str,
        choices: tuple[str, ...] = (),
        *,
        print_help: Show,
        print_value: Show | None = None,
        own: Collection[str] = (),
        enter_answers: bool = False,
    ) -> str:
        """Asks until something other than a key for rules, tables, help or the session is answered, and returns it.

        `own` are letters of options, which are answers even where they are keys. `?` calls `print_value`, or help where
        there is none. With `enter_answers`, Enter alone is an answer, the empty text.
        """
        shows = {
            **dict.fromkeys(("i", "rules"), lambda: print_rules(self.game)),
            **dict.fromkeys(("t", "tables"), lambda: print(tables_in_force(self.game))),
            **dict.fromkeys(("s", "session"), self.print_session),
            **dict.fromkeys(("h", "help"), print_help),
            "?": print_value or print_help,
        }
        while True:
            answer = read_answer(ask_in_lines(question, choices)) if enter_answers else read_line(question, choices)
            key = answer.lower()
            if key in own:
                return answer
            if key in ("q", "quit", "exit"):
                raise LeaveError
            if key not in shows:
                return answer
            shows[key]()

    def hear_choice(
        self, offered: Menu, layout: Layout, seat: int, *, print_help: Show, print_value: Show, unpaid: Answers = ()
    ) -> str:
        """Asks a seat for a choice by the letters of its options; those in `unpaid` are not offered."""
        name, count = offered.choice.name, offered.count
        whose = f", seat {seat}" if layout.seats > 1 else ""
        options = [(letter, option) for letter, option in offered.letters.items() if option not in unpaid]
        told = [(letter, layout.option(name, option), offered.costs.get(option, "")) for letter, option in options]
        return self.hear(
            f"{name}{whose}{f', {count} cards' if count > 1 else ''}:",
            tuple(f"[{letter}] {option} {cost}".rstrip() for letter, option, cost in told),
            print_help=print_help,
            print_value=print_value,
            own=offered.letters,
        )


def tables_in_force(game: Game) -> str:
    """The pays in force of every wager, outcome by outcome."""
    parts = []
    for wager in game.wagers:
        tables: dict[str, PayTable] = {}
        for line in wager.lines:
            tables.setdefault(line.pays.grid, line.pays)
        for pays in tables.values():
            rows = "\n".join(f"  {pays.words_of(pays.outcomes(key).name):<28} {pay}" for key, pay in pays.pays.items())
            parts.append(f"{bold(game.options.grids[pays.grid].title)}   [{pays.column}]\n{rows}")
    return "\n".join(parts)
