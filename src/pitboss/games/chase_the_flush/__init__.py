"""Chase the Flush; `game.py` is the game."""
