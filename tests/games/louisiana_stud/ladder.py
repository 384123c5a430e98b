"""How good the community cards are for Three Up, and all five for the Ante of a player who stays, by the literal twins."""

from pitboss.core.script import State
from tests.hands.literal import best, spoken, three_card


def keys(state: State, seat: int) -> dict[str, tuple]:
    community = [spoken(state.piles[pile, 0][0]) for pile in ("third_card", "fourth_card", "fifth_card")]
    five = best([*community, *map(spoken, state.piles["player", seat])])
    stays = state.choices.get(("fifth", seat))
    return {"three_up": three_card(community), **({"ante": five} if stays else {})}
