"""The terms of an environment: a game, its bets, and actions as numbers.

An action is a number: the options of a game's choices one after the other, and last, if a round may ask nothing,
`pass`. Cards are named by their places among the pile's cards, the lowest first; a choice of several cards has an
action for each combination of places. Which actions are legal is the action mask.
"""

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import lcm
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete

from pitboss import games
from pitboss.core.binding import SourceKind
from pitboss.core.cards import FACES
from pitboss.core.errors import BetError, ChoiceError, OptionError, one_of
from pitboss.core.game import Answer, Cards, Choose, Chosen, Deal, Fixed, Show
from pitboss.core.money import cents, dollars
from pitboss.core.round import Round
from pitboss.core.script import TABLE, Chose, NeedChoice, State, check_bets, option_text
from pitboss.core.stakes import most_owed, raised_by, smallest_step, smallest_table_step

PASS = "pass"
RENDER_MODES = ("ansi", "rgb_array")
ILLEGAL = ("raise", "penalty")
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
        self.asked = game, dict(options or {}), None if bets is None else dict(bets)
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

    def __reduce__(self) -> tuple[type["Terms"], tuple[Any, ...]]:
        return Terms, self.asked  # A game holds functions that cannot be pickled; it is built again.

    def __deepcopy__(self, memo: object) -> "Terms":
        return self  # Terms never change.

    @cached_property
    def _key(self) -> tuple[Any, ...]:
        game = self.game
        rules = repr(game.steps), repr(game.wagers)  # With the addresses of functions: equal for the same rules alone.
        return game.name, game.deck, rules, repr(game.meters), tuple(sorted(self.bets.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Terms) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

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
        if not any(self._is_always_asked(choice) for choice in self.game.choices.values()):
            found.append((PASS, 0))
        return tuple(found)

    def _is_always_asked(self, choice: Choose) -> bool:
        """Whether a seat with these bets is asked in every round: the condition looks at nothing but bets."""
        if choice.when is None:
            return True
        state = State(self.game, bets={1: self.bets})
        looks_at = {source.kind for source in self.game.bound[choice.when].sources}
        return looks_at <= {SourceKind.HAS, SourceKind.CONSTANT} and state.holds(choice.when, 1)

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The piles that a seat may see when it makes a choice: the rows of an observation."""
        steps, seen = self.game.steps, set[str]()
        for choice in self.game.choices.values():
            before = steps[: steps.index(choice)]
            shown = {step.pile for step in before if isinstance(step, Show)}
            seen |= {
                each.pile
                for each in before
                if isinstance(each, Deal) and (each.visible(own=True) or each.pile in shown)
            }
        return tuple(pile for pile in self.game.piles if pile in seen)

    def action_text(self, number: int) -> str:
        """An action in words: `play FOLD`, `discard card 1`, `low cards 1 2`, `pass`."""
        name, option = self.actions[number]
        if name == PASS:
            return PASS
        if isinstance(option, int):
            return f"{name} {option_text(self.game.choices[name], option)}"
        cards = " ".join(str(place + 1) for place in option)
        return f"{name} card{'' if len(option) == 1 else 's'} {cards}"

    @cached_property
    def usual(self) -> np.ndarray:
        """The mask before a round and after its end: every action but `pass`. Callers must not change it."""
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

    def number(self, action: object) -> int:
        """The number of an action, given as any whole number: of Python, NumPy or Torch; refuses anything else."""
        return action_number(action, len(self.actions))

    def check(self, action: object, legal: np.ndarray) -> Action:
        """The action of a number; refuses what is no action, and one that is not legal now."""
        return self.actions[checked_action(action, legal, self.action_text)]

    def after(self, played: Round, seat: int, action: object, legal: np.ndarray) -> Round:
        """The round after an action of a seat, the same round after `pass`; refuses what `check` refuses."""
        name, option = self.check(action, legal)
        return played if name == PASS else played.after(Chose(seat, name, self.option(played, seat, name, option)))

    def sight(self, played: Round, seat: int) -> np.ndarray:
        """The visible cards of a seat's own piles and the table's, counted: a row per pile, a column per face."""
        rows = {pile: row for row, pile in enumerate(self.rows)}
        found = np.zeros((len(rows), FACES), dtype=np.int8)
        for (pile, owner), cards in played.state.piles.items():
            if pile in rows and owner in (TABLE, seat) and played.visible(pile, owner, seat):
                for card in cards:
                    found[rows[pile], card] += 1
        return found

    def reward(self, net_cents: int) -> float:
        """A net result in units."""
        return float(Fraction(net_cents, self.unit_cents))

    @cached_property
    def most_lost(self) -> float:
        """The most that a seat can lose in a round, in units: all stakes, raises and what bets can owe."""
        raised = sum(
            max([0, *(sum(raised_by(self.game, self.bets, name, int(each)).values()) for each in choice.raises)])
            for name, choice in self.game.choices.items()
        )
        owed = most_owed(self.game, self.bets)
        return float(Fraction(sum(self.bets.values()) + raised + owed, self.unit_cents))


def action_number(action: object, count: int) -> int:
    """An action as a whole number below `count`; refuses anything else."""
    try:
        number = operator.index(action)  # ty: ignore[invalid-argument-type]
    except TypeError:
        raise ChoiceError(f"action {action!r}: give a whole number from 0 to {count - 1}", "unknown-option") from None
    if not 0 <= number < count:
        raise ChoiceError(f"no action {number}: there are 0 to {count - 1}", "unknown-option")
    return number


def checked_action(action: object, legal: np.ndarray, words: Callable[[int], str]) -> int:
    """The number of an action that is legal now; refuses any other, in these words."""
    number = action_number(action, len(legal))
    if not legal[number]:
        allowed = ", ".join(f"{each} ({words(each)})" for each in np.flatnonzero(legal).tolist())
        raise ChoiceError(f"action {number} ({words(number)}) is not legal here: {allowed} would be", "illegal")
    return number


def checked_render_mode(mode: str | None) -> str | None:
    """A render mode; refuses an unknown one."""
    if mode is not None and mode not in RENDER_MODES:
        raise OptionError(f"render_mode {mode!r}: expected {one_of(RENDER_MODES)}")
    return mode


def checked_penalty(terms: Terms, illegal: str, penalty: float | None) -> float | None:
    """The units that an illegal action costs; None where it is refused."""
    if illegal not in ILLEGAL:
        raise OptionError(f"illegal {illegal!r}: expected {one_of(ILLEGAL)}")
    if illegal == "raise":
        if penalty is not None:
            raise OptionError(f"penalty {penalty}: illegal actions are refused; give illegal='penalty' as well")
        return None
    if penalty is None:
        return terms.most_lost
    if not 0 <= penalty < float("inf"):
        raise OptionError(f"penalty {penalty}: give the units that an illegal action costs, 0 or more")
    return float(penalty)
