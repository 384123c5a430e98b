"""A round asked for step by step: bets, then cards and choices as the rules come to need them."""

import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TypeVar

from pitboss.cli.args import whole
from pitboss.cli.layout import filled
from pitboss.cli.table_view.bets import bet_examples, bets_offered, read_bets
from pitboss.cli.table_view.keys import Menu, menu
from pitboss.cli.table_view.typed import LONGEST, MOST_REFUSED
from pitboss.cli.words import theme_words
from pitboss.core.cards import Card, parse_cards
from pitboss.core.errors import FormatError, PitbossError, one_of, plural
from pitboss.core.game import Answer, Cards, Game, Place
from pitboss.core.round import Round, first_missing, play_out
from pitboss.core.script import TABLE, NeedCards, NeedChoice, check_bets, option_name
from pitboss.core.settle import House

HELP, QUIT, BACK = ("?", "h", "help"), ("q", "quit"), ("u", "undo")
CARDS = "As 10h 3d, or A♠ 10♥ 3♦"
LEAVING = "u goes one step back; q leaves, and settles nothing."

T = TypeVar("T")


class BackError(Exception):
    """The answer before is to be asked for again."""


class Questions:
    """Asks on stderr and reads stdin, so that stdout holds the settlement alone."""

    def __init__(self) -> None:
        self.wrong = 0

    def ask(
        self,
        prompt: str,
        waits_for: str,
        take: Callable[[str], T],
        help_words: str,
        enter: str = "",
        own: Collection[str] = (),
    ) -> T:
        """Asks until an answer is taken, and says what is wrong with the others; `?` says what may be typed.

        Enter alone stands for the answer `enter`; without one, the question is asked again. `own` are letters of
        options, which are answers even where they are keys. BackError where the answer before is taken back.
        """
        while True:
            answer = self._line(prompt, waits_for) or enter
            if not answer:
                continue
            key = "" if answer.lower() in own else answer.lower()
            if key in BACK:
                raise BackError
            if key in QUIT:
                raise FormatError(f"nothing is settled: {answer} was typed in place of {waits_for}")
            try:
                if key not in HELP:
                    return take(answer)
                print(filled(f"{help_words} {LEAVING}", "  ", "  "), file=sys.stderr)
            except PitbossError as error:
                print(filled(f"Not taken: {error}.", rest="  "), file=sys.stderr)
            self.count_wrong(answer)

    def count_wrong(self, answer: str) -> None:
        """Counts an answer that leads no further; refuses to go on after too many from a pipe."""
        self.wrong += 1
        if self.wrong >= MOST_REFUSED and not sys.stdin.isatty():
            raise FormatError(f"{self.wrong} answers were not taken; the last is {answer[:40]!r}")

    def _line(self, prompt: str, waits_for: str) -> str:
        print(prompt, end=" ", file=sys.stderr, flush=True)
        line = sys.stdin.readline(LONGEST)
        if not line:
            print(file=sys.stderr)
            raise FormatError(f"nothing is settled: the answers ended before {waits_for}")
        if not sys.stdin.isatty():
            print(line.strip(), file=sys.stderr)
        return line.strip().removeprefix("\ufeff")


