"""How a single environment plays its rounds: on the generated loop, or step by step through the interpreter.

The interpreter plays rounds that start from given cards, and games that no loop can play; it is much slower. Both deal
the same cards from the same stream, and tests compare them step by step.
"""

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from pitboss.core.cards import Card
from pitboss.core.round import Round
from pitboss.core.script import Bets, Chose
from pitboss.core.settle import settle_round
from pitboss.envs.dealer import Dealer, Owned
from pitboss.envs.kernel import SEAT, Kernel
from pitboss.envs.terms import PASS, Terms


class Engine(Protocol):
    """One seat's round in play: what the seat sees, the actions that are legal, and the end."""

    legal: np.ndarray
    made: list[int]
    """The actions of the round so far."""

    @property
    def sight(self) -> np.ndarray:
        """The cards that the seat sees now."""

    over: bool

    def deal(self, given: Mapping[Owned, tuple[Card, ...]] | None = None) -> None:
        """Deals a round up to its first choice, or to the end of a round that asks nothing."""

    def act(self, number: int) -> float:
        """Takes a legal action; the reward, 0 while the round goes on."""

    def outcomes(self) -> dict[str, list[str]]:
        """The names of the outcomes of a finished round, by wager."""

    @property
    def round(self) -> Round:
        """The round as its events so far."""


class Scripted:
    """A round played through the interpreter."""

    def __init__(self, terms: Terms, dealer: Dealer) -> None:
        self.terms, self.dealer = terms, dealer
        self.legal, self.over = terms.usual, False
        self.made: list[int] = []
        self._round: Round | None = None

    @property
    def sight(self) -> np.ndarray:
        """The cards that the seat sees now."""
        return self.terms.sight(self.round, SEAT)

    @property
    def round(self) -> Round:
        """The round so far."""
        assert self._round
        return self._round

    def deal(self, given: Mapping[Owned, tuple[Card, ...]] | None = None) -> None:
        """Deals a round; piles in `given` get those cards."""
        self.dealer.deal(given)
        self.made = []
        self._go_on(Round(self.terms.game).after(Bets({SEAT: self.terms.bets})), passed=False)

    def act(self, number: int) -> float:
        """Takes a legal action, and deals on to the next choice or to the end."""
        self.made.append(number)
        name, option = self.terms.actions[number]
        if name == PASS:
            self._go_on(self.round, passed=True)
        else:
            chosen = Chose(SEAT, name, self.terms.option(self.round, SEAT, name, option))
            self._go_on(self.round.after(chosen), passed=False)
        return self.terms.reward(settle_round(self.round).net_cents(SEAT)) if self.over else 0.0

    def _go_on(self, played: Round, passed: bool) -> None:
        """Deals until the seat is asked, or the round is over; a round that never asked waits for `pass`."""
        self._round = self.dealer.go_on(played)
        self.over = self._round.need() is None and (passed or bool(self._round.state.choices))
        self.legal = self.terms.usual.copy() if self.over else self.terms.mask(self._round, SEAT)

    def outcomes(self) -> dict[str, list[str]]:
        """The names of the outcomes, by wager."""
        return {wager: [each.name for each in ended] for wager, ended in self.round.outcomes()[SEAT].items()}

    def __getstate__(self) -> dict[str, Any]:
        events = self._round.events if self._round else None
        return {**self.__dict__, "_round": events}  # A game holds functions that cannot be pickled.

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if state["_round"] is not None:
            self._round = Round(self.terms.game, state["_round"])


class Fused:
    """A round played on the generated loop."""

    def __init__(self, terms: Terms, dealer: Dealer, kernel: Kernel) -> None:
        self.terms, self.dealer, self.kernel = terms, dealer, kernel
        self.kept = np.zeros((len(kernel.loop.kept), 1), dtype=np.int64)
        self.answers = np.zeros((kernel.end, 1), dtype=np.int64)
        self.stages, self.keys = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
        self.seen = kernel.blank(1)
        self.legal, self.over = terms.usual, False
        self.made: list[int] = []

    @property
    def sight(self) -> np.ndarray:
        """The cards that the seat sees now."""
        return self.seen[0]

    def deal(self, given: Mapping[Owned, tuple[Card, ...]] | None = None) -> None:
        """Deals a round of the stream."""
        kernel, states = self.kernel, self.dealer.states
        self.seen = kernel.blank(1)
        self.over, self.made = False, []
        kernel.deal(states[0], states[1], self.kept, self.stages, self.seen, kernel.faces)
        if kernel.sees_more and self.stages[0] == kernel.end:
            self.seen = kernel.gone_on(self.kept, self.answers, self.stages, self.seen)[1]
        self._offer()

    def _offer(self) -> None:
        """Sets the legal actions where the round waits."""
        kernel, stage = self.kernel, self.stages.item()
        if stage < kernel.end and kernel.offers[stage].allow:
            self.legal = kernel.legal(self.kept, self.answers, self.stages, self.seen)[0]
        else:
            self.legal = kernel.masks[stage].copy()

    def act(self, number: int) -> float:
        """Takes a legal action, and goes on to the next choice or to the end."""
        kernel, stage = self.kernel, self.stages.item()
        self.made.append(number)
        if stage < kernel.end:
            self.answers[stage] = kernel.offers[stage].one(self.seen, number)
        if kernel.sees_more:
            self.seen = kernel.blank(1)
        kernel.go_on(self.kept, self.answers, self.stages, self.keys, self.seen, kernel.faces)
        if self.stages[0] != kernel.end:
            self._offer()
            return 0.0
        self.over = True
        self.legal = self.terms.usual.copy()
        return kernel.rewards.one(self.keys.item())

    def outcomes(self) -> dict[str, list[str]]:
        """The names of the outcomes, by wager."""
        return {wager: list(names) for wager, names in self.kernel.outcomes(self.keys.item()).items()}

    @property
    def round(self) -> Round:
        """The round so far, played again through the interpreter."""
        return self.kernel.played(self.kept, 0, self.made)
