"""Jackpot Hold'Em; `game.py` is the game."""
