"""Two Back."""
