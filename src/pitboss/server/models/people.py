"""People: accounts, sessions, play money."""

from typing import Annotated, Literal

from pydantic import Field

from pitboss.server.models.parts import Amount, Body, Money, Text, Told


class Credentials(Body):
    """A name and a password."""

    name: Annotated[str, Field(min_length=2, max_length=40, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
    password: Annotated[str, Field(min_length=8, max_length=200)]


class NewAccount(Credentials):
    """A name and a password; a role other than player only a supervisor may give."""

    role: Literal["player", "supervisor", "auditor"] = "player"


class SignIn(Body):
    """A name and a password, or the token of the supervisor's link that the server printed."""

    name: Annotated[str, Field(max_length=40)] = ""
    password: Annotated[str, Field(max_length=200)] = ""
    link: Annotated[str, Field(max_length=100)] = ""


class NewMoney(Body):
    """An amount of play money and a note."""

    amount: Amount
    note: Text = ""


class Account(Told):
    """A new account or session."""

    account: str
    name: str
    role: str
    token: str
    balance: Money | None = None


class SeatHeld(Told):
    """A seat at a table."""

    table: str
    seat: int


class Me(Told):
    """The account that is signed in."""

    account: str
    name: str
    role: str
    balance: Money
    seats: list[SeatHeld]


class Current(Told):
    """Whether somebody is signed in, and who."""

    signed: bool
    me: Me | None


class Claimed(Told):
    """A guest's account that now has a name and a password."""

    account: str
    name: str
    role: str


class Person(Told):
    """An account as supervisors and auditors see it."""

    account: str
    name: str
    role: str
    made_ms: int
    disabled: bool
    balance: Money


class People(Told):
    """Accounts, and how many there are that were asked for."""

    accounts: list[Person]
    total: int


class Disabled(Told):
    """Whether an account is disabled."""

    account: str
    disabled: bool


class Paid(Told):
    """Play money that was paid in or out."""

    account: str
    balance: Money
    entry: str
