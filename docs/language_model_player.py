"""A language model plays a game, scored by exact regret. A scripted stand-in answers; put a model in its place.

Run: python docs/language_model_player.py super-pan-9 20
"""

import sys
from collections.abc import Callable

from pitboss.core.errors import ChoiceError
from pitboss.envs import RoundEnv
from pitboss.envs.text import system_prompt

Model = Callable[[str, str], str]
"""The answer to a system prompt and a message."""
TRIES = 3


def stand_in(prompt: str, message: str) -> str:
    """Takes the last legal action; it first answers with a chat that names none, as models do."""
    legal = message.split("Legal actions: ")[1].splitlines()[0].split(", ")
    if "Your last answer" not in message:
        return "Let me think about my cards."
    return f"The dealer looks strong.\nAction: {legal[-1]}"


def play(game: str, rounds: int, model: Model, *, reading: bool = False) -> tuple[float, float, int]:
    """Rewards and regret per round, and the number of answers that named no legal action."""
    env = RoundEnv(game, regret=True)
    prompt = system_prompt(env.terms)
    won = lost = refused = 0
    for seed in range(rounds):
        env.reset(seed=seed)
        while not env.over:
            message = env.observation_text(reading=reading)
            for _ in range(TRIES):
                try:
                    action = env.action_from_text(model(prompt, message))
                    break
                except ChoiceError as error:
                    refused += 1
                    message = f"{env.observation_text(reading=reading)}Your last answer: {error}\n"
            else:
                action = int(env.action_masks().argmax())  # A model that never names an action gets the first one.
            _, reward, _, _, info = env.step(action)
            won, lost = won + reward, lost + info["regret"]
    return won / rounds, lost / rounds, refused


if __name__ == "__main__":
    name, count = (sys.argv[1:] or ["super-pan-9", "20"])[:2]
    won, lost, refused = play(name, int(count), stand_in)
    print(f"{name}: won {won:+.3f} units a round; regret {lost:.4f}; {refused} answers without a legal action")
