"""Whole-number weights of joint outcomes, and the figures that pays make of them."""
