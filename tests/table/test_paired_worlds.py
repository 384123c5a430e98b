"""Two worlds that differ only in cards an audience may not see send it the same bytes until those cards are shown.

Events, views for reconnecting, answers and error texts are compared, of players and of a spectator, who is an auditor
and reads the audit log as well, all but its hashes: their salt is withheld. Both worlds have the same seeds, so the
same ids and commitments; the order of the cards is put in by hand.
"""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pytest

from pitboss import games
from pitboss.core.cards import Card, Deck
from pitboss.core.codec import option_json
from pitboss.core.game import Cards, Game, Shuffle
from pitboss.core.round import Round
from pitboss.core.script import TABLE, Bets, Chose, Dealt, NeedCards, NeedChoice, Shown
from pitboss.table import requests as asked
from pitboss.table import views
from pitboss.table.recent import audit_json
from pitboss.table.requests import Caller, Request
from pitboss.table.views import seen_event
from tests.support.card_room import ANN, AUDITOR, BOB, BOSS, CardRoom, room
from tests.support.rounds import random_bets

PAIRS, SOAK_PAIRS = 1000, 100_000
WORLDS = 3
"""So many worlds play the same round; every two of them are a pair."""
PLAYERS = {1: ANN, 2: BOB}
WATCHER = AUDITOR


@dataclass
class Dealing:
    """A round as a deck and two players' habits make it, up to the last thing that they must choose."""

    places: dict[tuple[str, int], range]
    """Where in the deck the cards of each pile lay."""
    choices: list[Chose]
    shape: list[Any]
    """Everything that happens in public, without its cards."""
    shown: set[tuple[str, int]]
    """What was turned up before the last choice."""


def dealing(game: Game, deck: Sequence[Card], bets: dict[int, dict[str, int]], habits: Sequence[int]) -> Dealing:
    """Plays a round; a habit picks among the legal options of a seat, whatever its cards."""
    played, place = Round(game).after(Bets(bets)), 0
    made = Dealing({}, [], [], set())
    while isinstance(need := played.need(), NeedCards | NeedChoice):
        if isinstance(need, NeedCards):
            made.places[need.pile, need.seat] = range(place, place + need.count)
            played = played.after(Dealt(need.pile, need.seat, tuple(deck[place : place + need.count])))
            place += need.count
            made.shape.append((need.pile, need.seat))
            continue
        made.shown = {(each.pile, each.seat) for each in played.state.log if isinstance(each, Shown)}
        seat = min(need.legal)
        legal = need.legal[seat]
        option = legal[habits[len(made.choices)] % len(legal)]
        is_public = not isinstance(game.choices[need.name].options, Cards)
        made.shape.append((need.name, tuple(need.legal), option if is_public else None))
        made.choices.append(Chose(seat, need.name, option))
        played = played.after(made.choices[-1])
    return made


