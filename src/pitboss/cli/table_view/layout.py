"""Piles and results as lines that fit the terminal."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pitboss.cli.layout import print_wrapped, visible_width, width, wrapped
from pitboss.cli.table_view.cards import CardStyle, shown_card, shown_cards
from pitboss.core.cards import Card
from pitboss.core.game import Answer, Cards, Game, Reads
from pitboss.core.money import dollars, signed
from pitboss.core.script import TABLE, option_cards, option_name
from pitboss.core.settle import SettledLine
from pitboss.core.settled_words import cost_words, ended_words, line_title

INDENT = "    "
ROOM_FOR_WORDS = 24  # Words beside the amounts need this many columns; else they have lines of their own.


@dataclass(frozen=True)
class Layout:
    """How one table's lines are laid out: its game, its seats, and how its cards are drawn."""

    game: Game
    seats: int
    style: CardStyle

    def label(self, name: str, seat: int) -> str:
        """The name of a pile or wager, with its seat where there are several."""
        return self._with_seat(self.game.label(name), seat)

    def _with_seat(self, label: str, seat: int) -> str:
        return label if self.seats == 1 or seat == TABLE else f"{label}, seat {seat}"

    @property
    def label_width(self) -> int:
        """The columns of the longest label."""
        labels = [self.game.label(name) for name in (*self.game.piles, *self.game.wager)]
        for wager in self.game.wagers:
            labels += [line_title(self.game, wager.name, place) for place in range(1, len(wager.lines))]
        return max(len(self._with_seat(label, self.seats)) for label in labels)

    @property
    def cards_width(self) -> int:
        """The columns of the longest pile, gaps between suits included."""
        most = max(deal.count for deal in self.game.piles.values())
        return 3 * most - 1 + (min(most - 1, 3) if self.game.reads is Reads.BY_SUIT else 0)

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards as they are drawn here."""
        return shown_cards(cards, self.game.reads, self.style)

    def option(self, name: str, option: Answer) -> str:
        """An option of a choice: its name, or the cards as they are drawn here."""
        choice = self.game.choices[name]
        if isinstance(choice.options, Cards):
            return " ".join(shown_card(card, self.style) for card in option_cards(option))
        return option_name(choice, option)

    def decision(self, name: str, option: Answer) -> str:
        """An option as a decision: its name says it, while cards need the name of the choice before them."""
        text = self.option(name, option)
        return f"{name} {text}" if isinstance(self.game.choices[name].options, Cards) else text

    def bets(self, stakes: Mapping[str, int]) -> list[str]:
        """Bets as the pieces of a list, each with its amount, in the order of the game's wagers."""
        placed = [name for name in self.game.wager if name in stakes]
        parts = [f"{self.game.label(name)} {dollars(stakes[name])}" for name in placed]
        return [part + ("," if place < len(parts) - 1 else "") for place, part in enumerate(parts)]

    def print_pile(self, pile: str, owner: int, count: int, cards: tuple[Card, ...] | None, words: str) -> None:
        """Prints one pile: its cards and what they are in words, or how many lie face down."""
        shown = f"{count} face down" if cards is None else self.cards(cards)
        line = f"  {self.label(pile, owner):<{self.label_width}}  {shown}"
        if not words:
            print(line)
            return
        gap = " " * (self.cards_width - visible_width(shown))
        if visible_width(line + gap) + 3 + len(words) <= width():
            print(f"{line}{gap}   {words}")
        else:
            print(line)
            print_wrapped(words, first=INDENT, rest=INDENT)

    def print_line(self, line: SettledLine, words: str, said: set[tuple[int, str]]) -> None:
        """Prints how one line of a bet ended: stake, pay, net result, and why. Further lines of a bet have no stake.

        One comparison of hands decides several bets: what is in `said` for the seat is not told again.
        """
        name = line_title(self.game, line.wager, line.line) if line.line else self.game.label(line.wager)
        label, reasons = self._with_seat(name, line.seat), [ended_words(self.game, line, words)]
        if words and (line.seat, words) in said:
            reasons.clear()
        said.add((line.seat, words))
        if line.commission_cents:
            reasons.append(f"commission {dollars(line.commission_cents)}")
        why = ", ".join(reasons)
        stake = dollars(line.stake_cents) if line.line == 0 else ""
        pay, net = cost_words(line.pay) or str(line.pay), signed(line.net_cents)
        amounts = f"  {label:<{self.label_width}} {stake:>8} {pay:<8} {net:>9}"
        if len(amounts) + 3 + ROOM_FOR_WORDS <= width():
            print_wrapped(why, first=f"{amounts}   " if why else amounts, rest=" " * (len(amounts) + 3))
            return
        if len(amounts) > width():
            pieces = [*f"{label} {stake}".split(), f"{pay}:", net]
            amounts = "\n".join(wrapped(pieces, first="  ", rest=INDENT))
        print(amounts)
        if why:
            print_wrapped(why, first=INDENT, rest=INDENT)

    def print_net(self, net_cents: int) -> None:
        """Prints what a round brought, under the net results of its bets."""
        before = f"  {'net':<{self.label_width}} {'':>8} {'':<8}"
        print(f"{before} {signed(net_cents):>9}" if len(before) + 10 <= width() else f"  net {signed(net_cents)}")
