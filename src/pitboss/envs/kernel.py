"""The generated loop of a game, as environments use it: rounds dealt up to the choice, then judged with the answers.

Rewards are looked up: the joint outcome of a round is a number, and what it pays was computed beforehand.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

import numpy as np

from pitboss.core.cards import FACES, Card
from pitboss.core.game import Cards, Place
from pitboss.core.meters import DOLLAR
from pitboss.core.round import Round
from pitboss.core.script import TABLE, Bets, Chose, codes_of
from pitboss.core.stakes import stakes_after
from pitboss.envs.dealer import Dealer, Owned
from pitboss.envs.terms import PASS, Terms
from pitboss.maths.codegen import names
from pitboss.maths.codegen.judgement import Column
from pitboss.maths.codegen.piles import dealing_order, is_masked, places_of
from pitboss.maths.codegen.program import bounds_of, card_coder
from pitboss.maths.codegen.stepwise import dealing_text, judging_text, legal_text, stepwise_program
from pitboss.maths.compile.cpu import fused_loop
from pitboss.maths.tally.tally import first_stakes, line_net, tally_columns

SEAT = 1
NAMED = f"""def {names.LOOP}(found, sight, given, places, codes, row):
 for l in range(len(found)):
  total = 0
  for n in range(len(places[0])):
   wanted = places[given[l]][n]
   face = 0
   held = sight[l][row][0]
   while held <= wanted and face < {FACES - 1}:
    face += 1
    held += sight[l][row][face]
   total += codes[face]
  found[l] = total
