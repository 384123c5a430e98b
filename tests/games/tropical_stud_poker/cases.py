"""What Tropical Stud Poker brings to the tests of shared code."""

LOOPS = (("three-rules",), ("pair",))
