"""Several seats of one table as a PettingZoo environment: an episode is a round, each seat makes its own choices."""

from collections.abc import Mapping
from typing import Any

from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import aec_to_parallel

from pitboss.core.errors import TurnError
from pitboss.core.round import Round
from pitboss.core.script import TABLE, Bets, NeedChoice
from pitboss.core.settle import settle_round
from pitboss.envs.terms import Dealer, LegalActions, Observation, Terms, checked_render_mode, rendered


class TableEnv(AECEnv):
    """A game with a decision, `seats` seats against the house; seats do not see each other's cards.

    Seats answer one after the other; those that are not asked `pass`. At the end a seat's reward is what it has won,
    in units. An action that is not legal is refused and changes nothing.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int = 2,
        options: Mapping[str, str | int] | None = None,
        bets: Mapping[str, str | int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.terms = Terms(game, options, bets)
        if not isinstance(seats, int) or not 1 <= seats <= self.terms.game.seats:
            raise TurnError(f"{seats} seats: {game} has seats 1 to {self.terms.game.seats}", "no-seat")
        self.metadata = {
            "name": f"{game}-v{self.terms.game.version}",
            "is_parallelizable": True,
            "render_modes": ["ansi"],
        }
        self.render_mode = checked_render_mode(render_mode)
        self.dealer = Dealer(self.terms.game, seats)
        self.possible_agents = [f"seat_{seat}" for seat in range(1, seats + 1)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents, 1)}
        self.spaces = {agent: LegalActions(self.terms.usual) for agent in self.possible_agents}
        self.views = dict.fromkeys(self.possible_agents, self.terms.observation_space)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        """The space of a seat's observations."""
        return self.views[agent]

    def action_space(self, agent: str) -> LegalActions:
        """The space of a seat's actions; a sample is legal."""
        return self.spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new round; a seed starts the stream of cards anew."""
        self.dealer.reset(seed, seeding.np_random(None)[0])
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.waiting = list(self.agents)
        self._go_on(Round(self.terms.game).after(Bets(dict.fromkeys(self.seat_of.values(), self.terms.bets))))

    def observe(self, agent: str) -> Observation:
        """The observation of a seat now."""
        self._check_dealt()
        return self.terms.observed(self.round, self.seat_of[agent], self.spaces[agent].legal)

    def _check_dealt(self) -> None:
        if not self.dealer.cards:
            raise TurnError("no round was dealt yet; reset the environment", "not-begun")

    def render(self) -> str | None:
        """The round so far as lines of text, as a spectator sees it; the whole round once it is over."""
        return rendered(self.round, TABLE) if self.render_mode == "ansi" and self.dealer.cards else None

    def close(self) -> None:
        """Does nothing: no window or file is open."""

    def step(self, action: int | None) -> None:
        """Makes the choice of the seat whose turn it is, and deals on."""
        self._check_dealt()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        after = self.terms.after(self.round, self.seat_of[agent], action, self.spaces[agent].legal)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.waiting.remove(agent)
        self._go_on(after)
        self._accumulate_rewards()

    def _go_on(self, played: Round) -> None:
        """Deals until a seat is asked; when none is left to answer, the round is paid."""
        self.round = self.dealer.go_on(played)
        need = self.round.need()
        if isinstance(need, NeedChoice):  # Of several choices in a round, seats answer each in turn.
            self.waiting += [
                each for each in self.agents if self.seat_of[each] in need.legal and each not in self.waiting
            ]
        for agent in self.agents:
            acts = agent in self.waiting
            self.spaces[agent].legal = self.terms.mask(self.round, self.seat_of[agent]) if acts else self.terms.usual
        self.infos = {agent: {"action_mask": self.spaces[agent].legal.copy()} for agent in self.agents}
        if self.waiting:
            self.agent_selection = min(self.waiting, key=self.seat_of.__getitem__)
            return
        settled = settle_round(self.round)
        for agent in self.agents:
            self.rewards[agent] = self.terms.reward(settled.net_cents(self.seat_of[agent]))
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]


def parallel_env(game: str, **how: Any) -> ParallelEnv:
    """A `TableEnv` whose seats answer at once, as PettingZoo's parallel environments do."""
    return aec_to_parallel(TableEnv(game, **how))
