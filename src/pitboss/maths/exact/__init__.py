"""Exact tallies: every distinguishable deal counted once, and the best strategy."""
