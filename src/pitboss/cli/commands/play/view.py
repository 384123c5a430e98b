"""A table in the terminal: events become lines, and what is typed becomes commands."""

import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from pitboss.cli.commands.play.betting import Betting
from pitboss.cli.commands.play.help import print_choice_help
from pitboss.cli.console import bold, is_decorated
from pitboss.cli.layout import print_wrapped, wrapped
from pitboss.cli.table_view.bets import bet_examples, bets_offered
from pitboss.cli.table_view.coaching import Asked, Coach, Coaching
from pitboss.cli.table_view.keys import menu_of
from pitboss.cli.table_view.layout import Layout
from pitboss.cli.table_view.prompts import Prompts
from pitboss.cli.table_view.typed import LeaveError
from pitboss.cli.words import plural, theme_words
from pitboss.coach.log import append, check_log, remember, with_room
from pitboss.core.choice_notes import ChoiceNote
from pitboss.core.errors import FormatError, PitbossError
from pitboss.core.game import Answer, Game, Shuffle
from pitboss.core.money import amount_words, dollars, signed
from pitboss.core.round import Round
from pitboss.core.script import NeedChoice
from pitboss.core.settle import Settlement
from pitboss.core.settled_words import decided_words, told_lines
from pitboss.core.stakes import pays_meters
from pitboss.core.themes import theme_of
from pitboss.table.commands import CallTime, Command, MakeChoice, Sit
from pitboss.table.events import (
    CardsDealt,
    ChoiceMade,
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


def set_words(game: Game) -> str:
    """The options that are set otherwise than usual, but for the theme; nothing where none is."""
    options = game.options
    theme = theme_of(options)
    names = [name for name in options if options[name] not in (options.settings[name].default, theme)]
    return ", ".join(f"{name} {options.text(name)}" for name in names)


@dataclass
class Sitting:
    """One person's sitting at a table, on one or more seats."""

    table: Table
    wallet: Chips
    layout: Layout
    coaching: Coaching
    log: str = ""
    """The file that finished rounds are added to; empty where none was asked for."""
    rounds: int = 0
    counted: Round | None = None
    """The last round of `rounds`."""
    start_cents: int = field(init=False)
    open_piles: set[tuple[str, int]] = field(default_factory=set)
    """The piles of this round whose cards were printed."""
    notes: dict[tuple[str, int], ChoiceNote] = field(default_factory=dict)
    """What the log is to tell of the choices of this round."""
    decided: set[tuple[int, str]] = field(default_factory=set)
    """By seat: the bets of this round that were told to be decided."""

    def __post_init__(self) -> None:
        self.start_cents, self.log_in_use = self.chips, self.log
        self.meters = self.table.meters  # As this round began with them.
        self.prompts = Prompts(self.table.game, self.print_session)
        self.betting = Betting(self.table, self.prompts, self.layout, self.apply, self.is_coached)

    @property
    def is_coached(self) -> bool:
        """Whether the coach tells values, luck and decisions at all."""
        return self.coaching.coach is not Coach.OFF

    @property
    def chips(self) -> int:
        """The player's money, bets included."""
        return self.wallet.cents[YOU]

    @property
    def result(self) -> str:
        """What the rounds brought so far."""
        return signed(self.chips - self.start_cents)

    def play(self) -> None:
        """Plays until the player leaves or cannot bet any more; Ctrl-C leaves with the result in one line."""
        for seat in range(1, self.table.seats + 1):
            self.apply(Sit(seat, YOU))
        reason = ""
        try:
            self.welcome()
            while self.table.can_bet(1):
                self.play_round()
            print_wrapped(f"{amount_words(self.chips)} is not enough for another bet.")
        except LeaveError as left:
            reason = str(left)
            print()
        except KeyboardInterrupt:
            raise KeyboardInterrupt(self.end_at_once()) from None
        played = f"{plural(self.rounds, 'round')}, {self.result}," if self.rounds else "no round"
        print_wrapped(f"You played {played} and leave with {amount_words(self.chips)}.")
        self.coaching.print_session()
        if reason:
            raise FormatError(reason)

    def end_at_once(self) -> str:
        """Settles a round in play as `forfeit` does, without a word; the sitting in one line."""
        settled = "; the last was settled without you" if self.table.is_playing else ""
        while self.table.is_playing:
            self.apply(CallTime())
        if self.table.round is not None and self.table.round is not self.counted:
            self.count(self.table.round)
        played = f"after {plural(self.rounds, 'round')}: {self.result}{settled}" if self.rounds else "before a round"
        return f"Stopped {played}." + (f" The rounds are in {self.log_in_use}." if self.log and self.rounds else "")

    def apply(self, command: Command) -> tuple[TableEvent, ...]:
        """Carries out a command now."""
        events = self.table.apply(command, time.monotonic_ns() // 1_000_000)
        if isinstance(command, CallTime):
            made = (event for event in events if isinstance(event, ChoiceMade))
            self.notes.update({(event.name, event.seat): ChoiceNote(is_by_table=True) for event in made})
        return events

    def welcome(self) -> None:
        """Prints what is played here, for what, and how to begin."""
        game, house = self.table.game, self.table.house
        icon = f" {game.icon}" if game.icon and is_decorated(sys.stdout) else ""
        print_wrapped(f"{game.summary}.", first=f"{bold(game.title)}{icon}: ", rest="  ")
        if theme := theme_words(game):
            print_wrapped(theme)
        if options := set_words(game):
            print_wrapped(f"Set here: {options}.", rest="  ")
        step, limit = amount_words(house.step_cents), amount_words(house.limit_cents)
        print_wrapped(f"You have {amount_words(self.chips)}. Bets in steps of {step} up to {limit}.")
        print_wrapped(bets_offered(game), rest="  ")
        print_wrapped(f"Type {bet_examples(game)[0][0]} to bet, for example. ? is help, i the rules, q leaves.")

    def print_session(self) -> None:
        """Prints the session so far."""
        if not self.rounds:
            print_wrapped(f"You have not played a round yet, and have {amount_words(self.chips)}.")
            return
        print_wrapped(f"You played {plural(self.rounds, 'round')}, {self.result}, and have {amount_words(self.chips)}.")
        self.coaching.print_session()

    # A round ----------------------------------------------------------------------------------------------------------

    def play_round(self) -> None:
        """Plays one round: bets, cards, choices, money."""
        print(f"\n{bold(f'Round {self.rounds + 1}')}   you have {amount_words(self.chips)}")
        if self.table.meters and any(pays_meters(wager) for wager in self.table.game.wagers):
            meters = [f"meter {meter.number}: {dollars(meter.amount_cents)}" for meter in self.table.meters]
            print("\n".join(wrapped(meters, gap="  ")))
        self.meters = self.table.meters
        self.coaching.begin_round()
        self.notes.clear()
        self.decided.clear()
        try:
            self.show(self.betting.take())
            while self.table.phase is Phase.CHOOSE:
                self.show(self.take_choice())
        except LeaveError:
            if self.table.is_playing:
                self.forfeit()
            raise

    def forfeit(self) -> None:
        """Ends a round that the player leaves: the table makes every open choice as when time is called."""
        print()
        print_wrapped("You leave in mid-round, and the round is settled without you.")
        while self.table.is_playing:
            events = self.apply(CallTime())
            for event in events:  # What the table chose is no decision of the player's, and is not graded.
                if isinstance(event, ChoiceMade) and event.option is not None:
                    option = self.layout.decision(event.name, event.option)
                    seat = f" for seat {event.seat}" if self.table.seats > 1 else ""
                    print_wrapped(f"Chosen for you{seat}: {option}.", first="  ", rest="    ")
            self.show(events)

    def take_choice(self) -> tuple[TableEvent, ...]:
        """Asks the first seat that must choose, until an answer is legal and meant."""
        played = self.table.round
        need = played.need() if played else None
        assert played is not None
        assert isinstance(need, NeedChoice)
        seat = min(need.legal)
        offered = menu_of(played, seat)
        lacks = {option: self.table.missing_cents(seat, need.name, option) for option in offered.legal}
        asked = Asked(played, seat, {option: missing for option, missing in lacks.items() if missing})
        self.print_decided(played, seat)
        note = self.notes[need.name, seat] = ChoiceNote(missing_cents=asked.missing_cents)
        while True:
            answer = self.prompts.hear_choice(
                offered,
                self.layout,
                seat,
                print_help=lambda: print_choice_help(self.table.game, offered, self.is_coached),
                print_value=lambda: self.coaching.print_value(asked),
                unpaid=asked.missing_cents,
            )
            try:
                option = offered.read(answer, asked.missing_cents)
                offered.check(option)
                if not self.is_meant(asked, option):
                    continue
                events = self.apply(MakeChoice(seat, need.name, option))
            except PitbossError as error:
                self.prompts.not_taken(answer, error)
                continue
            self.prompts.taken()
            if note.is_decision(offered.legal):
                self.coaching.decided.append((asked, option))
            return events

    def print_decided(self, played: Round, seat: int) -> None:
        """Prints the bets that are decided already, each once (ruling G7); money moves when the round ends."""
        told = [words for words in decided_words(played, seat) if (seat, words) not in self.decided]
        self.decided.update((seat, words) for words in told)
        if told:
            print_wrapped(f"{', '.join(told)}.", first="  Already decided: ", rest="    ")

    def is_meant(self, asked: Asked, option: Answer) -> bool:
        """Whether an answer stands; one that the coach warns of stands only if the player keeps it."""
        warning = self.coaching.warning(asked, option)
        if not warning:
            return True
        print_wrapped(warning)
        while True:
            answer = self.prompts.hear(
                "Keep it?",
                ("[k] keep", "[c] change"),
                print_help=lambda: print_wrapped("k keeps your choice, c goes back to it."),
                print_value=lambda: self.coaching.print_value(asked),
            )
            if answer.lower() in ("k", "keep", "c", "change"):
                return answer.lower().startswith("k")
            self.prompts.not_taken(answer, f"{answer!r} is neither k (keep) nor c (change)")

    # What happened ----------------------------------------------------------------------------------------------------

    def show(self, events: tuple[TableEvent, ...]) -> None:
        """Prints what happened, as the player may see it."""
        lines = told_lines(Settlement(tuple(event.line for event in events if isinstance(event, Settled))))
        said: set[tuple[int, str]] = set()
        for place, event in enumerate(events):
            match event:
                case Shuffled() if self.table.shoe.shuffle is Shuffle.CUT_CARD:
                    print("The dealer shuffles.")
                case RoundBegan():
                    self.open_piles.clear()
                case CardsDealt():
                    self.show_dealt(event, events[place + 1 :])
                case PileShown(pile, owner, cards, words) if (pile, owner) not in self.open_piles:
                    self.open_piles.add((pile, owner))
                    self.layout.print_pile(pile, owner, len(cards), cards, words)
                case Settled(line, words) if line in lines:
                    self.layout.print_line(line, words, said)
                case MeterMoved(move):
                    for award in move.awards:
                        seed, paid = dollars(move.before.seed_cents), dollars(award.paid_cents)
                        print(f"  meter {move.before.number} pays {paid} and restarts at {seed}")
                case RoundOver(_, nets):
                    self.end_round(dict(nets))

    def show_dealt(self, event: CardsDealt, later: Iterable[TableEvent]) -> None:
        """Prints a pile when it is dealt; one that nobody may look at yet waits until it is turned over."""
        seen = seen_by(self.table.game, event, event.seat)
        assert isinstance(seen, CardsDealt)
        if seen.cards is None and is_shown(event, later):
            return
        if seen.cards is not None:
            self.open_piles.add((seen.pile, seen.seat))
        self.layout.print_pile(seen.pile, seen.seat, seen.count, seen.cards, seen.words)

    def end_round(self, nets: dict[int, int]) -> None:
        """Prints what the round brought, and what the coach says of it."""
        self.layout.print_net(sum(nets.values()))
        played = self.table.round
        assert played is not None
        self.count(played)  # Before the coach, who may be interrupted.
        game = played.game.with_meters(self.meters) if self.meters else played.game
        self.coaching.end_round(game, {seat: played.state.bets[seat] for seat in nets}, nets)

    def count(self, played: Round) -> None:
        """Counts a finished round and adds it to the log; where that fails, says so once and plays on without."""
        self.rounds, self.counted = self.rounds + 1, played
        if not self.log:
            return
        try:
            log = with_room(self.log)
            if log != self.log_in_use:
                check_log(log)
                remember(log)
                print_wrapped(f"{self.log_in_use} is full; rounds are now added to {log}.")
                self.log_in_use = log
            append(log, played, self.meters, self.notes)
        except FormatError as error:
            print_wrapped(f"{error}. Play goes on; this round and those after it are not logged.")
            self.log = ""


def is_shown(event: CardsDealt, later: Iterable[TableEvent]) -> bool:
    """Whether a pile is turned over before anybody is asked anything, so that one line says both."""
    return any(isinstance(each, PileShown) and (each.pile, each.seat) == (event.pile, event.seat) for each in later)
