"""Exact tallies by counting every distinguishable deal once, and the best strategy."""
