"""Invariants I1 to I12 of a card room, checked after every step on what is new, and what every client was told.

Everything is recomputed from the rows themselves: sums of legs, hashes, decks from opened seals, payouts from logged
cards and choices. The deck is derived by a second implementation, which shares no code with the program's.
"""

import hashlib
import hmac
import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.core.cards import parse_card
from pitboss.core.codec import read_round
from pitboss.core.game import Face, Game, Place
from pitboss.core.money import cents
from pitboss.core.settle import progressive_bets
from pitboss.table.audit import FIRST_HASH, entries_digest, events_digest, record_hash
from pitboss.table.batch import News
from pitboss.table.keys import HouseKey
from pitboss.table.live_table import Build
from pitboss.table.proof import dealt_cards
from pitboss.table.records import Entry, EventRecord, RequestRecord, RoundRecord, ShuffleRecord, TableRecord
from pitboss.table.requests import KEYLESS, Answer, Request
from pitboss.table.round_reports import settlement_of
from pitboss.table.views import seen
from tests.support.memory_store import MemoryStore


class Violation(AssertionError):  # noqa: N818 - it is a finding, which a test asserts.
    """An invariant does not hold: which one, and where."""


def hold(holds: bool, invariant: str, *where: object) -> None:
    """Raises `Violation` where something does not hold."""
    if not holds:
        raise Violation(f"{invariant}: {' '.join(map(str, where))}")


def derived_deck(faces: tuple[Any, ...], seed: bytes, id: str, client_seeds: Mapping[str, str]) -> list[Any]:
    """The cards in dealing order, straight from docs/verifying-a-shuffle.md."""
    keys = [seed[at : at + 32] for at in range(0, len(seed), 32)]
    start = f"pitboss-shuffle-1|{id}|" + "".join(
        f"{seat}={client_seeds[seat]}|" for seat in sorted(client_seeds, key=int)
    )
    cards, words, block = list(faces), b"", 0
    at = 0
    for last in range(len(cards) - 1, 0, -1):
        while True:
            if at == len(words):
                words, at = hmac.digest(keys[block % len(keys)], f"{start}{block}".encode(), hashlib.sha256), 0
                block += 1
            word = words[at] << 8 | words[at + 1]
            at += 2
            if word < 65536 - 65536 % (last + 1):
                break
        place = word % (last + 1)
        cards[last], cards[place] = cards[place], cards[last]
    return cards


