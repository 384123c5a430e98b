"""SPADEZ on 3 Card Blitz, a host that it does not fit."""

from tests.games.spadez.hosted import check_not_carried


def test_ruling_s4_it_is_refused_with_the_reason():
    check_not_carried(
        "three-card-blitz+spadez",
        "SPADEZ cannot ride on three-card-blitz: it has no column for 14 cards of a 52-card deck",
    )
