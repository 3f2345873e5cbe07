"""Messages to and from the process of the user's code: JSON, then bytes."""

from __future__ import annotations

import json
import socket
from typing import Any

MAX_HEADER = 1 << 24
"""Limit on the JSON text of a message, in bytes. Moves of long solutions take a few megabytes."""
MAX_CONTENT = 1 << 30
"""Default limit on the bytes after the JSON text."""
TOO_LONG = 124
"""Exit status of a process in which a call exceeded its time limit."""
SHOWN = 10_000
"""Limit on the printed text, of which the end is kept, in characters."""
PROGRESS = "is_progress"
"""The key of a message that the process sends during a long answer."""
PROGRESS_SECONDS = 0.5
SHARED = "shared"
"""The name of a socket that is passed on the standard input."""
_LENGTH = 8


class ClosedError(Exception):
    """The other side has closed the connection."""


class InvalidMessageError(Exception):
    """The other side has sent something else than a message."""


def send(connection: socket.socket, header: dict[str, Any], content: bytes = b"") -> None:
    """Send a message."""
    text = json.dumps(header | {"size": len(content)}).encode()
    connection.sendall(len(text).to_bytes(_LENGTH, "big") + text + content)


class Receiver:
    """Receives messages. After a timeout, ``receive`` may be called again."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._buffer = bytearray()
        self.limit = MAX_CONTENT
        """Limit on the bytes after the JSON text of the next message."""

    def receive(self) -> tuple[dict[str, Any], bytes]:
        """Return the next message.

        Raises ClosedError or TimeoutError, without loss of data, InvalidMessageError, or
        RecursionError if calls or values are nested too deeply.
        """
        while True:
            if len(self._buffer) >= _LENGTH:
                length = int.from_bytes(self._buffer[:_LENGTH], "big")
                if length > MAX_HEADER:
                    raise InvalidMessageError(f"a header of {length:,} bytes")
                begin = _LENGTH + length
                if len(self._buffer) >= begin:
                    header = _parse(self._buffer[_LENGTH:begin], self.limit)
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


def _parse(text: bytes | bytearray, limit: int) -> dict[str, Any]:
    """Return a header with a valid ``size``. Raises InvalidMessageError or RecursionError."""
    try:
        header = json.loads(text)
    except ValueError:
        raise InvalidMessageError("a header that is not JSON") from None
    if not isinstance(header, dict) or type(header.get("size")) is not int:
        raise InvalidMessageError("a header without a size")
    if not 0 <= header["size"] <= limit:
        raise InvalidMessageError(f"a content of {header['size']:,} bytes")
    return header
