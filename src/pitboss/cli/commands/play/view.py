"""A table in the terminal: events become lines, and what is typed becomes commands."""

import contextlib
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial

from pitboss.cli.commands.paytables import tables_in_force
from pitboss.cli.commands.play.keys import option_keys, read_bets, read_key, read_line
from pitboss.cli.commands.rules import print_rules
from pitboss.cli.console import bold, is_decorated
from pitboss.cli.words import labelled, plural, required_words
from pitboss.core.cards import Card, cards_text
from pitboss.core.errors import ChoiceError, PitbossError
from pitboss.core.game import Cards, Chosen, Equal, Fixed, Game, Shuffle
from pitboss.core.money import dollars, signed
from pitboss.core.script import TABLE, NeedChoice, option_text, parse_option
from pitboss.core.settle import SettledLine, Settlement
from pitboss.core.stakes import pays_meters
from pitboss.core.transcript import told_lines
from pitboss.table.commands import Command, MakeChoice, PlaceBets, Sit, SitOut, Void
from pitboss.table.events import (
    CardsDealt,
    MeterMoved,
    PileShown,
    RoundBegan,
    RoundOver,
    Settled,
    Shuffled,
    TableEvent,
    seen_by,
)
from pitboss.table.table import Phase, Table
from pitboss.table.wallet import Chips

YOU = "you"
HELP = """Type amounts: "10" for the first bet, "10 NAME 5" to add others. r rebets, x doubles the last bets,
0 sits a seat out where you play several, i shows the rules, t the pay tables, ? this help, q leaves."""


class LeaveError(Exception):
    """The player left: q, the end of piped input, or Ctrl-C."""


def bet_words(game: Game, name: str) -> str:
    """A wager for the list of bets."""
    wager = game.wager[name]
    label = labelled(game, name)
    if isinstance(wager.stake, Fixed):
        label += f" {dollars(wager.stake.cents)}"
    if isinstance(wager.stake, Equal):
        label += f" = {wager.stake.to}"
    return label + required_words(wager)


