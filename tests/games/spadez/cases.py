"""What SPADEZ brings to the tests of shared code."""

from math import comb

LOOPS = (("",),)
AGREEING = (("", {}),)
AGREEING_SET_OTHERWISE = (("", {"cards": "14", "table": "C"}),)
ON_GPU = (("",),)
DESIGNED = (
    ("spadez", {"cards": "5"}, "4%..6%", ()),
    ("spadez", {"cards": "6"}, "4.9%..5%", ()),
    ("spadez", {"cards": "6", "table": "B"}, "20%..25%", ()),
)
WAGERS = (("spadez",),)
OTHER_TABLES = (("table=B",),)
LOOKED_UP = ((None,),)
REPORTED = (({}, {"bankrolls": ()}, True),)
REPORTED_OTHERWISE = (("12", {"cards": "12", "table": "B"}),)
COMBINATIONS = (("SPADEZ", comb(52, 6)),)
HEADED = ((False,),)
PAGED = ((),)
PLAYED_AT_A_TABLE = ((),)
PICTURES_IN_FULL = ((),)
