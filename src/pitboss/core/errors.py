"""Every error Pitboss raises on purpose.

    PitbossError
    ├── SetupError        something handed in before a round is wrong
    │   ├── GameError     a game's own definition contradicts itself
    │   ├── GridError     a pay grid, with file, row and column
    │   ├── OptionError   an option or a name that does not exist
    │   ├── HouseError    a chip step or limit this game cannot be dealt with
    │   └── FormatError   a text that does not read as what it should be
    ├── RulesError        somebody did what the rules forbid
    │   ├── BetError      a bet
    │   ├── CardError     a card
    │   │   └── UnseenCardsError   a rule looks at cards that nobody has named
    │   └── ChoiceError   a choice
    ├── EngineError       the machines that simulate stopped in mid-run
    ├── KeyFileError      the house's key file, or what was sealed with it
    ├── TurnError         the wrong seat, the wrong moment, a round that is over
    ├── FundsError        the player does not have enough money
    ├── AuthError         somebody who may not do this
    ├── RequestError      a request without its key, or with another's
    ├── RoomError         a table or round that is not there, or not open
    ├── LedgerError       a transaction that the books do not take
    └── StoreError        a database that failed

Each has a `code` of two levels for programs, such as `bet/below-step`, and a sentence for people, which names the
offending value and what would have been right. `CODES` lists every code.
"""

import difflib
from collections.abc import Iterable

