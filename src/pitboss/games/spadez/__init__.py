"""SPADEZ; `game.py` is the game."""