class Watch:
    """What has been checked of a store so far; `look` checks the rest."""

    def __init__(self, store: MemoryStore, key: HouseKey, build: Build) -> None:
        self.store, self.key, self.build = store, key, build
        self.entries = self.audit = self.movements = 0
        self.last_hash = FIRST_HASH
        self.sums: Counter[str] = Counter()
        self.meters: Counter[str] = Counter()
        self.entries_vouched = 0
        self.events: Counter[str] = Counter()
        self.keys: set[tuple[str, str]] = set()
        self.rounds: dict[str, RoundRecord] = {}
        self.shuffles: dict[str, ShuffleRecord] = {}
        self.tables: dict[str, TableRecord] = {}
        self.acknowledged: list[tuple[Request, Answer]] = []
        self.told: dict[tuple[str, str], tuple[Request, Answer]] = {}
        self.published: list[News] = []
        self.decks: dict[str, list[Any]] = {}

    def copy(self, store: MemoryStore) -> "Watch":
        """A watch that has checked the same, over a copy of the store; nobody was told anything yet."""
        other = Watch(store, self.key, self.build)
        for name, value in vars(self).items():
            if name not in ("store", "key", "build", "acknowledged", "told", "published"):
                setattr(other, name, value if isinstance(value, int | str) else type(value)(value))
        return other

    def look(self) -> None:
        """Checks everything that is new in the store."""
        self._entries()
        self._movements()
        self._audit()
        self._tables()
        self._rounds()
        self._shuffles()

    def tell(self, request: Request, answer: Answer) -> None:
        """A client got an answer: what was carried out is stored, with this answer, and is answered so ever after."""
        if request.key is None or isinstance(request.action, KEYLESS):
            return
        asked, told = self.told.get((request.caller.account, request.key), (None, answer))
        same = asked != request or answer == told or answer.status == 503
        hold(same, "I6", f"{request} was answered {told}, and then {answer}")
        if answer.status >= 300:
            return
        self.told[request.caller.account, request.key] = request, answer
        self.acknowledged.append((request, answer))
        self._acknowledged(request, answer)

    def publish(self, news: Sequence[News]) -> None:
        """Events went out to everybody who watches: they are stored as they were told, and told once."""
        for each in news:
            self._published(each)
            self._hidden(each.table, each.body)
        self.published += news

    def look_back(self) -> None:
        """Checks everything that anybody was ever told: after a crash it is still there."""
        for request, answer in self.acknowledged:
            self._acknowledged(request, answer)
        for each in self.published:
            self._published(each)

    def _acknowledged(self, request: Request, answer: Answer) -> None:
        assert request.key is not None
        record = self.store.by_type[RequestRecord].get((request.caller.account, request.key))
        hold(record is not None, "I11", f"{request} was acknowledged and is lost")
        assert record is not None
        hold(
            (record.status, json.loads(record.answer)) == (answer.status, answer.body),
            "I11",
            f"{request} was answered {answer}; stored is {record}",
        )

    def _published(self, each: News) -> None:
        events = self.store.events_of.get(each.table, [])
        stored = events[each.seq - 1] if len(events) >= each.seq else None
        hold(
            stored is not None and (stored.seq, stored.round, stored.at_ms) == (each.seq, each.round, each.at_ms),
            "I11",
            f"event {each.seq} of {each.table} was published and is not stored",
        )
        assert stored is not None
        hold(json.loads(stored.body) == each.body, "I11", f"event {each.seq} of {each.table} was published otherwise")

    def _hidden(self, table: str, body: Mapping[str, Any]) -> None:
        """P4: a spectator sees cards that lie face up; a seat's own account those dealt down to it besides."""
        if body["type"] != "dealt":
            return
        deal = self._game(table).piles[body["pile"]]
        shown = seen(body, None)
        hold(deal.face is Face.UP or not _card_texts(shown), "P4", f"a spectator of {table} sees", shown)
        own = seen(body, body["account"] or "nobody")
        may = deal.face is Face.UP or (deal.face is Face.DOWN and deal.to is Place.SEAT)
        hold(may or not _card_texts(own), "P4", f"{body['account']} sees", own)

    def _game(self, table: str) -> Game:
        opening = json.loads(self.store.by_type[TableRecord][table].opening)
        return self.build(opening["game"], opening["options"], None)

    def _entries(self) -> None:
        store = self.store
        hold(len(store.entries_in_order) >= self.entries, "I11", "stored entries are gone")
        new = store.entries_in_order[self.entries :]
        for at, entry in enumerate(new, self.entries + 1):
            hold(entry.seq == at, "I10", f"entry {entry.seq} is number {at}")
            hold(sum(amount for _, amount in entry.legs) == 0, "I1", entry)
            for name, amount in entry.legs:
                self.sums[name] += amount
                if name.startswith("wallet/"):
                    hold(self.sums[name] >= 0, "I5", f"{name} has {self.sums[name]} after", entry)
        self.entries += len(new)
        if new:
            hold(len(store.by_type[Entry]) == self.entries, "I6", "an entry has no id of its own")
            hold(self.sums == store.accounts, "I2", f"{store.accounts - self.sums} {self.sums - store.accounts}")
            hold(sum(store.accounts.values()) == 0, "I1", "the books do not sum to 0")

    def _movements(self) -> None:
        for each in self.store.movements[self.movements :]:
            self.meters[f"meter/{each.link}/{each.number}"] += each.cents
            self.movements += 1
        for name, amount in self.meters.items():
            hold(
                self.store.accounts[name] == amount, "I4", f"{name} has {self.store.accounts[name]}, moved by {amount}"
            )
            hold(amount >= 0, "I4", f"{name} is below 0: {amount}")

    def _audit(self) -> None:
        store = self.store
        hold(len(store.audit) >= self.audit, "I11", "stored audit records are gone")
        for record in store.audit[self.audit :]:
            self.audit += 1
            hold(record.seq == self.audit, "I10", f"audit record {record.seq} is number {self.audit}")
            hold(
                record.hash == record_hash(self.last_hash, record), "I10", f"audit record {record.seq} breaks the chain"
            )
            self.last_hash = record.hash
            body = json.loads(record.body)
            if record.kind == "command":
                self._command(record.actor, body)
        hold(self.entries_vouched == self.entries, "I10", f"entry {self.entries_vouched + 1} has no audit record")

    def _command(self, actor: str, body: Mapping[str, Any]) -> None:
        """One request that was carried out, once, and vouches for entries and events that are there."""
        if body["key"] is not None:
            key = actor, body["key"]
            hold(key not in self.keys, "I6", f"the request {body['key']} of {actor} was carried out twice")
            hold(key in self.store.by_type[RequestRecord], "I6", f"the request {key} is not kept")
            self.keys.add(key)
        if "entries" in body:
            first, last, digest = body["entries"]
            hold(first == self.entries_vouched + 1, "I10", f"entries from {first} on follow {self.entries_vouched}")
            hold(
                digest == entries_digest(self.store.entries_in_order[first - 1 : last]), "I10", f"entries from {first}"
            )
            self.entries_vouched = last
        for table, (first, last, digest) in body.get("events", {}).items():
            hold(
                first == self.events[table] + 1, "I10", f"events of {table} from {first} on follow {self.events[table]}"
            )
            run: list[EventRecord] = self.store.events_of[table][first - 1 : last]
            hold(digest == events_digest(run), "I10", f"events of {table} from {first}")
            self.events[table] = last

    def _tables(self) -> None:
        for id, row in self.store.by_type[TableRecord].items():
            if self.tables.get(id) == row:
                continue
            self.tables[id] = row
            stored = self.store.events_of[id]
            hold(self.events[id] == row.seq == len(stored), "I10", f"{id} is at event {row.seq} of {self.events[id]}")
            state = json.loads(row.state)
            held = sum(amount for holds in state["table"]["holds"].values() for _, amount in holds)
            escrow = self.store.accounts[f"escrow/{id}"]
            hold(escrow == held, "I3", f"escrow of {id} is {escrow}; its bets are {held}")
            open_round = state["round"]
            hold(held == 0 or open_round is not None, "I3", f"{id} holds {held} for no round")

    def _rounds(self) -> None:
        rounds = self.store.by_type[RoundRecord]
        for id, record in rounds.items():
            before = self.rounds.get(id)
            if before is record:
                continue
            self.rounds[id] = record
            was = "open" if before is None else before.status
            hold(
                was == "open" or (was, record.status) == ("settled", "voided"), "I7", f"{id}: {was} to {record.status}"
            )
            kinds = Counter(each.kind for each in self.store.entries_of[id])
            ends = kinds["settle"], kinds["void"]
            # Bets that were all taken back before the table closed need no void: the round has moved nothing.
            fit = {"open": {(0, 0)}, "settled": {(1, 0)}, "voided": {(0, 0), (0, 1), (1, 1)}}[record.status]
            hold(ends in fit, "I7", f"{id} is {record.status} with {dict(kinds)}")
            if record.status == "settled":
                self._settled(record)
            elif record.status == "voided":
                self._voided(record)

    def _settled(self, record: RoundRecord) -> None:
        """I4, I8, I9 of a round: deck, cards, payouts and meters, from what was logged."""
        played = read_round(json.loads(record.document), self.build)
        hold(played.need() is None, "I8", f"{record.id} is settled before it is over")
        self._dealt(record, dealt_cards(played), played.game)
        settlement = settlement_of(record, played)
        seats = self.store.seats_of[record.id]
        hold(set(seats) == set(played.state.seats()), "I8", f"{record.id}: seats {set(seats)}")
        due: Counter[str] = Counter()
        for seat, each in seats.items():
            lines = [line for line in settlement.lines if line.seat == seat]
            staked, back = sum(line.stake_cents for line in lines), sum(line.returned_cents for line in lines)
            paid = each.staked_cents, each.returned_cents
            hold(paid == (staked, back), "I8", f"{record.id} seat {seat}: {paid}, by the rules {staked, back}")
            due[f"wallet/{each.account}"] += back
        entries = self.store.entries_of[record.id]
        moved: Counter[str] = Counter()
        for entry in entries:
            for name, amount in entry.legs:
                moved[name] += amount
        stakes: Counter[str] = Counter()
        for each in seats.values():
            stakes[f"wallet/{each.account}"] += each.staked_cents
        for name in {*due, *(name for name in moved if name.startswith("wallet/"))}:
            net = due[name] - stakes[name]
            hold(moved[name] == net, "I8", f"{record.id}: {name} moved by {moved[name]}, by the rules {net}")
        self._fed_and_awarded(record, played, settlement)
        self._told(record)

    def _fed_and_awarded(self, record: RoundRecord, played: Any, settlement: Any) -> None:
        by_kind: defaultdict[tuple[int, str], int] = defaultdict(int)
        for each in self.store.movements_of[record.id]:
            by_kind[each.number, each.kind] += each.cents
        bets = progressive_bets(played.game, played.state.bets)
        for move in settlement.meters:
            number = move.before.number
            wanted = {
                "increment": bets * move.before.share_cents,
                "award": -sum(award.paid_cents for award in move.awards),
                "round-up": sum(award.rounded_cents for award in move.awards),
                "restart": move.before.seed_cents * len(move.awards),
            }
            found = {kind: by_kind.pop((number, kind), 0) for kind in wanted}
            hold(found == wanted, "I4", f"{record.id} moved meter {number} by {found}, by the rules {wanted}")
        hold(not by_kind, "I4", f"{record.id} also moved", dict(by_kind))

    def _told(self, record: RoundRecord) -> None:
        """What was shown is what was paid: the events of the round tell the same returns as its seats."""
        returned: Counter[int] = Counter()
        for event in reversed(self.store.events_of[record.table]):
            if event.round != record.id:
                continue
            body = json.loads(event.body)
            if body["type"] == "began":
                break
            if body["type"] == "settled":
                returned[body["seat"]] += cents(body["returned"])
        for seat, each in self.store.seats_of[record.id].items():
            hold(returned[seat] == each.returned_cents, "I8", f"{record.id} seat {seat} was shown {returned[seat]}")

    def _voided(self, record: RoundRecord) -> None:
        """Everything is as before the round."""
        moved: Counter[str] = Counter()
        for entry in self.store.entries_of[record.id]:
            for name, amount in entry.legs:
                moved[name] += amount
        hold(not any(moved.values()), "I7", f"{record.id} is void and moved {dict(moved)}")
        meters: Counter[int] = Counter()
        for each in self.store.movements_of[record.id]:
            meters[each.number] += each.cents
        hold(not any(meters.values()), "I4", f"{record.id} is void and moved meters by {dict(meters)}")
        if record.document:
            played = read_round(json.loads(record.document), self.build)
            self._dealt(record, dealt_cards(played), played.game)

    def _dealt(self, record: RoundRecord, cards: tuple[Any, ...], game: Game) -> None:
        if not cards:
            return
        deck = self._deck(record.shuffle, game)
        place = record.first_card
        hold(
            list(cards) == deck[place : place + len(cards)], "I9", f"{record.id} was not dealt the cards of its shuffle"
        )

    def _deck(self, id: str, game: Game) -> list[Any]:
        """The order of a shuffle, from its sealed seed; derived once."""
        if id not in self.decks:
            record: ShuffleRecord = self.store.by_type[ShuffleRecord][id]
            seed = self.key.unseal(record.sealed_seed, id)
            hold(hashlib.sha256(seed).hexdigest() == record.commitment, "I9", f"{id} was committed to another seed")
            self.decks[id] = derived_deck(game.deck.faces, seed, id, json.loads(record.client_seeds))
        return self.decks[id]

    def _shuffles(self) -> None:
        for id, record in self.store.by_type[ShuffleRecord].items():
            before = self.shuffles.get(id)
            if before is record:
                continue
            self.shuffles[id] = record
            if before is not None:
                hold(before.commitment == record.commitment, "I9", f"the commitment of {id} changed")
                hold(before.seed is None or before == record, "I9", f"{id} changed after it was revealed")
            if record.seed is not None:
                hold(hashlib.sha256(bytes.fromhex(record.seed)).hexdigest() == record.commitment, "I9", f"seed of {id}")
                rounds = [self.store.by_type[RoundRecord][each] for each in self.store.rounds_of.get(id, ())]
                still = [each.id for each in rounds if each.status == "open"]
                hold(not still, "I12", f"{id} is revealed while {still} is open")
                state = json.loads(self.store.by_type[TableRecord][record.table].state)
                hold(state["shuffle"] != id, "I12", f"{id} is revealed while {record.table} deals from it")

    def at_rest(self) -> None:
        """Checks what holds once every table was called to time: no money waits in a round, and no seed is in clear."""
        shuffles: dict[str, ShuffleRecord] = self.store.by_type[ShuffleRecord]
        for id, row in self.store.by_type[TableRecord].items():
            state = json.loads(row.state)
            hold(not state["table"]["bets"], "P2", f"{id} is called to time, and its round is not over")
            hold(self.store.accounts[f"escrow/{id}"] == 0, "I3", f"{id} has money in escrow, and no round in play")
            if state["shuffle"]:
                seed = self.key.unseal(shuffles[state["shuffle"]].sealed_seed, state["shuffle"]).hex()
                texts = [row.state, *(each.body for each in self.store.events_of[id][-20:])]
                hold(
                    not any(seed in text for text in texts), "I12", f"the seed of {state['shuffle']} is stored in clear"
                )


def _card_texts(value: Any) -> list[str]:
    """Every text in a document that is a card."""
    if isinstance(value, Mapping):
        return [text for each in value.values() for text in _card_texts(each)]
    if isinstance(value, list | tuple):
        return [text for each in value for text in _card_texts(each)]
    if not isinstance(value, str) or len(value) > 3:
        return []
    try:
        parse_card(value)
    except Exception:
        return []
    return [value]
