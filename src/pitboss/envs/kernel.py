"""The generated loop of a game, as environments use it: rounds are dealt up to a choice, and go on with the answers.

Rewards are looked up: the joint outcome of a round is a number, and what it pays was computed beforehand.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from pitboss.core.cards import FACES, Card
from pitboss.core.game import Cards, Place
from pitboss.core.round import Round
from pitboss.core.script import TABLE, Bets, Chose, codes_of
from pitboss.core.stakes import stakes_after
from pitboss.envs.dealer import Dealer, Owned
from pitboss.envs.rewards import Rewards
from pitboss.envs.terms import PASS, Terms
from pitboss.maths.codegen import names
from pitboss.maths.codegen.piles import dealing_order, is_masked, places_of
from pitboss.maths.codegen.program import bounds_of, card_coder
from pitboss.maths.codegen.stepwise import dealing_text, going_on_text, legal_text, stepwise_program
from pitboss.maths.compile.cpu import fused_loop
from pitboss.maths.tally.tally import tally_columns

Loop: TypeAlias = Callable[..., None]
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


class Offer:
    """The options of one choice: the actions that name them, and the numbers that rules see of them."""

    def __init__(self, terms: Terms, name: str, allow: Loop | None) -> None:
        choice, actions = terms.game.choices[name], terms.actions
        self.first = next(number for number, (each, _) in enumerate(actions) if each == name)
        self.options = np.array([option for each, option in actions if each == name], dtype=np.int64)
        """The options by action, the first action first; of cards, their places."""
        self.allow = allow
        self.mask = np.array([each == name for each, _ in actions], dtype=np.int8)
        self.by_cards = isinstance(choice.options, Cards)
        if isinstance(choice.options, Cards):
            coder = card_coder(terms.game, choice, bounds_of(terms.game, None))
            self.codes = np.array(codes_of(terms.game, coder) if coder else [0] * FACES, dtype=np.int64)
            self.row = terms.rows.index(choice.options.pile)
            self.named = fused_loop(NAMED, {}, arrays=1)

    def given(self, sight: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """The option of one action for each table, as rules see it: cards as the sum of their codes."""
        named = actions - self.first if self.first else actions
        named = np.minimum(named, len(self.options) - 1)  # Where a table passes, the option is not read.
        if not self.by_cards:
            return self.options[named]
        found = np.empty(len(actions), dtype=np.int64)
        self.named(found, sight, named, self.options, self.codes, self.row)
        return found

    def one(self, sight: np.ndarray, action: int) -> int:
        """The option of one action at a single table."""
        if self.by_cards:
            return self.given(sight, np.array([action])).item()
        return self.options.item(action - self.first)

    def allowed(self, kept: np.ndarray, answers: np.ndarray, sight: np.ndarray) -> np.ndarray:
        """For tables that wait at this choice, which of its options the rules allow; all of them without a rule."""
        allowed = np.ones((sight.shape[0], len(self.options)), dtype=np.int64)
        if self.allow and len(sight):
            every = (np.full(len(sight), self.first + place) for place in range(len(self.options)))
            offered = np.stack([self.given(sight, each) for each in every], axis=1)
            self.allow(kept, answers, offered, allowed)
        return allowed != 0


class Kernel:
    """The compiled parts of a game with choices, for terms; it holds no state of any table."""

    def __init__(self, terms: Terms) -> None:
        self.terms, game = terms, terms.game
        loop = self.loop = stepwise_program(game, terms.bets, terms.rows)
        self.faces = np.array(dealing_order(game))
        self.deal = fused_loop(dealing_text(loop), loop.program.scope, arrays=5)
        self.go_on = fused_loop(going_on_text(loop), loop.program.scope, arrays=5)
        self.rewards = Rewards(loop, terms)
        self.end = len(loop.stops)
        """The stage of a round that asks nothing more; other stages are the numbers of choices."""
        self.sees_more = bool(loop.seen_at_end)
        """Whether a seat can see more of its rows later than where it was asked first."""
        self.offers: list[Offer] = []
        for stop in loop.stops:
            allow = fused_loop(legal_text(loop, stop), stop.legal_scope, arrays=4) if stop.legal_scope else None
            self.offers.append(Offer(terms, stop.name, allow))
        self.idle = (1 - terms.usual).astype(np.int8)
        """The mask of a round that asks nothing: `pass` alone."""
        self.masks = np.stack([*(offer.mask for offer in self.offers), self.idle])
        """By stage, the mask of all options."""
        self._outcomes: dict[int, dict[str, list[str]]] = {}

    def __reduce__(self) -> tuple[Callable[[Terms], "Kernel"], tuple[Terms]]:
        return kernel_of, (self.terms,)  # Compiled functions are made again.

    def __deepcopy__(self, memo: object) -> "Kernel":
        return self  # A kernel never changes.

    def blank(self, tables: int) -> np.ndarray:
        """No cards seen, for as many tables."""
        return np.zeros((tables, len(self.terms.rows), FACES), dtype=np.int8)

    def legal(self, kept: np.ndarray, answers: np.ndarray, stages: np.ndarray, sight: np.ndarray) -> np.ndarray:
        """The action masks of tables by their stages: `pass` alone at the end, else the options that rules allow."""
        legal = self.masks[stages]
        for number, offer in enumerate(self.offers):
            if offer.allow and len(rows := np.flatnonzero(stages == number)):
                own = [np.ascontiguousarray(each[:, rows]) for each in (kept, answers)]
                legal[rows, offer.first : offer.first + len(offer.options)] = offer.allowed(*own, sight[rows])
        return legal

    def answer(self, answers: np.ndarray, stages: np.ndarray, sight: np.ndarray, actions: np.ndarray) -> None:
        """Writes the actions of tables among their answers, as rules see them."""
        if self.end == 1:  # A table at its end does not read what it is given.
            answers[0] = self.offers[0].given(sight, actions)
            return
        for number, offer in enumerate(self.offers):
            if len(rows := np.flatnonzero(stages == number)):
                answers[number, rows] = offer.given(sight[rows], actions[rows])

    def gone_on(
        self, kept: np.ndarray, answers: np.ndarray, stages: np.ndarray, sight: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Plays on to the next choice or the end, and sets `stages`; joint outcomes of ended rounds, what is seen."""
        keys = np.zeros(len(stages), dtype=np.int64)
        last = self.blank(len(stages)) if self.sees_more else sight
        self.go_on(kept, answers, stages, keys, last, self.faces)
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

    def played(self, kept: np.ndarray, table: int, actions: Iterable[int]) -> Round:
        """A table's round as its events, with these actions, up to the next choice or to the end."""
        terms, dealer = self.terms, Dealer(self.terms.game, seats=1)
        dealer.cards = self.cards(kept, table)
        played = dealer.go_on(Round(terms.game).after(Bets({SEAT: terms.bets})))
        for name, option in (terms.actions[action] for action in actions):
            if name != PASS:
                played = dealer.go_on(played.after(Chose(SEAT, name, terms.option(played, SEAT, name, option))))
        return played

    def outcomes(self, key: int) -> dict[str, list[str]]:
        """The names of the outcomes of a joint outcome, by wager that is bet or was placed by choosing it."""
        if key not in self._outcomes:
            columns, game = self.loop.program.columns, self.terms.game
            places = np.unravel_index(key, [len(column.values) for column in columns])
            values = [column.values[place] for column, place in zip(columns, places, strict=True)]
            staked = stakes_after(game, self.terms.bets, dict(zip(tally_columns(game)[0], values, strict=False)))
            self._outcomes[key] = {
                wager.name: [
                    line.pays.outcomes(values[self.loop.column[wager.name, place]]).name
                    for place, line in enumerate(wager.lines)
                ]
                for wager in game.wagers
                if staked.get(wager.name)
            }
        return self._outcomes[key]


@lru_cache(maxsize=64)
def kernel_of(terms: Terms) -> Kernel:
    """The kernel of some terms, made once: making it takes longer than thousands of rounds."""
    return Kernel(terms)
