"""What the process of the user's code and this one tell each other: JSON, then plain bytes."""

from __future__ import annotations

import json
import socket
from typing import Any

HOST = "127.0.0.1"
TOO_LONG = 124
"""The exit status of a process in which a call takes longer than it may."""
SHOWN = 10_000
"""Characters of what the code has printed that are handed on, the last ones."""
_LENGTH = 8


class ClosedError(Exception):
    """The other side has gone."""


def send(connection: socket.socket, header: dict[str, Any], content: bytes = b"") -> None:
    """Send a message."""
    text = json.dumps(header | {"size": len(content)}).encode()
    connection.sendall(len(text).to_bytes(_LENGTH, "big") + text + content)


class Receiver:
    """Receives messages; where the connection has a timeout, ``receive`` may be called again."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._buffer = bytearray()

    def receive(self) -> tuple[dict[str, Any], bytes]:
        """The next message; ClosedError, or TimeoutError, after which nothing is lost."""
        while True:
            if len(self._buffer) >= _LENGTH:
                begin = _LENGTH + int.from_bytes(self._buffer[:_LENGTH], "big")
                if len(self._buffer) >= begin:
                    header = json.loads(self._buffer[_LENGTH:begin])
                    end = begin + header["size"]
                    if len(self._buffer) >= end:
                        content = bytes(self._buffer[begin:end])
                        del self._buffer[:end]
                        return header, content
            try:
                more = self._connection.recv(1 << 20)
            except ConnectionError:
                raise ClosedError from None
            if not more:
                raise ClosedError
            self._buffer += more
