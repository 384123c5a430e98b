"""The cards of a live table: shuffled, dealt, and shuffled again when it is time.

A shoe in a terminal is shuffled by the system's secure source, or by a seed that deals it again for tests and training.
A card room hands in the order of every shuffle, which it committed to before (`shuffle`).
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from pitboss.core.cards import Card, Deck, card_text
from pitboss.core.errors import CardError, HouseError, one_of
from pitboss.core.game import Game, Shuffle


class Shoe:
    """A deck in dealing order, and the rule for when it is shuffled.

    `CUT_CARD` deals on through the shoe and shuffles before the first round that begins after the cut card came out.
    `EVERY_ROUND` and `CONTINUOUS` begin every round with all the cards: one by hand, one because the machine takes the
    used cards back. `order` is asked for the cards in dealing order whenever a shuffle is due; without it the shoe
    shuffles by itself, by `seed` where there is one.
    """

    def __init__(
        self,
        game: Game,
        *,
        seats: int,
        shuffle: Shuffle | None = None,
        behind_cut: int | None = None,
        seed: int | None = None,
        order: Callable[[], Sequence[Card]] | None = None,
    ) -> None:
        self.deck: Deck = game.deck
        self.shuffle = shuffle or game.shuffles[0]
        if self.shuffle not in game.shuffles:
            allowed = one_of(each.value for each in game.shuffles)
            raise HouseError(f"{game.name} is not dealt with shuffle {self.shuffle.value!r}: give {allowed}", "shuffle")
        if behind_cut is not None and self.shuffle is not Shuffle.CUT_CARD:
            raise HouseError(
                f"a cut card needs shuffle {Shuffle.CUT_CARD.value}; this table has {self.shuffle.value}", "cut-card"
            )
        self.behind_cut = game.behind_cut(seats, behind_cut) if self.shuffle is Shuffle.CUT_CARD else 0
        self._source: random.Random = random.SystemRandom() if seed is None else random.Random(seed)
        self._shuffled = order or self._own_order
        self._order: tuple[Card, ...] = ()
        self.dealt = 0
        self.shuffles = 0

    def _own_order(self) -> Sequence[Card]:
        cards = list(self.deck)
        self._source.shuffle(cards)
        return cards[::-1]

    @property
    def left(self) -> int:
        """The number of cards that have not been dealt since the last shuffle."""
        return len(self._order) - self.dealt

    @property
    def is_due(self) -> bool:
        """Whether the next round begins with a shuffle."""
        return self.shuffle is not Shuffle.CUT_CARD or not self._order or self.left <= self.behind_cut

    def lay(self, order: Sequence[Card], dealt: int = 0) -> None:
        """Puts the deck into the shoe in this dealing order, with so many of its cards dealt already."""
        if Counter(order) != self.deck.counts or not 0 <= dealt <= len(order):
            raise CardError(
                f"{len(order)} cards, {dealt} of them dealt, are not an order of the {self.deck.name}", "count"
            )
        self._order, self.dealt = tuple(order), dealt

    def begin_round(self) -> bool:
        """Shuffles if it is time, and returns whether it did."""
        due = self.is_due
        if due:
            self.lay(self._shuffled())
            self.shuffles += 1
        return due

    def draw(self, count: int) -> tuple[Card, ...]:
        """Takes the next cards off the shoe."""
        if count > self.left:
            raise CardError(f"{count} cards are wanted and {self.left} are left in the shoe", "shoe-empty")
        self.dealt += count
        return self._order[self.dealt - count : self.dealt]

    def __iter__(self) -> Iterator[str]:
        """The cards left in dealing order, as text; for tests and audits, never for a player."""
        return (card_text(each) for each in self._order[self.dealt :])
