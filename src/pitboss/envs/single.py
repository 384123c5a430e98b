"""One seat against the house as a Gymnasium environment: an episode is a round, an action a choice."""

from collections.abc import Mapping
from typing import Any

import gymnasium

from pitboss.core.errors import TurnError
from pitboss.core.round import Round
from pitboss.core.script import Bets
from pitboss.core.settle import settle_round
from pitboss.envs.terms import Dealer, LegalActions, Observation, Terms, checked_render_mode, rendered

SEAT = 1


class RoundEnv(gymnasium.Env):
    """A game with a decision, one seat. The reward, at the end of the round, is the seat's net result in units.

    A round that asks for nothing still has one step, in which `pass` alone is legal, so that rewards add up to what the
    game pays. An action that is not legal is refused and changes nothing.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        options: Mapping[str, str | int] | None = None,
        bets: Mapping[str, str | int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.terms = Terms(game, options, bets)
        self.dealer = Dealer(self.terms.game, seats=1)
        self.observation_space = self.terms.observation_space
        self.legal_actions = LegalActions(self.terms.usual)
        self.action_space = self.legal_actions
        self.render_mode = checked_render_mode(render_mode)
        self.round: Round | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict]:
        """Deals a new round; a seed starts the stream of cards anew."""
        super().reset(seed=seed)
        self.dealer.reset(seed, self.np_random)
        self._go_on(Round(self.terms.game).after(Bets({SEAT: self.terms.bets})))
        return self._seen(), {"action_mask": self.legal_actions.legal.copy()}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict]:
        """Makes a choice, and deals on to the next one or to the end."""
        if self.round is None or self.over:
            raise TurnError("the round is over, or none was dealt yet; reset the environment", "over")
        after = self.terms.after(self.round, SEAT, action, self.legal_actions.legal)
        self._go_on(after, passed=after is self.round)
        info: dict[str, Any] = {"action_mask": self.legal_actions.legal.copy()}
        if not self.over:
            return self._seen(), 0.0, False, False, info
        outcomes = self.round.outcomes()[SEAT]
        info["outcomes"] = {wager: [each.name for each in ended] for wager, ended in outcomes.items()}
        return self._seen(), self.terms.reward(settle_round(self.round).net_cents(SEAT)), True, False, info

    def _go_on(self, played: Round, passed: bool = False) -> None:
        """Deals until the seat is asked, or the round is over; a round that never asked waits for `pass`."""
        self.round = self.dealer.go_on(played)
        self.over = self.round.need() is None and (passed or bool(self.round.state.choices))
        self.legal_actions.legal = self.terms.usual if self.over else self.terms.mask(self.round, SEAT)

    def _seen(self) -> Observation:
        assert self.round
        return self.terms.observed(self.round, SEAT, self.legal_actions.legal)

    def render(self) -> str | None:
        """The round so far as lines of text, as the seat sees it; all of it once it is over."""
        return rendered(self.round, SEAT) if self.render_mode == "ansi" and self.round else None
