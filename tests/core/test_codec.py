"""Rounds as JSON, finished or not, on the toy game."""

import json
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.core import transcript
from pitboss.core.cards import parse_cards
from pitboss.core.codec import read_round, round_json
from pitboss.core.errors import FormatError, GridError, OptionError, PitbossError
from pitboss.core.pays import Custom
from pitboss.core.round import Round
from pitboss.core.script import Bets, Chose, Dealt
from pitboss.core.settle import settle_round
from tests.support.rounds import random_round
from tests.support.toy import build

OWN = '[ante]\ngrid = """\n        mine\nWON       2\nTIED    push\nLOST    lose\n"""\n'


def begun(**texts: str) -> Round:
    """A round in mid-play: seat 1 is asked whether it swaps."""
    played = Round(build("toy", texts)).after(Bets({1: {"ante": 500}}))
    played = played.after(Dealt("player", 1, parse_cards("As 2d")))
    return played.after(Dealt("dealer", 0, parse_cards("Kc 3c")))


def there_and_back(played: Round) -> Round:
    return read_round(json.loads(json.dumps(round_json(played))), build)


def test_every_beginning_of_a_round_reads_back():
    source = random.Random(3)
    for _ in range(40):
        whole = random_round(build("toy", {}), source)
        for end in range(len(whole.events) + 1):
            part = Round(whole.game, whole.events[:end])
            again = there_and_back(part)
            assert again.events == part.events
            assert again.need() == part.need()
            assert transcript.write(again) == transcript.write(part)


def test_a_document_says_its_game_options_and_pay_tables():
    document = round_json(begun(mood="3"))
    assert (document["game"], document["version"], document["options"]) == ("toy", 1, {"mood": "3", "ante": "printed"})
    assert {name: grid["column"] for name, grid in document["grids"].items()} == {"ante": "printed", "lucky": "printed"}
    assert document["events"][-1] == {"type": "dealt", "pile": "dealer", "seat": 0, "cards": ["Kc", "3c"]}
    chosen = round_json(begun().after(Chose(1, "swap", 1)))["events"][-1]
    assert chosen == {"type": "chose", "seat": 1, "choice": "swap", "option": "swap"}


def test_a_round_on_a_pay_table_of_the_users_own_reads_back_without_the_file():
    game = build("toy", {}, Custom(OWN, "mine.toml"))
    played = Round(game).after(Bets({1: {"ante": 500}})).after(Dealt("player", 1, parse_cards("As Kd")))
    played = played.after(Dealt("dealer", 0, parse_cards("4c 3c"))).after(Chose(1, "swap", 0))
    document = round_json(played)
    assert "mine" in document["paytables"]
    assert settle_round(there_and_back(played)) == settle_round(played)
    assert settle_round(played).net_cents() == 1000
    del document["paytables"]
    with pytest.raises(PitbossError, match="ante cannot be 'mine'"):
        read_round(document, build)


def test_events_can_be_pickled_and_compared():
    for event in begun().events:
        assert pickle.loads(pickle.dumps(event)) == event


def changed(**parts: object) -> dict:
    return {**round_json(begun()), **parts}


GRIDS = round_json(begun())["grids"]


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ([], "a round is a JSON object"),
        (changed(format=2), "format 2 of a round is not known; this program reads 1"),
        (changed(game="toi"), "no game 'toi'; did you mean 'toy'?"),
        (changed(game=7), "the game must be a text, not 7"),
        (changed(version=2), "dealt by version 2 of toy; the version here is 1"),
        (changed(options={"mood": "9"}), "mood cannot be '9'"),
        (changed(options=[]), "the options of a round are a JSON object"),
        (changed(grids={}), "the pay tables of a round of toy are ante, lucky; given are none"),
        (
            changed(grids={**GRIDS, "ante": {"column": "printed"}}),
            "the pay table ante here, column printed, is not the one",
        ),
        (changed(format=True), "format true of a round is not known"),
        (changed(version=True), "dealt by version true of toy"),
        (changed(events=[{"type": "bets", "seats": {"1": {"ante": "5"}, "01": {"ante": "6"}}}]), 'not "01"'),
        (changed(version="1\n2"), 'dealt by version "1\\n2" of toy'),
        (changed(grids={**GRIDS, "x\ny": {}}), "given are ante, lucky, 'x\\ny'"),
        (changed(events=[{"type": "dealt", "pile": "x\ny"}]), "event 1: no pile 'x\\ny'"),
        (changed(events={}), "the events of a round are a list"),
        (changed(events=[1]), "event 1: an event is a JSON object; given is 1"),
        (changed(events=[{"type": "dealed"}]), "event 1: no type of event 'dealed'; did you mean 'dealt'?"),
        (changed(events=[{"type": "bets", "seats": [1]}]), "event 1: seats must be bets by seat and wager, not [1]"),
        (
            changed(events=[{"type": "bets", "seats": {"1": {"ante": 5}}}]),
            "event 1: the bet 'ante' must be a text, not 5",
        ),
        (changed(events=[{"type": "bets", "seats": {"x": {"ante": "5"}}}]), 'seat must be a whole number, not "x"'),
        (changed(events=[{"type": "bets", "seats": {"9": {"ante": "5"}}}]), "event 1: no seat 9"),
        (
            changed(events=[*round_json(begun())["events"], {"type": "chose", "seat": 1, "choice": "swop"}]),
            "event 4: no choice 'swop'; did you mean 'swap'?",
        ),
        (
            changed(events=[*round_json(begun())["events"], {"type": "chose", "seat": 1, "choice": "swap"}]),
            "event 4: the option of swap must be a text, not null",
        ),
        (
            changed(events=[{"type": "bets", "seats": {"1": {"ante": "5"}}}, {"type": "dealt", "pile": "player"}]),
            "event 2: seat must be a whole number, not null",
        ),
    ],
)
def test_a_document_that_is_damaged_is_refused(document: object, sentence: str):
    with pytest.raises(PitbossError) as caught:
        read_round(document, build)
    assert sentence in str(caught.value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@given(st.data())
def test_a_mangled_document_reads_or_is_refused(data: st.DataObject):
    document = json.loads(json.dumps(round_json(begun().after(Chose(1, "swap", 1)))))
    place = data.draw(st.sampled_from([*document, "event"]))
    if place == "event":
        event = data.draw(st.sampled_from(document["events"]))
        event[data.draw(st.sampled_from([*event]))] = data.draw(JSON)
    else:
        document[place] = data.draw(JSON)
    try:
        read_round(document, build)
    except (FormatError, OptionError, GridError):  # Damaged; or the game refuses its name, options or pay tables.
        return
