"""The house's key: 32 random bytes in a file of their own. They seal seeds until the reveal, and sign the audit log.

The database never holds the key, so a copy of the database tells no seed of a shuffle that is still in play. Seeds are
sealed with AES-256-GCM, bound to the id of their shuffle; anchors of the audit log are signed with Ed25519. These keys
are derived from the file's bytes, so that one file is all that a server needs besides its database, and several servers
of one database share it.
"""

import contextlib
import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Callable
from pathlib import Path

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pitboss.core.errors import KeyFileError

VARIABLE = "PITBOSS_KEY_FILE"
"""Names the key file of several servers with one database."""
FORMAT = "pitboss-key-1"
SECRET_BYTES, NONCE_BYTES = 32, 12

_LINE = re.compile(rf"{FORMAT} ([0-9a-f]{{64}}) ([0-9a-f]{{8}})\n?", re.ASCII)
_SEALED = re.compile(r"([0-9a-f]{16}):((?:[0-9a-f]{2})+)", re.ASCII)


class HouseKey:
    """The key of one house. It shows its public half alone, also to a debugger or a log."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) != SECRET_BYTES:
            raise KeyFileError(f"a house key of {len(secret)} bytes: it has {SECRET_BYTES}", "damaged")
        self._cipher = AESGCM(_derived(secret, "seal"))
        self._signer = Ed25519PrivateKey.from_private_bytes(_derived(secret, "sign"))
        self._deriving = _derived(secret, "derive")
        self.public_key = self._signer.public_key().public_bytes_raw().hex()
        self.fingerprint = hashlib.sha256(bytes.fromhex(self.public_key)).hexdigest()[:16]

    def __repr__(self) -> str:
        return f"HouseKey({self.fingerprint})"

    def seal(self, seed: bytes, shuffle_id: str, entropy: Callable[[int], bytes]) -> str:
        """The seed of a shuffle, encrypted: the key's fingerprint, then nonce and ciphertext in hexadecimal."""
        nonce = entropy(NONCE_BYTES)
        return f"{self.fingerprint}:{(nonce + self._cipher.encrypt(nonce, seed, shuffle_id.encode())).hex()}"

    def unseal(self, sealed: str, shuffle_id: str) -> bytes:
        """The seed that was sealed for a shuffle; refuses one of another key or shuffle, or one that was changed."""
        found = _SEALED.fullmatch(sealed)
        if found and found[1] != self.fingerprint:
            raise KeyFileError(
                f"the seed of shuffle {shuffle_id} is sealed under key {found[1]}; the key file here is of key "
                f"{self.fingerprint}: give the file of the other key with {VARIABLE}",
                "other",
            )
        with contextlib.suppress(InvalidTag, ValueError):
            if found:
                body = bytes.fromhex(found[2])
                return self._cipher.decrypt(body[:NONCE_BYTES], body[NONCE_BYTES:], shuffle_id.encode())
        raise KeyFileError(f"the sealed seed of shuffle {shuffle_id} was changed after it was sealed", "tampered")

    def derive(self, *parts: str) -> bytes:
        """32 bytes that follow from some texts, and that nobody without the key can work out."""
        framed = "".join(f"{len(part)}:{part}" for part in parts)
        return hmac.digest(self._deriving, framed.encode(), "sha256")

    def sign(self, message: bytes) -> str:
        """The Ed25519 signature of a message, in hexadecimal."""
        return self._signer.sign(message).hex()


def is_signed(message: bytes, signature: str, public_key: str) -> bool:
    """Whether a signature is that of the owner of a public key, both in hexadecimal."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key)).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _derived(secret: bytes, purpose: str) -> bytes:
    return hmac.digest(secret, f"{FORMAT}|{purpose}".encode(), "sha256")


def key_file(database_file: str | None) -> str:
    """The path of the key file: what `PITBOSS_KEY_FILE` says, else beside a database that is a file."""
    named = os.environ.get(VARIABLE)
    if named:
        return named
    if database_file is None:
        raise KeyFileError(f"the servers of this database share a key file: name it with {VARIABLE}=FILE", "missing")
    return f"{database_file}.key"


def read_key(path: str) -> HouseKey:
    """The key of a file; refuses one that is missing, damaged, or open to other users of the machine."""
    try:
        with open(path, "rb") as file:
            mode, line = os.fstat(file.fileno()).st_mode, file.read(200)
    except FileNotFoundError:
        raise KeyFileError(
            f"the key file {path!r} is missing: without it no shuffle of the database can be dealt on or revealed; "
            "put it back from its backup",
            "missing",
        ) from None
    except OSError as error:
        raise KeyFileError(f"the key file {path!r} cannot be read: {error.strerror}", "missing") from None
    if os.name == "posix" and mode & 0o007:
        raise KeyFileError(f"the key file {path!r} is open to every user of this machine: chmod 600 it", "exposed")
    found = _LINE.fullmatch(line.decode("latin-1"))
    if not found or _checksum(found[1]) != found[2]:
        raise KeyFileError(f"the key file {path!r} is damaged: put it back from its backup", "damaged")
    return HouseKey(bytes.fromhex(found[1]))


def make_key(path: str, entropy: Callable[[int], bytes] = secrets.token_bytes) -> HouseKey:
    """Makes a key file that only its owner can read, and returns its key; where there is one already, that one's.

    The file appears whole or not at all, so two servers that start at once agree on one key.
    """
    target = Path(path)
    secret = entropy(SECRET_BYTES).hex()
    aside = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(handle, "wb") as file:
            file.write(f"{FORMAT} {secret} {_checksum(secret)}\n".encode())
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(aside, target)
            _sync_folder(target.parent)
    except OSError as error:
        raise KeyFileError(f"the key file {path!r} cannot be written: {error.strerror}", "missing") from None
    finally:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)
    return read_key(path)


def _sync_folder(folder: Path) -> None:
    if os.name == "posix":  # A new name is durable when its folder is.
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _checksum(secret: str) -> str:
    return hashlib.sha256(f"{FORMAT} {secret}".encode()).hexdigest()[:8]
