"""One seat against the house as a Gymnasium environment: an episode is a round, an action a choice."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np

from pitboss.core.errors import GameError, OptionError, TurnError
from pitboss.core.round import Round
from pitboss.envs.dealer import Dealer, checked_seed, checked_table, given_cards
from pitboss.envs.engines import Engine, Fused, Scripted
from pitboss.envs.kernel import SEAT, Kernel, kernel_of
from pitboss.envs.observing import Observing
from pitboss.envs.pictures import picture, piles_of
from pitboss.envs.terms import RENDER_MODES, LegalActions, Terms, checked_penalty, checked_render_mode
from pitboss.envs.text import observation_text, parsed_action, rendered


class RoundEnv(gymnasium.Env):
    """A game with a decision, one seat. The reward, at the end of the round, is the seat's net result in units.

    A round that asks for nothing still has one step, in which `pass` alone is legal, so that rewards add up to what the
    game pays. An action that is not legal is refused and changes nothing; with `illegal="penalty"` it ends the round
    instead, costs `penalty` units (the most that a round can lose unless given), and `info["illegal"]` is true.

    `reset(options=...)` may name cards by pile, `{"player": "Qs 6h 4d"}`, and the stream's `table` beside a seed.
    With `regret`, `info["regret"]` is the exact value that the action gave up against the best one.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        options: Mapping[str, str | int] | None = None,
        bets: Mapping[str, str | int] | None = None,
        observation: str = "cards",
        illegal: str = "raise",
        penalty: float | None = None,
        regret: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.terms = Terms(game, options, bets)
        self.observing = Observing(self.terms, observation)
        self.observation_space = self.observing.space
        self.legal_actions = LegalActions(self.terms.usual.copy())
        self.action_space = self.legal_actions
        self.penalty = checked_penalty(self.terms, illegal, penalty)
        self.regret = regret
        self.render_mode = checked_render_mode(render_mode)
        self.dealer = Dealer(self.terms.game, seats=1)
        self.kernel = self._kernel()
        self.engine: Engine = self._fresh()
        self.dealt = False

    def _fresh(self, by_hand: bool = False) -> Engine:
        if by_hand or self.kernel is None:
            return Scripted(self.terms, self.dealer)
        return Fused(self.terms, self.dealer, self.kernel)

    def _kernel(self) -> Kernel | None:
        """The generated loop; None for a game that no loop can play, such as a shoe that is seen in two ways."""
        try:
            return kernel_of(self.terms)
        except GameError:
            return None

    @property
    def round(self) -> Round | None:
        """The round as its events so far; None before the first."""
        return self.engine.round if self.dealt else None

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.engine.over

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deals a new round; a seed starts the stream of cards anew, `options` may name cards."""
        if seed is None and options is None and self.dealer.started:
            if self.kernel is not None and type(self.engine) is not Fused:
                self.engine = self._fresh()
            self.engine.deal()
        else:
            self._start(seed, dict(options or {}))
        self.dealt = True
        legal = self.legal_actions.legal = self.engine.legal
        shown = legal.copy()
        return self._observed(shown), {"action_mask": shown}

    def _start(self, seed: int | None, options: dict[str, Any]) -> None:
        """Seeds the stream and deals, with the cards that options name; refuses wrong ones and changes nothing."""
        table = options.pop("table", 0)
        given = given_cards(self.terms.game, options, seats=1)
        if seed is None and self.dealer.started and table:
            raise OptionError(f"table {table}: give a seed too; the table says which of its streams is dealt")
        super().reset(seed=None if seed is None else checked_seed(seed))
        self.dealer.seed(seed, self.np_random, checked_table(table))
        self.engine = self._fresh(by_hand=bool(given))
        self.engine.deal(given)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Makes a choice, and deals on to the next one or to the end."""
        engine = self.engine
        if not self.dealt or engine.over:
            raise TurnError("the round is over, or none was dealt yet; reset the environment", "over")
        number = self.terms.number(action)
        if not engine.legal[number]:
            if self.penalty is not None:
                return self._fined()
            self.terms.check(number, engine.legal)
        lost = self._lost(number) if self.regret else None
        reward = engine.act(number)
        legal = self.legal_actions.legal = engine.legal
        shown = legal.copy()
        info: dict[str, Any] = {"action_mask": shown}
        if engine.over:
            info["outcomes"] = engine.outcomes()
        if lost is not None:
            info["regret"] = lost
        return self._observed(shown), reward, engine.over, False, info

    def _fined(self) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Ends the round after an illegal action, with the penalty as its reward."""
        assert self.penalty is not None
        self.engine.over = True
        shown = self.terms.usual.copy()
        return self._observed(shown), -self.penalty, True, False, {"action_mask": shown, "illegal": True}

    def _lost(self, number: int) -> float:
        from pitboss.envs.hands import regrets_of_actions  # Solving is only loaded where regret is asked for.

        sight, legal = self.engine.sight[None], self.engine.legal[None]
        chosen = self.observing.chosen(np.array(self.engine.made, dtype=np.int64)[:, None], 1)
        return float(regrets_of_actions(self.terms, sight, chosen, legal, np.array([number]))[0])

    def _observed(self, legal: np.ndarray) -> Any:
        return self.observing.one(self.engine.sight.copy(), legal, self.observation_text, self.engine.made)

    def action_masks(self) -> np.ndarray:
        """The legal actions as true and false, where MaskablePPO looks for them."""
        return self.legal_actions.legal.astype(bool)

    def observation_text(self, *, reading: bool = True) -> str:
        """What the seat sees, in words; without `reading`, cards are not read out as a hand."""
        self._check_dealt()
        return observation_text(self.terms, self.engine.round, SEAT, reading=reading)

    def action_from_text(self, text: str) -> int:
        """The action that a text names; refuses, in words, a text that names no legal one."""
        self._check_dealt()
        return parsed_action(self.terms, self.engine.round, SEAT, text)

    def _check_dealt(self) -> None:
        if not self.dealt:
            raise TurnError("no round was dealt yet; reset the environment", "not-begun")

    def render(self) -> Any:
        """The round so far, as the seat sees it: lines of text, or a picture."""
        if self.render_mode == "rgb_array":
            piles = {name: (deal.to, deal.count) for name, deal in self.terms.game.piles.items()}
            return picture(self.round, SEAT, piles_of(piles, 1))
        return rendered(self.engine.round, SEAT) if self.render_mode == "ansi" and self.dealt else None
