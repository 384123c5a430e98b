"""Rounds with several choices: tables side by side and single environments against the interpreter, on toy games."""

import copy
import pickle
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from pitboss import games
from pitboss.core.errors import GameError
from pitboss.core.game import Game, Line, Wager
from pitboss.core.rule import rule
from pitboss.core.script import NeedChoice
from pitboss.core.settle import settle_round
from pitboss.envs import RoundEnv, TableEnv, VectorRounds, parallel_env
from pitboss.envs.engines import Fused, Scripted
from pitboss.envs.kernel import kernel_of
from pitboss.envs.rewards import Rewards
from pitboss.envs.terms import PASS
from tests.envs.test_vector_rules import MODES, TABLES, Interpreted, compare
from tests.support.staged import streets
from tests.support.toy import toy
from tests.support.toys import GRIDS, TWO_DECKS, Kinds, Result, press, split

HIGH = {"ante": 20, "second": 20, "high": 3}
TOYS: list[tuple[Callable[[], Game], dict[str, int] | None]] = [
    (streets, None),
    (lambda: streets(TWO_DECKS), HIGH),
    (toy, {"ante": 10, "side": 10, "lucky": 5}),
    (press, None),
    (split, None),
]
NAMES = ["streets", "streets of two decks", "swap", "press", "split"]
EVERY = pytest.mark.parametrize(("make", "bets"), TOYS, ids=NAMES)


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Game]], str]:
    """Makes a toy the game that is found; its name."""

    def build(make: Callable[[], Game]) -> str:
        game = make()
        monkeypatch.setattr(games, "build", lambda name, options: game)
        return game.name

    return build


@pytest.mark.parametrize("mode", MODES, ids=[mode.value for mode in MODES])
@EVERY
def test_every_key_is_that_of_interpreted_rounds(built, make, bets, mode: AutoresetMode):
    """Tables wait at different choices, some fold or are fined early: all keys are those of a `SyncVectorEnv`."""
    name = built(make)
    how: dict[str, Any] = {"bets": bets, "illegal": "penalty", "penalty": 5}
    ours: Any = VectorRounds(name, TABLES, autoreset_mode=mode, **how)
    theirs = SyncVectorEnv([lambda: Interpreted(name, **how)] * TABLES, autoreset_mode=mode)
    compare(ours, theirs, mode, steps=40)


@EVERY
def test_masks_sights_rewards_and_rounds_are_those_of_the_interpreter(built, make, bets):
    """A single environment on the loop, step by step with legal actions; every choice comes up, and rounds without."""
    name = built(make)
    ours, theirs = RoundEnv(name, bets=bets), Interpreted(name, bets=bets)
    asked, steps = Counter[str](), Counter[int]()
    ours.action_space.seed(5)
    for seed in range(150):
        seen, info = ours.reset(seed=seed)
        other, _ = theirs.reset(seed=seed)
        over, count = False, 0
        while not over:
            assert all((seen[key] == other[key]).all() for key in seen)
            assert (info["action_mask"] == seen["action_mask"]).all()
            action = int(ours.action_space.sample())
            asked[ours.terms.actions[action][0]] += 1
            told = ours.step(action), theirs.step(action)
            (seen, reward, over, _, info), (other, owed, ended, _, more) = told
            assert (reward, over, info.get("outcomes")) == (owed, ended, more.get("outcomes"))
            count += 1
            assert ours.round
            assert theirs.round
            assert ours.round.events == theirs.round.events
        assert all((seen[key] == other[key]).all() for key in seen)
        steps[count] += 1
    assert set(asked) == {each for each, _ in ours.terms.actions}
    assert len(steps) >= min(2, len(ours.terms.game.choices))


def test_a_pass_and_three_choices_in_turn(built):
    """The masks of one round after the other: `pass` where nothing is asked, else the options of one choice."""
    name = built(streets)
    env = RoundEnv(name)
    texts = [env.terms.action_text(number) for number in range(len(env.terms.actions))]
    assert texts == [
        "open FOLD", "open CALL", "open TRIPLE", "back KEEP", "back TAKE_BACK", "apart card 1", "apart card 2", PASS,
    ]  # fmt: skip
    many = VectorRounds(name, 400)
    seen, _ = many.reset(seed=1)
    masks = {tuple(mask) for mask in seen["action_mask"].tolist()}
    assert masks == {(1, 1, 1, 0, 0, 0, 0, 0), (0,) * 7 + (1,)}
    assert (seen["observation"][:, 1] == 0).all()  # The board is not dealt yet.
    waiting = seen["action_mask"][:, PLACES["open"]] == 1
    seen, paid, over, _, infos = many.step(np.where(waiting, PLACES["open"] + 2, PLACES[PASS]))
    assert (over == ~waiting).all()
    assert (paid[waiting] == 0).all()
    assert (seen["observation"][waiting, 1].sum(axis=1) == 1).all()
    assert {tuple(each) for each in seen["action_mask"][waiting].tolist()} == {
        (0, 0, 0, 1, 1, 0, 0, 0),
        (0, 0, 0, 1, 0, 0, 0, 0),
    }
    assert set(infos) == {"final_obs", "_final_obs", "final_info", "_final_info", "action_mask", "_action_mask"}
    numbers = many.action_space.sample()
    assert (many.action_masks()[np.arange(400), numbers]).all()


PLACES = {"open": 0, "back": 3, "apart": 5, PASS: 7}