"""
"""Turns places of cards in a row of `sight` into the sum of the codes of the cards there."""


class Kernel:
    """The compiled parts of a game with one choice, for terms; it holds no state of any table."""

    def __init__(self, terms: Terms) -> None:
        self.terms, game = terms, terms.game
        loop = self.loop = stepwise_program(game, terms.bets, terms.rows)
        self.faces = np.array(dealing_order(game))
        self.deal = fused_loop(dealing_text(loop), loop.program.scope, arrays=5)
        self.judge = fused_loop(judging_text(loop), loop.program.scope, arrays=4)
        self.allow = fused_loop(legal_text(loop), loop.legal_scope, arrays=3) if loop.legal_scope else None
        self.pays = rewards(loop.program.columns, terms)
        (self.choice,) = game.choices.values()
        # Options by action; a choice of cards names places, whose codes rules see.
        self.options = np.array([each for name, each in terms.actions if name == self.choice.name], dtype=np.int64)
        self.by_cards = isinstance(self.choice.options, Cards)
        if self.by_cards:
            assert isinstance(self.choice.options, Cards)
            coder = card_coder(game, self.choice, bounds_of(game, None))
            self.codes = np.array(codes_of(game, coder) if coder else [0] * FACES, dtype=np.int64)
            self.row = terms.rows.index(self.choice.options.pile)
            self.named = fused_loop(NAMED, {}, arrays=1)
        else:
            last = len(self.options) - 1
            self.given = [self.options[min(number, last)][None] for number in range(len(terms.actions))]
            """By action, its option as an array of one table."""
        self.rewards = self.pays.tolist()
        self.idle = (1 - terms.usual).astype(np.int8)
        """The mask of a round that asks nothing: `pass` alone."""
        self._outcomes: dict[int, dict[str, list[str]]] = {}

    def __reduce__(self) -> tuple[Callable[[Terms], "Kernel"], tuple[Terms]]:
        return kernel_of, (self.terms,)  # Compiled functions are made again.

    def __deepcopy__(self, memo: object) -> "Kernel":
        return self  # A kernel never changes.

    @property
    def sees_more_at_end(self) -> bool:
        """Whether a seat can see more of its rows at the end of a round than at the choice."""
        return bool(self.loop.seen_at_end)

    def blank(self, tables: int) -> np.ndarray:
        """No cards seen, for as many tables."""
        return np.zeros((tables, len(self.terms.rows), FACES), dtype=np.int8)

    def offered(self, sight: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """The option of one action for each table, as rules see it: cards as the sum of their codes."""
        named = np.minimum(actions, len(self.options) - 1)  # Whatever a table that passes is given has no effect.
        if not self.by_cards:
            return self.options[named]
        found = np.empty(len(actions), dtype=np.int64)
        self.named(found, sight, named, self.options, self.codes, self.row)
        return found

    def legal(self, kept: np.ndarray, asked: np.ndarray, sight: np.ndarray) -> np.ndarray:
        """The action masks of tables: `pass` alone where nothing is asked, else the options that the rules allow."""
        legal = np.where(asked[:, None] != 0, self.terms.usual, self.idle)
        if self.allow:
            rows = np.flatnonzero(asked)
            allowed = np.zeros((len(rows), len(self.options)), dtype=np.int64)
            every = (np.full(len(rows), action) for action in range(len(self.options)))
            seen = sight[rows]
            offered = np.stack([self.offered(seen, each) for each in every], axis=1)
            self.allow(np.ascontiguousarray(kept[:, rows]), offered, allowed)
            legal[rows, : len(self.options)] = allowed != 0
        return legal

    def judged(self, kept: np.ndarray, sight: np.ndarray, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The number of the joint outcome of every round with these actions, and what is seen at its end."""
        keys = np.zeros(len(actions), dtype=np.int64)
        last = self.blank(len(actions)) if self.sees_more_at_end else sight
        self.judge(kept, self.offered(sight, actions), keys, last, self.faces)
        return keys, last

    def cards(self, kept: np.ndarray, table: int) -> dict[Owned, tuple[Card, ...]]:
        """The cards of a table's round by pile and owner, whether or not the round takes them."""
        game, at = self.terms.game, {name: place for place, name in enumerate(self.loop.kept)}
        owners = {pile: SEAT if deal.to is Place.SEAT else TABLE for pile, deal in game.piles.items()}
        values, order = kept[:, table].tolist(), self.faces.tolist()
        if is_masked(game):
            masks = {pile: values[at[names.mask(number)]] for number, pile in enumerate(game.piles)}
            held = {
                pile: tuple(card for place, card in enumerate(order) if mask >> place & 1)
                for pile, mask in masks.items()
            }
        else:
            held = {
                pile: tuple(order[values[at[names.place(card)]]] for card in cards)
                for pile, cards in places_of(game).items()
            }
        return {(pile, owners[pile]): cards for pile, cards in held.items()}

    def played(self, kept: np.ndarray, table: int, action: int | None) -> Round:
        """A table's round as its events, up to the choice or, with an action, to the end."""
        terms, dealer = self.terms, Dealer(self.terms.game, seats=1)
        dealer.cards = self.cards(kept, table)
        played = dealer.go_on(Round(terms.game).after(Bets({SEAT: terms.bets})))
        if action is None or terms.actions[action][0] == PASS or played.need() is None:
            return played
        name, option = terms.actions[action]
        return dealer.go_on(played.after(Chose(SEAT, name, terms.option(played, SEAT, name, option))))

    def outcomes(self, key: int) -> dict[str, list[str]]:
        """The names of the outcomes of a joint outcome, by wager that is bet or was placed by choosing it."""
        if key not in self._outcomes:
            program, game = self.loop.program, self.terms.game
            places = np.unravel_index(key, [len(column.values) for column in program.columns])
            values = [column.values[place] for column, place in zip(program.columns, places, strict=True)]
            raising = tally_columns(game)[0]
            made = dict(zip(raising, values, strict=False))
            staked, lines = stakes_after(game, self.terms.bets, made), iter(values[len(raising) :])
            ended = {wager.name: [(line, next(lines)) for line in wager.lines] for wager in game.wagers}
            self._outcomes[key] = {
                name: [line.pays.outcomes(outcome).name for line, outcome in each]
                for name, each in ended.items()
                if staked.get(name)
            }
        return self._outcomes[key]


@lru_cache(maxsize=64)
def kernel_of(terms: Terms) -> Kernel:
    """The kernel of some terms, made once: making it takes longer than thousands of rounds."""
    return Kernel(terms)


def rewards(columns: Sequence[Column], terms: Terms) -> np.ndarray:
    """The reward of every joint outcome, in units: exact sums over the lines, rounded once."""
    game, raising = terms.game, tally_columns(terms.game)[0]
    stakes = first_stakes(game, terms.bets)
    lines = [(wager, place) for wager in game.wagers for place in range(len(wager.lines))]
    nets = np.zeros([len(column.values) for column in columns], dtype=object)
    for chosen in product(*(enumerate(column.values) for column in columns[: len(raising)])):
        staked = stakes_after(game, stakes, dict(zip(raising, (option for _, option in chosen), strict=True)))
        part = nets[tuple(place for place, _ in chosen)]
        for axis, ((wager, place), column) in enumerate(zip(lines, columns[len(raising) :], strict=True)):
            pays = wager.lines[place].pays.pays
            paid = [
                line_net(game, wager, place, outcome, staked[wager.name]) if outcome in pays else Fraction(0)
                for outcome in column.values
            ]
            part += np.array(paid, dtype=object).reshape([-1 if each == axis else 1 for each in range(len(lines))])
    unit = Fraction(terms.unit_cents, DOLLAR)
    return np.array([float(net / unit) for net in nets.reshape(-1)])
