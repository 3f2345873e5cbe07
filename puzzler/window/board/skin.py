"""What tiles carry: numbers, letters, or the pieces of a picture."""

from __future__ import annotations

from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.game.play.settings import Face
from puzzler.window.board.pictures import Picture
from puzzler.window.toolkit.paint import Painter


@dataclass(frozen=True)
class Skin:
    """How every tile of a board is told from the others."""

    face: Face = Face.NUMBERS
    picture: Picture | None = None
    has_numbers: bool = False
    """Numbers stand on the pieces of a picture, too."""
    labels: tuple[str, ...] | None = None
    """The board's own words, by the numbers of its tiles: where it has them, they go first."""

    def words(self, tile: int) -> str:
        """What is written on ``tile``; may be empty."""
        if self.picture is not None and not self.has_numbers:
            return ""
        if self.labels is not None:
            return self.labels[tile]
        return letters(tile) if self.face is Face.LETTERS else str(tile)

    def piece(self, painter: Painter, goal: Board, tile: int, cell: int, size: int) -> Surface:
        """The part of the picture that ``tile`` carries, ``size`` of a cell of ``cell`` pixels."""
        assert self.picture is not None, "only a picture has pieces"
        whole = self.picture.covering(painter, goal.columns * cell, goal.rows * cell)
        row, column = divmod(goal.tiles.index(tile), goal.columns)
        gap = (cell - size) // 2
        return whole.subsurface(Rect(column * cell + gap, row * cell + gap, size, size))


def letters(tile: int) -> str:
    """1 is A, 26 is Z, 27 is AA, as columns are called in a table."""
    words = ""
    while tile:
        tile, rest = divmod(tile - 1, 26)
        words = chr(ord("A") + rest) + words
    return words


def rounded_piece(painter: Painter, piece: Surface, radius: int) -> Surface:
    """``piece`` with round corners."""
    face = piece.convert_alpha()
    mask = painter.rounded(*face.get_size(), radius, (255, 255, 255))
    face.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return face
