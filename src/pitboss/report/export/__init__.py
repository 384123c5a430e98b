"""A report's figures as data: JSON and CSV."""
