"""Code generation: for each game and strategy, one loop that deals, chooses, judges and counts."""
