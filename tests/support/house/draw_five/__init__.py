"""Draw Five."""
