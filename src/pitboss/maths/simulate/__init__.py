"""Simulation on CPU cores, a GPU or a cluster, in batches of rounds, and tests of agreement with exact figures."""
