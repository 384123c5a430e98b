"""Turbo Sports; `game.py` is the game."""
