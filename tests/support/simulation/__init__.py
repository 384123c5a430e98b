"""Deterministic simulation of a card room: one seed schedules clients, network, clocks, servers, disk and their faults.

`disk` is a store that fails and crashes where it is told to. `people` are clients that want something. `world` has one
scheduler for all of them. `invariants` checks I1 to I12 of the books after every step. `bugs` are faults of the program
that the checks must find. `python -m tests.support.simulation SEED` tells the steps of one seed.
"""
