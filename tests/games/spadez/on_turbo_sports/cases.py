"""What Turbo Sports with SPADEZ brings to the tests of shared code."""

LOOPS = (("double-on-4",),)
AGREEING = (("double-on-5", {}),)
LOOKED_UP = ((None,),)
PICTURES_IN_FULL = ((),)
