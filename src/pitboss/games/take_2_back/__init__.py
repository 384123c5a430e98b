"""Take 2 Back; `game.py` is the game."""
