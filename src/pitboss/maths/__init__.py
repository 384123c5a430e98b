"""The mathematics of games: compiled rules, exact figures, simulation, strategies, sessions and pay-table design."""
