"""What Super Pan 9 brings to the tests of shared code."""

from math import comb

from pitboss.core.cards import card_text, suit

LOOPS = (("draw-on-5",), ("draw-on-2",))
AGREEING = (("optimal", {}),)
AGREEING_SET_OTHERWISE = (("optimal", {"decks": "1", "commission": "0%"}),)
ON_GPU = (("draw-on-5",),)
DESIGNED = (("tie", {"commission_on_tie": "yes"}, "-100%..60%", ()),)
WAGERS = (("regular",), ("tie",))
JUMPED = (("regular",),)
SIDE_BETS = (({"regular": 20, "tie": 10},),)
SMALL_DECK = tuple(face for face in range(52) if card_text(face)[0] in "A36K" and suit(face) < 2)
SMALL = ((SMALL_DECK, "draw-on-5"), (SMALL_DECK, "draw-on-2"))
COSTS = ((),)
SAID = ((["5 points or fewer: draw", "6 points or more: stand"],),)
ALWAYS = (("draw-on-9", 1),)
REPORTED = (({"decks": "1"}, {"rounds": 1_000}, False),)  # Compared are 48 shoes: two minutes without the compiler.
HANDS = (
    (
        [
            (12, 0, "Jc Qc Kc"),
            *((4, rank, " ".join(f"{'A23456'[rank - 1]}{suit}" for suit in "cdh")) for rank in range(1, 7)),
        ],
        lambda total: total % 10,
    ),
)
COMBINATIONS = (("Tie Bet", comb(36, 3) * comb(33, 3) * 30 * 29),)
WHOLE_REPORT_IS_SLOW = ((),)  # Its 48 shoes take plain rules two minutes.
HEADED = ((True,),)
IN_A_BUSY_ROOM = ((),)
DEALT_FROM_A_SHOE = ((),)
PICTURES_IN_FULL = ((),)
