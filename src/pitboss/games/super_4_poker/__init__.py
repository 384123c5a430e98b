"""Super 4 Poker; `game.py` is the game."""
