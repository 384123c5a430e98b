import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import games
from pitboss.core import transcript
from pitboss.core.errors import PitbossError
from tests.support.rounds import golden_rounds

ROUND = golden_rounds("super-pan-9")[-1].read_text()


def test_results_may_be_left_out():
    kept = (line.split("(")[0] for line in ROUND.splitlines() if line.split()[0] in ("game", "bet", "deal", "choose"))
    short = "\n".join(line.replace(" ", "\t", 1) for line in kept)
    told = transcript.read(short + "\n# a remark\n\n", games.build)
    assert told.claims == ()
    assert transcript.write(told.played) == ROUND


@pytest.mark.parametrize(
    ("old", "new", "right"),
    [
        ("returns 19.50", "returns 20.00", "returns 19.50"),
        ("net       1   +8.50", "net       1   +9.00", "net 1 +8.50"),
        ("1 regular            WON ", "1 regular            LOST", "outcome 1 regular WON 9 against 7"),
        ("net       3   -2.00", "net       4   -2.00", "'net 4 -2.00' is not of this round"),
        ("outcome   1 tie ", "outcome   3 tie ", "is not of this round"),
        (
            "DRAW                 (may STAND, DRAW)",
            "DRAW                 (may DRAW)",
            "choose 1 draw DRAW (may STAND, DRAW)",
        ),
        ("4 points", "5 points", "show dealer 3s Qh Ad 4 points"),
        ("net       1   +8.50", "net       1   +8.50\nnet       1   +8.50", "'net 1 +8.50' is not of this round"),
    ],
)
def test_false_claims_are_found(old: str, new: str, right: str):
    assert old in ROUND
    (sentence,) = transcript.differences(transcript.read(ROUND.replace(old, new, 1), games.build))
    assert right in sentence


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "game      super-pan-9 1",
            "game      super-pan-9 2",
            "line 1: this round was dealt by version 2 of super-pan-9",
        ),
        (
            "game      super-pan-9 1",
            "game      super-pan 1",
            "line 1: no game 'super-pan'; did you mean 'super-pan-9'?",
        ),
        ("decks=8", "decks=9", "line 1: decks cannot be '9': give a whole number from 1 to 8"),
        ("decks=8", "decks", "line 1: 'decks' is no option; write NAME=VALUE"),
        ("decks=8", "decks=8 decks=1", "line 1: the option decks is told twice"),
        ("bet       seat 1", "bett      seat 1", "line 2: no line 'bett'; did you mean 'bet'?"),
        ("seat 2", "seat 1", "line 3: the bets of seat 1 are told twice"),
        ("seat 2", "seat x", "line 3: no seat 'x'"),
        ("tie 1.00", "tie", "line 2: 'seat 1   regular 10.00   tie' are no bets"),
        ("tie 1.00", "tie one", "line 2: no amount 'one'"),
        ("player 2   ", "player     ", "player belongs to a seat; write: deal player 1 CARDS"),
        ("deal      dealer", "deal      deeler", "no pile 'deeler'; did you mean 'dealer'?"),
        ("choose    1 draw", "choose    draw", "is no choice; write: choose 1 NAME OPTION"),
        ("choose    1 draw", "choose    1 drow", "no choice 'drow'; did you mean 'draw'?"),
        ("DRAW ", "TAKE ", "no option 'TAKE'"),
        ("6s 4h 3d", "6s 4h 7d", "7d is not a card of the 8-deck shoe"),
        ("6s 4h 3d", "6s 4h 1d", "no card '1d'"),
    ],
)
def test_a_wrong_round_file_is_refused_with_its_line(old: str, new: str, sentence: str):
    assert old in ROUND
    with pytest.raises(PitbossError) as caught:
        transcript.read(ROUND.replace(old, new, 1), games.build, "round.txt")
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"), [("", "it has no game line"), ("net 1 +5.00", "the first line of a round")]
)
def test_a_round_file_without_a_game(text: str, sentence: str):
    with pytest.raises(PitbossError, match=sentence):
        transcript.read(text, games.build)


@given(st.data())
def test_a_mangled_round_file_reads_or_is_refused(data: st.DataObject):
    """Any cut, swap or noise in a round file gives a round or a clear error, never anything else."""
    words = ROUND.split(" ")
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(words) - 1))
        words[place] = data.draw(st.one_of(st.text(max_size=6), st.sampled_from(words)))
    try:
        told = transcript.read(" ".join(words), games.build)
    except PitbossError:
        return
    transcript.differences(told)
