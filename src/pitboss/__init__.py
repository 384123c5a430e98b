"""Pitboss deals, settles, proves and protects casino card games."""

__version__ = "0.1.0"