def test_a_bet_taken_back_is_neither_paid_nor_named(built):
    """A round in which the second bet is taken back: its outcome is not told, and the net is that of the others."""
    name = built(streets)
    env, found = RoundEnv(name), set()
    for seed in range(60):
        env.reset(seed=seed)
        if not env.action_masks()[1]:
            continue
        env.step(2)
        if env.action_masks()[4]:
            _, reward, over, _, info = env.step(4)
            assert over
            assert set(info["outcomes"]) == {"ante", "play"}
            assert reward == {"WON": 4, "TIED": 0, "LOST": -4}[info["outcomes"]["ante"][0]]
            found.add(reward)
    assert found >= {4, -4}


@EVERY
def test_copies_in_mid_round_go_on_alike(built, make, bets):
    name = built(make)
    env, many = RoundEnv(name, bets=bets), VectorRounds(name, 8, bets=bets)
    many.reset(seed=3)
    many.action_space.seed(1)
    for made in (copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))):
        for seed in range(6):
            env.reset(seed=seed)
            env.action_space.seed(seed)
            while not env.over:
                twin = made(env)
                action = int(env.action_space.sample())
                one, other = env.step(action), twin.step(action)
                assert one[1:3] == other[1:3]
                assert (one[0]["action_mask"] == other[0]["action_mask"]).all()
        twin = made(many)
        for _ in range(4):
            actions = many.action_space.sample()
            assert (twin.step(actions)[1] == many.step(actions)[1]).all()


def test_rewards_of_many_joint_outcomes_are_added_up_when_they_are_asked_for(built, monkeypatch: pytest.MonkeyPatch):
    """With a table, without one, and by settlement: the same."""
    name = built(lambda: streets(TWO_DECKS))
    env = RoundEnv(name, bets=HIGH)
    kernel = kernel_of(env.terms)
    tabled = kernel.rewards
    monkeypatch.setattr("pitboss.envs.rewards.MOST_TABLED", 1)
    added = Rewards(kernel.loop, env.terms)
    assert added.tabled is None
    assert tabled.tabled is not None
    keys = np.arange(len(tabled.tabled))
    assert (added(keys) == tabled(keys)).all()
    env.action_space.seed(1)
    for seed in range(80):
        env.reset(seed=seed)
        reward = 0.0
        while not env.over:
            reward = env.step(int(env.action_space.sample()))[1]
        assert env.round
        settled = env.terms.reward(settle_round(env.round).net_cents(1))
        assert isinstance(env.engine, Fused)
        assert settled == reward == added.one(env.engine.keys.item())


def test_lines_that_end_alike_share_a_column(built):
    name = built(streets)
    loop = kernel_of(RoundEnv(name, bets=HIGH).terms).loop
    assert loop.column["ante", 0] == loop.column["second", 0] == loop.column["play", 0] != loop.column["high", 0]
    assert ("high", 0) not in kernel_of(RoundEnv(name).terms).loop.column  # Without money on it, a bet is not judged.


def test_a_table_and_its_texts_ask_for_one_choice_after_the_other(built):
    name = built(streets)
    table = TableEnv(name, seats=2)
    for seed in range(20):
        table.reset(seed=seed)
        while not all(table.terminations.values()):
            agent = table.agent_selection
            need = table.round.need()
            mask = table.observe(agent)["action_mask"]
            told = table.observation_text(agent)
            if isinstance(need, NeedChoice) and table.seat_of[agent] in need.legal:
                legal = told.splitlines()[-1].removeprefix("Legal actions: ").split(", ")
                numbers = [table.action_from_text(agent, each) for each in legal]
                assert numbers == np.flatnonzero(mask).tolist()
                assert {table.terms.actions[each][0] for each in numbers} == {need.name}
            table.step(table.action_space(agent).sample())


@rule
def kinds_compared(player: Kinds, dealer: Kinds) -> Result:
    """A rule that sees cards through another code than the others."""
    if player > dealer:
        return Result.WON
    return Result.LOST


def test_a_game_that_no_loop_plays_is_played_through_the_interpreter(built):
    """A shoe seen through two codes: alone it is played, side by side it is refused with the reason."""
    line = Line(kinds_compared, GRIDS["ante"].table("printed", Result))
    game = press(TWO_DECKS)
    name = built(lambda: replace(game, wagers=(*game.wagers, Wager("kinds", (line,), required=True))))
    env = RoundEnv(name)
    assert isinstance(env.engine, Scripted)
    for seed in range(5):
        env.reset(seed=seed)
        assert env.step(env.action_space.sample())[2]
        env.reset()
        assert isinstance(env.engine, Scripted)
    with pytest.raises(GameError, match="a shoe seen through 2 codes cannot be simulated"):
        VectorRounds(name, 2)


@EVERY
def test_seats_that_answer_at_once_play_the_rounds_of_seats_in_turn(built, make, bets):
    """Each seat takes its first legal action, or its last; the rounds are event for event those of the table."""
    name = built(make)
    for last in (False, True):
        table: Any = TableEnv(name, seats=2, bets=bets)
        together: Any = parallel_env(name, seats=2, bets=bets)
        for seed in range(25):
            table.reset(seed=seed)
            while not all(table.terminations.values()):
                table.step(taken(table.action_space(table.agent_selection).legal, last))
            together.reset(seed=seed)
            paid: dict[str, float] = {}
            while together.agents:
                actions = {agent: taken(together.action_space(agent).legal, last) for agent in together.agents}
                _, rewards, ended, _, infos = together.step(actions)
                paid |= rewards
            assert all(ended.values())
            assert paid == table.rewards
            assert {agent: info["outcomes"] for agent, info in infos.items()} == {
                agent: info["outcomes"] for agent, info in table.infos.items()
            }


def taken(legal: np.ndarray, last: bool) -> int:
    """The first or the last legal action."""
    return int(np.flatnonzero(legal)[-1 if last else 0])
