"""Generated code: one loop a game and strategy that deals, chooses, judges and counts."""