CODES = {
    # Setting up.
    "setup/invalid": "a computation asked for outside its range",
    "game/definition": "a game's parts contradict each other",
    "game/too-large": "a game has too many deals, or joint outcomes, for the method asked for",
    "game/illegal-choice": "a strategy chose what the rules forbid",
    "game/no-solver": "a game has no method for what was asked",
    "game/seats": "the covariance of two seats of a game cannot be counted",
    "grid/invalid": "a pay grid cannot be read, or does not fit its game",
    "grid/empty": "a file of pay tables that holds no grid",
    "grid/unused": "a pay table of the user that pays no bet while an option has its present value",
    "option/invalid": "an option, name or flag that does not exist or does not fit the others",
    "option/pay-table": "a pay table that the game does not have",
    "option/remembers": "a strategy that remembers earlier rounds, where rounds are dealt one by one",
    "option/extra": "an optional part of the program is not installed",
    "format/invalid": "a text or file that does not read as what it should be",
    "format/pay-tables": "a stored round whose pay tables are not at hand",
    "house/step": "a chip step of zero or less",
    "house/limit": "a limit below the chip step",
    "house/fraction": "a chip step at which some legal bet could pay a fraction of a cent",
    "house/seats": "more or fewer seats than the game has",
    "house/shuffle": "a way to shuffle that the game does not have",
    "house/cut-card": "a cut card where there is none, or that leaves too few cards",
    "house/meters": "meters that are not those of the game",
    # Seats, and the moments at which a table takes commands.
    "turn/seat-taken": "a seat that somebody else has",
    "turn/seat-empty": "a command for a seat that nobody has",
    "turn/in-play": "a command that must wait for the end of the round",
    "turn/no-bets": "bets taken back before any were placed",
    "turn/too-early": "a call of time before the time is up",
    # Bets, in the order in which they are checked.
    "bet/nobody": "a round without a bet",
    "turn/no-seat": "a seat that the game does not have",
    "bet/unknown-wager": "a wager that the game does not have",
    "bet/by-choosing": "a wager that is placed by choosing it",
    "bet/not-cents": "an amount that is not whole cents",
    "bet/not-positive": "an amount of nothing or less",
    "bet/below-step": "an amount below the chip step",
    "bet/off-step": "an amount that is not in whole chip steps",
    "bet/over-limit": "an amount over the limit",
    "bet/required": "a required wager that is missing",
    "bet/needs": "a wager without the one it needs",
    "bet/unequal": "an amount that must equal another and does not",
    "bet/fixed": "another amount than the fixed one",
    "bet/fraction": "an amount that could be paid a fraction of a cent",
    "bet/nothing-to-repeat": "a rebet without a bet before it",
    "bet/twice": "a wager named twice",
    "funds/bet": "a bet that can cost more than the player has",
    "funds/raise": "a raise that the player cannot pay",
    "funds/none": "no chips to sit down with",
    "funds/withdrawal": "a withdrawal of more than the wallet holds",
    "funds/cashier": "a deposit or withdrawal that the cashier refuses",
    "funds/void": "a void that would take back money that is no longer there",
    # The card room: who asks, what for, and where.
    "auth/required": "a request of somebody who is not signed in",
    "auth/wrong": "a wrong name or password",
    "auth/locked": "a sign-in after too many wrong passwords",
    "auth/link": "a supervisor's link that was used already",
    "auth/origin": "a request that a page of somebody else makes",
    "auth/name-taken": "a name that another account has",
    "auth/forbidden": "a request that this role may not make",
    "auth/terms": "a link, pay tables or meters of one's own at a practice table; only a supervisor may set them",
    "auth/disabled": "a request of an account that is disabled",
    "auth/not-your-seat": "a command for somebody else's seat",
    "request/key-missing": "a request without an idempotency key",
    "request/key-reused": "an idempotency key of another request",
    "request/invalid": "a request that does not read as what it should be",
    "request/unknown": "a call that the server does not have",
    "request/method": "a call by another method than its own",
    "request/too-large": "a request that is too large",
    "request/too-many": "more requests than are taken at a time",
    "request/busy": "a server that is stopping, or has too much to do",
    "request/failed": "a request that the server could not carry out, by a fault of its own",
    "table/unknown": "a table that does not exist",
    "table/closed": "a table that is closed, or closing after the round in play",
    "table/full": "a table without a free seat",
    "table/round-unknown": "a round that does not exist",
    "table/voided": "a round that is void already",
    "table/account-unknown": "an account that does not exist",
    # The books.
    "ledger/unbalanced": "a transaction whose legs do not sum to nothing",
    "ledger/reused-id": "a transaction under the id of another",
    "ledger/not-open": "a ledger account that the batch has not locked",
    # Events, in the order in which they are checked.
    "turn/over": "an event after the end of the round",
    "turn/not-begun": "an event before the bets",
    "turn/not-over": "the result of a round that is not over",
    "turn/not-revealed": "the proof of a round whose shuffle is still in use",
    "turn/other": "an event that the round does not wait for",
    "turn/not-asked": "the choice of a seat that is not asked now",
    "turn/owner": "a seat's pile without a seat, or the table's with one",
    "card/unknown-pile": "a pile that the game does not have",
    "card/count": "more or fewer cards than the pile takes",
    "card/unknown": "a number that is not a card",
    "card/not-in-deck": "a card that the deck lacks",
    "card/used-up": "a card dealt more often than the deck holds it",
    "card/missing": "cards that the round needs and was not given",
    "card/not-dealt": "cards for a pile that this round does not deal",
    "card/shoe-empty": "more cards wanted than the shoe has left",
    "choice/none": "a choice in a game, or with a hand, that asks for none",
    "choice/unknown": "a choice that the game does not have",
    "choice/unknown-option": "an option that the choice does not have",
    "choice/illegal": "an option that is not open to the seat now",
    "choice/missing": "a choice that the round needs and was not given",
    "choice/not-asked": "a choice that this round does not ask for",
    # Running.
    "engine/stopped": "the machines that simulate stopped answering",
    "key/missing": "the house's key file is not there, or cannot be read or written",
    "key/exposed": "the house's key file is open to other users of the machine",
    "key/damaged": "the house's key file does not hold a key",
    "key/other": "a seed that was sealed under another key",
    "key/tampered": "a sealed seed that was changed",
    "store/failed": "a database that cannot be reached, or did not take what was written",
    "store/conflict": "a row whose key is taken",
}
"""Every code and its meaning. Codes under one heading are in the order in which they are checked."""


class PitbossError(Exception):
    """The base class of every error below. `detail` is the second level of the code."""

    kind = "error"
    detail = "invalid"

    def __init__(self, sentence: str, detail: str = "") -> None:
        super().__init__(sentence)
        self.code = f"{self.kind}/{detail or self.detail}"


