"""Many rounds at once as a Gymnasium vector environment, on the generated loop.

Table i, given the seed s, deals the rounds that a `RoundEnv` deals after `reset(seed=s, options={"table": i})`; given a
list of seeds, those of a `RoundEnv` with the table's own seed. Both run the same dealing code.
"""

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from pitboss.core.errors import ChoiceError, OptionError, TurnError, one_of
from pitboss.core.round import Round
from pitboss.envs.dealer import DRAWN_FROM, checked_seed
from pitboss.envs.infos import Infos, Later, one_each, stacked
from pitboss.envs.kernel import SEAT, kernel_of
from pitboss.envs.observing import Observing
from pitboss.envs.pictures import picture, piles_of
from pitboss.envs.terms import RENDER_MODES, Terms, checked_penalty, checked_render_mode
from pitboss.envs.text import observation_text, rendered
from pitboss.maths.codegen import deals


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
    """`num_envs` tables of a game; arguments are those of `RoundEnv`.

    A step takes every table to the next choice of its round, or to the end: with one choice, to the end. What follows
    there is Gymnasium's `autoreset_mode`: with SAME_STEP (the default, since rounds are short) the next round is dealt
    at once, and the end of the last one is in `final_obs` and `final_info`; with NEXT_STEP the next step deals it,
    whatever its action; with DISABLED `reset(options={"reset_mask": ...})` does. Infos are laid out as `SyncVectorEnv`
    lays them out.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        options: Mapping[str, str | int] | None = None,
        bets: Mapping[str, str | int] | None = None,
        observation: str = "cards",
        illegal: str = "raise",
        penalty: float | None = None,
        regret: bool = False,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        render_mode: str | None = None,
    ) -> None:
        self.num_envs = _tables(num_envs)
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {
            "autoreset_mode": self.autoreset_mode,
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
        }
        self.render_mode = checked_render_mode(render_mode)
        self.terms = Terms(game, options, bets)
        self.penalty = checked_penalty(self.terms, illegal, penalty)
        self.regret = regret
        self.kernel = kernel_of(self.terms)
        self.observing = Observing(self.terms, observation)
        self.single_observation_space = self.observing.space
        self.single_action_space = Discrete(len(self.terms.actions))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.legal_actions = LegalBatch(self.terms.usual, self.num_envs)
        self.action_space = self.legal_actions
        self.states = np.zeros((2, self.num_envs), dtype=np.int64)
        self.kept = np.zeros((len(self.kernel.loop.kept), self.num_envs), dtype=np.int64)
        self.stages = np.zeros(self.num_envs, dtype=np.int64)
        """The number of the choice at which each table waits; the number of all choices where it is asked no more."""
        self.answers = np.zeros((self.kernel.end, self.num_envs), dtype=np.int64)
        self.made = np.full((self.kernel.end, self.num_envs), -1)
        """By choice, the action of each table's round, -1 where none was made."""
        self.sight = self.kernel.blank(self.num_envs)
        self.over = np.zeros(self.num_envs, dtype=bool)
        self.started = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deals a new round everywhere, or where `options["reset_mask"]` says; a seed starts the streams anew."""
        where = self._reset_mask(options or {})
        if where is not None and not self.started:
            raise TurnError("no round was dealt yet; reset every table first", "not-begun")
        if seed is not None or not self.started:
            streams = self._streams(seed)
            keep = np.zeros(self.num_envs, dtype=bool) if where is None else ~where
            if isinstance(seed, Sequence) and self.started:
                keep |= np.array([each is None for each in seed])
            self.states = np.where(keep, self.states, streams)
            self.started = True
        self._deal(where)
        return self._observed(), self._masks(np.ones(self.num_envs, dtype=bool) if where is None else where)

    def _reset_mask(self, options: dict[str, Any]) -> np.ndarray | None:
        other = [name for name in options if name != "reset_mask"]
        if other:
            raise OptionError(f"reset options: {other[0]!r}: tables side by side take reset_mask alone")
        if "reset_mask" not in options:
            return None
        where = options["reset_mask"]
        right = isinstance(where, np.ndarray) and where.shape == (self.num_envs,) and where.dtype == np.bool_
        if not right or not where.any():
            raise OptionError(
                f"reset_mask {where!r}: give an array of {self.num_envs} bools, at least one of them true"
            )
        return where.copy()

    def _streams(self, seed: int | Sequence[int | None] | None) -> np.ndarray:
        """The first states of the streams of all tables."""
        if seed is None or not isinstance(seed, Sequence | np.ndarray) or isinstance(seed, str | bytes):
            first = None if seed is None else checked_seed(seed)
            super().reset(seed=first)
            first = int(self.np_random.integers(DRAWN_FROM)) if first is None else first
            return deals.table_streams(first, 0, self.num_envs)
        if len(seed) != self.num_envs:
            raise OptionError(f"{len(seed)} seeds for {self.num_envs} tables; give one each")
        given = [None if each is None else checked_seed(each) for each in seed]
        drawn = self.np_random.integers(DRAWN_FROM, size=self.num_envs).tolist()
        own = [number if each is None else each for each, number in zip(given, drawn, strict=True)]
        return deals.first_streams(np.array(own, dtype=np.uint64))

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Makes the choice of every table whose round is in play; rounds that ask nothing more end and are paid."""
        if not self.started:
            raise TurnError("no round was dealt yet; reset the environment", "not-begun")
        acting = ~self.over
        if self.autoreset_mode == AutoresetMode.DISABLED and not acting.all():
            over = ", ".join(map(str, np.flatnonzero(self.over)[:5].tolist()))
            raise TurnError(f"the rounds of tables {over} are over; reset them with reset_mask", "over")
        numbers = self._numbers(actions, acting)
        fined = self._fined(numbers, acting)
        lost = self._lost(numbers, acting & ~fined) if self.regret else None
        keys = self._go_on(numbers, acting & ~fined)
        over = acting & (fined | (self.stages == self.kernel.end)) if self.kernel.end > 1 else acting
        self._close(over)
        paid = self.kernel.rewards(keys) if over.all() else np.where(over, self.kernel.rewards(keys), 0.0)
        if self.penalty is not None:
            paid[fined] = -self.penalty
        ended = Ended(over, fined, keys, lost)
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            infos = self._start_again(ended)
        else:
            again, self.over = self.over, over.copy()
            infos = self._told(acting, ended) if acting.any() else {}
            if again.any():
                self._deal(again)
            infos |= self._masks(np.ones(self.num_envs, dtype=bool))
        return self._observed(), paid, over, np.zeros(self.num_envs, dtype=bool), infos

    def _start_again(self, ended: "Ended") -> dict[str, Any]:
        """Deals where rounds ended; the infos, with the last view of those rounds."""
        over, infos, every = ended.over, Infos(), ended.over
        if not over.all():
            infos.update(self._told(~over, ended))
            every = np.ones(self.num_envs, dtype=bool)
        if over.any():
            last = self._observed()
            self._deal(over)
            infos["final_obs"] = Later(lambda: one_each(last, over))
            infos["final_info"] = Later(lambda: self._usual_masks(over) | self._told(over, ended))
            infos["_final_obs"], infos["_final_info"] = over.copy(), over.copy()
        infos.update(self._masks(every))
        return infos

    def _numbers(self, actions: Any, acting: np.ndarray) -> np.ndarray:
        """The actions as numbers; refuses what is no action of a table that acts."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or not np.issubdtype(given.dtype, np.integer):
            raise ChoiceError(
                f"actions of shape {given.shape} and kind {given.dtype}: "
                f"give a whole number for each of {self.num_envs} tables",
                "unknown-option",
            )
        given = given.astype(np.int64)
        known = (given >= 0) & (given < len(self.terms.actions))
        if not (known | ~acting).all():
            table = int(np.argmax(~known & acting))
            try:
                self.terms.number(int(given[table]))
            except ChoiceError as error:
                raise ChoiceError(f"table {table}: {error}", "unknown-option") from None
        return np.where(known, given, 0)

    def _fined(self, numbers: np.ndarray, acting: np.ndarray) -> np.ndarray:
        """The tables whose action is illegal; refuses the first of them unless illegal actions have a penalty."""
        legal = self.legal_actions.legal
        wrong = acting & (legal[np.arange(self.num_envs), numbers] == 0)
        if self.penalty is None and wrong.any():
            table = int(np.argmax(wrong))
            try:
                self.terms.check(int(numbers[table]), legal[table])
            except ChoiceError as error:
                raise ChoiceError(f"table {table}: {error}", "illegal") from None
        return wrong

    def _go_on(self, numbers: np.ndarray, moving: np.ndarray) -> np.ndarray:
        """Answers for some tables, and plays them on to their next choice or the end; their joint outcomes there."""
        if moving.all():
            self._note(numbers, moving)
            self.kernel.answer(self.answers, self.stages, self.sight, numbers)
            keys, self.sight = self.kernel.gone_on(self.kept, self.answers, self.stages, self.sight)
            return keys
        keys, rows = np.zeros(self.num_envs, dtype=np.int64), np.flatnonzero(moving)
        if len(rows):
            self._note(numbers, moving)
            kept, answers = (np.ascontiguousarray(each[:, rows]) for each in (self.kept, self.answers))
            stages, sight = self.stages[rows], self.sight[rows]
            self.kernel.answer(answers, stages, sight, numbers[rows])
            keys[rows], self.sight[rows] = self.kernel.gone_on(kept, answers, stages, sight)
            self.answers[:, rows], self.stages[rows] = answers, stages
        return keys

    def _note(self, numbers: np.ndarray, moving: np.ndarray) -> None:
        """Notes the actions of tables by the choices that they answer; with one choice, a `pass` too."""
        if self.kernel.end == 1:
            self.made[0] = np.where(moving, numbers, self.made[0])
            return
        for number, made in enumerate(self.made):
            np.copyto(made, numbers, where=moving & (self.stages == number))

    def _close(self, over: np.ndarray) -> None:
        """Sets the masks after a step: any action where rounds are over, else those of the next choice."""
        if over.all():
            self.legal_actions.legal = self.terms.usual[None].repeat(self.num_envs, axis=0)
            return
        self.legal_actions.legal[over] = self.terms.usual
        if len(rows := np.flatnonzero(~(over | self.over))):
            own = [np.ascontiguousarray(each[:, rows]) for each in (self.kept, self.answers)]
            self.legal_actions.legal[rows] = self.kernel.legal(*own, self.stages[rows], self.sight[rows])

    def _deal(self, where: np.ndarray | None) -> None:
        """Deals the next round of every table, or of some; a round that asks nothing is seen to its end."""
        kernel = self.kernel
        if where is None or where.all():
            self.sight = kernel.blank(self.num_envs)
            kernel.deal(self.states[0], self.states[1], self.kept, self.stages, self.sight, kernel.faces)
            self._see_idle(self.sight, self.kept, self.stages)
            self.legal_actions.legal = kernel.legal(self.kept, self.answers, self.stages, self.sight)
            self.over = np.zeros(self.num_envs, dtype=bool)
            self.made.fill(-1)
            return
        rows = np.flatnonzero(where)
        states, kept, answers = (np.ascontiguousarray(each[:, rows]) for each in (self.states, self.kept, self.answers))
        stages, sight = self.stages[rows], kernel.blank(len(rows))
        kernel.deal(states[0], states[1], kept, stages, sight, kernel.faces)
        self._see_idle(sight, kept, stages)
        self.states[:, rows], self.kept[:, rows], self.stages[rows], self.sight[rows] = states, kept, stages, sight
        self.legal_actions.legal[rows] = kernel.legal(kept, answers, stages, sight)
        self.over[rows], self.made[:, rows] = False, -1

    def _see_idle(self, sight: np.ndarray, kept: np.ndarray, stages: np.ndarray) -> None:
        """Shows tables that are asked nothing what they see at the end."""
        kernel = self.kernel
        if kernel.sees_more and len(idle := np.flatnonzero(stages == kernel.end)):
            own, none = np.ascontiguousarray(kept[:, idle]), np.zeros((kernel.end, len(idle)), dtype=np.int64)
            sight[idle] = kernel.gone_on(own, none, stages[idle], sight[idle])[1]

    def _observed(self) -> Any:
        sight, legal = self.sight.copy(), self.legal_actions.legal.copy()
        return self.observing.many(sight, legal, self.observation_text, self.made)

    def _masks(self, where: np.ndarray) -> dict[str, Any]:
        legal = self.legal_actions.legal
        mask = legal.copy() if where.all() else np.where(where[:, None], legal, 0).astype(np.int8)
        return {"action_mask": mask, "_action_mask": where.copy()}

    def _told(self, where: np.ndarray, ended: "Ended") -> dict[str, Any]:
        """The infos of a step at some tables, as `SyncVectorEnv` stacks those of single environments."""
        found: dict[str, Any] = {}
        judged, fined, asked = where & ended.over & ~ended.fined, where & ended.fined, where & ~ended.fined
        if judged.any():
            outcomes = {key: self.kernel.outcomes(key) for key in np.unique(ended.keys[judged]).tolist()}
            found |= {"outcomes": stacked(outcomes, ended.keys, judged), "_outcomes": judged}
        if fined.any():
            found |= {"illegal": fined, "_illegal": fined.copy()}
        if ended.lost is not None and asked.any():
            found |= {"regret": np.where(asked, ended.lost, 0.0), "_regret": asked}
        return found

    def _usual_masks(self, where: np.ndarray) -> dict[str, Any]:
        """The masks of rounds that are over."""
        mask = np.where(where[:, None], self.terms.usual, 0).astype(np.int8)
        return {"action_mask": mask, "_action_mask": where.copy()}

    def _lost(self, numbers: np.ndarray, where: np.ndarray) -> np.ndarray:
        from pitboss.envs.hands import regrets_of_actions  # Solving is only loaded where regret is asked for.

        lost, rows = np.zeros(self.num_envs), np.flatnonzero(where)
        chosen, legal = self.observing.chosen(self.made[:, rows], len(rows)), self.legal_actions.legal[rows]
        lost[rows] = regrets_of_actions(self.terms, self.sight[rows], chosen, legal, numbers[rows])
        return lost

    def action_masks(self) -> np.ndarray:
        """The legal actions of every table as true and false."""
        return self.legal_actions.legal.astype(bool)

    def round_of(self, table: int) -> Round:
        """The round of one table as its events so far."""
        made = self.made[:, table]
        return self.kernel.played(self.kept, table, made[made >= 0].tolist())

    def observation_text(self, table: int) -> str:
        """What the seat of one table sees, in words."""
        return observation_text(self.terms, self.round_of(table), SEAT)

    def render(self) -> tuple[Any, ...] | None:
        """Every table as its seat sees it: lines of text, or pictures."""
        if self.render_mode is None or not self.started:
            return None
        rounds = [self.round_of(table) for table in range(self.num_envs)]
        if self.render_mode == "ansi":
            return tuple(rendered(each, SEAT) for each in rounds)
        piles = piles_of({name: (deal.to, deal.count) for name, deal in self.terms.game.piles.items()}, 1)
        return tuple(picture(each, SEAT, piles) for each in rounds)


class Ended:
    """The tables whose rounds ended in a step: how, and what the actions of that step gave up."""

    def __init__(self, over: np.ndarray, fined: np.ndarray, keys: np.ndarray, lost: np.ndarray | None) -> None:
        self.over, self.fined, self.keys, self.lost = over, fined, keys, lost


def _tables(number: object) -> int:
    try:
        tables = operator.index(number)  # ty: ignore[invalid-argument-type]
    except TypeError:
        tables = 0
    if tables < 1:
        raise OptionError(f"num_envs {number}: give a whole number of tables, at least one")
    return tables


def _mode(mode: str | AutoresetMode) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        names = one_of(each.value for each in AutoresetMode)
        raise OptionError(f"autoreset_mode {mode!r}: expected {names}") from None