class World:
    """A card room whose next shuffle is known."""

    def __init__(self, game_name: str) -> None:
        self.deck: Sequence[Card] = ()
        self.made: CardRoom = room(ANN, BOB, seed=3, order=self.order)
        game = games.build(game_name)
        way = next((each.value for each in game.shuffles if each is not Shuffle.CUT_CARD), None)
        self.table = self.made.open(game_name, shuffle=way)
        for seat, caller in PLAYERS.items():
            self.made.done(caller, asked.SitDown(self.table, seat))
        self.number = self.base = 0

    def order(self, deck: Deck, seed: bytes, id: str, seeds: Any) -> Sequence[Card]:
        return self.deck

    def request(self, caller: Caller, action: Any) -> Request:
        self.number += 1
        return Request(caller, action, f"pair-{self.number}")

    def sent(
        self, game: Game, bets: dict[int, dict[str, int]], choices: Sequence[Chose], *, wrongly: bool
    ) -> list[tuple[str, bytes]]:
        """What everybody is sent in a round until the last choice is made: who, and the bytes.

        The round is voided in the end, so that both worlds go on with the same money.
        """
        live = self.made.live(self.table)
        id, self.base = live.current_round, live.seq
        requests = [self.request(PLAYERS[seat], asked.Bet(self.table, seat, bets[seat])) for seat in PLAYERS]
        requests += self.looks(wrongly) if choices else []
        for made in choices[:-1]:
            requests += [self.choice(game, made), *self.looks(wrongly)]
        before = len(self.made.store.audit)
        told = self.told(requests)
        told += self.audited(before)
        if choices:
            told += self.told([self.choice(game, choices[-1])], only_events=True)
        self.made.floor.handle([self.request(BOSS, asked.VoidRound(id, "other", "a card fell"))], self.made.now_ms)
        return told

    def audited(self, before: int) -> list[tuple[str, bytes]]:
        """The records of the audit log after a number as an auditor reads them while the round is in play."""
        if self.made.live(self.table).round is None:
            return []
        records = audit_json(self.made.store, self.made.store.list_audit(before))
        return [(WATCHER.account, encoded({**each, "seq": each["seq"] - before, "hash": ""})) for each in records]

    def choice(self, game: Game, made: Chose) -> Request:
        option = option_json(game.choices[made.name], made.option)
        return self.request(PLAYERS[made.seat], asked.Choose(self.table, made.seat, made.name, option))

    def looks(self, wrongly: bool) -> list[Request]:
        """Everybody looks at the table, or asks for what is refused: the sentences must tell nothing either."""
        if not wrongly:
            return [self.request(caller, asked.Look(self.table)) for caller in (ANN, BOB, WATCHER)]
        live = self.made.live(self.table)
        names = [*live.game.choices, "nonsense"]
        requests = []
        for caller in (ANN, BOB, WATCHER):
            requests.append(self.request(caller, asked.Bet(self.table, 1, {"nonsense": 1})))
            for name in names:
                for seat, owner in PLAYERS.items():
                    option = "nonsense" if owner is caller else "JK"  # A joker may be one's own to throw away.
                    requests.append(self.request(caller, asked.Choose(self.table, seat, name, option)))
        return requests

    def told(self, requests: list[Request], only_events: bool = False) -> list[tuple[str, bytes]]:
        handled = self.made.floor.handle(requests, self.made.now_ms)
        told = []
        for caller in (ANN, BOB, WATCHER):
            for each in handled.news:
                told.append((caller.account, encoded(seen_event(each.seq - self.base, each.body, caller.account))))
        if not only_events:
            for request, answer in zip(requests, handled.answers, strict=True):
                # Numbers count from the round's first event: a round before may have ended with one event more.
                counted = {"seq": answer.body["seq"] - self.base} if "seq" in answer.body else {}
                told.append((request.caller.account, encoded([answer.status, {**answer.body, **counted}])))
        return told


def encoded(document: Any) -> bytes:
    return json.dumps(document).encode()


def hidden_places(game: Game, made: Dealing, audience: Sequence[int]) -> list[int]:
    """The places in the deck that none of these seats sees before the last choice, the undealt cards among them."""
    seen = {
        place
        for (pile, seat), places in made.places.items()
        if any(
            game.piles[pile].visible(own=seat == viewer != TABLE, shown=(pile, seat) in made.shown)
            for viewer in audience
        )
        for place in places
    }
    return [place for place in range(len(game.deck)) if place not in seen]


def varied(
    game: Game, first: Sequence[Card], made: Dealing, audience: Sequence[int], source: random.Random
) -> list[Card]:
    """A deck that differs only in cards that this audience does not see."""
    places = hidden_places(game, made, audience)
    cards = [first[place] for place in places]
    source.shuffle(cards)
    second = list(first)
    for place, card in zip(places, cards, strict=True):
        second[place] = card
    return second


def looks_alike(made: Dealing, other: Dealing) -> bool:
    """Whether the same happens in public; where it does not, a hidden hand made it so, and that is the game's own tell."""
    cut = len(made.choices) and max(at for at, each in enumerate(made.shape) if len(each) == 3) + 1
    return (made.shape[:cut], made.shown, len(made.choices)) == (other.shape[:cut], other.shown, len(other.choices))


