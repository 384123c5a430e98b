"""The money of the players at a table: set aside when they bet, moved when the round is settled."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pitboss.core.errors import FundsError
from pitboss.core.meters import MeterMove, MeterState
from pitboss.core.money import dollars


@dataclass(frozen=True)
class Hold:
    """Cents set aside for one seat in one round; a negative amount gives part of them back.

    Round, seat and `part`, which numbers the seat's holds in the round, identify a hold, so that a ledger can recognise
    one that it has been sent before.
    """

    account: str
    round: int
    seat: int
    part: int
    cents: int


@dataclass(frozen=True)
class Posting:
    """The end of a seat's holds in a round: they are released, and the account is paid what the seat won or lost."""

    account: str
    holds: tuple[Hold, ...]
    net_cents: int


class Wallet(Protocol):
    """The accounts behind the seats of a table. A terminal has one in memory; a server has a ledger."""

    def balance(self, account: str) -> int:
        """The cents that an account can still stake: what it has, less what is held."""
        ...

    def reserve(self, hold: Hold) -> None:
        """Sets money aside; raises FundsError, and changes nothing, where the balance is too small."""
        ...

    def post(self, postings: Sequence[Posting]) -> None:
        """Ends the holds of a whole round at once, and moves what was won and lost between accounts and house."""
        ...

    def void(self, holds: Sequence[Hold]) -> None:
        """Gives back money that was set aside."""
        ...


class MeterLink(Protocol):
    """The progressive meters that several tables share: fed when a round begins, paid when it is settled."""

    def meters(self) -> tuple[MeterState, ...]:
        """The meters as they stand now."""
        ...

    def feed(self, moves: Sequence[MeterMove]) -> None:
        """Adds the shares of a round's bets; what the meters pay is booked with the settlement."""
        ...


class Chips:
    """A wallet in memory."""

    def __init__(self, cents: Mapping[str, int]) -> None:
        self.cents = dict(cents)
        self.held: Counter[str] = Counter()
        self.house_cents = 0

    def balance(self, account: str) -> int:
        return self.cents.get(account, 0) - self.held[account]

    def reserve(self, hold: Hold) -> None:
        if hold.cents > self.balance(hold.account):
            have = dollars(self.balance(hold.account))
            raise FundsError(f"{dollars(hold.cents)} cannot be set aside: {hold.account} has {have}", "bet")
        self.held[hold.account] += hold.cents

    def post(self, postings: Sequence[Posting]) -> None:
        for posting in postings:
            self.void(posting.holds)
            self.cents[posting.account] += posting.net_cents
            self.house_cents -= posting.net_cents

    def void(self, holds: Sequence[Hold]) -> None:
        for hold in holds:
            self.held[hold.account] -= hold.cents
