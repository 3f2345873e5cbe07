"""Films as values: what can be recorded, and how they are told to another process."""

from __future__ import annotations

import pytest

from puzzler.board import Board, Move
from puzzler.window.export.film import Film, RecordingError

START = Board.parse("1 2 3/4 0 5/7 8 6")
GOAL = Board.solved(3, 3)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"side": 47}, "a board of 47 pixels: it may have 48 to 2,160"),
        ({"side": 2161}, "a board of 2,161 pixels: it may have 48 to 2,160"),
        ({"speed": 0.05}, "0.05 moves a second: 0.1 to 25 can be recorded"),
        ({"speed": 26}, "26 moves a second: 0.1 to 25 can be recorded"),
        ({"moves": (Move.UP, Move.UP)}, "move 2 cannot be made: the blank in row 1"),
    ],
)
def test_what_cannot_be_recorded_is_said(fields: dict[str, object], words: str) -> None:
    with pytest.raises(RecordingError, match=words):
        Film(START, GOAL, **fields)  # type: ignore[arg-type]
