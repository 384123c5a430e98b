"""Super Pan 9 as an environment."""

import gymnasium

from pitboss.core.cards import FACES
from pitboss.envs import RoundEnv


def test_a_vector_environment_is_made_by_name_with_options():
    many = gymnasium.make_vec("pitboss/super-pan-9-v1", num_envs=6, options={"decks": "1"})
    seen, _ = many.reset(seed=2)
    assert seen["observation"].shape == (6, 1, FACES)
    many.close()


def test_rewards_are_in_units_of_the_first_main_stake():
    env = RoundEnv("super-pan-9", bets={"regular": "20", "tie": 10})
    paid = set()
    for seed in range(60):
        env.reset(seed=seed)
        paid.add(env.step(env.action_space.sample())[1])
    # A win of 0.95 with the tie bet lost, a loss with it, a push with the tie bet won at 8 to 1.
    assert paid <= {0.45, -1.5, 4.0}
    assert len(paid) == 3


def test_features_are_the_points_that_the_guide_counts():
    env = RoundEnv("super-pan-9", observation="features")
    for cards, points in (("Qs 6h 4d", 0.0), ("Qs 5h 4d", 9.0)):
        seen, _ = env.reset(options={"player": cards})
        assert seen.tolist() == [points]


def test_a_hand_is_read_out_only_where_it_is_asked_for():
    env = RoundEnv("super-pan-9")
    env.reset(options={"player": "Qs 5h 4d"})
    assert "4d 5h Qs (9 points)" in env.observation_text()
    assert "points" not in env.observation_text(reading=False)
