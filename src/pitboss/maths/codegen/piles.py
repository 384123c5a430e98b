"""How the piles of one round of a game are dealt, as text, and what rules see of them.

Every pile is dealt, whether or not the round looks at it: a card that stays in the deck changes nothing for the next.
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
    """The lines that deal one round, in three parts that lanes run as loops of their own."""

    draws: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    """Variables that the draws leave for the placement; none when there is no placement."""
    placement: tuple[str, ...] = ()
    """Lines that place cards, in numbers of 32 bits: twice as many lanes as with 64."""
    dealt: tuple[str, ...] = ()
    """Variables that the deal leaves for the judgement."""
    codes: tuple[str, ...] = ()
    """Lines that make hands of masks."""


def is_masked(game: Game) -> bool:
    """Whether piles are dealt as masks over the deck; a larger shoe is dealt by places."""
    return len(game.deck) <= deals.MOST_MASKED


def dealing_of(game: Game, hands: Hands) -> Dealing:
    """The deal of one round that fills these hands."""
    return _as_masks(game, hands) if is_masked(game) else _as_places(game, hands)


def _as_masks(game: Game, hands: Hands) -> Dealing:
    sizes = [deal.count for deal in game.piles.values()]
    masks = {pile: names.mask(place) for place, pile in enumerate(game.piles)}
    codes = [
        f"{hands[pile, coder]} = {code_of_mask(masks[pile], [codes_of(game, coder)[face] for face in game.deck.faces])}"
        for pile, coder in _by_pile(game, hands)
    ]
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
    """By pile: the numbers of its cards in the order in which a shoe deals all cards of a round."""
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
    """The cards of a deck as deals number them: as they are for masks, and in the order of their codes for places."""
    if is_masked(game):
        return list(game.deck.faces)
    sources = (source for bound in game.bounds() for source in bound.sources)
    codes = codes_of(game, next(source.coder for source in sources if source.coder))
    return sorted(game.deck.faces, key=lambda face: codes[face])


def code_of_mask(mask: str, codes: Sequence[int]) -> str:
    """The sum of the codes of a mask's cards: the mask itself, or each code as often as there are cards of it."""
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
    """The code of one place of a sorted shoe: the sum of what the code gains at each place where it changes."""
    gains = [
        f"(int32({after - before}) if {place} >= int32({start}) else int32(0))"
        for start, (before, after) in enumerate(pairwise(codes), 1)
        if after != before
    ]
    return " + ".join([f"int32({codes[0]})", *gains])
