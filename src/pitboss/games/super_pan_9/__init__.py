"""Super Pan 9; `game.py` is the game."""
