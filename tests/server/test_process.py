"""The server as a process: the lobby that goes on to serve, Ctrl-C, SIGTERM, kill -9, and what it refuses at start."""

import signal
import sqlite3
import stat
from pathlib import Path

import httpx2
import pytest

from pitboss import games
from pitboss.core.errors import KeyFileError
from pitboss.server.run import house_key, open_store
from pitboss.table import anchors_file
from pitboss.table.records import TableRecord
from tests.support.command import pitboss, pitboss_process
from tests.support.serving import served, start

BY_TLS = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.5"}
"""What a proxy says of a request."""


def test_the_lobby_lists_the_games_then_serves_until_ctrl_c(tmp_path: Path):
    server = start(XDG_DATA_HOME=str(tmp_path))
    for name in games.find():
        assert name in server.printed
    assert httpx2.get(f"{server.address}/ready").json() == {"status": "ready"}
    assert (tmp_path / "pitboss" / "tables.db").exists()
    assert stat.S_IMODE((tmp_path / "pitboss" / "tables.db.key").stat().st_mode) == 0o600
    status, stderr = server.stop(signal.SIGINT)
    assert status == 130
    assert stderr.splitlines()[-1].startswith("Stopped. Everything is stored")
    assert "Traceback" not in stderr


def test_what_was_acknowledged_is_there_after_kill_9_and_sigterm(tmp_path: Path):
    """A second server at the same port says in one line why it cannot start; a proxy is believed where it is named."""
    with served(tmp_path) as server:
        made = httpx2.post(f"{server.address}/api/v1/guests", headers=BY_TLS)
        token = made.json()["token"]
        assert "secure" not in made.headers["set-cookie"].lower()
        port = server.address.rpartition(":")[2]
        done = pitboss_process("serve", "--db", str(tmp_path / "other.db"), "--port", port)
        assert done.returncode == 2
        (line,) = done.stderr.splitlines()
        assert f"127.0.0.1:{port}: the address is not this machine's, or the port is taken" in line
        server.stop(signal.SIGKILL)
    headers = {"Authorization": f"Bearer {token}"}
    with served(tmp_path, PITBOSS_PROXIES="127.0.0.0/8") as server:
        assert httpx2.get(f"{server.address}/api/v1/me", headers=headers).json()["balance"] == "1000.00"
        made = httpx2.post(f"{server.address}/api/v1/guests", headers=BY_TLS)
        assert "secure" in made.headers["set-cookie"].lower()
        assert server.stop() == (0, "")
    (kinds,) = zip(*sqlite3.connect(tmp_path / "tables.db").execute("SELECT kind FROM audit ORDER BY seq"), strict=True)
    assert kinds.count("server-started") == 2
    assert kinds[-1] == "server-stopped"
    assert [each.audit_seq for each in anchors_file.read(str(tmp_path / "tables.db.anchors"))][-1] == len(kinds)


def test_a_lost_key_file_stops_the_start_once_there_are_tables(tmp_path: Path):
    store = open_store(str(tmp_path / "new" / "tables.db"))
    key = house_key(store)
    assert house_key(store).public_key == key.public_key
    (tmp_path / "new" / "tables.db.key").unlink()
    with store.transaction() as transaction:
        transaction.write([TableRecord("t_1", "{}", "a_1", False, "open", 0, "{}", None)])
    with pytest.raises(KeyFileError, match="is missing"):
        house_key(store)
    store.close()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--port", "99999"), "'99999': give a whole number from 0 to 65535"),
        (("--port", "x"), "'x': give a whole number"),
        (("--db", "mysql://x/y"), "'mysql://x/y': give postgresql://USER@HOST/NAME or a file"),
        (("--db", "."), "'.' is a folder: give the file of a database"),
        (("--host", "nope"), "'nope' is not an address: give 127.0.0.1 or localhost"),
    ],
)
def test_wrong_settings_are_refused(arguments: tuple[str, ...], says: str):
    done = pitboss("serve", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert says in line


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "0.0.0.0", "::1"])
def test_right_settings_are_taken(host: str, tmp_path: Path):
    done = pitboss("serve", "--db", str(tmp_path / "new" / "tables.db"), "--host", host, "--port", "0")
    assert (done.returncode, done.stderr) == (0, "")
    assert list(tmp_path.iterdir()) == []