@dataclass
class Sitting:
    """One person's sitting at a table, on one or more seats."""

    table: Table
    wallet: Chips
    rounds: int = 0
    open_piles: set[tuple[str, int]] = field(default_factory=set)
    """The piles of this round whose cards were printed."""

    @property
    def chips(self) -> int:
        """The player's money, bets included."""
        return self.wallet.cents[YOU]

    def play(self) -> None:
        """Plays until the player leaves or cannot bet any more."""
        start = self.chips
        for seat in range(1, self.table.seats + 1):
            self.apply(Sit(seat, YOU))
        try:
            self.welcome()
            while self.table.can_bet(1):
                self.play_round()
            print(f"{dollars(self.chips)} is not enough for another bet.")
        except (LeaveError, KeyboardInterrupt):
            print()
        played = plural(self.rounds, "round")
        print(f"You played {played}, {signed(self.chips - start)}, and leave with {dollars(self.chips)}.")

    def apply(self, command: Command) -> tuple[TableEvent, ...]:
        """Carries out a command now."""
        return self.table.apply(command, time.monotonic_ns() // 1_000_000)

    def welcome(self) -> None:
        game, house = self.table.game, self.table.house
        options = ", ".join(f"{name} {game.options.text(name)}" for name in game.options)
        icon = f" {game.icon}" if game.icon and is_decorated(sys.stdout) else ""
        print(bold(game.title) + icon + (f"   {options}" if options else ""))
        step, limit = dollars(house.step_cents), dollars(house.limit_cents)
        print(f"You have {dollars(self.chips)}. Bets in steps of {step} up to {limit}.")
        bets = ", ".join(bet_words(game, name) for name in game.wager if not isinstance(game.wager[name].stake, Chosen))
        print(f"Bets: {bets}.")
        print(HELP)

    def play_round(self) -> None:
        """Plays one round: bets, cards, choices, money."""
        print(f"\nRound {self.rounds + 1}   you have {dollars(self.chips)}")
        if self.table.meters and any(pays_meters(wager) for wager in self.table.game.wagers):
            meters = (f"meter {meter.number}: {dollars(meter.amount_cents)}" for meter in self.table.meters)
            print("  ".join(meters))
        try:
            self.show(self.take_bets())
            while self.table.phase is Phase.CHOOSE:
                self.show(self.take_choice())
        except (LeaveError, KeyboardInterrupt):
            if self.table.is_playing:
                self.apply(Void("the player left"))
                print("\nThe round is void; its bets come back.", end="")
            raise

    def hear(self, read: Callable[[str], str], prompt: str) -> str:
        """Reads an answer, past the keys that show rules, pay tables and help."""
        while True:
            answer = read(prompt)
            if not answer or answer.strip().lower() in ("q", "\x04"):
                raise LeaveError
            answer = answer.strip()
            if not answer:
                continue  # A stray Enter never means anything.
            if answer.lower() == "i":
                print_rules(self.table.game.name)
            elif answer.lower() == "t":
                print(tables_in_force(self.table.game))
            elif answer == "?":
                print(HELP)
            else:
                return answer

    def ask(self, hear: Callable[[], str], command: Callable[[str], Command | None]) -> tuple[TableEvent, ...]:
        """Asks until an answer makes a command that the table takes."""
        while True:
            answer = hear()
            try:
                asked = command(answer)
                if asked is not None:
                    return self.apply(asked)
            except PitbossError as error:
                print(f"Not taken: {error}.")

    def take_bets(self) -> tuple[TableEvent, ...]:
        """Asks every seat for bets until the round begins; one of several seats may sit out."""
        while True:
            for seat in range(1, self.table.seats + 1):
                prompt = "Bets:" if self.table.seats == 1 else f"Bets of seat {seat}:"
                events = self.ask(partial(self.hear, read_line, prompt), partial(self.bet_command, seat))
            if any(isinstance(event, RoundBegan) for event in events):
                return events

    def bet_command(self, seat: int, answer: str) -> Command:
        """The command that a typed line stands for: bets of a seat, or to sit out."""
        if answer == "0" and self.table.seats > 1:
            return SitOut(seat)
        return PlaceBets(seat, read_bets(self.table.game, answer, self.table.last_bets.get(seat)))

    def take_choice(self) -> tuple[TableEvent, ...]:
        """Asks the first seat that must choose, by one key where one key tells the options apart, else by a line."""
        need = self.table.round.need() if self.table.round else None
        assert isinstance(need, NeedChoice)
        seat, choice = min(need.legal), self.table.game.choices[need.name]
        keys = option_keys(choice, need.legal[seat])
        texts = {key: option_text(choice, option) for key, option in keys.items()}
        if not isinstance(choice.options, Cards):
            texts = {key: text.lower() for key, text in texts.items()}
        named = {text.lower(): keys[key] for key, text in texts.items()}
        by_key = max(map(len, keys)) == 1  # With ten sets of cards or more, one key does not tell them apart.

        def command(answer: str) -> Command | None:
            option = keys.get(answer.lower(), named.get(answer.lower()))
            if option is None and isinstance(choice.options, Cards):
                with contextlib.suppress(ChoiceError):  # Cards in any order and case.
                    option = parse_option(choice, answer)
            if option is None:
                print(f"Not understood: {answer.lower()!r}. {'Press' if by_key else 'Type'} {' or '.join(keys)}.")
                return None
            return MakeChoice(seat, need.name, option)

        asked = need.name if self.table.seats == 1 else f"{need.name}, seat {seat}"
        menu = "   ".join(f"[{key}] {text}" for key, text in texts.items())
        return self.ask(partial(self.hear, read_key if by_key else read_line, f"{asked}: {menu}"), command)

    def show(self, events: tuple[TableEvent, ...]) -> None:
        lines = told_lines(Settlement(tuple(event.line for event in events if isinstance(event, Settled))))
        for place, event in enumerate(events):
            match event:
                case Shuffled() if self.table.shoe.shuffle is Shuffle.CUT_CARD:
                    print("The dealer shuffles.")
                case RoundBegan():
                    self.open_piles.clear()
                case CardsDealt() if not is_shown_at_once(event, events[place + 1 :]):
                    seen = seen_by(self.table.game, event, event.seat)
                    assert isinstance(seen, CardsDealt)
                    self.print_pile(seen.pile, seen.seat, seen.count, seen.cards, seen.words)
                case PileShown(pile, owner, cards, words) if (pile, owner) not in self.open_piles:
                    self.print_pile(pile, owner, len(cards), cards, words)
                case Settled(line, words) if line in lines:
                    self.print_line(line, words)
                case MeterMoved(move):
                    for award in move.awards:
                        seed, paid = dollars(move.before.seed_cents), dollars(award.paid_cents)
                        print(f"  meter {move.before.number} pays {paid} and restarts at {seed}")
                case RoundOver(_, nets):
                    self.rounds += 1
                    print(f"  {'net':<18} {'':>9} {'':<8} {signed(sum(nets.values())):>10}")

    def print_pile(self, pile: str, owner: int, count: int, cards: tuple[Card, ...] | None, words: str) -> None:
        """Prints one pile: its cards, or how many there are."""
        label = self.label(pile, owner)
        if cards is None:
            print(f"  {label:<18} {count} face down")
        else:
            self.open_piles.add((pile, owner))
            print(f"  {label:<18} {cards_text(cards):<21} {words}".rstrip())

    def print_line(self, line: SettledLine, words: str) -> None:
        """Prints how one line of a bet ended."""
        outcome = line.outcome.name.replace("_", " ").lower()
        paid = f"{dollars(line.stake_cents):>9} {line.pay!s:<8} {signed(line.net_cents):>10}"
        commission = f", commission {dollars(line.commission_cents)}" if line.commission_cents else ""
        print(
            f"  {self.label(line.wager, line.seat):<18} {paid}   {outcome}{f', {words}' if words else ''}{commission}"
        )

    def label(self, name: str, seat: int) -> str:
        """The name of a pile or wager, with its seat where there are several."""
        label = self.table.game.label(name)
        return label if self.table.seats == 1 or seat == TABLE else f"{label}, seat {seat}"


def is_shown_at_once(event: CardsDealt, later: Iterable[TableEvent]) -> bool:
    """Whether a pile is turned over before the next card is dealt, so that one line says both."""
    for each in later:
        if not isinstance(each, PileShown):
            return False
        if (each.pile, each.seat) == (event.pile, event.seat):
            return True
    return False
