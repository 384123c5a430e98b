"""Bots: seats that a named strategy plays, in the same batch as what asked it.

A bot bets the least stake once every person at the table has bet or sits out, or when the time for bets is up; a table
whose seats are all bots plays on its own, a round whenever time is called. Its play money is topped up by a deposit.
"""

from collections.abc import Callable, Mapping

from pitboss.core.errors import OptionError, PitbossError, unknown
from pitboss.core.game import Answer, Chosen, Equal, Fixed, Game, Strategy
from pitboss.core.round import Round
from pitboss.core.script import NeedChoice
from pitboss.core.strategy import OPTIMAL, Coach, chosen
from pitboss.table import ledger
from pitboss.table.batch import Batch
from pitboss.table.commands import MakeChoice, PlaceBets
from pitboss.table.live_table import LiveTable
from pitboss.table.round_life import carry_out

TOP_UP_CENTS = 100_000
"""The play money that a bot has after a deposit, at least."""
STAKES_IN_HAND = 20
"""A bot is topped up when it has less than this many least stakes."""


def players_of(strategies: Callable[[str], Mapping[str, Strategy]], coach: Coach | None) -> Callable[[str, str], Coach]:
    """The function that makes a player of a game's name and a strategy's: a named one, or the best play."""

    def player(game: str, name: str) -> Coach:
        if name == OPTIMAL:
            if coach is None:
                raise OptionError(f"{name} cannot be played here: no coach was given")
            return coach
        known = strategies(game)
        if name not in known:
            raise OptionError(unknown("strategy", name, (OPTIMAL, *known)))
        if known[name].memory is not None:
            raise OptionError(f"a bot cannot play {name}: it remembers earlier rounds", "remembers")
        return lambda played, seat: strategy_choice(known[name], played, seat)

    return player


def strategy_choice(strategy: Strategy, played: Round, seat: int) -> Answer:
    """The answer of a strategy to the choice that a round waits for."""
    need = played.need()
    assert isinstance(need, NeedChoice)
    return chosen(strategy, played.state, need, seat)


def least_bets(game: Game, step_cents: int) -> dict[str, int]:
    """The smallest bets that a seat can play a round with."""
    bets: dict[str, int] = {}
    for wager in game.wagers:
        if wager.required and not isinstance(wager.stake, Chosen):
            equal = bets.get(wager.stake.to) if isinstance(wager.stake, Equal) else None
            bets[wager.name] = wager.stake.cents if isinstance(wager.stake, Fixed) else equal or step_cents
    return bets


def act(batch: Batch, live: LiveTable, *, time_is_up: bool = False) -> None:
    """Lets the bots of a table do what it waits for them to do."""
    if not live.opening.bots:
        return
    bots = {int(seat) for seat in live.opening.bots}
    if not live.table.is_playing and _may_bet(live, bots, time_is_up):
        _bet(batch, live, bots)
    while (need := _asked(live)) and (seat := next((each for each in need.legal if each in bots), None)):
        carry_out(batch, live, _choice(batch, live, need, seat))


def _may_bet(live: LiveTable, bots: set[int], time_is_up: bool) -> bool:
    table = live.table
    people = set(table.accounts) - bots
    if not people:
        return time_is_up and len(bots) == table.seats
    ready = people <= set(table.bets) | table.sitting_out
    return bool(people & set(table.bets)) and (ready or time_is_up)


def _bet(batch: Batch, live: LiveTable, bots: set[int]) -> None:
    bets = least_bets(live.game, live.opening.step_cents)
    for seat in sorted(bots & set(live.table.accounts)):
        if live.table.is_playing or seat in live.table.bets:
            continue
        account = live.bot_account(seat)
        wanted = max(TOP_UP_CENTS, STAKES_IN_HAND * sum(bets.values()))
        have = batch.balance(account)
        if have < STAKES_IN_HAND * sum(bets.values()):
            ledger.deposit(batch.book, account, live.current_round, wanted - have, "a bot's play money")
        carry_out(batch, live, PlaceBets(seat, bets))


def _asked(live: LiveTable) -> NeedChoice | None:
    """The choice that the round waits for."""
    need = live.table.round.need() if live.table.round else None
    return need if isinstance(need, NeedChoice) else None


def _choice(batch: Batch, live: LiveTable, need: NeedChoice, seat: int) -> MakeChoice:
    """The strategy's answer; the published default where it has none, or none that is legal and can be paid."""
    played = live.table.round
    assert played is not None
    try:
        option = batch.room.players(live.opening.game, live.opening.bots[str(seat)])(played, seat)
    except PitbossError:
        return live.table.default(seat)
    if option not in need.legal[seat] or live.table.missing_cents(seat, need.name, option):
        return live.table.default(seat)
    return MakeChoice(seat, need.name, option)
