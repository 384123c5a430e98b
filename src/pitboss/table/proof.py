"""The proof of a round as JSON: everything that lets anybody derive its cards and payouts again; and that check.

    {"format": "pitboss-proof-1", "round": "r_7f3a90c2_12", "status": "settled",
     "shuffle": {"algorithm": "pitboss-shuffle-1", "id": "r_7f3a90c2_12", "commitment": "9c1f...", "seed": "04ab...",
                 "client_seeds": {"1": "lucky-seven"}, "deck": ["2c", "3c", ...]},
     "first_card": 0, "cards": ["As", "4d", ...],
     "document": {"format": 1, "game": "super-pan-9", ...},
     "meters": [], "seats": {"1": {"staked": "10.00", "returned": "20.00"}}}

`deck` is the game's deck in its published order, before the shuffle. `cards` are those that the round was dealt, in
order; the first of them lay at place `first_card` of the shuffled deck. `document` is the round as `core.codec` writes
it, `meters` the progressive meters that it was settled with, already fed by its bets.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pitboss.core.cards import Card, card_text, cards_text, parse_card
from pitboss.core.codec import Builder, read_round
from pitboss.core.errors import FormatError, PitbossError, TurnError, plural
from pitboss.core.game import Game
from pitboss.core.meters import MeterState
from pitboss.core.money import cents, dollars
from pitboss.core.round import Round
from pitboss.core.script import Dealt
from pitboss.core.settle import settle_round
from pitboss.table.records import RoundRecord, SeatRecord, ShuffleRecord
from pitboss.table.shuffle import ALGORITHM, commitment, message_start, seed_bytes, shuffled, words

FORMAT = "pitboss-proof-1"
OPEN, SETTLED, VOIDED = "open", "settled", "voided"


@dataclass(frozen=True)
class Check:
    """One thing that was checked of a proof: whether it holds, and what was found."""

    name: str
    holds: bool
    words: str


@dataclass(frozen=True)
class Verification:
    """The checks of one round's proof, in order."""

    round: str
    game: str
    checks: tuple[Check, ...]

    @property
    def holds(self) -> bool:
        """Whether every check holds."""
        return all(check.holds for check in self.checks)

    def as_json(self) -> dict[str, Any]:
        """The verification as `pitboss verify --json` prints it."""
        checks = [{"check": each.name, "holds": each.holds, "found": each.words} for each in self.checks]
        return {"round": self.round, "game": self.game, "holds": self.holds, "checks": checks}


def proof_of(
    record: RoundRecord, shuffle: ShuffleRecord, seats: Sequence[SeatRecord], build: Builder
) -> dict[str, Any]:
    """The proof of a round that has ended and whose shuffle is revealed; refuses any other."""
    if record.status == OPEN or shuffle.seed is None:
        what = "the round is over" if record.shuffle == record.id else f"the shoe {record.shuffle} ends"
        raise TurnError(f"round {record.id} can be proved when {what}: only then its seed is revealed", "not-revealed")
    document = json.loads(record.document)
    played = read_round(document, build)
    return {
        "format": FORMAT,
        "round": record.id,
        "status": record.status,
        "shuffle": {
            "algorithm": ALGORITHM,
            "id": shuffle.id,
            "commitment": shuffle.commitment,
            "seed": shuffle.seed,
            "client_seeds": json.loads(shuffle.client_seeds),
            "deck": [card_text(card) for card in played.game.deck],
        },
        "first_card": record.first_card,
        "cards": [card_text(card) for card in dealt_cards(played)],
        "document": document,
        "meters": json.loads(record.meters),
        "seats": {
            str(each.seat): {"staked": dollars(each.staked_cents), "returned": dollars(each.returned_cents or 0)}
            for each in sorted(seats, key=lambda each: each.seat)
        },
    }


def dealt_cards(played: Round) -> tuple[Card, ...]:
    """All cards that a round was dealt, in dealing order."""
    return tuple(card for event in played.events if isinstance(event, Dealt) for card in event.cards)


def meters_json(meters: Sequence[MeterState]) -> list[dict[str, Any]]:
    """Meters as they are written into a round's record and its proof."""
    return [
        {
            "meter": each.number,
            "seed": dollars(each.seed_cents),
            "share": dollars(each.share_cents),
            "amount": dollars(each.amount_cents),
        }
        for each in meters
    ]


