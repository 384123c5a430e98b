"""SPADEZ on Wild Six, a host that it does not fit."""

from tests.games.spadez.hosted import check_not_carried


def test_ruling_s4_it_is_refused_with_the_reason():
    check_not_carried("wild-six+spadez", "SPADEZ cannot ride on wild-six: the number of its cards varies")
