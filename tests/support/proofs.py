"""Rounds of a toy at a table that deals from a committed shuffle, and their proofs."""

import json
from collections.abc import Mapping
from typing import Any

from pitboss.core.codec import Builder, round_json
from pitboss.core.game import Game
from pitboss.core.meters import MeterState
from pitboss.core.settle import House, feed
from pitboss.table.commands import CallTime, PlaceBets, Sit
from pitboss.table.proof import meters_json, payouts, proof_of
from pitboss.table.records import RoundRecord, SeatRecord, ShuffleRecord
from pitboss.table.shoe import Shoe
from pitboss.table.shuffle import commitment, deck_order
from pitboss.table.table import Table
from pitboss.table.wallet import Chips
from tests.support.toy import build as build_toy
from tests.support.toy import toy

SEED = bytes(range(100, 132))
CLIENT_SEEDS = {1: "ann-1", 2: "B_2"}
BETS = {"ante": 1000, "side": 1000, "lucky": 500}


def proofs(
    game: Game | None = None,
    build: Builder = build_toy,
    rounds: int = 1,
    bets: Mapping[str, int] = BETS,
    meters: tuple[MeterState, ...] = (),
) -> list[dict[str, Any]]:
    """The proofs of rounds dealt one after the other, to two seats that choose nothing, from one shuffle.

    `meters` are those before the first round; every round's own come into its proof fed by its bets.
    """
    game = game or build("toy", {}, None)
    chips = Chips({"ann": 10**6, "bob": 10**6})
    shoe = Shoe(game, seats=2, order=lambda: deck_order(game.deck, SEED, "s_1", CLIENT_SEEDS))
    table = Table(game, House(), shoe, chips, seats=2, meters=meters, bet_ms=1, decide_ms=1)
    table.apply(Sit(1, "ann"), 0)
    table.apply(Sit(2, "bob"), 0)
    made = []
    for number in range(1, rounds + 1):
        first, had = shoe.dealt if number > 1 else 0, dict(chips.cents)
        fed = tuple(move.after for move in feed(game, {1: bets, 2: bets}, table.meters)) if meters else ()
        for seat in (1, 2):
            table.apply(PlaceBets(seat, bets), 10 * number)
        while table.is_playing:
            table.apply(CallTime(), 10**9)
        assert table.round is not None
        paid = payouts(table.round, fed)
        for seat, name in ((1, "ann"), (2, "bob")):  # What the table paid is what the proof says.
            assert chips.cents[name] - had[name] == paid[seat][1] - paid[seat][0]
        document = json.dumps(round_json(table.round))
        record = RoundRecord(
            f"r_1_{number}",
            "t_1",
            number,
            game.name,
            "settled",
            "s_1",
            first,
            document,
            json.dumps(meters_json(fed)),
            0,
        )
        shuffle = ShuffleRecord("s_1", "t_1", commitment(SEED), "sealed", json.dumps(CLIENT_SEEDS), SEED.hex())
        seats = [SeatRecord(record.id, seat, "a", *paid[seat]) for seat in (2, 1)]
        made.append(proof_of(record, shuffle, seats, build))
    return made


def toy_shoe(**changes: Any) -> tuple[Game, Builder]:
    """A toy dealt from a shoe to a cut card, and its builder."""
    from pitboss.core.game import Shuffle

    game = toy(shuffles=(Shuffle.CUT_CARD,), **changes)
    return game, lambda name, options, custom: game