def read_meters_json(game: Game, value: object) -> tuple[MeterState, ...]:
    """The meters of a game as `meters_json` wrote them; a game without progressive wagers has none."""
    known = {each.number: each for each in game.meters}
    found = []
    for each in value if isinstance(value, list) else [value]:
        if not isinstance(each, Mapping) or each.get("meter") not in known:
            raise FormatError(f"no meter {json.dumps(each, default=repr)[:60]} of {game.name}")
        seed, share, amount = (cents(str(each.get(name))) for name in ("seed", "share", "amount"))
        found.append(replace(known[each["meter"]], seed_cents=seed, share_cents=share, amount_cents=amount))
    return tuple(found)


def payouts(played: Round, meters: tuple[MeterState, ...]) -> dict[int, tuple[int, int]]:
    """What each seat of a finished round staked in all and what comes back to it, in cents.

    `meters` are those at settlement, fed by the bets of this round already.
    """
    lines = settle_round(played, meters, is_fed=True).lines
    return {
        seat: (
            sum(line.stake_cents for line in lines if line.seat == seat),
            sum(line.returned_cents for line in lines if line.seat == seat),
        )
        for seat in played.state.seats()
    }


@dataclass(frozen=True)
class _Proof:
    """A proof as it was read: every field is there and of its kind, whether or not it is true."""

    round: str
    status: str
    shuffle: str
    commitment: str
    seed: bytes
    client_seeds: Mapping[int, str]
    deck: tuple[Card, ...]
    first_card: int
    cards: tuple[Card, ...]
    document: Mapping[str, Any]
    meters: object
    seats: Mapping[int, tuple[int, int]]


def verify_proof(proof: object, build: Builder) -> Verification:
    """Re-derives the cards and the payouts of a proof; FormatError where the text is no proof at all."""
    read = _read(proof)
    checks = [_check_commitment(read), _check_cards(read)]
    try:
        played = read_round(read.document, build)
    except PitbossError as error:
        checks.append(Check("round", False, f"the round cannot be replayed: {error}"))
    else:
        checks += [_check_deck(read, played), _check_round(read, played), _check_payouts(read, played)]
    game = read.document.get("game")
    return Verification(read.round, game if isinstance(game, str) else "", tuple(checks))


def _check_commitment(proof: _Proof) -> Check:
    found = commitment(proof.seed)
    holds = found == proof.commitment
    said = f"the SHA-256 of the seed is {found}"
    return Check("commitment", holds, said if holds else f"{said}; the commitment was {proof.commitment}")


def _check_cards(proof: _Proof) -> Check:
    order = shuffled(proof.deck, words(proof.seed, proof.shuffle, proof.client_seeds))
    end = proof.first_card + len(proof.cards)
    if end > len(order):
        said = f"cards up to place {end} were dealt from a deck of {len(order)}"
        return Check("cards", False, said)
    for place, card in enumerate(proof.cards, proof.first_card):
        if order[place] != card:
            said = f"place {place} of the shuffled deck holds {card_text(order[place])}; dealt was {card_text(card)}"
            return Check("cards", False, said)
    places = f"places {proof.first_card} to {end - 1} of the shuffled deck" if proof.cards else "no card dealt"
    return Check("cards", True, f"{places}: {cards_text(proof.cards)}" if proof.cards else places)


def _check_deck(proof: _Proof, played: Round) -> Check:
    deck, needed = played.game.deck, seed_bytes(played.game.deck)
    if proof.deck != deck.faces:
        return Check("deck", False, f"the deck before the shuffle is not the {deck.name} of {played.game.name}")
    if len(proof.seed) < needed:
        said = f"a seed of {len(proof.seed)} bytes is too short for the {deck.name}, which needs {needed}"
        return Check("deck", False, said)
    return Check("deck", True, f"the {deck.name} in its published order, and a seed of {len(proof.seed)} bytes")


def _check_round(proof: _Proof, played: Round) -> Check:
    found = dealt_cards(played)
    if found != proof.cards:
        said = f"the record of the round has the cards {cards_text(found)}; the proof says {cards_text(proof.cards)}"
        return Check("round", False, said)
    if played.need() is not None and proof.status != VOIDED:
        return Check("round", False, "the record of the round ends before the round does")
    return Check("round", True, f"the rules replay it with {plural(len(found), 'card')}, in this order")


