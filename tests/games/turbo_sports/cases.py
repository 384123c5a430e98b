"""What Turbo Sports brings to the tests of shared code."""

from math import comb

from pitboss.core.cards import rank, suit

LOOPS = (("double-on-3",),)
AGREEING = (("optimal", {}),)
ON_GPU = (("double-on-3",),)
DESIGNED = (
    ("td", {}, "2%..20%", ()),
    ("long_pass", {}, "-30%..6%", ()),
    ("nine_card_bonus", {}, "5%..5.1%", ("SUITED_9", "SUITED_8")),
    ("nine_card_bonus", {"nine_card_bonus": "spadez-9B"}, "1%..2%", ("SUITED_4", "SUITED_5")),
)
WAGERS = (("first_down",), ("nine_card_bonus",))
JUMPED = (("first_down",),)
SIDE_BETS = (({"first_down": 10, "td": 5, "nine_card_bonus": 1},),)
ALWAYS = (("never-double", 0),)
SMALL_DECK = tuple(
    face for face in range(52) if (suit(face) == 3 and rank(face) in (0, 1, 5, 10, 12)) or face in (0, 1, 13, 14, 26)
)
SMALL = ((SMALL_DECK, "double-on-2"),)
COSTS = ((),)
SAID = ((["2 footballs or fewer among the three: decline", "3 footballs or more among the three: double"],),)
OTHER_TABLES = (("nine_card_bonus=spadez-9B",),)
ON_CLUSTER = (("double-on-3",),)
# Four, five and four cards with icons, and others: C(6, 3) hands of three, C(9, 3) of six but for the nine that would need
# more cards of a kind than there are.
LOOKED_UP = ((20 * 75,),)
REPORTED = (({}, {}, True),)
HANDS = (
    (
        [(39, 0, "2c 3c 4c"), (4, 1, "2s 3s 4s"), (5, 2, "6s 7s 8s"), (4, 4, "Js Qs Ks")],
        lambda total: total if total <= 5 else None,  # Rule 4.
    ),
)
COMBINATIONS = (("9 Card Bonus", comb(52, 3) * comb(49, 6)),)
PAGED = ((),)
CORRELATED = ((),)
PICTURES_IN_FULL = ((),)
