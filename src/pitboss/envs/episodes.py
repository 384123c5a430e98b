"""Episodes of many rounds with a choice of bets: a whole shoe, a bankroll, a progressive whose meters grow.

Every round begins with a bet: the first actions are the sizes in `bets`, the others the actions of the round. Rewards
are nets of rounds, in units of the smallest bet. Other seats at the table bet like the smallest size and play as the
table plays for a player who is away (ruling G8).

    ShoeEnv("super-pan-9")                                   # does counting pay? the cards seen are in the observation
    BankrollEnv("three-card-poker", bankroll=50, goal=100)   # ruined, at the goal, or out of rounds
    ProgressiveEnv("three-card-blitz", options={"blitz_bonus": "progressive"}, others=5)
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, MultiBinary

from pitboss.core.cards import FACES, Card
from pitboss.core.errors import OptionError, TurnError
from pitboss.core.game import Fixed, Game, Shuffle
from pitboss.core.meters import DOLLAR
from pitboss.core.money import dollars
from pitboss.core.round import Round
from pitboss.core.script import Bets, Chose, Dealt, NeedCards, NeedChoice
from pitboss.core.settle import settle_round
from pitboss.core.stakes import default_option, pays_meters
from pitboss.envs.dealer import checked_seed
from pitboss.envs.terms import PASS, LegalActions, Terms, checked_action, checked_render_mode
from pitboss.envs.text import rendered

SEAT = 1
LEVELS = (1, 2, 4, 8)
MOST = 1e12  # No number of an observation lies beyond it.
Menu = Sequence[int | Mapping[str, str | int]]


class SessionEnv(gymnasium.Env):
    """Rounds one after the other at one table: a bet, then the choices of the round, until the episode ends.

    `bets` are multiples of the game's usual bets, or bets in dollars by wager. An observation has the cards that the
    seat sees (a row per pile, and last a row of all cards seen since the shuffle), `numbers` (units won so far, the
    bankroll left or 0 where it has no end, rounds played, cards left before the cut card or 0, then each meter in
    dollars) and the action mask.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        bets: Menu = LEVELS,
        options: Mapping[str, str | int] | None = None,
        others: int = 0,
        rounds: int | None = None,
        bankroll: float | None = None,
        goal: float | None = None,
        shoe: bool = False,
        behind: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        usual = Terms(game, options, None)
        self.menu = tuple(_terms(usual, each) for each in bets)
        if not self.menu:
            raise OptionError("bets (): give at least one size of bet")
        self.terms = self.menu[0]
        if not 0 <= others < self.game.seats:
            raise OptionError(f"others {others}: {game} has room for 0 to {self.game.seats - 1} more seats")
        if shoe and Shuffle.CUT_CARD not in self.game.shuffles:
            raise OptionError(f"{game} is shuffled before every round, so it has no shoe to deal through")
        if bankroll is not None and bankroll <= 0:
            raise OptionError(f"bankroll {bankroll}: give the units that the player brings, more than 0")
        if goal is not None and (bankroll is None or goal <= bankroll):
            raise OptionError(f"goal {goal}: give more than the bankroll")
        if rounds is not None and rounds < 1:
            raise OptionError(f"rounds {rounds}: give at least 1")
        if not (shoe or rounds):
            raise OptionError("an episode needs an end: give rounds, or shoe=True")
        self.seats = (SEAT, *range(2, 2 + others))
        self.limit, self.brought, self.goal, self.shoe = rounds, bankroll, goal, shoe
        self.behind = self.game.behind_cut(len(self.seats), behind) if shoe else 0
        self.render_mode = checked_render_mode(render_mode)
        actions = len(self.menu) + len(self.terms.actions)
        most = max(self.game.deck.counts.values())
        self.observation_space = Dict(
            {
                "observation": Box(0, most, (len(self.terms.rows) + 1, FACES), dtype=np.int16),
                "numbers": Box(-MOST, MOST, (4 + len(self.game.meters),), dtype=np.float32),
                "action_mask": MultiBinary(actions),
            }
        )
        self.legal_actions = LegalActions(self._any_bet(actions))
        self.action_space = self.legal_actions
        self.round: Round | None = None
        self.over = True

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.terms.game

    def __getstate__(self) -> dict[str, Any]:
        # A game holds functions that cannot be pickled; rounds are played again from their events.
        return {key: value.events if isinstance(value, Round) else value for key, value in self.__dict__.items()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for key in ("round", "last"):
            if state.get(key) is not None:
                setattr(self, key, Round(self.game, state[key]))

    def action_text(self, number: int) -> str:
        """An action in words: `bet regular 2.00`, or that of the round."""
        if number >= len(self.menu):
            return self.terms.action_text(number - len(self.menu))
        return "bet " + " ".join(f"{name} {dollars(amount)}" for name, amount in self.menu[number].bets.items())

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a new episode: a fresh shoe, the whole bankroll, meters as the game starts with."""
        super().reset(seed=None if seed is None else checked_seed(seed))
        self.won, self.played, self.over, self.round = Fraction(0), 0, False, None
        self.meters = self.game.meters
        self._shuffle()
        self._wait_for_bet()
        return self._seen(), {"action_mask": self.action_mask()}

    def _shuffle(self) -> None:
        self.cards: list[Card] = self.np_random.permutation(np.array(self.game.deck.faces)).tolist()
        self.known = np.zeros(FACES, dtype=np.int16)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Places a bet or makes a choice; at the end of a round its net is the reward."""
        if self.over:
            raise TurnError("the episode is over, or none has begun; reset the environment", "over")
        number = checked_action(action, self.legal_actions.legal, self.action_text)
        if number < len(self.menu):
            self._begin(self.menu[number])
            reward, info = 0.0, {}
        else:
            reward, info = self._choose(number - len(self.menu))
        cut = self.limit is not None and self.played >= self.limit and self.round is None and not self.over
        self.over = self.over or cut
        info["action_mask"] = self.action_mask()
        return self._seen(), reward, self.over and not cut, cut, info

    def _begin(self, terms: Terms) -> None:
        """Places the bets of all seats and deals up to the first choice of this seat."""
        if not self.shoe:
            self._shuffle()
        bets = {seat: terms.bets if seat == SEAT else self.menu[0].bets for seat in self.seats}
        self._go_on(Round(self.game).after(Bets(bets)))

    def _go_on(self, played: Round) -> None:
        """Deals, and answers for the other seats, until this seat is asked or the round is over."""
        while (need := played.need()) is not None:
            if isinstance(need, NeedCards):
                dealt, self.cards = tuple(self.cards[: need.count]), self.cards[need.count :]
                played = played.after(Dealt(need.pile, need.seat, dealt))
                continue
            assert isinstance(need, NeedChoice)
            if SEAT in need.legal:
                break
            seat = min(need.legal)
            option = default_option(self.game, played.state.bets[seat], need.name, need.legal[seat])
            played = played.after(Chose(seat, need.name, option))
        self.round = played
        if played.need() is None and any(seat == SEAT for _, seat in played.state.choices):
            return
        mask = self.terms.mask(played, SEAT)
        self.legal_actions.legal = np.concatenate([np.zeros(len(self.menu), dtype=np.int8), mask])

    def _choose(self, number: int) -> tuple[float, dict[str, Any]]:
        """Takes an action of the round; the reward once the round is over."""
        assert self.round
        name, option = self.terms.actions[number]
        if name != PASS:
            chosen = Chose(SEAT, name, self.terms.option(self.round, SEAT, name, option))
            self._go_on(self.round.after(chosen))
        return (0.0, {}) if self.round.need() is not None else self._end()

    def _end(self) -> tuple[float, dict[str, Any]]:
        """Settles the round, feeds and pays the meters, and looks at the cards that lie open."""
        assert self.round
        settled = settle_round(self.round, self.meters or None)
        if settled.meters:
            self.meters = tuple(move.after for move in settled.meters)
        net = Fraction(settled.net_cents(SEAT), self.terms.unit_cents)
        for (pile, owner), cards in self.round.state.piles.items():
            if self.round.visible(pile, owner, SEAT):
                np.add.at(self.known, list(cards), 1)
        outcomes = {name: [each.name for each in ended] for name, ended in self.round.outcomes()[SEAT].items()}
        self.won, self.played, self.last = self.won + net, self.played + 1, self.round
        self.round = None
        self._wait_for_bet()
        return float(net), {"outcomes": outcomes}

    def _wait_for_bet(self) -> None:
        """Offers the bets that the bankroll covers; the episode ends where none is left to make."""
        legal = np.zeros(len(self.legal_actions.legal), dtype=np.int8)
        for number, terms in enumerate(self.menu):
            needed = terms.most_lost * terms.unit_cents / self.terms.unit_cents
            legal[number] = self.brought is None or self.brought + float(self.won) >= needed - 1e-9
        reached = self.goal is not None and self.brought is not None and self.brought + float(self.won) >= self.goal
        out_of_cards = self.shoe and self.played > 0 and len(self.cards) <= self.behind
        self.over = self.over or reached or out_of_cards or not legal.any()
        self.legal_actions.legal = legal if legal.any() else self._any_bet(len(legal))

    def _any_bet(self, actions: int) -> np.ndarray:
        """The mask before and after an episode: every bet."""
        return (np.arange(actions) < len(self.menu)).astype(np.int8)

    def action_mask(self) -> np.ndarray:
        """The legal actions as ones and zeros."""
        return self.legal_actions.legal.copy()

    def action_masks(self) -> np.ndarray:
        """The legal actions as true and false, where MaskablePPO looks for them."""
        return self.legal_actions.legal.astype(bool)

    def _seen(self) -> dict[str, np.ndarray]:
        hand = self.terms.sight(self.round, SEAT) if self.round else np.zeros((len(self.terms.rows), FACES))
        left = 0.0 if self.brought is None else self.brought + float(self.won)
        ahead = max(0, len(self.cards) - self.behind) if self.shoe else 0
        meters = [meter.amount_cents / DOLLAR for meter in self.meters]
        return {
            "observation": np.concatenate([hand, self.known[None]]).astype(np.int16),
            "numbers": np.array([float(self.won), left, self.played, ahead, *meters], dtype=np.float32),
            "action_mask": self.action_mask(),
        }

    def render(self) -> str | None:
        """The round in play as lines of text, or the last one."""
        shown = self.round or getattr(self, "last", None)
        return rendered(shown, SEAT) if self.render_mode == "ansi" and shown else None


class ShoeEnv(SessionEnv):
    """One shoe, dealt to the cut card: the cards seen are in the observation, so that counting can be learned."""

    def __init__(self, game: str, **how: Any) -> None:
        super().__init__(game, shoe=True, **how)


class BankrollEnv(SessionEnv):
    """A bankroll in units, until it no longer covers a round, reaches the goal, or the rounds are over."""

    def __init__(self, game: str, *, bankroll: float = 100, rounds: int = 1000, **how: Any) -> None:
        super().__init__(game, bankroll=bankroll, rounds=rounds, **how)


class ProgressiveEnv(SessionEnv):
    """A progressive whose meters grow with every bet on it, of this seat and the others, and restart when they pay.

    The bets to choose from are the usual ones, and the usual ones with the progressive; `others` seats always bet it.
    """

    def __init__(
        self, game: str, *, rounds: int = 1000, options: Mapping[str, str | int] | None = None, **how: Any
    ) -> None:
        usual = Terms(game, options, None)
        feeding = [wager for wager in usual.game.wagers if pays_meters(wager)]
        if not feeding:
            raise OptionError(f"{game} has no progressive as it is set; set the options that offer one")
        plain = {name: dollars(amount) for name, amount in usual.bets.items()}
        price = {each.name: dollars(each.stake.cents) for each in feeding if isinstance(each.stake, Fixed)}
        super().__init__(game, rounds=rounds, options=options, bets=({**plain, **price}, plain), **how)


def _terms(usual: Terms, size: int | Mapping[str, str | int]) -> Terms:
    """The terms of one size of bet: a multiple of the usual bets, or bets by wager."""
    game, options, _ = usual.asked
    if isinstance(size, Mapping):
        return Terms(game, options, size)
    if not isinstance(size, int) or size < 1:
        raise OptionError(f"bet {size!r}: give a multiple of the usual bets, at least 1, or dollars by wager")
    kinds = {wager.name: wager.stake for wager in usual.game.wagers}
    bets = {name: amount if isinstance(kinds[name], Fixed) else size * amount for name, amount in usual.bets.items()}
    return Terms(game, options, {name: dollars(amount) for name, amount in bets.items()})
