"""One table of a card room: a pure table, the shuffle it deals from, and its numbers; made when opened, or from a row.

A deck that is shuffled for every round is committed to when the bets on the round open, under the round's id, and
revealed when the round has ended. A shoe with a cut card is committed to once, under an id of its own, and revealed
when the cut card is out and its last round has ended. The seed itself is sealed in the record, and in clear only here.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pitboss.core.cards import Card, Deck
from pitboss.core.game import Game, Shuffle
from pitboss.core.meters import MeterMove, MeterState
from pitboss.core.money import dollars
from pitboss.core.pays import Custom
from pitboss.core.settle import House
from pitboss.core.stakes import pays_meters
from pitboss.core.strategy import Coach
from pitboss.table import ledger
from pitboss.table.audit import canonical_json
from pitboss.table.keys import HouseKey
from pitboss.table.ledger import LedgerWallet
from pitboss.table.records import Played, RoundRecord, ShuffleRecord, TableRecord
from pitboss.table.requests import OpenTable, action_json
from pitboss.table.shoe import Shoe
from pitboss.table.shuffle import ClientSeeds, Entropy, commitment, new_seed
from pitboss.table.snapshot import EventTexts, restore_table, table_text
from pitboss.table.table import Table

OPEN, CLOSING, CLOSED = "open", "closing", "closed"

Build = Callable[[str, Mapping[str, str], Custom | None], Game]
Order = Callable[[Deck, bytes, str, ClientSeeds], Sequence[Card]]


def opening_text(opening: OpenTable) -> str:
    """The request that opened a table, as JSON."""
    return canonical_json(action_json(opening))


def read_opening(text: str) -> OpenTable:
    """The request that opened a table, of its JSON."""
    told = json.loads(text)
    told.pop("action")
    return OpenTable(**told)


def table_of_round(round_id: str) -> str:
    """The id of the table that a round was played at."""
    return f"t_{round_id.removeprefix('r_').rpartition('_')[0]}"


def build_game(opening: OpenTable, build: Build) -> Game:
    """The game of a table, with its options and pay tables."""
    custom = Custom(opening.paytables, "the table's own pay tables") if opening.paytables else None
    return build(opening.game, opening.options, custom)


@dataclass
class LedgerLink:
    """The meters of a link, in the book of the batch that is being carried out."""

    name: str
    shapes: tuple[MeterState, ...]
    """The meters of the game: numbers, words, seeds and shares; the amounts are the ledger's."""
    wallet: LedgerWallet
    round_id: Callable[[], str]
    """The id of the round that begins."""

    def meters(self) -> tuple[MeterState, ...]:
        """The meters as the ledger has them now."""
        book = self.wallet.book
        return tuple(
            replace(each, amount_cents=book.balance(ledger.meter(self.name, each.number))) for each in self.shapes
        )

    def feed(self, moves: Sequence[MeterMove]) -> None:
        """Books what a round's bets add."""
        shares = {move.before.number: move.fed_cents for move in moves}
        ledger.feed(self.wallet.book, self.wallet.table, self.round_id(), self.name, shares)


