"""Rounds as text, finished or not, on the toy game."""

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.core import transcript
from pitboss.core.codec import read_round, round_json
from pitboss.core.errors import PitbossError
from pitboss.core.game import Game
from pitboss.core.pays import PUSH, Custom
from pitboss.core.script import NeedCards, NeedChoice
from tests.support.toy import build

ROUND = """\
game      toy 1   mood=8  ante=printed
bet       seat 1   ante 10.00
bet       seat 2   ante 5.00   side 5.00   lucky 5.00
bet       seat 3   ante 2.00
deal      player 1             As 2d
deal      player 2             Ah Qd
deal      player 3             9c 9d
deal      dealer               Kc 5c
choose    1 swap               SWAP                 (may KEEP, SWAP)
choose    2 swap               KEEP                 (may KEEP, SWAP)
choose    3 swap               KEEP                 (may KEEP, SWAP)
choose    1 thrown             2d                   (may 2d)
deal      player_card 1        9s
deal      bonus                3s
show      dealer               Kc 5c
show      player_card 1        9s
outcome   1 ante               WON
outcome   1 swap               WON                  threw 2
outcome   2 ante               WON
outcome   2 side               WON
outcome   2 lucky              NO_ACE
outcome   3 ante               TIED
settle    1 ante               10.00 at 1 to 1   returns 20.00
settle    1 swap               10.00 at 1 to 1   returns 20.00
settle    2 ante               5.00 at 1 to 1   returns 10.00
settle    2 side               5.00 at 1 to 1   returns 10.00
settle    2 lucky              5.00 at $0   returns 0.00
settle    3 ante               2.00 push   returns 2.00
net       1   +20.00
net       2   +5.00
net       3   0.00
"""
BEGUN = """\
game      toy 1   mood=8  ante=printed
bet       seat 1   ante 10.00
bet       seat 2   ante 5.00   side 5.00   lucky 5.00
bet       seat 3   ante 2.00
deal      player 1             As 2d
deal      player 2             Ah Qd
deal      player 3             9c 9d
deal      dealer               Kc 5c
choose    1 swap               SWAP                 (may KEEP, SWAP)
choose    2 swap               KEEP                 (may KEEP, SWAP)
choose    3 swap               KEEP                 (may KEEP, SWAP)
choose    1 thrown             2d                   (may 2d)
waits     player_card 1        1 card
"""


def test_a_round_in_mid_play_reads_back():
    told = transcript.read(BEGUN, build)
    assert told.played.need() == NeedCards("player_card", 1, 1)
    assert transcript.write(told.played, grids=False) == BEGUN
    assert transcript.differences(told) == []
    asked = "\n".join([*BEGUN.splitlines()[:9], "waits 2 swap (may KEEP, SWAP)", "waits 3 swap (may KEEP, SWAP)"])
    need = transcript.read(asked, build).played.need()
    assert need == NeedChoice("swap", {2: (0, 1), 3: (0, 1)})


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("1 card\n", "2 cards\n", "'waits player_card 1 2 cards' should be 'waits player_card 1 1 card'"),
        ("waits     player_card 1", "waits     player_card 2", "'waits player_card 2 1 card' does not belong"),
    ],
)
def test_a_round_that_waits_for_something_else_is_found(old: str, new: str, sentence: str):
    (found,) = transcript.differences(transcript.read(BEGUN.replace(old, new), build))
    assert found.sentence.startswith(sentence)


def test_an_unfinished_round_says_so_or_is_refused():
    with pytest.raises(PitbossError, match="player_card of seat 1 is dealt 1 card in this round; none given"):
        transcript.read(BEGUN.replace("waits     player_card 1        1 card\n", ""), build)
    with pytest.raises(PitbossError, match="bonus is given 3s, but is dealt no card in this round"):
        transcript.read(BEGUN + "deal bonus 3s\n", build)


def test_results_may_be_left_out():
    kept = (line.split("(")[0] for line in ROUND.splitlines() if line.split()[0] in ("game", "bet", "deal", "choose"))
    short = "\n".join(line.replace(" ", "\t", 1) for line in kept)
    told = transcript.read(short + "\n# a remark\n\n", build)
    assert told.claims == ()
    assert transcript.write(told.played, grids=False) == ROUND