@dataclass
class Asking:
    """A round in the making: what was given or answered so far, and the order of the answers."""

    game: Game
    house: House
    seats: int | None
    """The number of seats; None until it is answered."""
    bets: dict[int, dict[str, int]]
    choices: dict[tuple[str, int], Answer]
    deals: dict[tuple[str, int], tuple[Card, ...]] = field(default_factory=dict)
    undo: list[Callable[[], object]] = field(default_factory=list)
    """What takes each answer back, in the order of the answers."""
    questions: Questions = field(default_factory=Questions)

    def run(self) -> Round:
        """Asks question after question until the round can be settled."""
        if theme := theme_words(self.game):
            print(filled(theme, rest="  "), file=sys.stderr)
        while True:
            try:
                if not self.ask_next():
                    return play_out(self.game, self.bets, self.deals, self.choices)
            except BackError:
                if self.undo:
                    self.undo.pop()()
                else:
                    print("Not taken: this is the first question, and u goes one step back.", file=sys.stderr)
                self.questions.count_wrong(BACK[0])

    def ask_next(self) -> bool:
        """Asks the first question that is open; False where there is none."""
        if self.seats is None:
            self.ask_seats()
        elif len(self.bets) < self.seats:
            self.ask_bets(len(self.bets) + 1)
        else:
            need = first_missing(self.game, self.bets, self.deals, self.choices)
            if isinstance(need, NeedCards):
                self.ask_cards(need)
            elif isinstance(need, NeedChoice):
                self.ask_choice(need, min(need.legal))
            return need is not None
        return True

    def ask_seats(self) -> None:
        """Asks how many seats there are."""
        most = self.game.seats
        self.seats = self.questions.ask(
            f"Seats (1 to {most}, Enter for 1):",
            "the number of seats",
            lambda answer: whole("seats", answer, 1, most),
            f"Type how many seats the round has, from 1 to {most}.",
            enter="1",
        )
        self.undo.append(self.forget_seats)

    def forget_seats(self) -> None:
        """Takes the number of seats back."""
        self.seats = None

    def ask_bets(self, seat: int) -> None:
        """Asks for the bets of a seat."""
        if seat == 1:
            print(filled(bets_offered(self.game), rest="  "), file=sys.stderr)
        examples = bet_examples(self.game)
        whose = "Your bets" if self.seats == 1 else f"Bets of seat {seat}"
        self.bets[seat] = self.questions.ask(
            f"{whose}, such as {examples[0][0]}:",
            whose[0].lower() + whose[1:],
            lambda answer: _bets(self.game, self.house, answer),
            " ".join(f"{line}: {words}." for line, words in examples),
        )
        self.undo.append(lambda: self.bets.pop(seat))

    def ask_cards(self, need: NeedCards) -> None:
        """Asks for the cards of a pile."""
        label, count, owner = self.game.label(need.pile), plural(need.count, "card"), self.of_seat(need.seat)
        key = need.pile, need.seat

        def take(answer: str) -> None:
            more = {**self.deals, key: parse_cards(answer)}
            first_missing(self.game, self.bets, more, self.choices)
            self.deals = more

        self.questions.ask(
            f"{label[:1].upper()}{label[1:]}{owner} ({count}):",
            f"the cards of {need.pile}{owner}",
            take,
            f"Type {count}, each a rank (2 to 9, T, J, Q, K, A) and a suit (c, d, h, s), such as {CARDS}.",
        )
        self.undo.append(lambda: self.deals.pop(key))

    def ask_choice(self, need: NeedChoice, seat: int) -> None:
        """Asks for the choice of a seat, by the letters that it has at a table."""
        offered, key = self.menu(need, seat), (need.name, seat)
        listed = [f"[{letter}] {option_name(offered.choice, option)}" for letter, option in offered.letters.items()]
        count = f"{offered.count} of " if offered.count > 1 else ""

        def take(answer: str) -> None:
            more = {**self.choices, key: offered.read(answer)}
            first_missing(self.game, self.bets, self.deals, more)
            self.choices = more

        self.questions.ask(
            f"{need.name.capitalize()}{self.of_seat(seat)} ({count}{one_of(listed)}):",
            f"the choice {need.name}{self.of_seat(seat)}",
            take,
            f"Type {count}{one_of(listed)}, by letter or in full: what was chosen at the table.",
            own=offered.letters,
        )
        self.undo.append(lambda: self.choices.pop(key))

    def menu(self, need: NeedChoice, seat: int) -> Menu:
        """The menu of a choice, as `play` has it."""
        choice = self.game.choices[need.name]
        held: tuple[Card, ...] = ()
        if isinstance(choice.options, Cards):
            pile = choice.options.pile
            held = self.deals[pile, seat if self.game.piles[pile].to is Place.SEAT else TABLE]
        return menu(choice, need.legal[seat], self.game.reads, held)

    def of_seat(self, seat: int) -> str:
        """`, seat 2` where there are several."""
        return f", seat {seat}" if self.seats != 1 and seat != TABLE else ""


def asked_round(
    game: Game, house: House, stakes: dict[str, int] | None, choices: dict[tuple[str, int], Answer]
) -> Round:
    """A finished round from the answers of a person or a pipe.

    What is given is not asked for: where bets or choices are, they are those of the only seat.
    """
    asks_seats = stakes is None and not choices and game.seats > 1
    return Asking(game, house, None if asks_seats else 1, {1: stakes} if stakes else {}, dict(choices)).run()


def _bets(game: Game, house: House, answer: str) -> dict[str, int]:
    stakes = read_bets(game, answer, None)
    check_bets(game, {1: stakes})
    house.check_bets(game, stakes)
    return stakes
