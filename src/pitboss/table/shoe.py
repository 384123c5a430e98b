"""The cards of a live table: shuffled, dealt, and shuffled again when it is time.

Live shoes are shuffled by the system's secure source. A shoe with a seed deals the same cards again, for tests and
training.
"""

import random
from collections.abc import Iterator

from pitboss.core.cards import Card, Deck, card_text
from pitboss.core.errors import CardError, HouseError, one_of
from pitboss.core.game import Game, Shuffle


class Shoe:
    """A deck in dealing order, and the rule for when it is shuffled.

    `CUT_CARD` deals on through the shoe and shuffles before the first round that begins after the cut card came out.
    `EVERY_ROUND` and `CONTINUOUS` begin every round with all the cards: one by hand, one because the machine takes the
    used cards back.
    """

    def __init__(
        self,
        game: Game,
        *,
        seats: int,
        shuffle: Shuffle | None = None,
        behind_cut: int | None = None,
        seed: int | None = None,
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
        self._cards: list[Card] = []
        self.shuffles = 0

    @property
    def left(self) -> int:
        """The number of cards that have not been dealt since the last shuffle."""
        return len(self._cards)

    def begin_round(self) -> bool:
        """Shuffles if it is time, and returns whether it did."""
        due = self.shuffle is not Shuffle.CUT_CARD or not self.shuffles or self.left <= self.behind_cut
        if due:
            self._cards = list(self.deck)
            self._source.shuffle(self._cards)
            self.shuffles += 1
        return due

    def draw(self, count: int) -> tuple[Card, ...]:
        """Takes the next cards off the shoe."""
        if count > self.left:
            raise CardError(f"{count} cards are wanted and {self.left} are left in the shoe", "shoe-empty")
        drawn = tuple(self._cards[-count:][::-1]) if count else ()
        del self._cards[len(self._cards) - count :]
        return drawn

    def __iter__(self) -> Iterator[str]:
        """The cards left in dealing order, as text; for tests and audits, never for a player."""
        return (card_text(each) for each in reversed(self._cards))
