"""Whole-number pay tables near a shape with a given house edge."""
