"""Three Choices."""
