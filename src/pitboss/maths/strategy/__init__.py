"""What every hand is worth, the best strategy in words, and hands to learn from."""
