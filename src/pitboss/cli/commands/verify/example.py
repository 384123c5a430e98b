"""The proof of a round that anybody can deal: its seed is no secret."""

import hashlib
import json
from typing import Any

from pitboss import games
from pitboss.core.codec import round_json
from pitboss.core.game import Chosen, Fixed, Game
from pitboss.core.round import Round
from pitboss.core.script import Bets, Chose, Dealt, NeedCards, NeedChoice
from pitboss.core.stakes import smallest_table_step
from pitboss.core.strategy import absent_option
from pitboss.table.proof import meters_json, payouts, proof_of
from pitboss.table.records import RoundRecord, SeatRecord, ShuffleRecord
from pitboss.table.shuffle import commitment, deck_order, seed_bytes

ROUND = "r_example_1"
CLIENT_SEEDS = {1: "lucky-seven", 2: "Ann_1987"}
STAKE_CENTS = 1000
"""What is bet in the example, or the next smallest sum that pays in whole cents."""


def example_proof(game: Game) -> dict[str, Any]:
    """The proof of a round of a game: two seats with the required bets, each choice the default of a missing player."""
    seed = hashlib.shake_256(f"pitboss example {game.name}".encode()).digest(seed_bytes(game.deck))
    client_seeds = {seat: text for seat, text in CLIENT_SEEDS.items() if seat <= game.seats}
    played = _played(game, deck_order(game.deck, seed, ROUND, client_seeds), list(client_seeds))
    document, texts = json.dumps(round_json(played)), json.dumps(client_seeds)
    meters = json.dumps(meters_json(game.meters))
    record = RoundRecord(ROUND, "t_example", 1, game.name, "settled", ROUND, 0, document, meters, 0, 0)
    shuffle = ShuffleRecord(ROUND, "t_example", commitment(seed), "", texts, seed.hex())
    seats = [SeatRecord(ROUND, seat, f"a_{seat}", *money) for seat, money in payouts(played, game.meters).items()]
    return proof_of(record, shuffle, seats, games.build)


def _played(game: Game, order: tuple[int, ...], seats: list[int]) -> Round:
    step = smallest_table_step(game)
    stake = -(-STAKE_CENTS // step) * step
    bets = {
        wager.name: wager.stake.cents if isinstance(wager.stake, Fixed) else stake
        for wager in game.wagers
        if wager.required and not isinstance(wager.stake, Chosen)
    }
    if not bets:  # A game of side bets alone.
        first = game.wagers[0]
        bets = {first.name: first.stake.cents if isinstance(first.stake, Fixed) else stake}
    played, dealt = Round(game).after(Bets(dict.fromkeys(seats, bets))), 0
    while (need := played.need()) is not None:
        if isinstance(need, NeedCards):
            played = played.after(Dealt(need.pile, need.seat, order[dealt : dealt + need.count]))
            dealt += need.count
        elif isinstance(need, NeedChoice):
            seat = min(need.legal)
            played = played.after(Chose(seat, need.name, absent_option(played, need, seat)))
    return played
