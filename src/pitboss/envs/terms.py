"""The parts that environments share: a game and its bets, actions as numbers, observations as arrays, and the dealer.

An action is a number: the options of a game's choices one after the other, and last, if a round may ask nothing,
`pass`. Cards are named by their places among the pile's cards, the lowest first; a choice of several cards has an
action for each combination of places. Which actions are legal is the action mask. An observation is a row a pile, a
column a face, and counts the cards that the seat may see.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from itertools import combinations, islice
from math import lcm

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiBinary

from pitboss import games
from pitboss.core import transcript
from pitboss.core.cards import FACES, Card, cards_text
from pitboss.core.errors import BetError, ChoiceError, OptionError
from pitboss.core.game import Answer, Cards, Chosen, Fixed, Game, Place
from pitboss.core.money import cents, dollars
from pitboss.core.round import Round
from pitboss.core.script import TABLE, Chose, Dealt, NeedCards, NeedChoice, check_bets, option_text, pile_text
from pitboss.core.stakes import smallest_step, smallest_table_step
from pitboss.maths.codegen import deals, names
from pitboss.maths.codegen.emit import indented
from pitboss.maths.codegen.piles import dealing_order, is_masked
from pitboss.maths.codegen.program import TOOLS
from pitboss.maths.compile.generated import defined
from pitboss.maths.simulate.limits import MOST_SEED

PASS = "pass"
DRAWN_FROM = 2**63  # A seed that nobody gives is drawn from the numbers below this.
Observation = dict[str, np.ndarray]
Action = tuple[str, int | tuple[int, ...]]
"""A choice, and an option's number or the places of cards."""


class LegalActions(Discrete):
    """The actions of a seat; a sample without a mask of its own is a legal action of the moment."""

    def __init__(self, legal: np.ndarray) -> None:
        super().__init__(len(legal))
        self.legal = legal

    def sample(self, mask: np.ndarray | None = None, probability: np.ndarray | None = None) -> np.int64:
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask, probability)


class Terms:
    """A game by name, its options, and the bets of every seat: dollars by wager, or one unit on each main wager.

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
                raise BetError(
                    f"{name} {dollars(amount)} could be paid a fraction of a cent; bet multiples of {step}", "fraction"
                )
        main = [name for name in self.game.main_wagers if name in self.bets]
        self.unit_cents = self.bets[(main or list(self.bets))[0]]

    def _usual(self) -> dict[str, int]:
        """Bets of one unit on every main and required wager; a unit is always paid in whole cents."""
        game = self.game
        unit = lcm(100, smallest_table_step(game))
        return {
            wager.name: wager.stake.cents if isinstance(wager.stake, Fixed) else unit
            for wager in game.wagers
            if (wager.required or wager.name in game.main_wagers) and not isinstance(wager.stake, Chosen)
        }

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every action: the choice it answers, and the option, or the places of the cards; the last may be `pass`."""
        found: list[Action] = []
        for name, choice in self.game.choices.items():
            if isinstance(choice.options, Cards):
                places = range(self.game.piles[choice.options.pile].count)
                found += [(name, each) for each in combinations(places, choice.options.count)]
            else:
                found += [(name, int(option)) for option in choice.options]
        if any(choice.when is not None for choice in self.game.choices.values()):
            found.append((PASS, 0))
        return tuple(found)

    def action_text(self, number: int) -> str:
        """An action in words: `play FOLD`, `discard card 1`, `low cards 1 2`, `pass`."""
        name, option = self.actions[number]
        if name == PASS:
            return PASS
        if isinstance(option, int):
            return f"{name} {option_text(self.game.choices[name], option)}"
        cards = " ".join(str(place + 1) for place in option)
        return f"{name} card{'' if len(option) == 1 else 's'} {cards}"

    @property
    def usual(self) -> np.ndarray:
        """The mask before a round and after its end: every action but `pass`."""
        return np.array([name != PASS for name, _ in self.actions], dtype=np.int8)

    def mask(self, played: Round, seat: int) -> np.ndarray:
        """1 for every action that a seat may take now; `pass` alone when it is asked nothing."""
        legal = np.zeros(len(self.actions), dtype=np.int8)
        need = played.need()
        if not isinstance(need, NeedChoice) or seat not in need.legal:
            legal[self.actions.index((PASS, 0))] = 1
            return legal
        for number, (name, option) in enumerate(self.actions):
            legal[number] = name == need.name and self.option(played, seat, name, option) in need.legal[seat]
        return legal

    def option(self, played: Round, seat: int, name: str, option: int | tuple[int, ...]) -> Answer:
        """The option of the round that an action of a seat stands for: places are turned into the cards there."""
        options = self.game.choices[name].options
        if isinstance(option, int):
            return option
        assert isinstance(options, Cards)
        held = sorted(played.state.piles[options.pile, played.state.owner(options.pile, seat)])
        return held[option[0]] if len(option) == 1 else tuple(held[place] for place in option)

    def check(self, action: object, legal: np.ndarray) -> Action:
        """The action of a number; refuses what is no action, and one that is not legal now."""
        if not isinstance(action, int | np.integer) or isinstance(action, bool):
            raise ChoiceError(
                f"action {action!r}: give a whole number from 0 to {len(self.actions) - 1}", "unknown-option"
            )
        number = int(action)
        if not 0 <= number < len(self.actions):
            raise ChoiceError(f"no action {number}: there are 0 to {len(self.actions) - 1}", "unknown-option")
        if not legal[number]:
            allowed = ", ".join(f"{each} ({self.action_text(each)})" for each in np.flatnonzero(legal).tolist())
            raise ChoiceError(
                f"action {number} ({self.action_text(number)}) is not legal here: {allowed} would be", "illegal"
            )
        return self.actions[number]

    def after(self, played: Round, seat: int, action: object, legal: np.ndarray) -> Round:
        """The round after an action of a seat, the same round after `pass`; refuses what `check` refuses."""
        name, option = self.check(action, legal)
        return played if name == PASS else played.after(Chose(seat, name, self.option(played, seat, name, option)))

    @property
    def observation_space(self) -> Dict:
        """The space of observations: what a seat sees, and its action mask."""
        sight = Box(0, max(self.game.deck.counts.values()), (len(self.game.piles), FACES), dtype=np.int8)
        return Dict({"observation": sight, "action_mask": MultiBinary(len(self.actions))})

    def observed(self, played: Round, seat: int, legal: np.ndarray) -> Observation:
        """The observation of a seat: the visible cards of its own piles and the table's, and its action mask."""
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