def _check_payouts(proof: _Proof, played: Round) -> Check:
    if proof.status == VOIDED:
        wrong = [seat for seat, (staked, returned) in proof.seats.items() if staked != returned]
        said = f"the round was voided, and seat {wrong[0]} did not get its stakes back" if wrong else ""
        return Check("payouts", not wrong, said or "the round was voided, and every stake came back")
    try:
        paid = payouts(played, read_meters_json(played.game, proof.meters))
    except PitbossError as error:
        return Check("payouts", False, f"the round cannot be settled: {error}")
    for seat in sorted({*paid, *proof.seats}):
        due, was = (_money(each.get(seat)) for each in (paid, proof.seats))
        if due != was:
            return Check("payouts", False, f"seat {seat}: {was}; by the rules {due}")
    return Check("payouts", True, "; ".join(f"seat {seat}: {_money(paid[seat])}" for seat in sorted(paid)))


def _money(paid: tuple[int, int] | None) -> str:
    return "nothing was bet" if paid is None else f"staked {dollars(paid[0])}, returned {dollars(paid[1])}"


def _read(value: object) -> _Proof:
    proof = _fields(value, "a proof")
    if proof.get("format") != FORMAT:
        raise FormatError(f"no proof of a round: the format is {_short(proof.get('format'))}, not {FORMAT!r}")
    shuffle = _fields(proof.get("shuffle"), "the shuffle of a proof")
    if shuffle.get("algorithm") != ALGORITHM:
        raise FormatError(f"no shuffle {_short(shuffle.get('algorithm'))}: this program verifies {ALGORITHM!r}")
    seed, seeds = _text(shuffle, "seed"), _by_seat(shuffle, "client_seeds")
    if not re.fullmatch(r"(?:[0-9a-f]{64})+", seed, re.ASCII):
        raise FormatError(f"the seed {_short(seed)} is not hexadecimal of 32 bytes, or of several times 32")
    client_seeds = {seat: _text(seeds, seat) for seat in seeds}
    message_start(_text(shuffle, "id"), client_seeds)
    if _text(proof, "status") not in (SETTLED, VOIDED):
        raise FormatError(f"the status {_short(proof['status'])} of a proof is neither {SETTLED} nor {VOIDED}")
    first = proof.get("first_card")
    if type(first) is not int or first < 0:
        raise FormatError(f"first_card is {_short(first)}; it must be a whole number from 0 on")
    return _Proof(
        round=_text(proof, "round"),
        status=_text(proof, "status"),
        shuffle=_text(shuffle, "id"),
        commitment=_text(shuffle, "commitment"),
        seed=bytes.fromhex(seed),
        client_seeds=client_seeds,
        deck=_cards(shuffle, "deck"),
        first_card=first,
        cards=_cards(proof, "cards"),
        document=_fields(proof.get("document"), "the document of a proof"),
        meters=proof.get("meters", []),
        seats={seat: _paid(each) for seat, each in _by_seat(proof, "seats").items()},
    )


def _paid(value: object) -> tuple[int, int]:
    paid = _fields(value, "the money of a seat")
    return cents(_text(paid, "staked")), cents(_text(paid, "returned"))


def _fields(value: object, what: str) -> Mapping[Any, Any]:
    if not isinstance(value, Mapping):
        raise FormatError(f"{what} is a JSON object; given is {_short(value)}")
    return value


def _text(fields: Mapping[Any, Any], name: Any) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        raise FormatError(f"{name} of a proof is a text; given is {_short(value)}")
    return value


def _by_seat(fields: Mapping[Any, Any], name: str) -> dict[int, Any]:
    found = _fields(fields.get(name), name)
    for seat in found:
        if not re.fullmatch(r"[1-9][0-9]{0,2}", str(seat), re.ASCII):
            raise FormatError(f"{name} of a proof go by seat; {_short(seat)} is none")
    return {int(seat): found[seat] for seat in found}


def _cards(fields: Mapping[Any, Any], name: str) -> tuple[Card, ...]:
    value = fields.get(name)
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise FormatError(f'{name} of a proof are a list such as ["As", "Kd"]; given is {_short(value)}')
    return tuple(map(parse_card, value))


def _short(value: object) -> str:
    text = json.dumps(value, default=repr)
    return text if len(text) <= 40 else f"{text[:37]}..."
