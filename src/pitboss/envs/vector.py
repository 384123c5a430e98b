"""Many rounds at once as a Gymnasium vector environment, on the generated loop.

Table i, given the seed s, deals the rounds that a `RoundEnv` with the seed s + i deals: both run the same dealing code.
Rewards are looked up: the joint outcome of a round is a number, and what it pays was computed beforehand.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from pitboss.core.cards import FACES
from pitboss.core.errors import ChoiceError, OptionError, TurnError
from pitboss.core.game import Cards
from pitboss.core.meters import DOLLAR
from pitboss.core.script import codes_of
from pitboss.core.stakes import stakes_after
from pitboss.envs.terms import DRAWN_FROM, Observation, Terms, checked_seed
from pitboss.maths.codegen import deals
from pitboss.maths.codegen.judgement import Column
from pitboss.maths.codegen.piles import dealing_order
from pitboss.maths.codegen.program import bounds_of, card_coder
from pitboss.maths.codegen.stepwise import dealing_text, judging_text, legal_text, stepwise_program
from pitboss.maths.compile.cpu import fused_loop
from pitboss.maths.tally.tally import first_stakes, line_net, tally_columns


class LegalBatch(MultiDiscrete):
    """The actions of every table; a sample without a mask is legal everywhere."""

    def __init__(self, legal: np.ndarray, tables: int) -> None:
        super().__init__([len(legal)] * tables)
        self.legal = legal[None].repeat(tables, axis=0)

    def sample(self, mask: Any = None, probability: Any = None) -> np.ndarray:
        """One random action for every table."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        return np.argmax(self.legal * (1 - self.np_random.random(self.legal.shape)), axis=1)