class Dealer:
    """Deals one table after the other from a stream of the simulation's, in plain Python.

    Every pile of every seat is dealt, whether or not the round will look at it, as a generated loop does.
    """

    def __init__(self, game: Game, seats: int) -> None:
        self.order = dealing_order(game)
        self.masked = is_masked(game)
        self.piles = {
            (pile, seat): deal.count
            for pile, deal in game.piles.items()
            for seat in (range(1, seats + 1) if deal.to is Place.SEAT else (TABLE,))
        }
        sizes = list(self.piles.values())
        if self.masked:
            lines, placement = deals.masks(sizes, len(game.deck)), []
            found = [names.mask(place) for place in range(len(sizes))]
        else:
            lines, placement = deals.places(sum(sizes), len(game.deck))
            found = [names.place(card) for card in range(sum(sizes))]
        text = ["def deal(a, b):", " bad = -1", " while bad < 0:", "  bad = 0", *indented(lines, 2)]
        text += [*indented(placement, 1), f" return a, b, ({', '.join(found)},)"]
        self._deal = defined("\n".join(text), {**TOOLS, "int32": int}, "deal")
        self.state = 0, 0
        self.cards: Mapping[tuple[str, int], tuple[Card, ...]] = {}

    def reset(self, seed: int | None, source: np.random.Generator) -> None:
        """Deals the next round: of the stream that a seed starts, or of the stream so far, begun at a random seed."""
        if seed is not None or not self.cards:
            first = int(source.integers(DRAWN_FROM)) if seed is None else checked_seed(seed)
            one, other = deals.first_streams(np.array([first], dtype=np.uint64))
            self.state = int(one[0]), int(other[0])
        self.deal()

    def deal(self) -> None:
        """Deals the cards of the next round, by pile and seat."""
        *state, found = self._deal(*self.state)
        self.state = state[0], state[1]
        if self.masked:
            self.cards = {
                key: tuple(card for place, card in enumerate(self.order) if mask >> place & 1)
                for key, mask in zip(self.piles, found, strict=True)
            }
        else:
            faces = (self.order[place] for place in found)
            self.cards = {key: tuple(islice(faces, count)) for key, count in self.piles.items()}

    def go_on(self, played: Round) -> Round:
        """The round with every card that it waits for dealt."""
        while isinstance(need := played.need(), NeedCards):
            played = played.after(Dealt(need.pile, need.seat, self.cards[need.pile, need.seat]))
        return played


def checked_seed(seed: int, tables: int = 1) -> int:
    """A seed, the first of `tables` consecutive ones; refuses one out of range."""
    if not 0 <= seed <= MOST_SEED - tables:
        raise OptionError(f"seed {seed}: give a whole number from 0 to 2^64 - {tables + 1}")
    return seed


def checked_render_mode(mode: str | None) -> str | None:
    """A render mode; refuses an unknown one."""
    if mode not in (None, "ansi"):
        raise OptionError(f"render_mode {mode!r}: expected ansi")
    return mode


def rendered(played: Round, seat: int) -> str:
    """A round as lines of text, as a seat (0: a spectator) sees it; the whole round once it is over."""
    if played.need() is None:
        return transcript.write(played)
    lines = []
    for view in played.view(seat).piles:
        cards = cards_text(view.cards) if view.cards is not None else " ".join(["??"] * view.count)
        lines.append(f"{pile_text(view.pile, view.seat):<24} {cards}   {view.words}".rstrip())
    return "\n".join(lines) + "\n"
