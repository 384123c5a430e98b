"""Several seats in one round: they share the dealer's and the community cards, and the deck."""