class LiveTable:
    """A table of a card room, as this process knows it after event number `seq`."""

    def __init__(
        self,
        id: str,
        opening_text: str,
        opened_by: str,
        *,
        build: Build,
        order: Order,
        coach: Coach | None,
    ) -> None:
        self.opening_text = opening_text
        opening = self.opening = read_opening(opening_text)
        self.id, self.opened_by, self.status, self.seq = id, opened_by, OPEN, 0
        self.game = build_game(opening, build)
        self.order = order
        seats = self.game.seats if opening.seats is None else opening.seats
        self.wallet = LedgerWallet(id, self.round_id)
        has_meters = any(pays_meters(wager) for wager in self.game.wagers)
        link = LedgerLink(opening.link or id, self.game.meters, self.wallet, lambda: self.current_round)
        self.link = link if has_meters else None
        way = None if opening.shuffle is None else Shuffle(opening.shuffle)
        self.table = Table(
            self.game,
            House(opening.step_cents, opening.limit_cents),
            Shoe(self.game, seats=seats, shuffle=way, order=self._lay),
            self.wallet,
            seats=seats,
            link=self.link,
            coach=coach,
            bet_ms=opening.bet_ms,
            decide_ms=opening.decide_ms,
        )
        self.client_seeds: dict[int, str] = {}
        self.shuffle: ShuffleRecord | None = None
        self._seed = b""
        self.is_laid = False
        self.round: RoundRecord | None = None  # The round that is bet on or played, once somebody has bet.
        self.booked_round: str | None = None
        self.booked: set[str] = set()  # The ids of the stored entries of that round.
        self.played: dict[tuple[str, str], Played] = {}  # By account and wager, as far as they were read.
        self._texts = EventTexts()
        self.stored: TableRecord | None = None  # The row that this is the state of.

    def round_id(self, number: int) -> str:
        """The id of the table's round of a number."""
        return f"r_{self.id.removeprefix('t_')}_{number}"

    @property
    def current_round(self) -> str:
        """The id of the round that is bet on or played."""
        return self.round_id(self.table.number)

    @property
    def is_private(self) -> bool:
        return self.opening.private

    @property
    def ledger_accounts(self) -> list[str]:
        """The ledger accounts that a command at this table may move: wallets, the table's own, and its meters."""
        names = [ledger.wallet(account) for account in self.table.accounts.values()]
        names += [ledger.wallet(self.bot_account(int(seat))) for seat in self.opening.bots]
        names += [ledger.escrow(self.id), ledger.house(self.id), ledger.commission(self.id), ledger.ROUNDING]
        if self.link:
            names += [ledger.meter(self.link.name, each.number) for each in self.link.shapes]
        return [*names, ledger.CASHIER] if self.opening.bots else names

    def bot_account(self, seat: int) -> str:
        """The account of the bot in a seat."""
        return f"bot:{self.id}:{seat}"

    def commit(self, key: HouseKey, entropy: Entropy) -> ShuffleRecord | None:
        """A new shuffle, if the next round begins with one; None where one is committed to already."""
        if self.shuffle is not None:
            return None
        way = self.table.shoe.shuffle
        number = self.table.shoe.shuffles + 1
        id = f"s_{self.id.removeprefix('t_')}_{number}" if way is Shuffle.CUT_CARD else self.current_round
        self._seed = new_seed(self.game.deck, entropy)
        sealed = key.seal(self._seed, id, entropy)
        self.shuffle, self.is_laid = ShuffleRecord(id, self.id, commitment(self._seed), sealed, "{}"), False
        return self.shuffle

    def _lay(self) -> Sequence[Card]:
        """The order of the committed shuffle, with the client seeds as they are now, which fixes them."""
        assert self.shuffle is not None
        seeds = {seat: self.client_seeds[seat] for seat in sorted(self.client_seeds)}
        self.shuffle, self.is_laid = replace(self.shuffle, client_seeds=canonical_json(seeds)), True
        return self.order(self.game.deck, self._seed, self.shuffle.id, seeds)

    def reveal(self) -> ShuffleRecord | None:
        """The shuffle with its seed, once no round that is open, or will be dealt, uses it; None before.

        A shoe that was committed to and has not been dealt from stays as it is: its id is not a round's.
        """
        shoe = self.table.shoe
        is_over = shoe.is_due and (self.is_laid or shoe.shuffle is not Shuffle.CUT_CARD)
        if self.shuffle is None or self.table.is_playing or not (is_over or self.status == CLOSED):
            return None
        revealed, self.shuffle = replace(self.shuffle, seed=self._seed.hex()), None
        self._seed = b""
        return revealed

    def row(self) -> TableRecord:
        """The table as it is stored."""
        own = json.dumps(
            {
                "client_seeds": self.client_seeds,
                "shuffle": self.shuffle.id if self.shuffle else None,
                "laid": self.is_laid,
                "round": self.round.id if self.round else None,
            }
        )
        state = f'{own[:-1]},"table":{table_text(self.table, self._texts)}}}'
        deadline = None if self.status == CLOSED else self.table.deadline_ms
        return TableRecord(
            self.id, self.opening_text, self.opened_by, self.is_private, self.status, self.seq, state, deadline
        )

    def restore(
        self,
        row: TableRecord,
        state: Mapping[str, Any],
        shuffle: ShuffleRecord | None,
        played: RoundRecord | None,
        key: HouseKey,
    ) -> None:
        """Puts a table that was just made into the state of its row; the key opens the seal of the seed."""
        self._seed = b"" if shuffle is None else key.unseal(shuffle.sealed_seed, shuffle.id)
        self.status, self.seq, self.round, self.shuffle = row.status, row.seq, played, shuffle
        self.client_seeds = {int(seat): text for seat, text in state["client_seeds"].items()}
        self.is_laid = state["laid"]
        inner = state["table"]
        if shuffle is not None and self.is_laid:
            seeds = {int(seat): text for seat, text in json.loads(shuffle.client_seeds).items()}
            self.table.shoe.lay(self.order(self.game.deck, self._seed, shuffle.id, seeds), inner["dealt"])
        restore_table(self.table, inner)


def opening_json(live: LiveTable) -> dict[str, Any]:
    """How a table was opened, with the names and units that clients use."""
    opening = live.opening
    return {
        "game": opening.game,
        "options": dict(opening.options),
        "paytables": opening.paytables,
        "seats": live.table.seats,
        "step": dollars(opening.step_cents),
        "limit": dollars(opening.limit_cents),
        "bet_seconds": _seconds(opening.bet_ms),
        "decide_seconds": _seconds(opening.decide_ms),
        "bots": dict(opening.bots),
        "private": opening.private,
        "link": live.link.name if live.link else None,
        "shuffle": live.table.shoe.shuffle.value,
    }


def _seconds(ms: int | None) -> int | None:
    return None if ms is None else ms // 1000
