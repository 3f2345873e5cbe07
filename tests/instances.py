"""The instances in tests/data: boards with known optimal lengths."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from puzzler.board import Board

DATA = Path(__file__).parent / "data"


class Instance(NamedTuple):
    board: Board
    length: int
    """Length of an optimal solution for the standard goal."""


def instances(name: str) -> list[Instance]:
    """Return the instances of a file in the order of the file."""
    read = []
    for line in (DATA / name).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            _, length, *tiles = map(int, line.split())
            side = round(len(tiles) ** 0.5)
            read.append(Instance(Board(side, side, tuple(tiles)), length))
    return read
