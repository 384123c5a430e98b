"""Text for language models: what a seat sees, actions read from answers, and a scripted model scored by regret."""

import importlib.util
from pathlib import Path

import pytest

from pitboss.core.errors import ChoiceError
from pitboss.envs import RoundEnv, TableEnv
from pitboss.envs.text import system_prompt
from tests.envs.test_envs import GAMES

EXAMPLE = Path(__file__).parents[2] / "docs" / "language_model_player.py"


def test_a_seat_is_told_bets_cards_pays_and_legal_actions(house):
    env = RoundEnv("draw-five")
    env.reset(seed=1, options={"player": "2c 3d"})
    told = env.observation_text()
    assert "2c 3d" in told
    assert "Bets: " in told
    assert " pays: " in told
    assert told.splitlines()[-1] == "Legal actions: stand, draw"
    table = TableEnv("draw-five", seats=2)
    table.reset(seed=1, options={"player 2": "2c 3d"})
    assert "2c 3d" in table.observation_text("seat_2")
    assert "2c 3d" not in table.observation_text("seat_1")
    assert table.action_from_text("seat_1", "Draw.") == 1


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_action_is_read_back_from_its_text(name: str):
    env = RoundEnv(name, observation="text")
    told, _ = env.reset(seed=1)
    legal = told.split("Legal actions: ")[1].strip().split(", ")
    numbers = [env.action_from_text(f"I thought about it.\n**Action: {each}**") for each in legal]
    assert numbers == [env.action_from_text(each.upper() if "-" in each else each) for each in legal]
    assert set(numbers) <= set(env.legal_actions.legal.nonzero()[0].tolist())
    with pytest.raises(ChoiceError, match="'hit me' is no legal action"):
        env.action_from_text("hit me")
    assert env.terms.game.title in system_prompt(env.terms)


def test_the_scripted_model_is_scored(house):
    spec = importlib.util.spec_from_file_location("language_model_player", EXAMPLE)
    assert spec
    assert spec.loader
    player = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(player)
    won, lost, refused = player.play("draw-five", 5, player.stand_in)
    assert refused == 5
    assert lost >= 0
    assert -1 <= won <= 1
