"""Advice on Turbo Sports."""

from tests.support.command import check_refused


def test_a_community_that_is_not_asked_is_refused():
    check_refused(("advise", "turbo-sports", "--deal", "community=As Ks 2h"), "double is not asked with As Ks 2h")
