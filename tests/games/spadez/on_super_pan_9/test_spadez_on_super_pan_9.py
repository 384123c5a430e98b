"""SPADEZ on Super Pan 9, a host that it does not fit."""

from tests.games.spadez.hosted import check_not_carried


def test_ruling_s4_it_is_refused_with_the_reason():
    check_not_carried(
        "super-pan-9+spadez",
        "SPADEZ cannot ride on super-pan-9: the number of its cards varies"
        " (player_card and dealer_card may stay undealt)",
    )
