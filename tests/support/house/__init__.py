"""Toy games in folders, as a catalogue finds them: tests of what every game can do are written on them.

High Card asks for no choice. Draw Five has a shoe, a choice with named strategies and words for the best one, and options.
Three Each deals six cards of one deck, so that a side wager on all cards can ride on it. Three Streets asks for three choices:
a bet to take back, one of several sizes, and one that not everybody is asked for.
The fixture `house` puts them among the games found.
"""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pitboss import games
from pitboss.games import catalog
from pitboss.games.game_folder import GameFolder

HOUSE = Path(__file__).parent
HIGH_CARD, DRAW_FIVE, THREE_EACH, THREE_STREETS = TOYS = tuple(
    GameFolder(name.replace("_", "-"), HOUSE / name, f"{__name__}.{name}", HOUSE / name)
    for name in ("high_card", "draw_five", "three_each", "three_streets")
)


@contextmanager
def among_the_games() -> Generator[None]:
    """Within this context the toy games are among the games found, here and in processes that a test starts."""
    found = {**games.find(), **{folder.name: folder for folder in TOYS}}
    with pytest.MonkeyPatch.context() as patch:
        for module in (catalog, games):
            patch.setattr(module, "find", lambda: found)
        patch.setenv(catalog.VARIABLE, str(HOUSE))
        catalog.attached.cache_clear()
        yield
    catalog.attached.cache_clear()
