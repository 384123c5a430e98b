"""The text that deals the piles of one round, and the hands that rules see of them.

Every pile is dealt, even if the round leaves it out: that does not change the distribution of the other piles.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from pitboss.core.cards import Card
from pitboss.core.errors import GameError
from pitboss.core.game import Coder, Game
from pitboss.core.script import codes_of
from pitboss.maths.codegen import deals, names

Hands = Mapping[tuple[str, Coder], str]
"""The variable of each pile as each coder sees it."""


@dataclass(frozen=True)
class Dealing:
    """The lines that deal one round, in three parts; lanes run each part as a loop of its own."""

    draws: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    """Variables that the draws set for the placement; empty if there is no placement."""
    placement: tuple[str, ...] = ()
    """Lines that place cards, in 32-bit numbers: a vector holds twice as many as with 64."""
    dealt: tuple[str, ...] = ()
    """Variables that the deal sets for the judgement."""
    codes: tuple[str, ...] = ()
    """Lines that turn masks into hands."""


def is_masked(game: Game) -> bool:
    """Whether piles are dealt as masks over the deck; a larger shoe is dealt by places."""
    return len(game.deck) <= deals.MOST_MASKED


def dealing_of(game: Game, hands: Hands) -> Dealing:
    """The deal of one round that sets these hands."""
    return _as_masks(game, hands) if is_masked(game) else _as_places(game, hands)


def _as_masks(game: Game, hands: Hands) -> Dealing:
    sizes = [deal.count for deal in game.piles.values()]
    masks = {pile: names.mask(place) for place, pile in enumerate(game.piles)}
    codes = []
    for pile, coder in _by_pile(game, hands):
        of_deck = [codes_of(game, coder)[face] for face in game.deck.faces]
        codes.append(f"{hands[pile, coder]} = {code_of_mask(masks[pile], of_deck)}")
    return Dealing(tuple(deals.masks(sizes, len(game.deck))), dealt=tuple(masks.values()), codes=tuple(codes))


def _as_places(game: Game, hands: Hands) -> Dealing:
    codes_in_order = [codes_of(game, only_coder(game, hands))[face] for face in dealing_order(game)]
    count = game.most_cards(1)
    if count * max(codes_in_order) >> 31:
        raise GameError(f"{game.name}: the codes of a shoe's cards must add up to less than 2^31")
    draws, placement = deals.places(count, len(codes_in_order))
    places, dealt = places_of(game), {hands[each]: each[0] for each in _by_pile(game, hands)}
    for hand, pile in dealt.items():
        codes = (code_of_place(names.place(card), codes_in_order) for card in places[pile])
        placement.append(f"{hand} = {' + '.join(codes)}")
    drawn = tuple(names.draw(card) for card in range(count))
    return Dealing(tuple(draws), drawn, tuple(placement), tuple(dealt))


def places_of(game: Game) -> dict[str, range]:
    """By pile: the indices of its cards among all cards that a round deals from a shoe."""
    ends = accumulate((deal.count for deal in game.piles.values()), initial=0)
    return {pile: range(first, last) for pile, (first, last) in zip(game.piles, pairwise(ends), strict=True)}


def _by_pile(game: Game, hands: Hands) -> list[tuple[str, Coder]]:
    return sorted(hands, key=lambda hand: list(game.piles).index(hand[0]))


def only_coder(game: Game, hands: Hands) -> Coder:
    """The one code through which rules see the cards of a shoe; refuses a game with several."""
    found = list(dict.fromkeys(coder for _, coder in _by_pile(game, hands)))
    if len(found) != 1:
        raise GameError(f"{game.name}: a shoe seen through {len(found)} codes cannot be simulated")
    return found[0]


def dealing_order(game: Game) -> list[Card]:
    """The cards of a deck in the order in which deals number them: by their codes if a shoe is dealt by places."""
    if is_masked(game):
        return list(game.deck.faces)
    sources = (source for bound in game.bounds() for source in bound.sources)
    codes = codes_of(game, next(source.coder for source in sources if source.coder))
    return sorted(game.deck.faces, key=lambda face: codes[face])


def code_of_mask(mask: str, codes: Sequence[int]) -> str:
    """The text for the sum of the codes of a mask's cards: the mask itself, or each code times a count of cards."""
    same = 0
    while same < len(codes) and codes[same] == 1 << same:
        same += 1
    if same == len(codes):
        return mask
    parts = [f"({mask} & {(1 << same) - 1})"] if same else []
    for code in sorted({code for code in codes[same:] if code}):
        cards = sum(1 << place for place in range(same, len(codes)) if codes[place] == code)
        parts.append(f"popcount({mask} & {cards}) * {code}")
    return " + ".join(parts) or "0"


def code_of_place(place: str, codes: Sequence[int]) -> str:
    """The text for the code at a place of a sorted shoe: the sum of the steps in the code up to there."""
    gains = [
        f"(int32({after - before}) if {place} >= int32({start}) else int32(0))"
        for start, (before, after) in enumerate(pairwise(codes), 1)
        if after != before
    ]
    return " + ".join([f"int32({codes[0]})", *gains])
