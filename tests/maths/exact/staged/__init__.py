"""Tests of the solver of staged games."""
