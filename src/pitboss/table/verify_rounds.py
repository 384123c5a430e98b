"""Rounds and shuffles of a database, checked by the rules: replayed, settled and shuffled again.

What was found of a round in the audit log, the ledger and the tables of the database goes in (`verify_facts`), and out
come what is wrong with it and the sums that it adds to what was played.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from pitboss.core.cards import JOKER, card_text
from pitboss.core.codec import header, read_event
from pitboss.core.errors import PitbossError
from pitboss.core.game import Game
from pitboss.core.meters import MeterMove, MeterState
from pitboss.core.money import cents, dollars
from pitboss.core.round import Round
from pitboss.core.script import Dealt, Event
from pitboss.core.settle import Settlement, feed, settle_round
from pitboss.core.stakes import most_owed, pays_meters
from pitboss.table import ledger
from pitboss.table.live_table import Build, Order, build_game, read_opening
from pitboss.table.proof import VOIDED, meters_json
from pitboss.table.records import MeterMovement, RoundRecord, SeatRecord
from pitboss.table.shuffle import commitment
from pitboss.table.verify_facts import (
    Checked,
    Ended,
    EndedRound,
    Finding,
    Job,
    PlayedKey,
    RevealedShuffle,
    SettledThenVoided,
    Sums,
    WrongError,
    as_row,
    check_same,
)
from pitboss.table.views import line_json, move_json

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)

_CARDS = {card_text(card): card for card in range(JOKER + 1)}


def _event(game: Game, told: dict[str, Any]) -> Event:
    """An event of a document; cards, which most of them are, without the checks of a text that somebody typed."""
    if told["type"] == "dealt":
        return Dealt(told["pile"], told["seat"], tuple([_CARDS[card] for card in told["cards"]]))
    return read_event(game, told)


class Known(NamedTuple):
    """The game of a table, the header of its rounds, and the link of its meters."""

    game: Game
    header: dict[str, Any]
    has_meters: bool
    link: str | None
    """The link that the table was opened with; its own id where none was named."""


class Rules:
    """The games of tables by the way they were opened, and their shuffle."""

    def __init__(self, build: Build, order: Order) -> None:
        self.build, self.order = build, order
        self._known: dict[str, Known] = {}

    def known(self, opening: str) -> Known:
        """The game of a table that was opened so, built once."""
        if opening not in self._known:
            asked = read_opening(opening)
            game = build_game(asked, self.build)
            has_meters = any(pays_meters(wager) for wager in game.wagers)
            self._known[opening] = Known(game, header(game), has_meters, asked.link)
        return self._known[opening]

    def check(self, jobs: Iterable[Job]) -> Checked:
        """Checks jobs in order, up to the first that is wrong."""
        checked = Checked()
        sums: defaultdict[PlayedKey, Sums] = defaultdict(Sums)
        for job in jobs:
            try:
                played = self._check(job)
            except WrongError as wrong:
                checked.finding = Finding(wrong.invariant, wrong.record, job.audit_seq, wrong.words)
                break
            for key, more in played.items():
                sums[key] = sums[key].plus(more)
        checked.played = dict(sums)
        return checked

    def _check(self, job: Job) -> dict[PlayedKey, Sums]:
        if isinstance(job, RevealedShuffle):
            self._check_shuffle(job)
            return {}
        if isinstance(job, SettledThenVoided):
            return self._taken_back(job)
        facts = Ended(*job.facts)
        return _RoundCheck(job, facts, self.known(facts.opening)).check()

    def _check_shuffle(self, job: RevealedShuffle) -> None:
        name, seed = f"shuffle {job.id}", bytes.fromhex(job.seed)
        if commitment(seed) != job.commitment:
            raise WrongError("I9", name, "the revealed seed is not the one that was committed to")
        deck = self.known(job.opening).game.deck
        seeds = {int(seat): text for seat, text in json.loads(job.client_seeds).items()}
        order = self.order(deck, seed, job.id, seeds) if job.cards else ()
        if len(job.cards) > len(order):
            raise WrongError("I9", name, f"{len(job.cards)} cards were dealt from a deck of {len(deck)}")
        for place, card in enumerate(job.cards):
            if card_text(order[place]) != card:
                words = f"place {place} of the shuffled deck holds {card_text(order[place])}; dealt was {card}"
                raise WrongError("I9", name, words)

    def _taken_back(self, job: SettledThenVoided) -> dict[PlayedKey, Sums]:
        game, _, has_meters, _ = self.known(job.opening)
        played = Round(game)
        for event in json.loads(job.document)["events"]:
            played = played.after(read_event(game, event))
        told = json.loads(job.meters) if has_meters else []
        amounts = {each["meter"]: cents(each["amount"]) for each in told}
        settlement = settle_round(played, _meters(game, amounts) if has_meters else (), is_fed=True)
        return _sums(job.table, played, job.accounts, settlement, -1)


def _meters(game: Game, amounts: Mapping[int, int]) -> tuple[MeterState, ...]:
    return tuple(replace(each, amount_cents=amounts.get(each.number, 0)) for each in game.meters)


def _sums(
    table: str, played: Round, accounts: Mapping[int, str], settlement: Settlement, sign: int = 1
) -> dict[PlayedKey, Sums]:
    found: dict[PlayedKey, Sums] = {}
    bets, nets = played.state.bets, _nets(settlement)
    for seat, stakes in played.stakes().items():
        account, first = accounts[seat], bets[seat]
        for wager, total in stakes.items():
            key, net = (table, account, wager), nets[seat, wager]
            before = found.get(key)
            if before is None:
                found[key] = Sums(sign, sign * first.get(wager, 0), sign * total, sign * net)
            else:
                found[key] = before.plus(Sums(sign, sign * first.get(wager, 0), sign * total, sign * net))
    return {
        key: sums._replace(squares=sign * sums.staked_cents**2, largest_cents=max(sums.staked_cents, 0))
        for key, sums in found.items()
    }


def _nets(settlement: Settlement) -> Counter[tuple[int, str]]:
    nets: Counter[tuple[int, str]] = Counter()
    for line in settlement.lines:
        nets[line.seat, line.wager] += line.net_cents
    return nets


class _RoundCheck:
    """One round that has ended, compared with its rows, its entries and the rules."""

    def __init__(self, job: EndedRound, facts: Ended, known: Known) -> None:
        self.facts, self.game = facts, known.game
        self.row = None if job.row is None else RoundRecord(*job.row)
        self.seats = [SeatRecord(*each) for each in job.seats]
        self.header, self.has_meters, self.link = known.header, known.has_meters, known.link or facts.table
        self.told_meters: list[dict[str, Any]] = []

    def wrong(self, invariant: str, words: str) -> WrongError:
        return WrongError(invariant, f"round {self.facts.id}", words)

    def check(self) -> dict[PlayedKey, Sums]:
        """What the round adds to what was played; raises `WrongError`."""
        facts = self.facts
        if facts.status == VOIDED:
            self._check_row("[]")
            self._check_seats(facts.staked if facts.has_begun else {}, {})
            return {}
        played = self._replayed()
        meters = _meters(self.game, facts.amounts.get("settle", {})) if self.has_meters else ()
        try:
            settlement = settle_round(played, meters, is_fed=True)
        except PitbossError as error:
            raise self.wrong("I8", f"it cannot be settled: {error}") from None
        self._check_row(_ENCODER.encode(meters_json(meters)))
        stakes = {seat: sum(each.values()) for seat, each in played.stakes().items()}
        nets = {seat: settlement.net_cents(seat) for seat in stakes}
        self._check_told(settlement, nets)
        self._check_seats(stakes, nets)
        self._check_holds(played)
        self._check_feed(played)
        self._check_settle_entry(settlement, nets)
        return _sums(facts.table, played, facts.accounts, settlement)

    def _replayed(self) -> Round:
        try:
            played = Round(self.game, tuple([_event(self.game, event) for event in self.facts.events]))
            need = played.need()
        except PitbossError as error:
            raise self.wrong("I8", f"its cards and choices do not follow the rules: {error}") from None
        if need is not None:
            raise self.wrong("I8", "it was settled before it was over")
        return played

    def _check_row(self, meters: str) -> None:
        facts, row = self.facts, self.row
        if row is None:
            raise self.wrong("I7", "it has ended, and has no row")
        wanted = replace(
            row,
            id=facts.id,
            table=facts.table,
            number=facts.number,
            game=self.game.name,
            shuffle=facts.shuffle,
            first_card=facts.first_card,
            opened_ms=facts.opened_ms,
            document=_ENCODER.encode({**self.header, "events": facts.events}),
            meters=meters,
        )
        check_same(wanted, row, "I8", f"round {facts.id}")

    def _check_seats(self, stakes: Mapping[int, int], nets: Mapping[int, int]) -> None:
        """Stakes and returns; a round that was settled and voided later has returned the stakes."""
        assert self.row is not None
        is_void = self.row.status == VOIDED
        wanted = [
            SeatRecord(
                self.facts.id,
                seat,
                self.facts.accounts.get(seat, ""),
                staked,
                staked if is_void else staked + nets.get(seat, 0),
            )
            for seat, staked in sorted(stakes.items())
        ]
        for due, was in zip(wanted, self.seats, strict=False):
            check_same(due, was, "I8", f"seat {was.seat} of round {self.facts.id}")
        if len(wanted) != len(self.seats):
            raise self.wrong("I8", f"{len(wanted)} seats played it, and {len(self.seats)} are recorded")

    def _check_told(self, settlement: Settlement, nets: Mapping[int, int]) -> None:
        """What was shown is what the rules pay (promise P5)."""
        due = [line_json(line) for line in settlement.lines]
        told = self.facts.lines
        for number in range(max(len(due), len(told))):
            wanted, shown = (each[number] if number < len(each) else None for each in (due, told))
            if wanted != shown:
                raise self.wrong("I8", f"line {number + 1} was shown as {shown}; by the rules it is {wanted}")
        if {str(seat): dollars(net) for seat, net in nets.items()} != self.facts.net:
            raise self.wrong("I8", f"the nets shown are {self.facts.net}; by the rules {dict(nets)} cents")

    def _check_holds(self, played: Round) -> None:
        """Escrow holds what was staked, what it can come to owe, and what was raised."""
        held = dict(self.facts.held)
        for seat, bets in played.state.bets.items():
            own = ledger.wallet(self.facts.accounts[seat])
            due = sum(bets.values()) + most_owed(self.game, bets) + self.facts.raised.get(seat, 0)
            if held.pop((seat, own), 0) != due:
                raise self.wrong("I3", f"the holds of seat {seat} are not {dollars(due)}, its bets and raises")
        left = {key: amount for key, amount in held.items() if amount}
        if left:
            seat, name = min(left)
            raise self.wrong("I3", f"{name} was held {dollars(left[seat, name])} in seat {seat}, which it did not play")

    def _moved(self, kind: str, due: Mapping[str, int], moves: Sequence[MeterMovement]) -> None:
        """The legs of an entry, and the changes of meters that it booked, as they must be."""
        wanted = {name: amount for name, amount in due.items() if amount}
        found = self.facts.legs.get(kind, {})
        for name in () if wanted == found else sorted({*wanted, *found}):
            if wanted.get(name) != found.get(name):
                was, should = dollars(found.get(name, 0)), dollars(wanted.get(name, 0))
                raise self.wrong("I8", f"its {kind} moves {was} on {name}; by the rules {should}")
        booked = [each for each in self.facts.movements if each[2] == f"{kind}:{self.facts.id}"]
        if booked != list(map(as_row[MeterMovement], moves)):
            raise self.wrong("I4", f"the meters' changes of its {kind} are not those of the rules")

    def _check_feed(self, played: Round) -> None:
        facts = self.facts
        moves: tuple[MeterMove, ...] = ()
        if self.has_meters:
            moves = feed(self.game, played.state.bets, _meters(self.game, facts.amounts.get("feed", {})))
        due: Counter[str] = Counter()
        changes = []
        id, link = f"feed:{facts.id}", self.link
        for move in moves:
            due[ledger.meter(link, move.before.number)] += move.fed_cents
            due[ledger.house(facts.table)] -= move.fed_cents
            if move.fed_cents:
                changes.append(MeterMovement(link, move.before.number, id, "increment", move.fed_cents, facts.id, ""))
        self._moved("feed", due, changes)
        self.told_meters = [move_json(move) for move in moves]

    def _check_settle_entry(self, settlement: Settlement, nets: Mapping[int, int]) -> None:
        """Escrow pays the wallets, the commission and the meters; the house takes the rest."""
        facts = self.facts
        held = facts.held
        due: Counter[str] = Counter()
        due[ledger.escrow(facts.table)] = -sum(held.values())
        for seat, net in nets.items():
            own = ledger.wallet(facts.accounts[seat])
            due[own] += held[seat, own] + net
        due[ledger.commission(facts.table)] += sum(line.commission_cents for line in settlement.lines)
        changes = []
        id, link = f"settle:{facts.id}", self.link
        for move in settlement.meters:
            number, seed = move.before.number, move.before.seed_cents
            for award in move.awards:
                due[ledger.meter(link, number)] += award.rounded_cents - award.paid_cents + seed
                due[ledger.ROUNDING] -= award.rounded_cents
                parts = (("round-up", award.rounded_cents, ""), ("award", -award.paid_cents, f"seat {award.seat}"))
                changes += [
                    MeterMovement(link, number, id, kind, amount, facts.id, note)
                    for kind, amount, note in (*parts, ("restart", seed, ""))
                    if amount
                ]
            if move.awards:
                self.told_meters.append(move_json(move))
        due[ledger.house(facts.table)] -= sum(due.values())
        self._moved("settle", due, changes)
        if facts.meters_told != [{"link": link, **told} for told in self.told_meters]:
            raise self.wrong("I4", "the meters were not shown as the rules move them")
