import os
import stat
from pathlib import Path

import pytest

from pitboss.core.errors import KeyFileError
from pitboss.table.keys import VARIABLE, HouseKey, is_signed, key_file, make_key, read_key

KEY, OTHER = HouseKey(bytes(32)), HouseKey(bytes([1]) * 32)
SEED = bytes(range(192))


def nonce(count: int) -> bytes:
    return bytes(range(count))


def test_a_sealed_seed_is_opened_by_the_same_key_for_the_same_shuffle():
    sealed = KEY.seal(SEED, "s_1", nonce)
    assert KEY.unseal(sealed, "s_1") == SEED
    assert SEED.hex() not in sealed
    assert KEY.seal(SEED, "s_1", os.urandom) != KEY.seal(SEED, "s_1", os.urandom)


def code_of(key: HouseKey, sealed: str, shuffle: str) -> str:
    with pytest.raises(KeyFileError) as caught:
        key.unseal(sealed, shuffle)
    assert shuffle in str(caught.value)
    return caught.value.code


def test_a_seed_of_another_shuffle_or_key_is_refused_and_so_is_every_changed_letter():
    sealed = KEY.seal(SEED[:32], "s_1", nonce)
    assert code_of(KEY, sealed, "s_2") == "key/tampered"
    assert code_of(OTHER, sealed, "s_1") == "key/other"
    start = sealed.index(":") + 1
    for place in range(start, len(sealed)):
        flipped = format(int(sealed[place], 16) ^ 1, "x")
        assert code_of(KEY, sealed[:place] + flipped + sealed[place + 1 :], "s_1") == "key/tampered"
    for damaged in ("", "x", sealed[: start + 6], sealed[:-1], sealed + "0", sealed.partition(":")[2]):
        assert code_of(KEY, damaged, "s_1") == "key/tampered"


def test_a_signature_is_checked_with_the_public_key_alone():
    signature = KEY.sign(b"anchor")
    assert is_signed(b"anchor", signature, KEY.public_key)
    assert not is_signed(b"anchoR", signature, KEY.public_key)
    assert not is_signed(b"anchor", signature, OTHER.public_key)
    assert not is_signed(b"anchor", signature[:-2], KEY.public_key)
    assert not is_signed(b"anchor", "no", KEY.public_key)
    assert not is_signed(b"anchor", signature, "00")


def test_a_key_shows_its_fingerprint_alone():
    assert repr(KEY) == f"HouseKey({KEY.fingerprint})"
    assert KEY.fingerprint != OTHER.fingerprint


def test_a_key_file_is_made_once_and_for_its_owner_alone(tmp_path: Path):
    path = tmp_path / "data" / "tables.db.key"
    made = make_key(str(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    before = path.read_bytes()
    assert make_key(str(path)).public_key == made.public_key == read_key(str(path)).public_key
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]
    assert make_key(str(tmp_path / "other.key")).public_key != made.public_key


def refused(path: Path) -> KeyFileError:
    with pytest.raises(KeyFileError) as caught:
        read_key(str(path))
    assert str(path) in str(caught.value)
    return caught.value


def test_a_key_file_with_any_letter_changed_or_missing_is_refused(tmp_path: Path):
    path = tmp_path / "house.key"
    make_key(str(path), bytes)
    whole = path.read_bytes()
    for place in range(len(whole) - 1):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert refused(path).code == "key/damaged"
    for part in (b"", whole[:40], whole * 2, whole + b"x", b"\0" * 32):
        path.write_bytes(part)
        assert refused(path).code == "key/damaged"
    with pytest.raises(KeyFileError, match="is damaged"):
        make_key(str(path))


def test_a_key_file_that_is_missing_or_open_to_everybody_is_refused(tmp_path: Path):
    path = tmp_path / "house.key"
    error = refused(path)
    assert error.code == "key/missing"
    assert "put it back from its backup" in str(error)
    assert refused(tmp_path).code == "key/missing"
    make_key(str(path))
    path.chmod(0o644)
    assert refused(path).code == "key/exposed"
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(KeyFileError, match="cannot be written"):
        make_key(str(file / "house.key"))


def test_a_key_lies_beside_a_database_file_unless_it_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    assert key_file("data/tables.db") == "data/tables.db.key"
    with pytest.raises(KeyFileError, match=f"name it with {VARIABLE}=FILE"):
        key_file(None)
    monkeypatch.setenv(VARIABLE, "shared.key")
    assert key_file("data/tables.db") == key_file(None) == "shared.key"


def test_a_key_has_32_bytes():
    with pytest.raises(KeyFileError, match="a house key of 31 bytes: it has 32"):
        HouseKey(bytes(31))
