"""Toy games with all that a page must be able to ask: raises, sets of cards, three decisions, and bets that are taken back."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pitboss import games
from pitboss.games import catalog
from pitboss.games.game_folder import GameFolder

HERE = Path(__file__).parent
THREE_CHOICES, TWO_BACK = (
    GameFolder(name, HERE / module, f"{__name__}.{module}", HERE / module)
    for name, module in (("three-choices", "three_choices"), ("two-back", "two_back"))
)


@contextmanager
def with_toys_of_the_page() -> Generator[None]:
    """Within this context these toys are among the games found."""
    found = {**games.find(), THREE_CHOICES.name: THREE_CHOICES, TWO_BACK.name: TWO_BACK}
    with pytest.MonkeyPatch.context() as patch:
        for module in (catalog, games):
            patch.setattr(module, "find", lambda: found)
        yield
