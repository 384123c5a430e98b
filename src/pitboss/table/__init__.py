"""A live table: commands in, events out; its shoe, and the wallet behind its seats."""
