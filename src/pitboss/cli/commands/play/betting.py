"""The bets of a round: asked of every seat, shown before they are dealt, and taken back with u."""

from collections.abc import Callable
from dataclasses import dataclass

from pitboss.cli.commands.play.help import print_bet_help
from pitboss.cli.layout import print_wrapped
from pitboss.cli.table_view.bets import read_bets
from pitboss.cli.table_view.layout import Layout
from pitboss.cli.table_view.prompts import Prompts
from pitboss.cli.table_view.typed import is_person, remember
from pitboss.core.errors import PitbossError
from pitboss.core.game import Game
from pitboss.core.money import amount_words
from pitboss.core.script import Stakes, option_name
from pitboss.core.stakes import raised_by
from pitboss.table.commands import Command, PlaceBets, SitOut, TakeBack
from pitboss.table.events import RoundBegan, TableEvent
from pitboss.table.table import Table

BACK = "u"
DEALS = ("", "y", "yes", "deal")


@dataclass
class Betting:
    """Asks every seat for bets until the round begins."""

    table: Table
    prompts: Prompts
    layout: Layout
    apply: Callable[[Command], tuple[TableEvent, ...]]
    is_coached: bool

    def take(self) -> tuple[TableEvent, ...]:
        """The events that begin the round, once every seat has bet or sits out."""
        seat = 1
        while True:
            command = self._asked(seat)
            if command is None:
                seat -= 1
                self.apply(TakeBack(seat))
                print(f"Seat {seat} takes its bets back.")
                continue
            events = self.apply(command)
            if any(isinstance(event, RoundBegan) for event in events):
                return events
            seat = seat % self.table.seats + 1

    def _asked(self, seat: int) -> Command | None:
        """The command that a seat gives; None to take back the bets of the seat before."""
        pending: Command | None = None
        while True:
            question = "Bets:" if self.table.seats == 1 else f"Bets of seat {seat}:"
            answer = self._confirmed(pending) if pending else self.prompts.hear(question, print_help=self._print_help)
            if pending and answer.lower() in DEALS:
                return pending
            if answer.lower() == BACK:
                if pending is None and seat > 1:
                    return None
                print("The bets are taken back." if pending else "There are no bets to take back.")
                pending = None
                continue
            try:
                pending = self._command(seat, answer)
            except PitbossError as error:
                self.prompts.not_taken(answer, error)
                continue
            self.prompts.taken()
            remember(answer)
            begins = seat == self.table.seats and (isinstance(pending, PlaceBets) or self.table.bets)
            if not (begins and is_person()):
                return pending

    def _print_help(self) -> None:
        print_bet_help(self.table.game, self.table.seats, self.is_coached)

    def _confirmed(self, command: Command) -> str:
        """Shows the bets and asks whether they stand; returns the answer, which is empty where Enter deals them."""
        last = {command.seat: dict(command.stakes)} if isinstance(command, PlaceBets) else {}
        bets = {**self.table.bets, **last}
        parts = []
        for seat in sorted(bets):
            listed = " ".join(self.layout.bets(bets[seat]))
            parts.append(listed if self.table.seats == 1 else f"seat {seat}: {listed}")
        print_wrapped("; ".join(parts) + ".", first="  ", rest="    ")
        return self.prompts.hear("Enter or y deals, u takes back:", print_help=self._print_help, enter_answers=True)

    def _command(self, seat: int, answer: str) -> Command:
        """A line as a command: bets, or sitting out. Refuses what the table would refuse."""
        if answer == "0" and self.table.seats > 1:
            return SitOut(seat)
        stakes = read_bets(self.table.game, answer, self.table.last_bets.get(seat))
        left = self.table.left_after(seat, stakes)
        others = sum(most_raised(self.table.game, bets)[1] for owner, bets in self.table.bets.items() if owner != seat)
        option, more = most_raised(self.table.game, stakes)
        if more and more + others > left:
            beside = f", beside {amount_words(others)} for other seats" if others else ""
            needed = f"to {option} you will need {amount_words(more)} more{beside}"
            print_wrapped(f"Attention: {needed}, and these bets leave you {amount_words(left)}.")
        return PlaceBets(seat, stakes)


def most_raised(game: Game, stakes: Stakes) -> tuple[str, int]:
    """The option that can add most to these bets in mid-round, by name, and how much that is."""
    most = ("", 0)
    for name, choice in game.choices.items():
        for option in choice.raises:
            more = sum(raised_by(game, dict(stakes), name, option).values())
            if more > most[1]:
                most = option_name(choice, option).replace("-", " "), more
    return most
