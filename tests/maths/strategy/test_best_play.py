"""The best play, told: kept on disk, so that a second asking solves nothing, and told the same after damage."""

from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pitboss.core.cards import STANDARD
from pitboss.core.game import Choose, Deal, Face, Game, Place, Raise, Show
from pitboss.core.guide import Feature, Guide
from pitboss.core.rule import rule
from pitboss.maths.codegen.program import Policy
from pitboss.maths.compile.code_cache import results
from pitboss.maths.exact import solver
from pitboss.maths.simulate import policies
from pitboss.maths.simulate.run import best_policy
from pitboss.maths.strategy import best_play
from pitboss.maths.strategy.best_play import BestPlay
from pitboss.maths.strategy.lessons import Example
from pitboss.maths.strategy.plan import PlanEntry
from pitboss.maths.tally.records import from_json, to_json
from tests.support import toys
from tests.support.damage import DAMAGE
from tests.support.toys import Press, Ranks, Result


@rule
def total(player: Ranks) -> int:
    return player


@rule
def higher(player: Ranks, dealer: Ranks) -> Result:
    if player > dealer:
        return Result.WON
    if player == dealer:
        return Result.TIED
    return Result.LOST


@rule
def press_on_ten(player: Ranks) -> Press:
    if player >= 10:
        return Press.TWICE
    return Press.NO


GUIDE = Guide(
    by=Feature(total, lambda count: f"a {count}"),
    then=(Feature(total, lambda count: f"with {count}"),),
    ways=((Press.NO, "stay"), (Press.TWICE, "press")),
)
ON_TEN = toys.strategy("press", press_on_ten)
NAMED = (toys.PRESS_ALWAYS, ON_TEN)


def press_freely() -> Game:
    """One card against one, and a bet that may be pressed with any."""
    raises: dict[int, Raise] = {Press.ONCE: Raise("ante", of="ante"), Press.TWICE: Raise("ante", of="ante", times=2)}
    steps = (
        Deal("player", 1, to=Place.SEAT, face=Face.DOWN),
        Deal("dealer", 1, to=Place.DEALER, face=Face.DOWN),
        Choose("press", Press, sees=("player",), raises=raises),
        Show("dealer"),
    )
    return toys.toy("press-freely", STANDARD, steps, higher)


def told(guide: Guide | None = GUIDE) -> tuple[Any, ...]:
    best = BestPlay(press_freely(), guide, NAMED)
    return best.words, best.named, best.lessons(NAMED), best.entries


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The games whose decisions were solved; the toy counts as a game whose text is known."""
    games: list[str] = []
    solve = best_play.decisions_of

    def decisions_of(game: Game, *asked: Any) -> Any:
        games.append(game.name)
        return solve(game, *asked)

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(solver, "covers", lambda file: True)
    monkeypatch.setattr(best_play, "decisions_of", decisions_of)
    return games


def test_a_second_asking_solves_nothing(asked: list[str]):
    first = told()
    assert asked == ["press-freely"]
    assert told() == first
    assert asked == ["press-freely"]
    words, named, lessons, entries = first
    assert (words.lines, words.cost) == (["a 7 or fewer: stay", "a 8 or more: press"], 0)
    assert entries == (PlanEntry(0, 2, 7, 0), PlanEntry(0, 8, 14, 1))  # With an 8 both are worth the same.
    assert [each.strategy for each in named] == [ON_TEN, toys.PRESS_ALWAYS]
    assert [each.level for each in lessons.levels] == list(range(2, 15))
    assert {name: missed[0].level for name, missed in lessons.missed.items()} == {"press-on-ten": 9, "press-always": 2}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_files_are_solved_again_and_healed(asked: list[str], damage: str):
    first = told()
    for path in results().iterdir():
        DAMAGE[damage](path)
    assert [told(), told()] == [first, first]
    assert asked == ["press-freely"] * 2


def test_what_decides_is_part_of_the_question(asked: list[str]):
    game = press_freely()
    BestPlay(game, None, NAMED).named  # noqa: B018
    BestPlay(game, None, NAMED[:1]).named  # noqa: B018
    assert len(asked) == 2
    told(GUIDE)
    assert len(asked) == 3


def test_rules_that_could_change_unnoticed_are_never_kept(asked: list[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(solver, "covers", lambda file: not file.endswith("test_best_play.py"))
    assert told() == told()
    assert len(asked) == 2


def play_high(hand: int, tops: np.ndarray) -> int:
    return int(tops[hand])


def test_tables_of_the_best_play_are_kept_with_their_functions_by_name(
    asked: list[str], monkeypatch: pytest.MonkeyPatch
):
    solved: list[str] = []
    tables = (np.arange(16, dtype=np.int8), np.eye(3))

    def policy(game: Game, *_: object) -> Policy:
        solved.append(game.name)
        return Policy("press", toys.rank_code, play_high, tables, (total,))

    monkeypatch.setattr(policies, "solver_of", lambda game: SimpleNamespace(policy=policy))
    for damage in ("", *DAMAGE):
        for path in results().glob("*.npz") if damage else ():
            DAMAGE[damage](path)
        solved.clear()
        for _ in range(2):
            found: Any = best_policy(press_freely(), [toys.PRESS_ALWAYS])
            assert (found.choice, found.coder, found.function, found.asks) == (
                "press",
                toys.rank_code,
                play_high,
                (total,),
            )
            assert [table.dtype for table in found.tables] == [table.dtype for table in tables]
            assert all(map(np.array_equal, found.tables, tables))
        assert solved == ["press-freely"]


def test_a_policy_whose_function_has_no_name_is_solved_every_time(asked: list[str], monkeypatch: pytest.MonkeyPatch):
    solved: list[str] = []

    def policy(game: Game, *_: object) -> Policy:
        solved.append(game.name)
        return Policy("press", toys.rank_code, lambda hand: hand, ())

    monkeypatch.setattr(policies, "solver_of", lambda game: SimpleNamespace(policy=policy))
    for _ in range(2):
        found: Any = policies.policy_of(press_freely())
        assert found.function(7) == 7
    assert len(solved) == 2


def test_records_come_back_as_they_were():
    example = Example({"player": (1, 2)}, (("stay", Fraction(-1, 3)), ("press", Fraction(2))))
    value = {(0, 5): [example, None, True, "text"], (1, 2): [np.int64(7), ()]}
    assert from_json(to_json(value), Example) == value
