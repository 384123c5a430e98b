"""Poker hands that games share: rankings of three to seven cards, of hands with jokers, and hands in words."""
