"""The cashier: who is asked before money comes into a wallet from outside, or leaves it.

The ledger books what a cashier agrees to, against the account `cashier`. `PlayMoney` agrees to everything; a cashier
that moves real money is handed to the floor in its place.
"""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Transfer:
    """Money that is to be paid into a wallet, or out of it where the cents are negative.

    The id is that of the ledger entry that will book it, and follows from who asks and the key of the request. The same
    transfer may be asked for again under the same id: after a crash, or by a client that got no answer.
    """

    id: str
    account: str
    cents: int
    by: str
    """The account that asks: a supervisor's."""
    note: str


class Cashier(Protocol):
    """Whoever holds the money that wallets stand for; it must answer at once, for it is asked inside a transaction."""

    def refusal(self, transfer: Transfer) -> str:
        """Why a transfer cannot be made, as a sentence for people; empty where it is agreed to and will be booked."""
        ...

    def starting_cents(self, role: str, wanted: int) -> int:
        """The cents that a new account of a role begins with, where the room would give it `wanted`."""
        ...


class PlayMoney:
    """A cashier with as much money as anybody wants."""

    def refusal(self, transfer: Transfer) -> str:
        """Nothing is refused."""
        return ""

    def starting_cents(self, role: str, wanted: int) -> int:
        """Everybody begins with what the room gives."""
        return wanted
