"""PNG pictures of one board, of all boards of a film with captions, or of a result."""

from __future__ import annotations

import io
import math

import pygame
from PIL import Image
from pygame import Rect, Surface

from puzzler.window.export.film import SHEET_SIDE, SIDE, Film, RecordingError, Report
from puzzler.window.export.frames import FrameStage, frame_size
from puzzler.window.toolkit.labels import LEADING, ink
from puzzler.window.toolkit.paint import Face

PIXEL_LIMIT = 40_000_000
_MAX_IN_ONE_ROW = 8
"""Maximum number of boards in one row. More boards are arranged in several rows, to fit a page."""
_ASPECT_RATIO = 1.5
"""Width divided by height of a picture with several rows."""
_CAPTION = 0.13
"""Height of a caption, as a fraction of the longer side of a board."""
_TITLE, _TIME = (Face.STRONG, 0.046, "text"), (Face.FIGURES, 0.15, "text")
_DETAIL = Face.BODY, 0.046, "text_muted"
"""Face, letter size as a fraction of the side of the board, and colour of the texts of a card."""


def check_sheet(film: Film) -> tuple[int, int, tuple[int, int], int]:
    """Return the number of columns and rows, the size of a board, and the height of captions.

    Raises RecordingError if the picture would be too large.
    """
    side, count = film.side or SHEET_SIDE, len(film.moves) + 1
    board = frame_size(film.start, side)
    caption = max(18, round(_CAPTION * side))
    across = count
    if count > _MAX_IN_ONE_ROW:
        ratio = _ASPECT_RATIO * count * (board[1] + caption) / board[0]
        across = max(1, min(count, math.ceil(math.sqrt(ratio))))
    down = -(-count // across)
    width, height = across * board[0], down * (board[1] + caption)
    if film.moves and width * height > PIXEL_LIMIT:
        raise RecordingError(
            f"{count:,} boards of {side} pixels need {width:,} x {height:,} pixels; the limit is "
            "40 million: choose a smaller size"
        )
    return across, down, board, caption


def png_of(film: Film, report: Report) -> bytes:
    """Return the boards of the film as a PNG file."""
    if film.card:
        return png_bytes(_card(film))
    if not film.moves:
        return png_bytes(FrameStage(film, film.side or SIDE).still(film.start))
    across, down, (width, height), caption = check_sheet(film)
    stage = FrameStage(film, film.side or SHEET_SIDE)
    painter, color = stage.painter, stage.painter.theme.text_muted
    picture = Surface((across * width, down * (height + caption)), depth=32)
    picture.fill(painter.theme.ground)
    board, words = film.start, "start"
    for number in range(len(film.moves) + 1):
        if number:
            move = film.moves[number - 1]
            board, words = board.apply(move), f"{number} {move.letter}"
        row, column = divmod(number, across)
        left, top = column * width, row * (height + caption)
        picture.blit(stage.still(board), (left, top))
        # the text is in the upper part, nearer to its board
        line = Rect(left, top + height, width, round(caption * 0.7))
        pixels = max(11, round(caption * 0.62))
        painter.write(picture, words, Face.BODY, pixels, color, line, align=0.5)
        report(number)
    return png_bytes(picture)


def _card(film: Film) -> Surface:
    """Draw the first board with the texts of the card below it."""
    side = film.side or SIDE
    stage = FrameStage(film, side)
    painter, board = stage.painter, stage.still(film.start)
    styles = [_TITLE, _TIME, *[_DETAIL] * (len(film.card) - 2)]
    lines = [(face, round(part * side), color) for face, part, color in styles]
    height = round(sum(pixels * LEADING for _, pixels, _ in lines) + _CAPTION * side / 2)
    picture = Surface((board.width, board.height + height + height % 2), depth=32)
    picture.fill(painter.theme.ground)
    picture.blit(board, (0, 0))
    top = board.height
    for text, (face, pixels, color) in zip(film.card, lines, strict=True):
        line = Rect(0, top, board.width, round(pixels * LEADING))
        fitted = painter.fitted(text, face, pixels, line.width)
        painter.write(picture, fitted, face, pixels, ink(painter, color), line, align=0.5)
        top = line.bottom
    return picture


def png_bytes(surface: Surface) -> bytes:
    """Return the picture as the content of a PNG file."""
    image = Image.frombuffer("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()
