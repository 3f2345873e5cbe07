"""The parts of h, drawn on the board: arrows to goal cells, crosses, conflicts and patterns.

All shapes are dark with a light edge or light with a dark edge, so that they are visible on every
tile and picture in every theme.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import pygame
from pygame import Rect, Surface, Vector2

from puzzler.search.heuristics.contributions import Breakdown, Contribution, ContributionKind
from puzzler.window.board.tiles import BoardGeometry, tile_radius
from puzzler.window.toolkit.frame import Part
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import Color, mix

_OVERSAMPLED_CELL = 250
"""Maximum cell size in pixels for oversampling. On larger cells antialiased lines are faster."""
_LETTERS = "ABCDEFGHIJ"
_MIN_CHIP = 13
"""Minimum height of a chip in pixels; smaller numbers would be unreadable."""
_MAX_PHRASES = 3
"""Maximum number of shares in the description of a tile."""
_MIN_AMOUNT = 0.05
"""Minimum learned value of a pair that is written. Smaller values would be shown as 0.0."""
_MIN_ARROW_CELL = 44
"""Minimum cell size in pixels for all arrows. Smaller cells have only the hovered arrow."""
_MAX_ARROW_CELLS = 9
"""Largest board, in cells, on which the arrows and pairs of all tiles are drawn. On larger boards
they would hide the numbers, so only those of the tile under the pointer are drawn."""
_MAX_TERM_CELLS = 16
"""Largest board, in cells, on which the learned values of all tiles are drawn."""


@dataclass(frozen=True, slots=True)
class _Pen:
    """The target, the tools and the colours of a drawing."""

    surface: Surface
    painter: Painter
    geometry: BoardGeometry

    dark: Color
    light: Color


def shares_part(
    painter: Painter, geometry: BoardGeometry, parts: Breakdown, over: int | None = None
) -> Part:
    """Return a part that draws the shares of h on the tiles. over: the cell under the pointer."""

    def draw(surface: Surface) -> None:
        dark, light = painter.theme.tile_ink, painter.theme.tile_first
        _draw(_Pen(surface, painter, geometry, dark, light), parts.contributions, over)

    size = 2 * max(_MIN_CHIP, geometry.tile // 4)
    bounds = geometry.tray.inflate(size, size)  # the chips of rows and columns overlap the edge
    return Part("shares", bounds, (parts.contributions, over, geometry.tray.size), draw)


def describe_shares(parts: Breakdown, cell: int) -> str:
    """Return a phrase that explains the share of the tile on ``cell``, "" if it has none."""
    texts = dict.fromkeys(share.words for share in parts.contributions if cell in share.cells)
    phrases = [text for text in texts if text]
    return "; ".join(phrases[:_MAX_PHRASES]) + ("; …" if len(phrases) > _MAX_PHRASES else "")


def _draw(pen: _Pen, shares: Sequence[Contribution], over: int | None) -> None:
    by_kind = defaultdict[ContributionKind, list[Contribution]](list)
    for share in shares:
        by_kind[share.kind].append(share)
    _draw_patterns(pen, by_kind[ContributionKind.PATTERN])
    _draw_arrows(pen, by_kind[ContributionKind.ARROW], over)
    cells = len(pen.geometry.cells)
    for share in by_kind[ContributionKind.PAIR]:
        if cells <= _MAX_ARROW_CELLS or over in share.cells:
            _draw_pair(pen, share, is_over=over in share.cells)
    counts = Counter[tuple[bool, int]]()
    for share in by_kind[ContributionKind.CONFLICT]:
        _draw_conflict(pen, share, counts)
    for share in by_kind[ContributionKind.CROSS]:
        for cell in share.cells:
            _draw_cell_chip(pen, cell, "", icon="close")
    for share in by_kind[ContributionKind.ARROW]:
        if share.amount:
            _draw_cell_chip(pen, share.cells[0], f"{share.amount:g}", is_low=True)
    for kind in (ContributionKind.ROW_WALK, ContributionKind.COLUMN_WALK):
        _draw_walks(pen, kind, by_kind[kind])
    is_whole = all(float(share.amount).is_integer() for share in by_kind[ContributionKind.TERM])
    for share in by_kind[ContributionKind.TERM]:
        for cell in share.cells:
            if cells <= _MAX_TERM_CELLS or cell == over:
                text = f"{share.amount:g}" if is_whole else f"{share.amount:.1f}"
                _draw_cell_chip(pen, cell, text, is_low=True)


# ---- Figures on tiles --------------------------------------------------------------------------


def _draw_cell_chip(
    pen: _Pen, cell: int, text: str, *, is_low: bool = False, icon: str = ""
) -> None:
    """Draw a chip in a right corner of a tile, because picture badges use the left ones."""
    tile = pen.geometry.tiles[cell]
    off = max(2, tile.width // 28)
    if is_low:
        place = "bottomright", (tile.right - off, tile.bottom - off - tile.width // 30)
    else:
        place = "topright", (tile.right - off, tile.top + off)
    _draw_chip(pen, text, *place, icon=icon)


def _draw_chip(
    pen: _Pen, text: str, anchor: str, at: tuple[int, int], *, wide: float = 1.0, icon: str = ""
) -> None:
    """Draw ``text`` or an icon on a dark disc with a light edge, widened for long texts.

    anchor: the attribute of the chip's Rect to set to ``at``. wide: least width per height.
    """
    painter, tile = pen.painter, pen.geometry.tile
    size = max(_MIN_CHIP, round(min(0.27 * tile, 2.8 * math.sqrt(tile))))
    chip = Rect(0, 0, round(size * wide), size).move_to(**{anchor: at})
    pixels = max(10, round(size * 0.68))
    width = painter.text_width(text, Face.FIGURES, pixels) + round(pixels * 0.7) if text else 0
    if width > chip.width:
        chip = Rect(chip.right - width, chip.top, width, chip.height)
    line = max(1, chip.height // 14)
    edge = chip.inflate(2 * line, 2 * line)

    def draw() -> Surface:
        image = Surface(edge.size, pygame.SRCALPHA)
        image.fill((*pen.light, 0))
        image.blit(painter.rounded(*edge.size, edge.height // 2, pen.light), (0, 0))
        image.blit(painter.rounded(*chip.size, chip.height // 2, pen.dark), (line, line))
        inner = Rect((line, line), chip.size)
        if icon:
            cross = painter.icon(icon, round(chip.height * 0.86), pen.light)
            image.blit(cross, cross.get_rect(center=inner.center))
        if text:
            painter.write(image, text, Face.FIGURES, pixels, pen.light, inner, align=0.5)
        return image

    pen.surface.blit(painter.cached(("chip", text, icon, chip.size), draw), edge)


# ---- Arrows home -------------------------------------------------------------------------------


def _draw_arrows(pen: _Pen, shares: Iterable[Contribution], over: int | None) -> None:
    """Draw an arrow from each tile to its goal cell, emphasized for the tile under the pointer."""
    geometry = pen.geometry
    far = [share for share in shares if share.home and share.cells[0] != share.home[0]]
    if len(geometry.cells) > _MAX_ARROW_CELLS or geometry.cell < _MIN_ARROW_CELL:
        far = [share for share in far if share.cells[0] == over]
    if not far:
        return
    many = 2 if geometry.cell <= _OVERSAMPLED_CELL else 1
    large = Surface((geometry.tray.width * many, geometry.tray.height * many), pygame.SRCALPHA)
    large.fill((*pen.dark, 0))
    is_any_over = any(share.cells[0] == over for share in far)
    on_large = replace(pen, surface=large)
    for share in sorted(far, key=lambda share: share.cells[0] == over):
        start, end = geometry.cells[share.cells[0]].center, geometry.cells[share.home[0]].center
        is_over = share.cells[0] == over
        alpha = 255 if is_over else 60 if is_any_over else 215
        tail, tip = ((Vector2(at) - geometry.tray.topleft) * many for at in (start, end))
        _draw_arrow(on_large, tail, tip, geometry.cell * many, 0.045 if is_over else 0.03, alpha)
    if many > 1:
        large = pygame.transform.smoothscale(large, geometry.tray.size)
    pen.surface.blit(large, geometry.tray)  # not cached, because arrows change with every state


def _draw_arrow(
    pen: _Pen, start: Vector2, end: Vector2, cell: int, share: float, alpha: int
) -> None:
    """Draw an arrow, shifted to the right of the line from ``start`` to ``end``.

    The shift keeps numbers readable and separates the arrows of two tiles that swap places.
    cell: pixels. share: thickness as a share of a cell. alpha: opacity, 0 to 255.
    """
    along, thick = (end - start).normalize(), share * cell
    aside = Vector2(-along.y, along.x)
    first, last, right = 0.12 * cell, (end - start).length() - 0.08 * cell, 0.215 * cell
    neck = last - thick * 3.6

    def at(distance: float, shift: float) -> Vector2:
        return start + along * distance + aside * (right + shift)

    for color, more in ((pen.light, thick * 0.45), (pen.dark, 0.0)):
        pygame.draw.circle(pen.surface, (*color, alpha), at(first, 0), thick * 1.25 + more)
        half, wide = thick / 2 + more, thick * 3.6 * 0.62 + more
        side = [(first - more, half), (neck, half), (neck - more, wide)]
        points = [at(distance, -shift) for distance, shift in side]
        points += [at(last + more * 1.6, 0), *(at(*place) for place in reversed(side))]
        pygame.draw.polygon(pen.surface, (*color, alpha), points)
        pygame.draw.aalines(pen.surface, (*color, alpha), True, points)


# ---- Pairs and patterns ------------------------------------------------------------------------


def _draw_pair(pen: _Pen, share: Contribution, *, is_over: bool) -> None:
    """Draw a line between two tiles with a learned value; show the value under the pointer."""
    first, second = (pen.geometry.cells[cell].center for cell in share.cells[:2])
    if not is_over or abs(share.amount) < _MIN_AMOUNT:
        color = mix(pen.dark, pen.painter.theme.tile_last, 0.45)
        pygame.draw.aaline(pen.surface, color, first, second)
        return
    thick = max(2, pen.geometry.tile // 26)
    pygame.draw.line(pen.surface, pen.light, first, second, 2 * thick)
    pygame.draw.line(pen.surface, pen.dark, first, second, thick)
    middle = (first[0] + second[0]) // 2, (first[1] + second[1]) // 2
    _draw_chip(pen, f"{share.amount:+.1f}", "center", middle, wide=1.6)


def _draw_conflict(pen: _Pen, share: Contribution, counts: Counter[tuple[bool, int]]) -> None:
    """Draw a bracket with the amount over two tiles. Brackets in the same line are shifted.

    counts: the number of brackets drawn so far in each row (True, top) or column (False, left).
    """
    geometry = pen.geometry
    first, second = (geometry.tiles[cell] for cell in sorted(share.cells)[:2])
    is_row = first.centery == second.centery
    edge = first.top if is_row else first.left
    number = counts[is_row, edge]
    counts[is_row, edge] += 1
    thick = max(2, geometry.tile // 20)
    leg, off = geometry.tile // 9, geometry.tile // 14 + number % 3 * geometry.tile // 9
    side = off + edge
    low, high = (r.centerx if is_row else r.centery for r in (first, second))
    # along the tops of the two tiles, or their left edges
    lines = (low, side, high - low + thick, thick), *((at, side, thick, leg) for at in (low, high))
    for color, more in ((pen.light, max(1, thick // 2)), (pen.dark, 0)):
        for x, y, w, h in lines:
            rect = Rect((x, y, w, h) if is_row else (y, x, h, w))
            pen.surface.fill(color, rect.inflate(2 * more, 2 * more))
    if is_row:
        middle = (first.centerx + second.centerx) // 2, first.top + off + thick // 2
    else:
        middle = first.left + off + thick // 2, (first.centery + second.centery) // 2
    _draw_chip(pen, f"+{share.amount:g}", "center", middle, wide=1.3)


def _draw_patterns(pen: _Pen, shares: Sequence[Contribution]) -> None:
    """Mark each pattern by a colour and a letter; its first tile also shows the amount."""
    theme, geometry = pen.painter.theme, pen.geometry
    colors = (theme.bound, theme.accent, theme.coach, theme.good, theme.track)
    thick = max(3, geometry.tile // 13)
    for number, share in enumerate(shares):
        letter, color = _LETTERS[number % len(_LETTERS)], colors[number % len(colors)]
        for place, cell in enumerate(sorted(share.cells)):
            tile, radius = geometry.tiles[cell], tile_radius(geometry.tile)
            painter = pen.painter
            painter.ring(pen.surface, tile, radius, pen.dark, thick + max(1, thick // 4))
            painter.ring(pen.surface, tile, radius, color, thick)
            text = f"{letter} {share.amount:g}" if not place else letter
            _draw_cell_chip(pen, cell, text)


def _draw_walks(pen: _Pen, kind: ContributionKind, shares: Sequence[Contribution]) -> None:
    """Draw the walking distance of all rows or columns at the edge of the board.

    Also mark the tiles that are not in their goal row or column.
    """
    if not shares:
        return
    tray, amount = pen.geometry.tray, sum(share.amount for share in shares)
    is_row = kind is ContributionKind.ROW_WALK
    arrow = "\N{UP DOWN ARROW}" if is_row else "\N{LEFT RIGHT ARROW}"
    for cell in dict.fromkeys(cell for share in shares for cell in share.cells):
        _draw_cell_chip(pen, cell, arrow, is_low=not is_row)
    place = ("midleft", tray.midleft) if is_row else ("midtop", tray.midtop)
    _draw_chip(pen, f"{arrow}{amount:g}", *place, wide=2.0)
