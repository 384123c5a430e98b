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
from pitboss.envs.dealer import Dealer, checked_seed, given_cards
from pitboss.envs.observing import Observing
from pitboss.envs.pictures import picture, piles_of
from pitboss.envs.terms import PASS, RENDER_MODES, LegalActions, Terms, checked_render_mode
from pitboss.envs.text import observation_text, parsed_action, rendered


class TableEnv(AECEnv):
    """A game with a decision, `seats` seats against the house; seats do not see each other's cards.

    Seats answer one after the other; those that are not asked `pass`. At the end a seat's reward is what it has won,
    in units, and its info has the outcomes of its bets. An action that is not legal is refused and changes nothing;
    PettingZoo's `TerminateIllegalWrapper` penalises it instead. `reset(options=...)` may name cards by pile and seat:
    `{"player 2": "Qs 6h 4d"}`.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int = 2,
        options: Mapping[str, str | int] | None = None,
        bets: Mapping[str, str | int] | None = None,
        observation: str = "cards",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.terms = Terms(game, options, bets)
        if not isinstance(seats, int) or not 1 <= seats <= self.terms.game.seats:
            raise TurnError(f"{seats} seats: {game} has seats 1 to {self.terms.game.seats}", "no-seat")
        self.metadata = {
            "name": f"{game}-v{self.terms.game.version}",
            "is_parallelizable": len(self.terms.game.choices) == 1,  # Else some seats wait while others answer again.
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
        }
        self.render_mode = checked_render_mode(render_mode)
        self.observing = Observing(self.terms, observation)
        self.dealer = Dealer(self.terms.game, seats)
        self.possible_agents = [f"seat_{seat}" for seat in range(1, seats + 1)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents, 1)}
        self.spaces = {agent: LegalActions(self.terms.usual.copy()) for agent in self.possible_agents}
        self.views = dict.fromkeys(self.possible_agents, self.observing.space)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        """The space of a seat's observations."""
        return self.views[agent]

    def action_space(self, agent: str) -> LegalActions:
        """The space of a seat's actions; a sample is legal."""
        return self.spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new round; a seed starts the stream of cards anew, `options` may name cards."""
        given = given_cards(self.terms.game, options or {}, len(self.possible_agents))
        self.dealer.seed(None if seed is None else checked_seed(seed), seeding.np_random(None)[0])
        self.dealer.deal(given)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.waiting = list(self.agents)
        self.made: dict[str, list[int]] = {agent: [] for agent in self.agents}
        self._go_on(Round(self.terms.game).after(Bets(dict.fromkeys(self.seat_of.values(), self.terms.bets))))

    def observe(self, agent: str) -> Any:
        """The observation of a seat now."""
        self._check_dealt()
        legal = self.spaces[agent].legal
        sight = self.terms.sight(self.round, self.seat_of[agent])
        return self.observing.one(sight, legal.copy(), lambda: self.observation_text(agent), self.made[agent])

    def observation_text(self, agent: str, *, reading: bool = True) -> str:
        """What a seat sees, in words; without `reading`, cards are not read out as a hand."""
        self._check_dealt()
        return observation_text(self.terms, self.round, self._seat(agent), reading=reading)

    def action_from_text(self, agent: str, text: str) -> int:
        """The action of a seat that a text names; refuses, in words, a text that names no legal one."""
        self._check_dealt()
        return parsed_action(self.terms, self.round, self._seat(agent), text)

    def _seat(self, agent: str) -> int:
        if agent not in self.seat_of:
            raise TurnError(f"no agent {agent!r}: there are {', '.join(self.possible_agents)}", "no-seat")
        return self.seat_of[agent]

    def _check_dealt(self) -> None:
        if not self.dealer.cards:
            raise TurnError("no round was dealt yet; reset the environment", "not-begun")

    def render(self) -> Any:
        """The round so far as a spectator sees it: lines of text, or a picture."""
        played = self.round if self.dealer.cards else None
        if self.render_mode == "rgb_array":
            piles = {name: (deal.to, deal.count) for name, deal in self.terms.game.piles.items()}
            return picture(played, TABLE, piles_of(piles, len(self.possible_agents)))
        return rendered(played, TABLE) if self.render_mode == "ansi" and played else None

    def close(self) -> None:
        """Does nothing: no window or file is open."""

    def step(self, action: Any) -> None:
        """Makes the choice of the seat whose turn it is, and deals on."""
        self._check_dealt()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        after = self.terms.after(self.round, self.seat_of[agent], action, self.spaces[agent].legal)
        self.made[agent].append(self.terms.number(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.waiting.remove(agent)
        self._go_on(after)
        self._accumulate_rewards()

    def _go_on(self, played: Round) -> None:
        """Deals until a seat is asked; when none is left to answer, the round is paid."""
        self.round = self.dealer.go_on(played)
        need = self.round.need()
        asked = set[str]()
        if isinstance(need, NeedChoice):  # Of several choices in a round, seats answer each in turn.
            asked = {each for each in self.agents if self.seat_of[each] in need.legal}
            self.waiting += [each for each in self.agents if each in asked and each not in self.waiting]
        # Where no seat can pass, one that is not asked now waits until it is.
        turn = self.waiting if (PASS, 0) in self.terms.actions else [each for each in self.waiting if each in asked]
        for agent in self.agents:
            acts = agent in turn
            usual = self.terms.usual.copy()
            self.spaces[agent].legal = self.terms.mask(self.round, self.seat_of[agent]) if acts else usual
        self.infos = {agent: {"action_mask": self.spaces[agent].legal.copy()} for agent in self.agents}
        self.turn = turn
        if turn:
            self.agent_selection = min(turn, key=self.seat_of.__getitem__)
            return
        settled, outcomes = settle_round(self.round), self.round.outcomes()
        for agent in self.agents:
            seat = self.seat_of[agent]
            self.rewards[agent] = self.terms.reward(settled.net_cents(seat))
            self.terminations[agent] = True
            self.infos[agent]["outcomes"] = {
                wager: [each.name for each in ended] for wager, ended in outcomes[seat].items()
            }
        self.agent_selection = self.agents[0]

    def __getstate__(self) -> dict[str, Any]:
        # A game holds functions that cannot be pickled; the round is played again from its events.
        return {key: value.events if key == "round" else value for key, value in self.__dict__.items()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if "round" in state:
            self.round = Round(self.terms.game, state["round"])


class TogetherEnv(ParallelEnv):
    """The seats of a `TableEnv` answer at once: a step takes those that are asked to their next choice, or to the end.

    The action of a seat that is not asked is not looked at, whatever its mask says.
    """

    def __init__(self, table: TableEnv) -> None:
        self.table = table
        self.metadata, self.render_mode = table.metadata, table.render_mode
        self.possible_agents, self.agents = table.possible_agents, []

    def observation_space(self, agent: str) -> Any:
        """The space of a seat's observations."""
        return self.table.observation_space(agent)

    def action_space(self, agent: str) -> LegalActions:
        """The space of a seat's actions; a sample is legal where the seat is asked."""
        return self.table.action_space(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Deals a new round; a seed starts the stream of cards anew, `options` may name cards."""
        self.table.reset(seed, options)
        self.agents = list(self.table.agents)
        return {agent: self.table.observe(agent) for agent in self.agents}, dict(self.table.infos)

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        """Makes the choices of all seats that are asked now, and deals on."""
        left = set(self.table.turn) if self.agents else set()
        while left and (agent := self.table.agent_selection) in left and not self.table.terminations[agent]:
            left.remove(agent)  # A seat that is asked for its next choice already waits for the next step.
            self.table.step(actions[agent])
        table, agents = self.table, list(self.agents)
        ended = {agent: table.terminations[agent] for agent in agents}
        self.agents = [agent for agent in agents if not ended[agent]]
        told = {agent: table.observe(agent) for agent in agents}
        rewards = {agent: table.rewards[agent] for agent in agents}
        return told, rewards, ended, dict.fromkeys(agents, False), {agent: table.infos[agent] for agent in agents}

    def render(self) -> Any:
        """The round so far as a spectator sees it: lines of text, or a picture."""
        return self.table.render()

    def close(self) -> None:
        """Does nothing: no window or file is open."""


def parallel_env(game: str, **how: Any) -> ParallelEnv:
    """A `TableEnv` whose seats answer at once, as PettingZoo's parallel environments do."""
    table = TableEnv(game, **how)
    return aec_to_parallel(table) if table.metadata["is_parallelizable"] else TogetherEnv(table)
