"""Wild Six as an environment."""

import numpy as np
import pytest

from pitboss.core.errors import ChoiceError, TurnError
from pitboss.envs import RoundEnv, VectorRounds


def test_an_illegal_action_is_refused_and_changes_nothing():
    env = RoundEnv("wild-six", render_mode="ansi")
    seen, _ = env.reset(seed=3)
    assert seen["action_mask"].tolist() == [1, 1, 1, 1, 1, 0]
    before = env.render()
    with pytest.raises(ChoiceError, match=r"action 5 \(pass\) is not legal here: 0 \(discard card 1\), 1 "):
        env.step(5)
    with pytest.raises(ChoiceError, match="no action 99: there are 0 to 5"):
        env.step(99)
    assert env.render() == before
    env.step(env.action_space.sample())
    with pytest.raises(TurnError, match="the round is over"):
        env.step(0)
    many = VectorRounds("wild-six", 5)
    seen, _ = many.reset(seed=3)
    actions = np.array([int(np.argmax(mask)) for mask in seen["action_mask"]])
    wrong = actions.copy()
    wrong[2] = 99
    with pytest.raises(ChoiceError, match="table 2: no action 99"):
        many.step(wrong)
    with pytest.raises(
        ChoiceError, match=r"actions of shape \(4,\) and kind int64: give a whole number for each of 5 tables"
    ):
        many.step(actions[:4])
    assert (many.legal_actions.legal == seen["action_mask"]).all()
    many.step(actions)


def test_a_seat_sees_its_own_cards_and_no_hidden_one():
    """Wild Six: the dealer's cards, and the card to come, are hidden until the end; a card is a column."""
    env = RoundEnv("wild-six")
    assert env.terms.rows == ("player",)
    for seed in range(20):
        seen, _ = env.reset(seed=seed)
        if seen["action_mask"][-1]:
            continue
        assert seen["observation"].sum() == 5
        last, *_ = env.step(2)
        assert last["observation"].sum() == 5
        assert env.round
        assert len(env.round.state.piles["dealer", 0]) == 5
        held = sorted(env.round.state.piles["player", 1])
        assert env.round.state.choices["discard", 1] == held[2]
