"""Every row of every pay table of every game found can be changed, alone and with all others."""

import pytest

from pitboss import games
from pitboss.changed_pays import outcome_named, read_pay, with_changes
from pitboss.core.errors import GridError, PitbossError
from pitboss.core.game import Game
from pitboss.core.pays import Meter, Odds, Pay, Prize


def other(pay: Pay) -> Pay:
    """A pay of the same kind that is another; a meter stays."""
    if isinstance(pay, Odds):
        return Odds(pay.net + 1)
    return Prize(pay.cents + 100) if isinstance(pay, Prize) else pay


def changed(game: Game, grid: str) -> dict[int, Pay]:
    return {outcome: other(pay) for outcome, pay in game.pay_tables[grid].pays.items() if not isinstance(pay, Meter)}


def pays(game: Game) -> list[dict[int, Pay]]:
    return [dict(line.pays.pays) for wager in game.wagers for line in wager.lines]


def wanted(game: Game, changes: dict[str, dict[int, Pay]]) -> list[dict[int, Pay]]:
    lines = [line for wager in game.wagers for line in wager.lines]
    return [{**line.pays.pays, **changes.get(line.pays.grid, {})} for line in lines]


def texts_of(game: Game) -> list[dict[str, str]]:
    """The game as it stands, and with the last listed value of every option."""
    settings = game.options.settings
    return [{}, *({name: value} for name, each in settings.items() for value in each.values.listed()[-1:])]


def test_every_pay_table_can_be_changed(game_name: str):
    tried = 0
    folder = games.folder(game_name)
    for texts in texts_of(folder.build()):
        try:
            game = folder.build(texts)
        except PitbossError:  # Not every value stands alone.
            continue
        every = {grid: changed(game, grid) for grid in game.pay_tables}
        for changes in (every, *({grid: found} for grid, found in every.items() if not texts)):
            made = with_changes(folder, texts, changes)
            assert pays(made.game) == wanted(game, changes), (texts, changes)
            again = folder.build(made.texts, games.Custom(made.paytables, "x") if made.paytables else None)
            assert pays(again) == pays(made.game)
            tried += 1
    assert tried


@pytest.mark.parametrize("text", ["", "eight", "-2", "8:0", "1:2:3", "9999999999", "8\n9", "meter", "-", "$"])
def test_what_is_no_pay_is_refused_with_its_row(house, text: str):
    game = games.build("high-card")
    table, grid = game.pay_tables["tie"], game.options.grids["tie"]
    with pytest.raises(GridError, match="Tie, tied: "):
        read_pay(table, grid, "TIED", text)
    assert read_pay(table, grid, "TIED", "8 to 1") == read_pay(table, grid, "TIED", "8") == table.pays[1]
    with pytest.raises(GridError, match="no outcome 'TIE'"):
        outcome_named(table, "TIE")
