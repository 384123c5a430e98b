"""What stands around a round at a live table; so far the shoe."""
