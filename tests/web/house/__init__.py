"""A toy game with all that a page must be able to ask: raises of one to four times, a set of cards, a third decision."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pitboss import games
from pitboss.games import catalog
from pitboss.games.game_folder import GameFolder

HERE = Path(__file__).parent
THREE_CHOICES = GameFolder("three-choices", HERE / "three_choices", f"{__name__}.three_choices", HERE / "three_choices")


@contextmanager
def with_three_choices() -> Generator[None]:
    """Within this context the toy is among the games found."""
    found = {**games.find(), THREE_CHOICES.name: THREE_CHOICES}
    with pytest.MonkeyPatch.context() as patch:
        for module in (catalog, games):
            patch.setattr(module, "find", lambda: found)
        yield
