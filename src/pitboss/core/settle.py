"""Outcomes and bets into money: integer cents, exact odds, commission on what is won.

Rules never see money. A round says how each line of each bet ended; this module looks the outcome up in the pay table
and applies it to the stake. A table whose chip step could leave a fraction of a cent is refused before it opens.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction

from pitboss.core.errors import BetError, GameError, HouseError, one_of
from pitboss.core.game import Fixed, Game, Wager
from pitboss.core.meters import MeterMove, MeterState, awarded, fed
from pitboss.core.money import dollars
from pitboss.core.pays import Pay
from pitboss.core.round import Round
from pitboss.core.script import Stakes
from pitboss.core.stakes import commission, gross, pays_meters, smallest_step, smallest_table_step


@dataclass(frozen=True)
class House:
    """The chip step and the limit that a house fixes when it opens a table."""

    step_cents: int = 100
    limit_cents: int = 1_000_000

    def check_game(self, game: Game) -> None:
        """Refuses a chip step at which some legal bet could pay a fraction of a cent (ruling G2)."""
        if self.step_cents <= 0:
            raise HouseError(
                f"a chip step of {dollars(self.step_cents)} is too small; it must be more than 0.00", "step"
            )
        if self.limit_cents < self.step_cents:
            raise HouseError(
                f"the limit {dollars(self.limit_cents)} is below the step {dollars(self.step_cents)}", "limit"
            )
        for wager in game.wagers:
            if not isinstance(wager.stake, Fixed) and self.step_cents % smallest_step(wager):
                raise HouseError(
                    f"in steps of {dollars(self.step_cents)} {wager.name} could pay a fraction of a cent; the smallest "
                    f"step that works for {game.name} here is {dollars(smallest_table_step(game))}, and its multiples",
                    "fraction",
                )

    def check_bets(self, game: Game, stakes: Stakes) -> None:
        """Refuses amounts that are not whole steps, or are over the limit. Fixed bets are outside both."""
        step = dollars(self.step_cents)
        for name, amount in stakes.items():
            if name not in game.wager or isinstance(game.wager[name].stake, Fixed):
                continue
            if amount < 0:
                raise BetError(f"{name} {dollars(amount)}: a bet cannot be negative", "not-positive")
            if 0 < amount < self.step_cents:
                raise BetError(f"{name} {dollars(amount)} is below the step {step}", "below-step")
            if amount % self.step_cents:
                raise BetError(f"{name} {dollars(amount)} is not in whole steps of {step}", "off-step")
            if amount > self.limit_cents:
                raise BetError(f"{name} {dollars(amount)} is over the limit {dollars(self.limit_cents)}", "over-limit")


@dataclass(frozen=True)
class SettledLine:
    """One line of one bet, settled. The stake is booked on a wager's first line; further lines have none."""

    seat: int
    wager: str
    line: int
    stake_cents: int
    outcome: IntEnum
    pay: Pay
    commission_cents: int
    returned_cents: int

    @property
    def net_cents(self) -> int:
        """The seat's gain from this line; negative for a loss."""
        return self.returned_cents - self.stake_cents


@dataclass(frozen=True)
class Settlement:
    """Every line of a round, settled, and the changes of the meters."""

    lines: tuple[SettledLine, ...]
    meters: tuple[MeterMove, ...] = ()

    def net_cents(self, seat: int | None = None) -> int:
        """The gain of one seat, or of all seats together."""
        return sum(line.net_cents for line in self.lines if seat in (None, line.seat))


def settle(
    game: Game,
    stakes: Mapping[int, Stakes],
    outcomes: Mapping[int, Mapping[str, tuple[IntEnum, ...]]],
    meters: tuple[MeterState, ...] | None = None,
    *,
    is_fed: bool = False,
) -> Settlement:
    """The settlement of every bet, by seat and in the order in which the game lists its wagers.

    `meters` are the progressive meters before the round, the game's own where none are given. They are fed by every bet
    that can win one, unless they were fed when the round began (`is_fed`); then they are paid in seat order, and a
    second winner is paid from the restarted meter.
    """
    bets = progressive_bets(game, stakes)
    moves = fed(game.meters if meters is None else meters, 0 if is_fed else bets)
    if bets:
        _check_meters(game, moves)
    lines = []
    for seat in sorted(stakes):
        for wager in game.wagers:
            if stakes[seat].get(wager.name):
                lines += _settle_wager(wager, seat, stakes[seat][wager.name], outcomes[seat][wager.name], moves)
    return Settlement(tuple(lines), tuple(moves.values()) if bets else ())


def settle_round(played: Round, meters: tuple[MeterState, ...] | None = None, *, is_fed: bool = False) -> Settlement:
    """Settles a finished round; `is_fed` where its bets were added to the meters when it began (`feed`)."""
    return settle(played.game, played.stakes(), played.outcomes(), meters, is_fed=is_fed)


def progressive_bets(game: Game, stakes: Mapping[int, Stakes]) -> int:
    """The number of bets that can win a progressive meter, and so feed them all."""
    feeding = {wager.name for wager in game.wagers if pays_meters(wager)}
    return sum(1 for each in stakes.values() for name in each if name in feeding and each[name])


def feed(game: Game, stakes: Mapping[int, Stakes], meters: tuple[MeterState, ...]) -> tuple[MeterMove, ...]:
    """The meters' moves when the bets of a round are final; none where no bet can win one."""
    bets = progressive_bets(game, stakes)
    moves = fed(meters, bets)
    if bets:
        _check_meters(game, moves)
    return tuple(moves.values()) if bets else ()


def _check_meters(game: Game, moves: Mapping[int, MeterMove]) -> None:
    if set(moves) != {meter.number for meter in game.meters}:
        raise HouseError(
            f"{game.name} has meters {one_of(each.number for each in game.meters)}; given are {one_of(moves)}", "meters"
        )


def _settle_wager(
    wager: Wager, seat: int, stake: int, outcomes: tuple[IntEnum, ...], moves: dict[int, MeterMove]
) -> Iterator[SettledLine]:
    """The lines of one bet; a meter it wins is moved."""

    def award(number: int) -> int:
        moves[number] = awarded(moves[number], seat)
        return moves[number].awards[-1].paid_cents

    for place, (line, outcome) in enumerate(zip(wager.lines, outcomes, strict=True)):
        if outcome not in line.pays.pays:
            raise GameError(f"{wager.name} ended as {outcome.name}, which {line.pays.column} says cannot occur")
        pay = line.pays[outcome]
        won = gross(pay, stake, award)
        taken = _whole(commission(won, wager.commission), wager.name)
        own = stake if place == 0 else 0
        returned = (0 if wager.is_kept else own) + _whole(won, wager.name) - taken
        yield SettledLine(seat, wager.name, place, own, outcome, pay, taken, returned)


def _whole(amount: int | Fraction, name: str) -> int:
    if amount.denominator != 1:
        raise HouseError(
            f"{name} would pay {amount} cents, a fraction; bet in the steps House.check_game names", "fraction"
        )
    return amount.numerator
