"""The exact solver of staged games: several choices in a round, cards shared and hidden, driven by steps and rules."""
