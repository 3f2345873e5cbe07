"""How a tile looks: its colour by where it belongs, and its body with edge, face and number."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.window.board_geometry import BoardGeometry
from puzzler.window.layout import inset
from puzzler.window.paint import Face, Painter
from puzzler.window.theme import Color, Theme, mix

_SHADES = 24
"""The colours between first and last are so many: few enough to be kept drawn."""


@lru_cache(maxsize=16)
def tile_colors(theme: Theme, goal: Board) -> tuple[Color, ...]:
    """The colour of every tile: from first to last along the diagonal of the goal.

    So a solved board is one smooth sweep, and a mixed one is visibly mixed.
    """
    colors = [theme.slot] * len(goal.tiles)
    for cell, tile in enumerate(goal.tiles):
        row, column = divmod(cell, goal.columns)
        share = (row / (goal.rows - 1) + column / (goal.columns - 1)) / 2
        colors[tile] = mix(theme.tile_first, theme.tile_last, round(share * _SHADES) / _SHADES)
    return tuple(colors)


def words_on(tile: int, labels: Sequence[str] | None) -> str:
    """What stands on a tile: its label where the board has labels, else its number."""
    return str(tile) if labels is None else labels[tile]


def tile_margin(size: int) -> int:
    """Pixels that a tile's shadow reaches over its edge."""
    return max(3, size // 10)


def draw_tile(painter: Painter, size: int, words: str, color: Color, *, is_lit: bool) -> Surface:
    """A tile of ``size`` pixels with its number, in the middle of a surface with its shadow."""
    key = ("tile", size, words, color, is_lit)
    return painter.made(key, lambda: _draw_tile(painter, size, words, color, is_lit))


def tile_radius(size: int) -> int:
    """How round a tile's corners are."""
    return max(3, round(size * 0.13))


def draw_tray(
    surface: Surface, painter: Painter, geometry: BoardGeometry, *, is_solved: bool
) -> None:
    """What the tiles lie in: a sunken tray with a slot for each; it glows around a solved board."""
    theme, tray = painter.theme, geometry.tray
    radius = tile_radius(geometry.tile) + geometry.rim
    line = max(1, round(painter.scale * 1.5))
    if is_solved:
        line *= 2
        blur = geometry.rim
        glow = painter.shadow(tray.width, tray.height, radius, blur, 120, theme.good)
        surface.blit(glow, (tray.left - blur, tray.top - blur))
    painter.box(surface, tray, radius, theme.good if is_solved else theme.tray_edge)
    painter.box(surface, inset(tray, line), radius - line, theme.tray)
    for cell in range(len(geometry.cells)):
        slot = geometry.tile_rect(cell)
        shade = max(1, slot.height // 60)
        corner = tile_radius(geometry.tile)
        painter.box(surface, slot, corner, mix(theme.slot, theme.shadow, 0.35))
        lower = Rect(slot.left, slot.top + shade, slot.width, slot.height - shade)
        painter.box(surface, lower, corner, theme.slot)


def _draw_tile(painter: Painter, size: int, words: str, color: Color, is_lit: bool) -> Surface:
    theme = painter.theme
    margin = tile_margin(size)
    drawn = Surface((size + 2 * margin,) * 2, pygame.SRCALPHA)
    # everything starts from the tile's own colour, or its smooth edge would mix with black
    shadow = painter.shadow(size, size, tile_radius(size), margin, 170)
    drawn.blit(shadow, (0, max(1, margin // 3)))
    drawn.blit(_body(painter, size, color, is_lit), (margin, margin))
    pixels = round(size * (0.40 if len(words) < 3 else 0.32))
    lip = _lip(size)
    area = drawn.get_rect().inflate(-2 * margin, -2 * margin)
    area.height -= lip
    painter.write(drawn, words, Face.DISPLAY, pixels, theme.tile_ink, area, align=0.5)
    return drawn


def _body(painter: Painter, size: int, color: Color, is_lit: bool) -> Surface:
    def draw() -> Surface:
        white, black = (255, 255, 255), (0, 0, 0)
        face_color = mix(color, white, 0.16) if is_lit else color
        radius, lip = tile_radius(size), _lip(size)
        line = max(1, round(size / 90))
        height = size - lip
        body = painter.rounded(size, size, radius, mix(face_color, (60, 20, 10), 0.42)).copy()
        body.blit(painter.rounded(size, height, radius, mix(face_color, white, 0.55)), (0, 0))
        face = painter.gradient(
            size, height - line, mix(face_color, white, 0.10), mix(face_color, black, 0.045)
        ).convert_alpha()
        mask = painter.rounded(size, height - line, radius, white)
        face.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        body.blit(face, (0, line))
        return body

    return painter.made(("tile body", size, color, is_lit), draw)


def _lip(size: int) -> int:
    """How thick the tile looks from the front."""
    return max(1, round(size * 0.035))
