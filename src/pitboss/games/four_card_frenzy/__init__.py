"""4 Card Frenzy; `game.py` is the game."""
