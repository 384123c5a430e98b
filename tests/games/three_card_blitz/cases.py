"""What 3 Card Blitz brings to the tests of shared code."""

LOOPS = (("play-on-19",),)
AGREEING = (("optimal", {}), ("play-on-19", {}))
AGREEING_SET_OTHERWISE = (("play-on-20", {"blitz_bonus": "progressive"}),)
ON_GPU = (("play-on-19",), ("optimal",))
SIDE_BETS = (({"ante": 10, "blind": 10, "flush_bonus": 5, "blitz_bonus": 5},),)
ALWAYS = (("always-play", 1),)
COSTS_TWO_WAYS = ((["play-on-18", "play-on-19", "play-on-27"], {}), (["play-on-19"], {"blitz_bonus": "progressive"}))
BEST_HAND_BY_HAND = ((),)
OTHER_SETTINGS = (("blitz_bonus=progressive",),)
ON_CLUSTER = (("optimal",),)
SAME_RANKS_IN_EVERY_SUIT = ((),)
MADE_UP = (
    ("fixed", {}, 3, 99, 0),
    ("narrow", {}, 5, 3, 0),
    ("progressive", {"blitz_bonus": "progressive"}, 4, 99, 10**10),
    ("generous", {"blitz_bonus": "progressive"}, 4, 99, 0),
)
WITH_METERS = (({"blitz_bonus": "progressive"},),)
PICTURES_IN_FULL = ((),)
