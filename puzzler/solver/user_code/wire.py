"""Messages to and from the process of the user's code: JSON, then bytes."""

from __future__ import annotations

import json
import socket
from typing import Any

HOST = "127.0.0.1"
TOO_LONG = 124
"""Exit status of a process in which a call exceeded its time limit."""
SHOWN = 10_000
"""Limit on the printed text, of which the end is kept, in characters."""
_LENGTH = 8


class ClosedError(Exception):
    """The other side has closed the connection."""


def send(connection: socket.socket, header: dict[str, Any], content: bytes = b"") -> None:
    """Send a message."""
    text = json.dumps(header | {"size": len(content)}).encode()
    connection.sendall(len(text).to_bytes(_LENGTH, "big") + text + content)


class Receiver:
    """Receives messages. After a timeout, ``receive`` may be called again."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._buffer = bytearray()

    def receive(self) -> tuple[dict[str, Any], bytes]:
        """Return the next message. Raises ClosedError or TimeoutError, without loss of data."""
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
