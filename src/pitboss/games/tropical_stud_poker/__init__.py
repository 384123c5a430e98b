"""Tropical Stud Poker; `game.py` is the game."""