class SetupError(PitbossError):
    """Something handed in before a round is wrong."""

    kind = "setup"


class GameError(SetupError):
    """A game's own definition contradicts itself, or asks for more than a method can do."""

    kind, detail = "game", "definition"


class GridError(SetupError):
    """A pay grid is missing a row, has one too many, or holds something that is not a pay."""

    kind = "grid"


class OptionError(SetupError):
    """A name or an option value that does not exist."""

    kind = "option"


class HouseError(SetupError):
    """A chip step or limit that this game cannot be dealt with."""

    kind, detail = "house", "step"


class FormatError(SetupError):
    """A text that does not read as a card, an amount, a round."""

    kind = "format"


class RulesError(PitbossError):
    """Somebody did what the rules forbid; nothing was changed."""

    kind = "rules"


class BetError(RulesError):
    """A bet the rules or the table do not take."""

    kind, detail = "bet", "required"


class CardError(RulesError):
    """A card that cannot be where it is said to be."""

    kind, detail = "card", "count"


class UnseenCardsError(CardError):
    """A rule looks at cards that were dealt and that nobody has named."""

    detail = "missing"

    def __init__(self, sentence: str, pile: str = "", seat: int = 0, count: int = 0) -> None:
        super().__init__(sentence)
        self.pile, self.seat, self.count = pile, seat, count


class ChoiceError(RulesError):
    """A choice that is not open to this seat now."""

    kind, detail = "choice", "illegal"


class EngineError(PitbossError):
    """The machines that simulate stopped answering; what they had done before is kept."""

    kind, detail = "engine", "stopped"


class KeyFileError(PitbossError):
    """The house's key file is missing or damaged, or does not open what was sealed."""

    kind, detail = "key", "damaged"


class TurnError(PitbossError):
    """The wrong seat, the wrong moment, or a round that is over."""

    kind, detail = "turn", "other"


class FundsError(PitbossError):
    """The player does not have enough money."""

    kind, detail = "funds", "bet"


class AuthError(PitbossError):
    """Somebody asks for what they may not do."""

    kind, detail = "auth", "forbidden"


class RequestError(PitbossError):
    """A request without its key, with the key of another, or that cannot be read."""

    kind, detail = "request", "invalid"


class RoomError(PitbossError):
    """A table, round or account that is not there, or no longer open."""

    kind, detail = "table", "unknown"


class LedgerError(PitbossError):
    """A transaction that the books do not take; nothing was booked."""

    kind, detail = "ledger", "unbalanced"


class StoreError(PitbossError):
    """The database could not be reached or did not take what was written; nothing of it counts until it is asked.

    `store/conflict` says that a row of the same key is there already; `store/failed` is any other failure. Where the
    failure came at the commit, only the database can tell whether the transaction counts: ask again by key.
    """

    kind, detail = "store", "failed"


UNSOLVED = ("game/too-large", "game/no-solver")
"""The codes of errors for a game without exact figures; callers that do not need the figures catch these."""


def plural(count: int, noun: str) -> str:
    """`1 round`, `2 rounds`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def one_of(names: Iterable[object]) -> str:
    """The names as a list for a sentence: `A, B or C`."""
    words = [str(name) for name in names]
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "".join(words) or "none"


def all_of(names: Iterable[str]) -> str:
    """The names as a list for a sentence: `A, B and C`."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def unknown(kind: str, name: str, names: Iterable[object], listed: Iterable[str] | None = None) -> str:
    """A sentence for a name that is not one of `names`, with the nearest one where there is one.

    `listed` are the names as the sentence lists them, where that is not as they are written.
    """
    known = [str(each) for each in names]
    near = difflib.get_close_matches(name.lower(), [each.lower() for each in known], n=1)
    meant = [each for each in known if each.lower() in near]
    hint = f"; did you mean {meant[0]!r}?" if meant else ""
    return f"no {kind} {name!r}{hint} (there is {one_of(known if listed is None else listed)})"