@pytest.mark.parametrize(
    ("old", "new", "right"),
    [
        ("returns 20.00", "returns 19.50", "returns 20.00"),
        ("net       2   +5.00", "net       2   +9.00", "net 2 +5.00"),
        ("1 swap               WON ", "1 swap               LOST", "outcome 1 swap WON threw 2"),
        ("net       3   0.00", "net       4   0.00", "'net 4 0.00' does not belong to this round"),
        ("outcome   2 side ", "outcome   3 side ", "does not belong to this round"),
        (
            "SWAP                 (may KEEP, SWAP)",
            "SWAP                 (may SWAP)",
            "choose 1 swap SWAP (may KEEP, SWAP)",
        ),
        ("show      dealer               Kc 5c", "show      dealer               Kc 6c", "show dealer Kc 5c"),
        ("net       2   +5.00", "net       2   +5.00\nnet       2   +5.00", "'net 2 +5.00' does not belong"),
    ],
)
def test_false_claims_are_found(old: str, new: str, right: str):
    assert old in ROUND
    (found,) = transcript.differences(transcript.read(ROUND.replace(old, new, 1), build))
    assert right in found.sentence


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("game      toy 1", "game      toy 2", "line 1: this round was dealt by version 2 of toy"),
        ("game      toy 1", "game      toi 1", "line 1: no game 'toi'; did you mean 'toy'?"),
        ("mood=8", "mood=9", "line 1: mood cannot be '9': give a whole number from 1 to 8"),
        ("mood=8", "mood", "line 1: 'mood' has no value; write NAME=VALUE"),
        ("mood=8", "mood=8 mood=1", "line 1: the option mood is given twice"),
        ("bet       seat 1", "bett      seat 1", "line 2: no line 'bett'; did you mean 'bet'?"),
        ("seat 2", "seat 1", "line 3: the bets of seat 1 are given twice"),
        ("seat 2", "seat x", "line 3: no seat 'x'"),
        ("ante 10.00", "ante", "line 2: 'seat 1   ante' is not a list of bets"),
        ("ante 10.00", "ante one", "line 2: no amount 'one'"),
        ("player 2   ", "player     ", "player belongs to a seat; write: deal player 1 CARDS"),
        ("deal      dealer", "deal      deeler", "no pile 'deeler'; did you mean 'dealer'?"),
        ("choose    1 swap               SWAP", "choose    swap SWAP", "is no choice; write: choose 1 NAME OPTION"),
        ("choose    1 swap", "choose    1 swop", "no choice 'swop'; did you mean 'swap'?"),
        ("SWAP ", "TAKE ", "no option 'TAKE'"),
        ("choose    1 thrown             2d", "choose    1 thrown             2d 3d", "'2d 3d' must be 1 card"),
        ("As 2d", "As JK", "JK is not a card of the 52-card deck"),
        ("As 2d", "As 1d", "no card '1d'"),
    ],
)
def test_a_wrong_round_file_is_refused_with_its_line(old: str, new: str, sentence: str):
    assert old in ROUND
    with pytest.raises(PitbossError) as caught:
        transcript.read(ROUND.replace(old, new, 1), build, "round.txt")
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_round_carries_the_hashes_of_its_pay_tables():
    text = transcript.write(transcript.read(ROUND, build).played)
    assert re.fullmatch("grids     ante=[0-9a-f]{12}  lucky=[0-9a-f]{12}", text.splitlines()[1])
    told = transcript.read(text, build)
    assert transcript.write(told.played) == text
    assert transcript.differences(told) == []


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("ante=[0-9a-f]+", "ante=0", "line 2: the pay table ante here, column printed, is not the one of this round"),
        ("ante=[0-9a-f]+", "", "line 2: the pay tables of a round of toy are ante, lucky; given are lucky"),
        ("ante=", "ante", "has no value; write NAME=VALUE"),
        ("ante=", "ante=1 ante=", "line 2: the pay table ante is given twice"),
        ("(?m)^grids.*$", "grids", "given are none"),
    ],
)
def test_a_round_of_other_pay_tables_is_refused(old: str, new: str, sentence: str):
    text = transcript.write(transcript.read(ROUND, build).played)
    head, grids, rest = text.split("\n", 2)
    with pytest.raises(PitbossError) as caught:
        transcript.read("\n".join([head, re.sub(old, new, grids), rest]), build, "round.txt")
    assert sentence in str(caught.value)


