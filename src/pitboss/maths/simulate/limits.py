"""The limits of a simulation, and its default length."""

MOST_ROUNDS = 10**15
MOST_SEED = 2**64 - 1
USUAL_ROUNDS = 10**8
USUAL_ROUNDS_UNCOMPILED = 10**5  # Without the compiler more would take hours.
