"""Where the cells of a board are, in whole pixels. Pure arithmetic."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

_RIM = 0.1
"""The tray's rim, as a share of a cell."""
_GAP = 0.055
"""Between two tiles, as a share of a cell."""


@dataclass(frozen=True)
class BoardGeometry:
    """One shape of board in one area."""

    cell: int
    """From one cell to the next."""
    rim: int
    """Of the tray around the cells."""
    tile: int
    """The side of a tile: a cell without the gap."""
    tray: Rect
    """Cells and rim, in the middle of the area."""
    cells: tuple[Rect, ...]
    """Every cell with its gap, row-major."""
    tiles: tuple[Rect, ...]
    """The places of the tiles that rest on them."""

    def cell_at(self, at: tuple[int, int]) -> int | None:
        """The cell at a point; None outside of all."""
        hit = Rect(at, (1, 1)).collidelist(self.cells)
        return hit if hit >= 0 else None


def measure(area: Rect, rows: int, columns: int) -> BoardGeometry:
    """The largest board of this shape that fits into ``area`` with its rim."""
    across = area.width / (columns + 2 * _RIM + 0.04)
    down = area.height / (rows + 2 * _RIM + 0.04)
    cell = max(4, int(min(across, down)))
    rim = max(2, round(cell * _RIM))
    tray = middle(area, cell * columns + 2 * rim, cell * rows + 2 * rim)
    left, top = tray.left + rim, tray.top + rim
    cells = tuple(
        Rect(left + column * cell, top + row * cell, cell, cell)
        for row in range(rows)
        for column in range(columns)
    )
    tile = cell - max(2, round(cell * _GAP))
    tiles = tuple(middle(place, tile, tile) for place in cells)
    return BoardGeometry(cell, rim, tile, tray, cells, tiles)


def middle(area: Rect, width: int, height: int) -> Rect:
    """A rectangle of this size in the middle of ``area``."""
    return Rect(0, 0, width, height).move_to(center=area.center)
