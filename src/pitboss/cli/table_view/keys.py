"""The menu of a choice: options by a letter or by name, cards by a letter or by their own names.

Where there are more than letters, options and cards have numbers.
"""

import string
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from pitboss.cli.table_view.bets import plain_name
from pitboss.cli.table_view.cards import CardStyle, in_order, shown_card
from pitboss.core.cards import Card, parse_card
from pitboss.core.errors import ChoiceError, FormatError, one_of
from pitboss.core.game import Answer, Cards, Choose, Game, Reads
from pitboss.core.money import dollars
from pitboss.core.round import Round
from pitboss.core.script import NeedChoice, option_cards, option_name

TAKEN = "qit"  # Letters that mean something at every prompt: leave, rules, pay tables.


MOST_LETTERS = 12
"""The most options that go by letters; of more, few would have a letter of their name."""


@dataclass(frozen=True)
class Menu:
    """What a seat may answer to a choice: a key for every option, or for every card that an option may hold."""

    choice: Choose
    legal: tuple[Answer, ...]
    letters: Mapping[str, Answer]
    """By letter, or by number where names end in one or there are too many: an option, or one card."""
    costs: Mapping[Answer, str] = field(default_factory=dict)
    """What an option moves, but for the only bet that is added once: `+$15.00 (3 x Ante)`, `takes back $5.00`."""

    @property
    def names_cards(self) -> bool:
        """Whether the choice is among cards."""
        return isinstance(self.choice.options, Cards)

    @property
    def count(self) -> int:
        """How many cards an answer names; 1 where it names an option."""
        return self.choice.options.count if isinstance(self.choice.options, Cards) else 1

    def read(self, answer: str, unpaid: Collection[Answer] = ()) -> Answer:
        """The option that a line names; ChoiceError, with what would be right, where it names none.

        Options in `unpaid`, which the player has too little money for, are not suggested.
        """
        return self._cards(answer) if self.names_cards else self._option(answer, unpaid)

    def check(self, option: Answer) -> None:
        """Refuses an option that is not legal, and names those that are in the order in which they are shown."""
        if self.count == 1 and option not in self.legal:
            name, allowed = self._name(option), one_of(map(self._name, self.letters.values()))
            raise ChoiceError(f"{self.choice.name} cannot be {name} here: it may be {allowed}", "illegal")

    def _name(self, option: Answer) -> str:
        """An option as a player may type it; a ten is written as on screens."""
        if not self.names_cards:
            return option_name(self.choice, option)
        return " ".join(shown_card(card, CardStyle.PLAIN) for card in option_cards(option))

    def _option(self, answer: str, unpaid: Collection[Answer]) -> Answer:
        if answer.lower() in self.letters:
            return self.letters[answer.lower()]
        named = [option for option in self.legal if plain_name(option_name(self.choice, option)) == plain_name(answer)]
        if named:
            return named[0]
        offered = ((letter, option) for letter, option in self.letters.items() if option not in unpaid)
        keys = (f"{letter} ({option_name(self.choice, option)})" for letter, option in offered)
        raise ChoiceError(f"{answer!r} is no option of {self.choice.name}: type {one_of(keys)}", "unknown-option")

    def _cards(self, answer: str) -> Answer:
        count, cards = self.count, self._named(answer)
        if cards is None or len(cards) != count:
            given = "" if cards is None else f", not {len(cards)}"
            what = "a card" if count == 1 else f"{count} cards"
            raise ChoiceError(
                f"{answer!r} is no answer to {self.choice.name}: type {what}{given}, such as {self._example(count)}",
                "unknown-option",
            )
        return cards[0] if count == 1 else tuple(sorted(cards))

    def _named(self, answer: str) -> tuple[Card, ...] | None:
        """The cards that an answer names, each by its text or its letter; None where it names something else."""
        words = answer.replace(",", " ").split()
        cards = tuple(card for word in words if (card := self._card(word)) is not None)
        letters = "".join(words).lower()
        # `ac` is two letters only where the ace of clubs is not in hand: a card that was meant must never be another.
        is_held = all(card in self.letters.values() for card in cards)
        if len(cards) == len(words) and (is_held or not set(letters) <= set(self.letters)):
            return cards
        if len(set(letters)) == len(letters) and set(letters) <= set(self.letters):
            return tuple(card for letter in letters for card in option_cards(self.letters[letter]))
        return None

    def _card(self, word: str) -> Card | None:
        if word.lower() in self.letters:
            (card,) = option_cards(self.letters[word.lower()])
            return card
        try:
            return parse_card(word)
        except FormatError:
            return None

    def _example(self, count: int) -> str:
        shown = list(self.letters.items())[-count:]
        cards = " ".join(self._name(option) for _, option in shown)
        return f"{cards}, or {' '.join(letter for letter, _ in shown)}"


def menu_of(played: Round, seat: int) -> Menu:
    """The menu of the choice that a seat is asked for; cards have letters in the order in which they are shown."""
    need = played.need()
    assert isinstance(need, NeedChoice)
    choice, state = played.game.choices[need.name], played.state
    pile = choice.options.pile if isinstance(choice.options, Cards) else None
    held = state.piles[pile, state.owner(pile, seat)] if pile else ()
    offered = menu(choice, need.legal[seat], played.game.reads, held)
    return replace(offered, costs=_costs(played.game, choice, state.bets[seat]))


def _costs(game: Game, choice: Choose, bets: Mapping[str, int]) -> dict[Answer, str]:
    """What options move; nothing on one bet of the same size, where that is all that can be added."""
    told: dict[Answer, str] = {}
    is_plain = sum(raised.times > 0 for raised in choice.raises.values()) == 1
    for option, raised in choice.raises.items():
        amount = f"${dollars(abs(raised.times) * bets.get(raised.of, 0))}"
        if raised.times < 0:
            told[option] = f"takes back {amount}"
        elif raised.times > 1:
            told[option] = f"+{amount} ({raised.times} x {game.label(raised.of)})"
        elif not is_plain:
            told[option] = f"+{amount}"
    return told


def menu(choice: Choose, legal: tuple[Answer, ...], reads: Reads = Reads.AS_DEALT, held: tuple[Card, ...] = ()) -> Menu:
    """The keys of a choice: an option's number, as in `bet-3`, or a letter of its name; for cards the alphabet.

    `held` is the pile that cards are chosen from, as it was dealt.
    """
    if isinstance(choice.options, Cards):
        open_cards = dict.fromkeys(card for option in legal for card in option_cards(option))
        ordered = in_order(dict.fromkeys(card for card in held or open_cards if card in open_cards), reads)
        free = [letter for letter in string.ascii_lowercase if letter not in TAKEN + "hsu"]
        keys = free if len(ordered) <= len(free) else [str(number) for number in range(1, len(ordered) + 1)]
        return Menu(choice, legal, dict(zip(keys, ordered, strict=False)))
    if len(legal) > MOST_LETTERS:
        return Menu(choice, legal, {str(number): option for number, option in enumerate(legal, 1)})
    letters: dict[str, Answer] = {}
    # The option that gives the choice its name comes first and has the first say in its letter.
    for option in sorted(legal, key=lambda option: option_name(choice, option) != choice.name):
        name = option_name(choice, option)
        number = name.rpartition("-")[2]
        wanted = (each for each in (*name, *string.ascii_lowercase) if each.isalpha() and each not in TAKEN)
        letters[next(each for each in (number, *wanted) if each not in letters and len(each) == 1)] = option
    return Menu(choice, legal, letters)
