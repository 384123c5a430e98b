"""Three Streets."""
