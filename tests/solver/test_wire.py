"""Messages to and from the process of the user's code."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzler.solver.user_code import wire
from puzzler.solver.user_code.wire import ClosedError, InvalidMessageError, Receiver, send

Sides = tuple[socket.socket, Receiver]


@pytest.fixture
def sides() -> Iterator[Sides]:
    """The sending and the receiving side of a connection."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.settimeout(0.002)
        yield ours, Receiver(theirs)


class Recorder:
    """Stores what is sent."""

    def __init__(self) -> None:
        self.data = b""

    def sendall(self, data: bytes) -> None:
        self.data += data


messages = st.tuples(
    st.dictionaries(st.text(max_size=5).filter(lambda key: key != "size"), st.integers()),
    st.binary(max_size=30),
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(messages, min_size=1, max_size=4), st.integers(10, 60))
def test_messages_arrive_in_any_pieces(
    sides: Sides, sent: list[tuple[dict[str, int], bytes]], piece: int
) -> None:
    ours, receiver = sides
    recorder = Recorder()
    for header, content in sent:
        send(recorder, header, content)  # type: ignore[arg-type]
    for first in range(0, len(recorder.data), piece):
        ours.sendall(recorder.data[first : first + piece])
    for header, content in sent:
        assert receiver.receive() == (header | {"size": len(content)}, content)
    with pytest.raises(TimeoutError):
        receiver.receive()


def test_a_timeout_loses_no_data(sides: Sides) -> None:
    ours, receiver = sides
    recorder = Recorder()
    send(recorder, {"a": 1}, b"content")  # type: ignore[arg-type]
    for cut in (3, 9, len(recorder.data) - 1):
        ours.sendall(recorder.data[:cut])
        with pytest.raises(TimeoutError):
            receiver.receive()
        ours.sendall(recorder.data[cut:])
        assert receiver.receive() == ({"a": 1, "size": 7}, b"content")


def test_the_end_of_a_connection(sides: Sides) -> None:
    ours, receiver = sides
    send(ours, {}, b"")
    ours.close()
    assert receiver.receive() == ({"size": 0}, b"")
    with pytest.raises(ClosedError):
        receiver.receive()


def test_a_reset_is_the_end_of_a_connection() -> None:
    ours, theirs = socket.socketpair()
    with theirs:
        theirs.sendall(b"not read")
        ours.close()
        with pytest.raises(ClosedError):
            Receiver(theirs).receive()


def framed(text: bytes) -> bytes:
    return len(text).to_bytes(8, "big") + text


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (framed(b"{"), "not JSON"),
        (framed(b"[1]"), "without a size"),
        (framed(b"{}"), "without a size"),
        (framed(b'{"size": true}'), "without a size"),
        (framed(b'{"size": 1.0}'), "without a size"),
        (framed(b'{"size": -1}'), "-1 bytes"),
        (framed(b'{"size": %d}' % (wire.MAX_CONTENT + 1)), "1,073,741,825 bytes"),
        ((wire.MAX_HEADER + 1).to_bytes(8, "big"), "a header of 16,777,217 bytes"),
    ],
)
def test_other_data_is_an_error(sides: Sides, data: bytes, message: str) -> None:
    ours, receiver = sides
    ours.sendall(data)
    with pytest.raises(InvalidMessageError, match=message):
        receiver.receive()


def test_a_deep_header_is_a_recursion_error(sides: Sides) -> None:
    ours, receiver = sides
    ours.sendall(framed(b"[" * 100_000))
    with pytest.raises(RecursionError):
        receiver.receive()


@pytest.mark.parametrize(
    "data", [framed(b'{"size": %d}' % wire.MAX_CONTENT), wire.MAX_HEADER.to_bytes(8, "big")]
)
def test_the_largest_sizes_are_allowed(sides: Sides, data: bytes) -> None:
    ours, receiver = sides
    ours.sendall(data)
    with pytest.raises(TimeoutError):
        receiver.receive()
