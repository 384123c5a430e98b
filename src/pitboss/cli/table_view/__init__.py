"""A table as the terminal shows it: shared by `play`, `drill`, `history` and `settle`."""
