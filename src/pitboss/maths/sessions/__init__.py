"""Many rounds: the distribution of results, and the risk of ruin."""
