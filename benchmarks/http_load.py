"""Server processes, and calls at them that cost the machine little: HTTP and WebSocket over plain streams."""

import asyncio
import base64
import json
import os
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any

API = "/api/v1"
NO_LIMITS = {f"PITBOSS_{each}": "0" for each in ("REQUESTS_PER_SECOND", "GUESTS_PER_MINUTE", "SIGN_INS_PER_MINUTE")}


class ServerProcess:
    """`pitboss serve` on a free port of this machine."""

    def __init__(self, database: str, key_file: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pitboss", "serve", "--db", database, "--port", "0"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **NO_LIMITS, "PITBOSS_LOG": "error", "PITBOSS_KEY_FILE": str(key_file)},
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        self.port = int(said.split("127.0.0.1:")[1].split()[0])
        line = next(line for line in self.process.stdout if "token=" in line)
        self.link = line.strip().rpartition("token=")[2]
        self.token = ""  # The supervisor's, once somebody has signed in.

    def memory_kb(self) -> int:
        """The memory that the process has in use."""
        return self._status("VmRSS")

    def most_memory_kb(self) -> int:
        """The most memory that the process has had in use."""
        return self._status("VmHWM")

    def _status(self, name: str) -> int:
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(name))

    def cpu_seconds(self) -> float:
        """The time that the process has had a core."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """Tells the server to end."""
        self.process.terminate()
        self.process.wait()


class Caller:
    """One connection that is kept open, and the token of its account."""

    def __init__(self, port: int, token: str = "") -> None:
        self.port, self.token = port, token
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Status and document of a call; made again, under the same key, where the server has ended the connection."""
        key = secrets.token_hex(8)
        try:
            return await self._once(method, path, body, key)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.close()
            return await self._once(method, path, body, key)

    async def _once(self, method: str, path: str, body: Any, key: str) -> tuple[int, Any]:
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self._reader is not None
        content = b"" if body is None else json.dumps(body).encode()
        signed = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        self._writer.write(
            f"{method} {API}{path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{signed}"
            f"Idempotency-Key: {key}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(content)}\r\n\r\n".encode()
            + content
        )
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        size = int(head.split("content-length:")[1].split("\r\n")[0]) if "content-length:" in head else 0
        told = await self._reader.readexactly(size)
        return int(head.split()[1]), json.loads(told) if told else None

    async def done(self, method: str, path: str, body: Any = None) -> Any:
        """The document of a call that must be carried out."""
        status, told = await self.call(method, path, body)
        assert status < 300, told
        return told

    def close(self) -> None:
        """Ends the connection."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None


class Watcher:
    """A WebSocket at one table."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def opened(cls, port: int, table: str, after: int) -> "Watcher":
        """A new watcher, who is told what comes after an event."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET {API}/tables/{table}/live?after={after} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in head, head
        return cls(reader, writer)

    async def event(self) -> Any:
        """The next event."""
        while True:
            first, size = await self._reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await self._reader.readexactly(2), "big")
            elif size == 127:
                size = int.from_bytes(await self._reader.readexactly(8), "big")
            content = await self._reader.readexactly(size)
            if first & 15 == 1:
                return json.loads(content)
            if first & 15 == 9:  # A ping; its pong is masked with nothing.
                self._writer.write(bytes((0x8A, 0x80 | size)) + bytes(4) + content)
            assert first & 15 != 8, content

    def close(self) -> None:
        """Ends the connection."""
        self._writer.close()
