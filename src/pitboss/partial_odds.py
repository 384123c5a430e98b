"""Odds from a pile that is not complete: the average over every way to complete it, each counted exactly.

Cards that no rule of the game tells apart are one kind, and a way to complete a pile is a number of cards of each kind.
A choice that the complete pile leads to is played best.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, islice
from math import comb, prod
from typing import TYPE_CHECKING, Any

from pitboss import api
from pitboss.core.cards import Card, cards_text, parse_cards
from pitboss.core.errors import CardError, GameError, plural
from pitboss.core.game import Game
from pitboss.core.round import as_far_as_given
from pitboss.core.script import NeedChoice, codes_of
from pitboss.core.settle import House

if TYPE_CHECKING:
    from pitboss.maths.exact.odds import Odds

MOST_WAYS = 64
"""The most ways to complete a pile that are counted: each takes as long as the odds of a complete hand."""


def partial_odds(
    game: Game,
    cards: Mapping[str, str],
    part: Mapping[str, str],
    *,
    seen: str = "",
    bets: api.Amounts | None = None,
    house: House | None = None,
    choose: Mapping[str, str] | None = None,
) -> "Odds":
    """The exact odds of every bet, where `part` holds the cards of one pile that is not complete.

    Raises a `GameError` with a code in `UNSOLVED` where there are too many ways to complete the pile.
    """
    if len(part) != 1:
        raise CardError(f"one pile may be incomplete; {len(part)} given", "count")
    ((pile, text),) = part.items()
    (given,) = api.deals_of(game, part).values()
    missing = game.piles[pile].count - len(given)
    if missing <= 0:
        raise CardError(f"{pile} is complete with {plural(game.piles[pile].count, 'card')}", "count")
    gone = (*given, *parse_cards(seen), *(card for each in cards.values() for card in parse_cards(each)))
    game.deck.check(gone, Counter())
    ways = list(islice(_ways(game, gone, missing), MOST_WAYS + 1))
    if len(ways) > MOST_WAYS:
        why = f"{plural(missing, 'more card')} can complete {pile} in more than {MOST_WAYS} ways"
        raise GameError(f"{game.name}: {why}, too many to count them all", "no-solver")
    asked: dict[str, Any] = {"seen": seen, "bets": bets, "house": house, "choose": choose}
    return _average(
        [(weight, _of_hand(game, {**cards, pile: f"{text} {cards_text(more)}"}, asked)) for more, weight in ways]
    )


def _ways(game: Game, gone: Sequence[Card], missing: int) -> Iterator[tuple[list[Card], int]]:
    """Every way to draw some cards from the rest of the deck: cards of these kinds, and in how many deals."""
    coders = dict.fromkeys(each.coder for bound in game.bounds() for each in bound.sources if each.coder is not None)
    tables = [codes_of(game, coder) for coder in coders]
    kinds: dict[tuple[int, ...], list[Card]] = {}
    for card in (Counter(game.deck) - Counter(gone)).elements():
        kinds.setdefault(tuple(codes[card] for codes in tables), []).append(card)
    for drawn in combinations_with_replacement(range(len(kinds)), missing):
        counts = Counter(drawn)
        groups = list(kinds.values())
        weight = prod(comb(len(groups[kind]), count) for kind, count in counts.items())
        if weight:
            yield [card for kind, count in counts.items() for card in groups[kind][:count]], weight


def _of_hand(game: Game, cards: Mapping[str, str], asked: Mapping[str, Any]) -> "Odds":
    """The odds with a complete pile; a choice that is asked then is played best."""
    from pitboss.coach.drill import usual_bets
    from pitboss.maths.exact.decide import piles_seen

    found = api.odds(game, cards, **asked)
    if None in found:
        return found[None]
    stakes = api.bets_in_cents(game, asked["bets"], asked["house"]) or usual_bets(game)
    made = api.choices_of(game, asked["choose"] or {})
    need = as_far_as_given(game, {1: stakes}, api.deals_of(game, cards), made).need
    assert isinstance(need, NeedChoice)
    hand = {pile: cards[pile] for pile in piles_seen(game, game.choices[need.name])}
    return found[next(iter(api.advise(game, hand, **asked).values))]


def _average(found: "Sequence[tuple[int, Odds]]") -> "Odds":
    """The odds of several hands together, each as often as its weight says."""
    from pitboss.maths.exact.odds import Odds

    total = sum(weight for weight, _ in found)
    lines: dict[tuple[str, int], dict[int, Fraction]] = {}
    nets: dict[Fraction, Fraction] = {}
    for weight, odds in found:
        for line, ends in odds.lines.items():
            sums = lines.setdefault(line, {})
            for outcome, chance in ends.items():
                sums[outcome] = sums.get(outcome, Fraction(0)) + chance * Fraction(weight, total)
        for net, chance in (odds.nets or {}).items():
            nets[net] = nets.get(net, Fraction(0)) + chance * Fraction(weight, total)
    are_known = all(odds.nets is not None for _, odds in found)
    return Odds(lines, {net: nets[net] for net in sorted(nets, reverse=True)} if are_known else None)
