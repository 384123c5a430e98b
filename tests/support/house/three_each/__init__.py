"""Three Each."""
