"""PNG pictures: a board, or every board of a film side by side, each with its move."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from dataclasses import dataclass

import pygame
from PIL import Image
from pygame import Rect, Surface

from puzzler.window.export.film import SHEET_SIDE, SIDE, Film, RecordingError
from puzzler.window.export.frames import Stage, frame_size
from puzzler.window.toolkit.paint import Face

MOST_PIXELS = 40_000_000
_MOST_IN_A_ROW = 8
"""Boards; more of them stand in several rows, so that a page holds them."""
_WIDER = 1.5
"""How much wider than high those are together."""
_CAPTION = 0.13
"""How high a caption is, as a share of a board's longer side, and 18 pixels at least."""
_LEAST_CAPTION = 18


@dataclass(frozen=True)
class _Plan:
    """Where the boards of a film stand."""

    across: int
    """Boards in a row."""
    down: int
    board: tuple[int, int]
    """Width and height of each, in pixels."""
    caption: int
    """Pixels below each."""

    @property
    def size(self) -> tuple[int, int]:
        """Of the picture, in pixels."""
        return self.across * self.board[0], self.down * (self.board[1] + self.caption)

    def place(self, number: int) -> Rect:
        """The place of a board, counted from 0."""
        row, column = divmod(number, self.across)
        width, height = self.board
        return Rect(column * width, row * (height + self.caption), width, height)


def _plan(film: Film) -> _Plan:
    side, count = film.side or SHEET_SIDE, len(film.moves) + 1
    width, height = frame_size(film.start, side)
    caption = max(_LEAST_CAPTION, round(_CAPTION * side))
    across = columns_of(count, width, height + caption)
    return _Plan(across, -(-count // across), (width, height), caption)


def check_sheet(film: Film) -> None:
    """RecordingError where a picture of all boards would be too large."""
    plan, count = _plan(film), len(film.moves) + 1
    width, height = plan.size
    if film.moves and width * height > MOST_PIXELS:
        raise RecordingError(
            f"a picture of {count:,} boards of {film.side or SHEET_SIDE} pixels would have "
            f"{width:,} x {height:,}; 40 million are the most: choose a smaller size"
        )


def png_of(film: Film) -> Iterator[int | bytes]:
    """How many moves have been drawn, again and again, and at last the file."""
    if not film.moves:
        yield png_bytes(Stage(film, film.side or SIDE).still(film.start))
        return
    plan = _plan(film)
    check_sheet(film)
    stage = Stage(film, film.side or SHEET_SIDE)
    picture = Surface(plan.size, depth=32)
    picture.fill(stage.painter.theme.ground)
    board = film.start
    for number in range(len(film.moves) + 1):
        place = plan.place(number)
        words = "start"
        if number:
            move = film.moves[number - 1]
            board, words = board.apply(move), f"{number} {move.letter}"
        picture.blit(stage.still(board), place)
        under = Rect(place.bottomleft, (place.width, plan.caption))
        _write(stage, picture, words, under)
        yield number
    yield png_bytes(picture)


def columns_of(count: int, width: int, height: int) -> int:
    """How many pictures of that size stand in each row."""
    if count <= _MOST_IN_A_ROW:
        return count
    return max(1, min(count, math.ceil(math.sqrt(_WIDER * count * height / width))))


def png_bytes(surface: Surface) -> bytes:
    """The picture as a PNG file."""
    image = Image.frombuffer("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def _write(stage: Stage, picture: Surface, words: str, area: Rect) -> None:
    """A caption, in the middle of the upper part of ``area``: nearer to its own board."""
    painter = stage.painter
    line = Rect(area.left, area.top, area.width, round(area.height * 0.7))
    pixels = max(11, round(area.height * 0.62))
    color = painter.theme.text_muted
    painter.write(picture, words, Face.BODY, pixels, color, line, align=0.5)
