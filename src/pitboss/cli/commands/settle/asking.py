"""A round asked for step by step: bets, then cards and choices as the rules come to need them."""

import sys
from collections.abc import Callable
from typing import TypeVar

from pitboss.cli.args import whole
from pitboss.cli.layout import filled
from pitboss.cli.table_view.bets import bet_examples, bets_offered, read_bets
from pitboss.cli.table_view.typed import LONGEST, MOST_REFUSED
from pitboss.core.cards import Card, parse_cards
from pitboss.core.errors import FormatError, PitbossError, one_of, plural
from pitboss.core.game import Answer, Game
from pitboss.core.round import Round, first_missing, play_out
from pitboss.core.script import TABLE, NeedCards, NeedChoice, check_bets, option_name, parse_option
from pitboss.core.settle import House

HELP, QUIT = ("?", "h", "help"), ("q", "quit")
CARDS = "As 10h 3d, or A♠ 10♥ 3♦"
LEAVING = "q leaves, and settles nothing."

T = TypeVar("T")


class Questions:
    """Asks on stderr and reads stdin, so that stdout holds the settlement alone."""

    def __init__(self) -> None:
        self.wrong = 0

    def ask(self, prompt: str, waits_for: str, take: Callable[[str], T], help_words: str, enter: str = "") -> T:
        """Asks until an answer is taken, and says what is wrong with the others; `?` says what may be typed.

        Enter alone stands for the answer `enter`; without one, the question is asked again.
        """
        while True:
            answer = self._line(prompt, waits_for) or enter
            if not answer:
                continue
            if answer.lower() in QUIT:
                raise FormatError(f"nothing is settled: {answer} was typed in place of {waits_for}")
            try:
                if answer.lower() not in HELP:
                    return take(answer)
                print(filled(f"{help_words} {LEAVING}", "  ", "  "), file=sys.stderr)
            except PitbossError as error:
                print(filled(f"Not taken: {error}.", rest="  "), file=sys.stderr)
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


def asked_round(
    game: Game, house: House, stakes: dict[str, int] | None, choices: dict[tuple[str, int], Answer]
) -> Round:
    """A finished round from the answers of a person or a pipe.

    What is given is not asked for: where bets or choices are, they are those of the only seat.
    """
    questions = Questions()
    seats = 1
    if stakes is None and not choices and game.seats > 1:
        seats = questions.ask(
            f"Seats (1 to {game.seats}, Enter for 1):",
            "the number of seats",
            lambda answer: whole("seats", answer, 1, game.seats),
            f"Type how many seats the round has, from 1 to {game.seats}.",
            enter="1",
        )
    bets = {1: stakes} if stakes else _asked_bets(questions, game, house, seats)
    deals: dict[tuple[str, int], tuple[Card, ...]] = {}
    given = dict(choices)

    def of_seat(seat: int) -> str:
        return f", seat {seat}" if seats > 1 and seat != TABLE else ""

    def take_cards(need: NeedCards, answer: str) -> None:
        more = {**deals, (need.pile, need.seat): parse_cards(answer)}
        first_missing(game, bets, more, given)
        deals.update(more)

    def take_choice(need: NeedChoice, seat: int, answer: str) -> None:
        more = {**given, (need.name, seat): parse_option(game.choices[need.name], answer)}
        first_missing(game, bets, deals, more)
        given.update(more)

    while (need := first_missing(game, bets, deals, given)) is not None:
        if isinstance(need, NeedCards):
            label, count = game.label(need.pile), plural(need.count, "card")
            owner = of_seat(need.seat)
            questions.ask(
                f"{label[:1].upper()}{label[1:]}{owner} ({count}):",
                f"the cards of {need.pile}{owner}",
                lambda answer, need=need: take_cards(need, answer),
                f"Type {count}, each a rank (2 to 9, T, J, Q, K, A) and a suit (c, d, h, s), such as {CARDS}.",
            )
        elif isinstance(need, NeedChoice):
            seat = min(need.legal)
            options = one_of(option_name(game.choices[need.name], each) for each in need.legal[seat])
            questions.ask(
                f"{need.name.capitalize()}{of_seat(seat)} ({options}):",
                f"the choice {need.name}{of_seat(seat)}",
                lambda answer, need=need, seat=seat: take_choice(need, seat, answer),
                f"Type {options}, in capitals or not: what was chosen at the table.",
            )
    return play_out(game, bets, deals, given)


def _asked_bets(questions: Questions, game: Game, house: House, seats: int) -> dict[int, dict[str, int]]:
    """The bets of every seat, in cents."""
    print(filled(bets_offered(game), rest="  "), file=sys.stderr)
    examples = bet_examples(game)
    help_words = " ".join(f"{line}: {words}." for line, words in examples)
    bets = {}
    for seat in range(1, seats + 1):
        whose = "Your bets" if seats == 1 else f"Bets of seat {seat}"
        bets[seat] = questions.ask(
            f"{whose}, such as {examples[0][0]}:",
            whose[0].lower() + whose[1:],
            lambda answer: _bets(game, house, answer),
            help_words,
        )
    return bets


def _bets(game: Game, house: House, answer: str) -> dict[str, int]:
    stakes = read_bets(game, answer, None)
    check_bets(game, {1: stakes})
    house.check_bets(game, stakes)
    return stakes