def test_a_column_that_pays_otherwise_has_another_hash():
    game = build("toy", {})
    table = game.pay_tables["ante"]
    other = replace(table, pays={**table.pays, max(table.pays): PUSH})
    assert other.sha256 != table.sha256 == build("toy", {"mood": "1"}).pay_tables["ante"].sha256


@pytest.mark.parametrize(
    ("text", "sentence"), [("", "it has no game line"), ("net 1 +5.00", "the first line of a round")]
)
def test_a_round_file_without_a_game(text: str, sentence: str):
    with pytest.raises(PitbossError, match=sentence):
        transcript.read(text, build)


@given(st.data())
def test_a_mangled_round_file_reads_or_is_refused(data: st.DataObject):
    """Any cut, swap or noise in a round file gives a round or a clear error, never anything else."""
    words = [str(word) for word in ROUND.split(" ")]
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(words) - 1))
        words[place] = data.draw(st.one_of(st.text(max_size=6), st.sampled_from(words)))
    try:
        told = transcript.read(" ".join(words), build)
    except PitbossError:
        return
    transcript.differences(told)


def dealt_on(pile: str) -> int:
    """The number of the line that deals a pile in ROUND."""
    return next(number for number, line in enumerate(ROUND.splitlines(), 1) if line.split()[:2] == ["deal", pile])


def test_several_rounds_in_one_text_are_read_one_by_one():
    other = ROUND.replace("ante 2.00", "ante 3.00").replace("2.00 push", "3.00 push")
    for text in (ROUND + other, f"# two rounds\n{ROUND}\n\n# the second\n{other}", "\ufeff" + ROUND + "\n" + other):
        first, second = transcript.read_rounds(text, build, "evening.txt")
        assert first.played.state.bets[3] == {"ante": 200}
        assert second.played.state.bets[3] == {"ante": 300}
    (alone,) = transcript.read_rounds(ROUND, build)
    assert transcript.write(alone.played) == transcript.write(transcript.read(ROUND, build).played)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "evening.txt is empty"),
        (ROUND + "oops 5\n", f"evening.txt, line {ROUND.count(chr(10)) + 1}: no line 'oops'"),
        (ROUND + ROUND.replace("Kc 5c", "Kc Kc"), "evening.txt, round 2: Kc is dealt 2 times"),
        (ROUND.replace("Kc 5c", "Kc Kc") + ROUND, "evening.txt, round 1: Kc is dealt 2 times"),
        (ROUND.replace("Kc 5c", "Kc Kc"), "evening.txt: Kc is dealt 2 times"),
        (
            ROUND.replace("Kc 5c", "Kc 5c 6c", 1),
            f"evening.txt, line {dealt_on('dealer')}: dealer takes 2 cards; 3 given",
        ),
        (
            ROUND.replace("bet       seat 3", "bet       seat 77"),
            "evening.txt, line 4: no seat 77: toy has seats 1 to 3",
        ),
    ],
)
def test_what_is_wrong_in_one_of_several_rounds_is_named(text: str, sentence: str):
    with pytest.raises(PitbossError) as caught:
        list(transcript.read_rounds(text, build, "evening.txt"))
    assert str(caught.value).startswith(sentence)


def test_a_round_without_a_card_that_no_bet_needs_reads_back():
    text = ROUND.replace("deal      bonus                3s\n", "")
    told = transcript.read(text, build)
    assert transcript.write(told.played, grids=False) == text
    assert transcript.differences(told) == []
    assert round_json(read_round(round_json(told.played), build)) == round_json(told.played)


def test_what_an_older_file_calls_a_hand_is_not_wrong():
    named = ROUND.replace("threw 2", "threw a deuce")
    assert named != ROUND
    assert transcript.differences(transcript.read(named, build)) == []


def test_bets_may_be_named_by_their_labels():
    def labelled(name: str, texts: Mapping[str, str], custom: Custom | None = None) -> Game:
        return replace(build(name, texts, custom), labels={"ante": "First Down", "side": "9 Card Bonus"})

    text = ROUND.replace("ante 5.00   side 5.00", "first-down 5.00   9 Card Bonus 5.00").replace(
        "seat 3   ante", "seat 3   First Down"
    )
    assert transcript.read(text, labelled).played.state.bets == transcript.read(ROUND, build).played.state.bets


def test_a_byte_order_mark_is_passed_over():
    assert transcript.write(transcript.read("\ufeff" + ROUND, build).played, grids=False) == ROUND
