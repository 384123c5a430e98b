"""3 Card Poker; `game.py` is the game."""