def pairs(game_name: str, count: int, worlds: Sequence[World], source: random.Random) -> tuple[int, int]:
    """Compares so many pairs, or a few more; how many were compared, and in how many of them the hidden cards differed.

    Every two of the worlds are a pair in every round.
    """
    game = worlds[0].made.live(worlds[0].table).game
    compared = differing = number = 0
    audiences = ([0, 1, 2], [0, 2], [0, 1])
    while compared < count:
        audience = audiences[number % 3]
        bets = {seat: random_bets(game, source) for seat in PLAYERS}
        habits = [source.randrange(60) for _ in range(40)]
        first = source.sample(game.deck.faces, len(game.deck))
        made = dealing(game, first, bets, habits)
        dealt = [(list(first), made)]
        for _ in worlds[1:]:
            deck = varied(game, first, made, audience, source)
            other = dealing(game, deck, bets, habits)
            if looks_alike(made, other):
                dealt.append((deck, other))
        alike = len(dealt)
        dealt += [dealt[0]] * (len(worlds) - alike)  # Every world plays every round, so that all have the same numbers.
        told = []
        for world, (deck, each) in zip(worlds, dealt, strict=True):
            world.deck = deck
            sent = world.sent(game, bets, each.choices, wrongly=number % 5 == 4)
            told.append([(account, text, json.loads(text)) for account, text in sent])
        callers = [WATCHER.account, *(PLAYERS[seat].account for seat in audience if seat)]
        for one, two in combinations(range(alike), 2):
            compared += 1
            differing += dealt[one][0] != dealt[two][0]
            differ = differing_piles(*dealt[one], *dealt[two])
            for account in callers:
                texts, others = (before_reveal(told[each], account, differ) for each in (one, two))
                assert texts == others, (game_name, number, account)
                assert len(texts) > 3
        number += 1
        assert number <= 10 * count, f"{game_name} tells hidden cards by what happens, nearly always"
    return compared, differing


def differing_piles(
    first: Sequence[Card], made: Dealing, second: Sequence[Card], other: Dealing
) -> set[tuple[str, int]]:
    """The piles that do not hold the same cards in both; after the last choice they may lie elsewhere in the deck."""
    ours = {key: [first[place] for place in places] for key, places in made.places.items()}
    theirs = {key: [second[place] for place in places] for key, places in other.places.items()}
    return {key for key in ours.keys() | theirs.keys() if ours.get(key) != theirs.get(key)}


def before_reveal(told: list[tuple[str, bytes, Any]], account: str, differ: set[tuple[str, int]]) -> list[bytes]:
    """The texts sent to an account, but for what tells the end of the round, or turns up a pile that differs."""
    kept = []
    for name, text, document in told:
        if name != account:
            continue
        kind = document.get("type") if isinstance(document, dict) else None
        if kind == "settled" or (kind == "shown" and (document["pile"], document["seat"]) in differ):
            break
        kept.append(text)
    return kept


def several(game_name: str) -> list[World]:
    return [World(game_name) for _ in range(WORLDS)]


@pytest.mark.slow
def test_hidden_cards_change_no_byte_that_is_sent(game_name: str):
    compared, differing = pairs(game_name, PAIRS, several(game_name), random.Random(game_name))
    assert compared >= PAIRS
    assert differing > compared // 2


@pytest.mark.soak
def test_hidden_cards_change_no_byte_that_is_sent_in_many_pairs(game_name: str):
    for part in range(SOAK_PAIRS // 1000):
        pairs(game_name, 1000, several(game_name), random.Random(f"{game_name} {part}"))


LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "the words of a hidden hand": lambda patch: patch.setitem(
        views.EVERYBODY, "dealt", ("pile", "seat", "count", "words")
    ),
    "the cards themselves": lambda patch: patch.setitem(views.EVERYBODY, "dealt", ("pile", "seat", "count", "cards")),
    "a card thrown away, in the audit log": lambda patch: patch.setattr(views, "ASKED", (*views.ASKED, "option")),
    "digests in the audit log": lambda patch: patch.setattr(views, "RECORDED", (*views.RECORDED, "events")),
    "the legal options": lambda patch: patch.setitem(views.EVERYBODY, "asked", ("seat", "choice", "legal")),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_seeded_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch):
    """In some game of those found: not every game has words for hidden hands, or options that tell of them."""
    LEAKS[leak](monkeypatch)
    found = 0
    for name in games.find():
        try:
            pairs(name, 30, several(name), random.Random(name))
        except AssertionError:
            found += 1
    assert found
