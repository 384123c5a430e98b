"""What 4 Card Frenzy brings to the tests of shared code."""

LOOPS = (("k-q-8-4",), ("always-1",))
