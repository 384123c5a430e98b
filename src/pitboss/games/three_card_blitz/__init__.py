"""3 Card Blitz; `game.py` is the game."""
