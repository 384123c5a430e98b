"""Wild Six Card Poker; `game.py` is the game."""
