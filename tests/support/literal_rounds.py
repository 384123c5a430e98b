"""Games played by slow twins of their rules: a twin says what every bet nets, with rankings of its own and no rule.

A twin takes the cards of every pile as `tests.hands.literal` speaks of them, what was bet, and the choices by name.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from pitboss import games
from pitboss.core.cards import CARD_OF_TEXT, STANDARD, SUITS, Card, Deck, suit
from pitboss.core.game import Cards, Game
from pitboss.core.settle import settle_round
from pitboss.maths.exact.solver import solve
from pitboss.maths.tally.tally import figures, first_stakes
from tests.hands.literal import spoken
from tests.support.rounds import random_round
from tests.support.shrunken import shrunk

Twin = Callable[[Mapping[str, list], Mapping[str, int], Mapping[str, str]], Mapping[str, Fraction]]
"""The net of every bet, given the cards of the piles, the bets and the names of the options chosen."""
POOLS = (
    "",
    "TJQKA",
    "2345A",
    "678",
    "4K",
    "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac",
    "9h Th Jh Qh Kh Ah 9s Ts Js Qs Ks As",
)


def pooled(game: Game, pool: str) -> Game:
    """A game dealt from a few ranks, or from the cards listed, and seconds of them; from all cards where none are."""
    listed = pool.split() if " " in pool else [rank + suit for rank in pool for suit in "cdhs"]
    faces = [CARD_OF_TEXT[text] for text in listed]
    source = random.Random(pool)
    others = [face for face in STANDARD if face not in faces]
    more = max(0, 12 - len(faces)) if faces else len(others)
    return replace(game, deck=Deck("pool", tuple(sorted([*faces, *source.sample(others, more)]))), seats=1)


def named_choices(game: Game, choices: Mapping[tuple[str, int], object]) -> dict[str, str]:
    found = {}
    for (name, _), option in choices.items():
        options = game.choices[name].options
        assert not isinstance(options, Cards)
        assert isinstance(option, int)
        found[name] = options(option).name
    return found


def check_rounds(name: str, twin: Twin, count: int, **options: str) -> None:
    """Random rounds, of all cards and of pools in which rare hands are frequent, are settled as the twin says.

    One outcome in five at most is too rare to come up.
    """
    ended = set()
    for pool in POOLS:
        game, source = pooled(games.build(name, options), pool), random.Random(name + pool)
        for _ in range(count):
            played = random_round(game, source, seats=1)
            piles = {pile: [spoken(card) for card in cards] for (pile, _), cards in played.state.piles.items()}
            choices = named_choices(game, played.state.choices)
            wanted = twin(piles, played.state.bets[1], choices)
            found: dict[str, int] = {}
            for line in settle_round(played).lines:
                found[line.wager] = found.get(line.wager, 0) + line.net_cents
                ended.add((line.wager, line.outcome))
            assert found == {wager: net for wager, net in wanted.items() if wager in found}, (piles, choices)
            assert not {wager for wager, net in wanted.items() if net} - set(found)
    reachable = {(wager.name, outcome) for wager in game.wagers for line in wager.lines for outcome in line.pays.pays}
    assert 5 * len(ended) > 4 * len(reachable)


Stage = tuple[str, int | Callable[[Mapping[str, list], Mapping[str, str]], tuple[str, ...]]]
"""What a player learns next: a pile with its number of cards, or a choice with its options for the cards seen."""


def best_value(
    stages: tuple[Stage, ...],
    deck: tuple[Card, ...],
    net: Callable[[Mapping[str, list], Mapping[str, str]], Fraction],
    piles: Mapping[str, list] | None = None,
    choices: Mapping[str, str] | None = None,
) -> Fraction:
    """The value of the best play by backward induction over everything a player can see, card by card."""
    piles, choices = piles or {}, choices or {}
    if not stages:
        return net(piles, choices)
    (name, size), later = stages[0], stages[1:]
    if not isinstance(size, int):
        return max(best_value(later, deck, net, piles, {**choices, name: option}) for option in size(piles, choices))
    values = [
        best_value(
            later,
            tuple(card for card in deck if card not in cards),
            net,
            {**piles, name: [spoken(card) for card in cards]},
            choices,
        )
        for cards in combinations(deck, size)
    ]
    return Fraction(sum(values), len(values))


def check_best_play(name: str, ranks: str, stages: tuple[Stage, ...], twin: Twin, suits: str = SUITS) -> None:
    """On a small deck, the solver's best play is worth what the twin's backward induction finds."""
    game = shrunk(name, ranks)
    alike = tuple(map(SUITS.index, suits))
    faces = tuple(face for face in game.deck.faces if suit(face) in alike)
    game = replace(game, deck=Deck("small deck", faces), alike=alike)
    stakes = first_stakes(game)
    bets = {wager: 1 for wager in game.main_wagers if wager in stakes}

    def net(piles: Mapping[str, list], choices: Mapping[str, str]) -> Fraction:
        return Fraction(sum(twin(piles, bets, choices).values()))

    tally = solve(game, None, stakes, game.main_wagers)
    assert figures(game, tally, game.main_wagers, stakes).ev == best_value(stages, game.deck.faces, net)
