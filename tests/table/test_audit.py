"""The audit chain: every change to a record, an entry or an event is found, and the first bad record is named."""

import hashlib
from collections.abc import Callable
from dataclasses import replace

import pytest

from pitboss.table import audit
from pitboss.table.audit import FIRST_HASH, KINDS, SIGNIFICANT, Chain, anchored, canonical_json, first_fault, vouched
from pitboss.table.records import Anchor, AuditRecord, Entry, EventRecord, Head


class Key:
    """A key that signs with a hash: who knows its name can sign."""

    def __init__(self, name: str = "house") -> None:
        self.public_key = name

    def sign(self, message: bytes) -> str:
        return hashlib.sha256(self.public_key.encode() + message).hexdigest()


def verify(public_key: str, message: bytes, signature: str) -> bool:
    return Key(public_key).sign(message) == signature


def chain(length: int = 4) -> list[AuditRecord]:
    made = Chain(Head(0, 0, FIRST_HASH), 5000)
    for number in range(1, length + 1):
        made.add("command", "a_1", "t_1", {"number": number, "words": "é"})
    return made.records


def test_canonical_json_has_one_text_for_one_document():
    assert canonical_json({"b": [1, None, "é"], "a": True}) == '{"a":true,"b":[1,null,"é"]}'
    with pytest.raises(TypeError, match=r"1\.5 is a float"):
        canonical_json({"a": [{"b": 1.5}]})


def test_the_hash_is_that_of_the_previous_hash_and_all_fields():
    first, second, *_ = chain()
    text = f'["{first.hash}",2,5000,"command","a_1","t_1","{{\\"number\\":2,\\"words\\":\\"é\\"}}"]'
    assert second.hash == hashlib.sha256(text.encode()).hexdigest()


def test_a_chain_goes_on_from_its_head_and_back_to_a_mark():
    records = chain()
    goes_on = Chain(Head(0, 2, records[1].hash), 5000)
    mark = goes_on.mark()
    goes_on.add("void", "a_1", "r_1", {})
    goes_on.rollback(mark)
    goes_on.add("command", "a_1", "t_1", {"number": 3, "words": "é"})
    assert goes_on.records == records[2:3]
    with pytest.raises(ValueError, match="no kind 'nothing'"):
        goes_on.add("nothing", "a_1", "t_1", {})


def test_kinds_are_known():
    required = {
        "failed-sign-in", "lock-out", "void", "parameter-change", "large-win", "meter-change", "clock-jump",
        "table-opened", "table-closed", "account-disabled", "deposit", "withdrawal",
    }  # fmt: skip
    assert required <= SIGNIFICANT <= set(KINDS)


def test_a_chain_as_it_was_written_is_right():
    records = chain()
    signed = [anchored(2, records[1].hash, 6, Key()), anchored(4, records[3].hash, 7, Key())]
    assert first_fault(records, signed, verify=verify, trusted=frozenset({"house"})) is None
    assert first_fault([]) is None


@pytest.mark.parametrize("field", ["at_ms", "kind", "actor", "subject", "body", "hash"])
def test_every_field_is_under_the_hash(field: str):
    records = chain()
    other = {"at_ms": 5001, "kind": "void"}.get(field, f"{getattr(records[2], field)} ")
    records[2] = replace(records[2], **{field: other})
    fault = first_fault(records)
    assert fault is not None
    assert fault.audit_seq == 3
    assert "audit record 3" in fault.words


@pytest.mark.parametrize(
    ("damage", "seq"),
    [
        (lambda records: records[1:], 2),
        (lambda records: [*records[:1], *records[2:]], 3),
        (lambda records: [records[0], records[2], records[1], records[3]], 3),
        (lambda records: [records[0], *records], 1),
    ],
)
def test_records_that_are_missing_doubled_or_moved(damage: Callable[[list[AuditRecord]], list[AuditRecord]], seq: int):
    fault = first_fault(damage(chain()))
    assert fault is not None
    assert fault.audit_seq == seq


def test_a_chain_made_anew_from_a_changed_record_on_breaks_its_anchor():
    records = chain()
    signed = anchored(4, records[3].hash, 6, Key())
    forged = Chain(Head(0, 0, FIRST_HASH), 5000)
    for number in range(1, 5):
        forged.add("command", "a_2", "t_1", {"number": number})
    assert first_fault(forged.records) is None
    fault = first_fault(forged.records, [signed], verify=verify)
    assert fault is not None
    assert fault.audit_seq == 4
    cut_off = first_fault(records[:3], [signed], verify=verify)
    assert cut_off is not None
    assert "signs audit record 4, but the chain ends with 3" in cut_off.words


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda anchor: replace(anchor, signature="00"), "does not verify"),
        (lambda anchor: replace(anchor, at_ms=9), "does not verify"),
        (lambda anchor: anchored(anchor.audit_seq, anchor.hash, 6, Key("forger")), "not the house's"),
    ],
)
def test_anchors_are_checked(damage: Callable[[Anchor], Anchor], words: str):
    records = chain()
    signed = damage(anchored(4, records[3].hash, 6, Key()))
    fault = first_fault(records, [signed], verify=verify, trusted=frozenset({"house"}))
    assert fault is not None
    assert words in fault.words


ENTRY = Entry(7, "hold:r_1_1:1:0", "hold", 5, "r_1_1", "", None, (("wallet/a_1", -5), ("escrow/t_1", 5)))
EVENTS = [
    EventRecord("t_1", 1, None, 5, "{}"),
    EventRecord("t_2", 8, "r_2_1", 5, "{}"),
    EventRecord("t_1", 2, None, 5, "x"),
]


def test_a_record_vouches_for_runs_of_entries_and_events():
    body = vouched([ENTRY, replace(ENTRY, seq=8, id="x")], EVENTS)
    assert body["entries"][:2] == [7, 8]
    assert {table: run[:2] for table, run in body["events"].items()} == {"t_1": [1, 2], "t_2": [8, 8]}
    assert body["events"]["t_1"][2] == audit.events_digest([EVENTS[0], EVENTS[2]])
    assert vouched() == {}


@pytest.mark.parametrize("field", ["seq", "id", "kind", "at_ms", "round", "note", "reverses", "legs"])
def test_every_field_of_an_entry_is_under_its_digest(field: str):
    other = (("wallet/a_1", -6), ("escrow/t_1", 6)) if field == "legs" else 99 if field in ("seq", "at_ms") else "other"
    assert audit.entries_digest([replace(ENTRY, **{field: other})]) != audit.entries_digest([ENTRY])


@pytest.mark.parametrize("field", ["table", "seq", "round", "at_ms", "body"])
def test_every_field_of_an_event_is_under_its_digest(field: str):
    other = 99 if field in ("seq", "at_ms") else "other"
    assert audit.events_digest([replace(EVENTS[0], **{field: other})]) != audit.events_digest([EVENTS[0]])