class VectorRounds(VectorEnv):
    """`num_envs` tables of a game with one choice. Every step ends a round everywhere and deals the next one.

    `final_obs` in the info is what could be seen at the end of the round, for all tables, stacked like an observation.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        options: Mapping[str, str | int] | None = None,
        bets: Mapping[str, str | int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        if not isinstance(num_envs, int) or num_envs < 1:
            raise OptionError(f"num_envs {num_envs}: give a whole number of tables, at least one")
        if render_mode is not None:
            raise OptionError(f"render_mode {render_mode!r}: tables side by side are not drawn; give None")
        self.terms = Terms(game, options, bets)
        built = self.terms.game
        self.num_envs = num_envs
        self.single_observation_space = self.terms.observation_space
        self.single_action_space = Discrete(len(self.terms.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.legal_actions = LegalBatch(self.terms.usual, num_envs)
        self.action_space = self.legal_actions
        loop = stepwise_program(built, self.terms.bets)
        self.deal = fused_loop(dealing_text(loop), loop.program.scope, arrays=5)
        self.judge = fused_loop(judging_text(loop), loop.program.scope, arrays=4)
        self.allow = fused_loop(legal_text(loop), loop.legal_scope, arrays=3) if loop.legal_scope else None
        self.pays = rewards(loop.program.columns, self.terms)
        (self.choice,) = built.choices.values()
        # Options by action; a choice of cards names places, whose codes rules see.
        self.options = np.array([each for name, each in self.terms.actions if name == self.choice.name], dtype=np.int64)
        coder = card_coder(built, self.choice, bounds_of(built, None))
        self.codes = np.array(codes_of(built, coder) if coder else [0] * FACES, dtype=np.int64)
        self.faces = np.array(dealing_order(built))
        self.states = np.zeros((2, num_envs), dtype=np.int64)
        self.kept = np.zeros((len(loop.kept), num_envs), dtype=np.int64)
        self.asked = np.zeros(num_envs, dtype=np.int64)
        self.sight = self._blank(num_envs)
        self.started = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict]:
        """Deals a new round everywhere; a seed starts the streams anew, table i from seed + i."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is not None or not self.started:
            self.states[:] = deals.first_streams(self._seeds(seed))
            self.started = True
        return self._next()

    def _seeds(self, seed: int | list[int | None] | None) -> np.ndarray:
        if isinstance(seed, list):
            if len(seed) != self.num_envs:
                raise OptionError(f"{len(seed)} seeds for {self.num_envs} tables; give one each")
            drawn = self.np_random.integers(DRAWN_FROM, size=self.num_envs)
            return np.array(
                [own if given is None else checked_seed(given) for given, own in zip(seed, drawn, strict=True)],
                np.uint64,
            )
        first = int(self.np_random.integers(DRAWN_FROM)) if seed is None else checked_seed(seed, self.num_envs)
        return np.uint64(first) + np.arange(self.num_envs, dtype=np.uint64)

    def step(self, actions: np.ndarray) -> tuple[Observation, np.ndarray, np.ndarray, np.ndarray, dict]:
        """Makes the choice of every table; the rounds end, are paid, and the next ones are dealt."""
        if not self.started:
            raise TurnError("no round was dealt yet; reset the environment", "not-begun")
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or not np.issubdtype(actions.dtype, np.integer):
            raise ChoiceError(
                f"actions of shape {actions.shape} and kind {actions.dtype}: "
                f"give a whole number for each of {self.num_envs} tables",
                "unknown-option",
            )
        actions = actions.astype(np.int64)
        legal = self.legal_actions.legal
        known = (actions >= 0) & (actions < len(self.terms.actions))
        fine = known & (legal[np.arange(self.num_envs), np.where(known, actions, 0)] == 1)
        if not fine.all():
            table = int(np.argmin(fine))
            try:
                self.terms.check(int(actions[table]), legal[table])
            except ChoiceError as error:
                raise ChoiceError(f"table {table}: {error}", "illegal") from None
        named = np.minimum(actions, len(self.options) - 1)  # Whatever a table that passes is given has no effect.
        paid, last = self._judged(self.kept, self._offered(np.arange(self.num_envs), named))
        ended = np.ones(self.num_envs, dtype=bool)
        after = {"observation": last, "action_mask": self.terms.usual[None].repeat(self.num_envs, axis=0)}
        seen, info = self._next()
        return seen, paid, ended, np.zeros(self.num_envs, dtype=bool), {**info, "final_obs": after, "_final_obs": ended}

    def _judged(self, kept: np.ndarray, given: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The rewards of rounds with these answers, and what is seen at their end."""
        keys, sight = np.zeros(len(given), dtype=np.int64), self._blank(len(given))
        self.judge(kept, given, keys, sight, self.faces)
        return self.pays[keys], sight

    def _blank(self, tables: int) -> np.ndarray:
        return np.zeros((tables, len(self.terms.game.piles), FACES), dtype=np.int8)

    def _next(self) -> tuple[Observation, dict]:
        """Deals the next rounds; their observations and masks. A round that asks nothing is seen to its end."""
        sight = self._blank(self.num_envs)
        self.deal(*self.states, self.kept, self.asked, sight, self.faces)
        idle = np.flatnonzero(self.asked == 0)
        if len(idle):
            sight[idle] = self._judged(np.ascontiguousarray(self.kept[:, idle]), 0 * idle)[1]
        self.sight = sight
        legal = self.legal_actions.legal = self._legal()
        return {"observation": sight.copy(), "action_mask": legal.copy()}, {"action_mask": legal.copy()}

    def _legal(self) -> np.ndarray:
        """The action masks: `pass` alone where the table is not asked, else the options that the rules allow."""
        usual = self.terms.usual
        legal = np.where(self.asked[:, None] != 0, usual, 1 - usual).astype(np.int8)
        if self.allow:
            asked = np.flatnonzero(self.asked)
            allowed = np.zeros((len(asked), len(self.options)), dtype=np.int64)
            every = (np.full(len(asked), action) for action in range(len(self.options)))
            offered = np.stack([self._offered(asked, each) for each in every], axis=1)
            self.allow(np.ascontiguousarray(self.kept[:, asked]), offered, allowed)
            legal[asked, : len(self.options)] = allowed != 0
        return legal

    def _offered(self, tables: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """The option of one action for each of some tables, as rules see it: cards as the sum of their codes."""
        if not isinstance(self.choice.options, Cards):
            return self.options[actions]
        row = list(self.terms.game.piles).index(self.choice.options.pile)
        held, places = self.sight[tables, row].cumsum(axis=1), self.options[actions]
        faces = [np.argmax(held > place[:, None], axis=1) for place in places.T]
        return sum((self.codes[face] for face in faces), start=np.zeros(len(tables), dtype=np.int64))


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
