"""What every environment shares: a game and its bets, actions as numbers, and what a seat sees as an array.

An action is a number: the options of a game's choices one after the other, a card by its place among the pile's cards,
the lowest first, and last, where a round may ask nothing, `pass`. Which of them are legal is the action mask. An
observation is a row a pile, a column a face, and counts the cards that the seat may see.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiBinary

from pitboss import games
from pitboss.core import transcript
from pitboss.core.cards import FACES, cards_text
from pitboss.core.errors import BetError, ChoiceError, OptionError, one_of
from pitboss.core.game import Cards, Chosen, Fixed
from pitboss.core.money import cents, dollars
from pitboss.core.round import Round
from pitboss.core.script import TABLE, NeedChoice, check_bets, pile_text
from pitboss.core.stakes import smallest_step

PASS = "pass"
MOST_SEED = 2**64 - 1
DRAWN_FROM = 2**63  # Seeds that are drawn where none is given are below this.
Observation = dict[str, np.ndarray]


class LegalActions(Discrete):
    """The actions of a seat; a sample without a mask of its own is a legal action of the moment."""

    def __init__(self, legal: np.ndarray) -> None:
        super().__init__(len(legal))
        self.legal = legal

    def sample(self, mask: np.ndarray | None = None, probability: np.ndarray | None = None) -> np.int64:
        """One action at random."""
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask, probability)


class Terms:
    """A game by name, its options, and the bets of every seat: dollars by wager, or one unit on what must be bet.

    A unit is the first main wager's stake, and rewards are in units.
    """

    def __init__(
        self, game: str, options: Mapping[str, str | int] | None, bets: Mapping[str, str | int] | None
    ) -> None:
        self.game = games.build(game, {name: str(value) for name, value in (options or {}).items()})
        if not self.game.choices:
            raise OptionError(f"{game} asks for no choice, so there is nothing to decide in it")
        self.bets = self._usual() if bets is None else {wager: cents(str(amount)) for wager, amount in bets.items()}
        check_bets(self.game, {1: self.bets})
        for name, amount in self.bets.items():
            wager = self.game.wager[name]
            if not isinstance(wager.stake, Fixed) and amount % smallest_step(wager):
                step = dollars(smallest_step(wager))
                raise BetError(f"{name} {dollars(amount)} could be paid a fraction of a cent; bet multiples of {step}")
        main = [name for name in self.game.main_wagers if name in self.bets]
        self.unit_cents = self.bets[(main or list(self.bets))[0]]

    def _usual(self) -> dict[str, int]:
        """One unit on every main wager and on what must be bet, of an amount that is always paid in whole cents."""
        game = self.game
        unit = lcm(100, *(smallest_step(wager) for wager in game.wagers if not isinstance(wager.stake, Fixed)))
        return {
            wager.name: wager.stake.cents if isinstance(wager.stake, Fixed) else unit
            for wager in game.wagers
            if (wager.required or wager.name in game.main_wagers) and not isinstance(wager.stake, Chosen)
        }

    @cached_property
    def actions(self) -> tuple[tuple[str, int], ...]:
        """Every action: the choice it answers, and the option; the last may be `pass`."""
        found = []
        for name, choice in self.game.choices.items():
            cards = isinstance(choice.options, Cards)
            options = range(self.game.piles[choice.options.pile].count) if cards else map(int, choice.options)
            found += [(name, option) for option in options]
        if any(choice.when is not None for choice in self.game.choices.values()):
            found.append((PASS, 0))
        return tuple(found)

    @cached_property
    def number(self) -> Mapping[tuple[str, int], int]:
        """The number of every action."""
        return {action: number for number, action in enumerate(self.actions)}

    def action_text(self, number: int) -> str:
        """An action in words: `play FOLD`, `discard card 1`, `pass`."""
        name, option = self.actions[number]
        if name == PASS:
            return PASS
        options = self.game.choices[name].options
        return f"{name} {f'card {option + 1}' if isinstance(options, Cards) else options(option).name}"

    @property
    def usual(self) -> np.ndarray:
        """The mask where there is nothing to do any more, or not yet: every action but `pass`."""
        return np.array([name != PASS for name, _ in self.actions], dtype=np.int8)

    def mask(self, played: Round, seat: int) -> np.ndarray:
        """1 for every action that a seat may take now; where it is asked nothing, `pass` alone."""
        legal = np.zeros(len(self.actions), dtype=np.int8)
        need = played.need()
        if not isinstance(need, NeedChoice) or seat not in need.legal:
            legal[self.number[PASS, 0]] = 1
            return legal
        for number, (name, option) in enumerate(self.actions):
            legal[number] = name == need.name and self.option(played, seat, name, option) in need.legal[seat]
        return legal

    def option(self, played: Round, seat: int, name: str, option: int) -> int:
        """The option that an action of a seat stands for: a card where it names a place among cards."""
        choice = self.game.choices[name]
        if not isinstance(choice.options, Cards):
            return option
        return sorted(played.state.piles[choice.options.pile, seat])[option]

    def check(self, action: object, legal: np.ndarray) -> tuple[str, int]:
        """The action of a number; refuses what is none, and one that is not legal now."""
        if not isinstance(action, int | np.integer) or isinstance(action, bool):
            raise ChoiceError(f"action {action!r}: give a whole number from 0 to {len(self.actions) - 1}")
        number = int(action)
        if not 0 <= number < len(self.actions):
            raise ChoiceError(f"no action {number}: there are 0 to {len(self.actions) - 1}")
        if not legal[number]:
            allowed = ", ".join(f"{each} ({self.action_text(each)})" for each in np.flatnonzero(legal).tolist())
            raise ChoiceError(f"action {number} ({self.action_text(number)}) is not legal here: {allowed} would be")
        return self.actions[number]

    @property
    def observation_space(self) -> Dict:
        """What a seat sees, and what it may do."""
        most = max(self.game.deck.counts.values())
        sight = Box(0, most, (len(self.game.piles), FACES), dtype=np.int8)
        return Dict({"observation": sight, "action_mask": MultiBinary(len(self.actions))})

    def observed(self, played: Round, seat: int, legal: np.ndarray) -> Observation:
        """What a seat sees of a round now: its own piles and the table's."""
        rows = {pile: row for row, pile in enumerate(self.game.piles)}
        sight = np.zeros((len(rows), FACES), dtype=np.int8)
        for (pile, owner), cards in played.state.piles.items():
            if owner in (TABLE, seat) and played.visible(pile, owner, seat):
                for card in cards:
                    sight[rows[pile], card] += 1
        return {"observation": sight, "action_mask": legal.copy()}

    def reward(self, net_cents: int) -> float:
        """A net result in units."""
        return float(Fraction(net_cents, self.unit_cents))


def checked_seed(seed: int, tables: int = 1) -> int:
    """A seed for so many tables in a row; refuses one that no stream starts from."""
    if not 0 <= seed <= MOST_SEED - tables:
        raise OptionError(f"seed {seed}: give a whole number from 0 to 2^64 - {tables + 1}")
    return seed


def checked_render_mode(mode: str | None, modes: tuple[str, ...]) -> str | None:
    """A way to draw a round; refuses one that there is not."""
    if mode is not None and mode not in modes:
        raise OptionError(f"render_mode {mode!r}: there is {one_of(modes)}")
    return mode


def drawn(played: Round, seat: int) -> str:
    """A round as lines of text, as a seat (0: a spectator) sees it; all of it once it is over."""
    if played.need() is None:
        return transcript.write(played)
    lines = []
    for view in played.view(seat).piles:
        cards = cards_text(view.cards) if view.cards is not None else " ".join(["??"] * view.count)
        lines.append(f"{pile_text(view.pile, view.seat):<24} {cards}   {view.words}".rstrip())
    return "\n".join(lines) + "\n"
