"""The smallest and the largest value that each reader accepts, and their neighbours."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from puzzler.board import Board, Scenario, shuffle, shuffler
from puzzler.board.errors import PuzzlerError
from puzzler.board.numbers import decimal_number, whole_number
from puzzler.formats import board_list, moves, reading, toml_reading
from puzzler.formats.reading import find_source
from puzzler.game.core.settings import Crop, Settings
from puzzler.game.files import text_reader
from puzzler.game.play.new_boards import parse_seed
from puzzler.game.storage import settings_file
from puzzler.search.homework.assignment import parse_assignment
from puzzler.search.options import checked_depth, weight_terms
from puzzler.solver.race.race_rules import check_lanes
from puzzler.solver.user_code import wire
from puzzler.window.export.film import Film

SOLVED = Board.solved(2, 2)
LIST = b"1 2 3 0\n"


def board_text(rows: int, columns: int) -> str:
    cells = iter(range(rows * columns))
    return "/".join(" ".join(str(next(cells)) for _ in range(columns)) for _ in range(rows))


def labels(length: int) -> tuple[str, ...]:
    return ("", "A", "x" * length, "C")


def task(key: str, number: float) -> str:
    return f'[[tasks]]\nfunction = "h"\nask = "expansions"\n{key} = {number}\n'


def receive(header: bytes, content: bytes = b"") -> object:
    one, two = socket.socketpair()
    with one, two:
        one.sendall(len(header).to_bytes(8, "big") + header + content)
        return wire.Receiver(two).receive()


def lines(text: bytes, tmp_path: Any) -> list[reading.Line]:
    file = tmp_path / "boards.txt"
    file.write_bytes(text)
    found = list(find_source(str(file)).lines())
    for line in found:
        if line.fault is not None:
            raise line.fault
    return found


def load(text: str, tmp_path: Any) -> None:
    (tmp_path / settings_file.FILE_NAME).write_text(text)
    _, message = settings_file.load_settings(tmp_path)
    if message:
        raise ValueError(message)


def settings(name: str) -> Callable[[float], Settings]:
    return lambda value: Settings(**{name: value})


ACCEPTED: dict[str, tuple[Callable[[Any], object], float | None, float | None, float]] = {
    "a whole number": (lambda n: whole_number(str(n), 3, 7), 3, 7, 1),
    "its digits": (lambda n: whole_number("1" * n), 1, 40, 1),
    "a decimal": (lambda n: decimal_number(str(n), 3, 7), 3, 7, 0.5),
    "its first digits": (lambda n: decimal_number("1" * n), 1, 40, 1),
    "its last digits": (lambda n: decimal_number("1." + "1" * n), None, 40, 1),
    "its exponent": (lambda n: decimal_number("1e" + "0" * n), 1, 3, 1),
    "rows of a text": (lambda n: Board.parse(board_text(n, 2)), 2, 10, 1),
    "columns of a text": (lambda n: Board.parse(board_text(2, n)), 2, 10, 1),
    "rows": (lambda n: Board.solved(n, 3), 2, 10, 1),
    "columns": (lambda n: Board.solved(3, n), 2, 10, 1),
    "a label": (lambda n: Scenario(SOLVED, SOLVED, labels=labels(n)), None, 20, 1),
    "moves of a shuffle": (lambda n: shuffle(3, 3, n, 1), 1, 5, 1),
    "repeated moves": (lambda n: moves.read_moves(f"U{n}"), 1, 9, 1),
    "moves": (lambda n: moves.read_moves("U" * n), None, 9, 1),
    "moves with repetitions": (lambda n: moves.read_moves(f"RU{n}"), 1, 8, 1),
    "an id in a list": (lambda n: board_list.read("x" * n + " 1 2 3 0"), None, 100, 1),
    "parts of a key": (lambda n: toml_reading.parse(".".join("a" * n) + " = 1"), 1, 9, 1),
    "digits in TOML": (lambda n: toml_reading.parse("a = " + "1" * n), 1, 19, 1),
    "points of a task": (lambda n: parse_assignment(task("points", n), "x"), 0, 10**9, 1),
    "expansions of a task": (lambda n: parse_assignment(task("most", n), "x"), 0, 10**9, 1),
    "a pasted text": (lambda n: text_reader.normal("1" * n), 1, 1024 * 1024, 1),
    "digits of a seed": (lambda n: parse_seed("1" * n), 1, 40, 1),
    "lanes of a race": (lambda n: check_lanes([None] * n), 2, 4, 1),  # type: ignore[list-item]
    "a depth": (checked_depth, 1, 1_000_000, 1),
    "a weight": (weight_terms, 0, 1000, 0.5),
    "decimals of a weight": (lambda n: weight_terms(float("1." + "1" * n)), None, 3, 1),
    "a header": (lambda n: receive(b'{"size": 0' + b" " * (n - 11) + b"}"), None, 20, 1),
    "a content": (lambda n: receive(json.dumps({"size": n}).encode(), b"x" * n), 0, 9, 1),
    "pixels of a recording": (lambda n: Film(SOLVED, SOLVED, side=n), 48, 2160, 1),
    "speed of a recording": (lambda n: Film(SOLVED, SOLVED, speed=n), 0.1, 25, 0.05),
    **{name: (settings(name), low, high, step) for name, low, high, step in (
        ("rows", 2, 10, 1), ("columns", 2, 10, 1), ("playback_speed", 0.5, 60, 0.25),
        ("ghost", None, 60, 0.5), ("inspection", 5, 60, 1), ("volume", 0, 1, 0.1),
        ("interface_scale", 0.75, 3, 0.1), ("thinking_seconds", 0, 60, 0.5),
        ("time_limit", 0.1, 86_400, 0.05), ("memory_limit", 16, 1_000_000, 1),
    )},
    "zoom": (lambda n: Settings(crops={"p": Crop(zoom=n)}), 1, 8, 0.5),
    "left of a crop": (lambda n: Settings(crops={"p": Crop(x=n)}), 0, 1, 0.5),
    "top of a crop": (lambda n: Settings(crops={"p": Crop(y=n)}), 0, 1, 0.5),
    "a picture": (lambda n: Settings(picture="x" * n), None, 4096, 1),
    "a cropped picture": (lambda n: Settings(crops={"x" * n: Crop()}), None, 4096, 1),
    "a key": (lambda n: Settings(keys={"new": ("x" * n,)}), None, 40, 1),
}  # fmt: skip
"""What is read, its smallest and its largest accepted value, and the distance to the next value."""


@pytest.fixture(autouse=True)
def low_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower the limits that are slow to reach."""
    monkeypatch.setattr(shuffler, "MAX_MOVES", 5)
    monkeypatch.setattr(moves, "MAX_MOVES", 9)
    monkeypatch.setattr(wire, "MAX_HEADER", 20)
    monkeypatch.setattr(wire, "MAX_CONTENT", 9)
    monkeypatch.setattr(reading, "MAX_EMPTY_LINES", 4)
    monkeypatch.setattr(reading, "LONGEST_LINE", 8)
    monkeypatch.setattr(settings_file, "MAX_BYTES", 30)


