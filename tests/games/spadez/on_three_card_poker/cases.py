"""What 3 Card Poker with SPADEZ brings to the tests of shared code."""

LOOPS = (("mimic",),)
AGREEING = (("mimic", {}),)
ON_GPU = (("q-6-4",),)
SHRUNKEN = (
    ("6JQ", ("q-6-4", "mimic", "always-play")),
    ("TJQK", ("q-6-4", "mimic", "always-play")),
)
COSTS_TWO_WAYS = ((["q-6-4", "mimic"], {}),)
PICTURES_IN_FULL = ((),)
