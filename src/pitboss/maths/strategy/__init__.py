"""The value of every hand, the best strategy in words, and hands to learn from."""