def check(read: Callable[[Any], object], low: Any, high: Any, step: float = 1) -> None:
    """Check that the limits are accepted, and the values next to them are not."""
    for limit, outside in ((low, -step), (high, step)):
        if limit is not None:
            read(limit)
            with pytest.raises((ValueError, PuzzlerError, wire.InvalidMessageError)):
                read(limit + outside)


@pytest.mark.parametrize("name", ACCEPTED)
def test_the_limits_are_accepted_and_their_neighbours_are_not(name: str) -> None:
    check(*ACCEPTED[name])


def test_the_limits_of_files(tmp_path: Any) -> None:
    check(lambda n: lines(b"\n" * (n - 1) + LIST, tmp_path), None, 4)
    check(lambda n: lines(LIST.strip().ljust(n) + b"\n" + LIST, tmp_path), None, 7)
    check(lambda n: load("{}" + " " * (n - 2), tmp_path), None, 30)
    text = partial(find_source(str(tmp_path / "boards.txt")).text)
    (tmp_path / "boards.txt").write_bytes(LIST)
    assert text(len(LIST)).encode() == LIST
    with pytest.raises(ValueError, match="larger than 7 bytes"):
        text(len(LIST) - 1)


def test_texts_are_cut_at_their_limits() -> None:
    assert [len(Scenario(SOLVED, SOLVED, title="x" * n).title) for n in (200, 201)] == [200, 200]
    names = tuple(map(str, range(9)))
    assert Settings(recent_folders=names).recent_folders == names[:8]
    crops = {str(number): Crop() for number in range(51)}
    assert [*Settings(crops=crops).crops] == [*crops][1:]
