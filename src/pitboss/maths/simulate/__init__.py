"""Simulation: batches of rounds on cores, a GPU or a cluster, and agreement with exact figures."""
