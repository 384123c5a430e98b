"""Louisiana Stud; `game.py` is the game."""
