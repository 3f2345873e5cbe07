"""The picture of a search tree: dots, shapes or boards, depending on the zoom."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.search.inspection.tree import Ints, SearchTree, TreeMark
from puzzler.window.board.mini import MiniBoard
from puzzler.window.board.tiles import Skin
from puzzler.window.lab.states_view import (
    Shape,
    draw_present,
    draw_shape,
    draw_shapes,
    nearest,
    stamp,
)
from puzzler.window.toolkit.element import Point
from puzzler.window.toolkit.labels import ink
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import Color, mix
from puzzler.window.toolkit.viewport import Extent, Pair, Viewport


class MarkStyle(NamedTuple):
    """The look of a kind of node; the shapes can be distinguished without colour."""

    title: str
    shape: Shape
    color: str
    """The name of a colour of the theme."""


MARKS = {
    TreeMark.CLOSED: MarkStyle("closed", Shape.DISC, "accent"),
    TreeMark.FRONTIER: MarkStyle("frontier", Shape.RING, "bound"),
    TreeMark.PRUNED: MarkStyle("pruned", Shape.CROSS, "text_muted"),
    TreeMark.GOAL: MarkStyle("goal", Shape.DIAMOND, "good"),
    TreeMark.MEETING: MarkStyle("meeting", Shape.SQUARE, "good"),
}
MARK_UNITS = 11
"""Size of a mark at the corner of a board and in the legend."""
_REACH_UNITS = 10
"""Maximum distance from the pointer to the node that is hovered."""
_CELL_UNITS = 17
"""Side of a cell at the largest zoom, large enough to read the numbers."""
_MIN_CELL_UNITS = 9
"""Minimum size of a cell to draw a board. Smaller boards are drawn as shapes."""
_ACROSS, _DOWN = 1.3, 1.7
"""Distance between two nodes, in sides of a board."""
_MIN_DOT_ON_PATH = 6
"""Dots smaller than this many pixels are drawn below the path."""
_MAX_LINES = 700
"""If there are more edges, they are drawn as single pixels."""
_MAX_PIXELS = 40_000
"""Maximum number of pixels of all edges together."""
WORK_PER_FRAME = 1000
"""Nodes that are placed per frame, about two milliseconds of work."""
_GOLDEN = (5**0.5 - 1) / 2


class _Nodes(NamedTuple):
    """The nodes in and near the visible area."""

    at: Ints
    """Indices in ``SearchTree.order``."""
    right: Ints
    down: Ints
    """Pixels of the area."""


class TreePicture:
    """Draws a tree."""

    def __init__(self, tree: SearchTree, goal: Board, skin: Skin, letter: str) -> None:
        """``letter``: the name of the value that ranks the nodes; see figures_of."""
        self.tree = tree
        self.letter = letter
        self.goal = goal
        self.skin = skin
        sizes = np.diff(tree.layers)
        self._layer = np.repeat(np.arange(len(sizes)), sizes).astype(np.float32)
        self._x = tree.x[tree.order]
        self._marks = tree.marks[tree.order]
        self._place = np.empty(len(tree.order), np.int32)
        self._place[tree.order] = np.arange(len(tree.order))
        parents = tree.parents[tree.order]
        self._above = np.where(parents >= 0, self._place[parents], -1)

    def extent(self, painter: Painter, viewport: Viewport) -> Extent:
        """Return the bounds of the tree, with a zoom limit at which boards are readable."""
        low, high = self.tree.width
        cell = max(15, painter.px(_CELL_UNITS))
        side = cell * max(self.goal.size) + 3 * _gap(cell)
        bottom = len(self.tree.layers) - 2
        largest = (side * _ACROSS, side * _DOWN)
        return Extent(low - 0.75, -0.75, high + 0.75, bottom + 0.75, largest)

    def place_of(self, node: int) -> Pair:
        """Return the position of a node in units of the extent."""
        return float(self.tree.x[node]), float(self._layer[self._place[node]])

    def nearest(self, painter: Painter, viewport: Viewport, at: Point) -> int | None:
        """Return the node nearest to a point of the window, None if all are too far away."""
        reach = max(self._cell(painter, viewport) * max(self.goal.size) // 2,
                    painter.px(_REACH_UNITS))  # fmt: skip
        nodes = self._visible_nodes(viewport, reach)
        index = nearest(nodes.right, nodes.down, viewport.area, at, reach)
        return None if index is None else int(self.tree.order[nodes.at[index]])

    def nearest_expansion(self, viewport: Viewport) -> int | None:
        """Return the visible expanded node nearest to the centre, None if there is none."""
        nodes = self._visible_nodes(viewport, 0)
        ids = self.tree.order[nodes.at]
        closed, area = ids < self.tree.expanded, viewport.area
        index = nearest(nodes.right[closed], nodes.down[closed], area, area.center, sum(area.size))
        return None if index is None else int(ids[closed][index])

    def paint_edges(self, painter: Painter, viewport: Viewport) -> Surface:
        """Return a picture of the visible edges, for ``paint_nodes``."""
        surface = Surface(viewport.area.size)
        surface.fill(painter.theme.well)
        self._paint_edges(surface, painter, viewport)
        return surface

    def paint_nodes(
        self, surface: Surface, painter: Painter, viewport: Viewport, path: Ints
    ) -> Surface:
        """Paint the visible nodes over their edges, and return the surface.

        path: nodes of the path to highlight; its last node is marked.
        """
        cell = self._cell(painter, viewport)
        dot = max(2, min(painter.px(15), round(min(viewport.scale) * 0.62)))
        nodes = self._visible_nodes(viewport, max(dot, *map(round, viewport.scale)) if cell else 12)
        # small dots would hide the path
        is_path_on_top = not cell and dot < painter.px(_MIN_DOT_ON_PATH)
        if not is_path_on_top:
            self._paint_path(surface, painter, viewport, path)
        present = int(path[-1]) if len(path) else None
        if cell:
            self._paint_boards(surface, painter, nodes, cell, present)
            self._paint_labels(surface, painter, viewport, nodes, self._size(painter, cell)[1] // 2)
            return surface
        self._paint_shapes(surface, painter, dot, nodes)
        self._paint_labels(surface, painter, viewport, nodes, dot // 2)
        if is_path_on_top:
            self._paint_path(surface, painter, viewport, path)
        if present is not None:
            x, y = viewport.inside(*self.place_of(present))
            draw_present(surface, painter, (round(x), round(y)))
        return surface

    def _cell(self, painter: Painter, viewport: Viewport) -> int:
        """Return the side of a board's cell in pixels, 0 if boards are too small to draw."""
        across, down = viewport.scale
        columns, rows = self.goal.columns, self.goal.rows
        cell = int(min(across / _ACROSS / columns, down / _DOWN / rows) * 0.98)
        return cell if cell >= painter.px(_MIN_CELL_UNITS) else 0

    def _visible_nodes(self, viewport: Viewport, margin: int) -> _Nodes:
        first, last = self._layers(viewport, margin)
        right, down = viewport.places(self._x[first:last], self._layer[first:last])
        inside = (right >= -margin) & (right < viewport.area.width + margin)
        at = np.flatnonzero(inside)
        return _Nodes((at + first).astype(np.int32), right[at], down[at])

    def _layers(self, viewport: Viewport, margin: int, more: int = 0) -> tuple[int, int]:
        """Return the range of ``order`` with the visible layers and ``more`` layers below them."""
        area, count = viewport.area, len(self.tree.layers) - 1
        top = viewport.under((area.left, area.top - margin))[1]
        bottom = viewport.under((area.left, area.bottom + margin))[1]
        first = max(0, min(count, int(np.ceil(top))))
        last = max(first, min(count, int(np.floor(bottom)) + 1 + more))
        return int(self.tree.layers[first]), int(self.tree.layers[last])

    def _paint_edges(self, surface: Surface, painter: Painter, viewport: Viewport) -> None:
        first, last = self._layers(viewport, 0, more=1)
        child = np.arange(first, last)
        child = child[self._above[first:last] >= 0]
        if not len(child):
            return
        above = self._above[child]
        low = int(above.min())  # parents come before their children
        right, down = viewport.places(self._x[low:last], self._layer[low:last])
        segments = np.stack(
            (right[above - low], down[above - low], right[child - low], down[child - low]), 1
        )
        width = viewport.area.width
        across = segments[:, (0, 2)]
        # edges with both ends outside the area are not drawn, because many others cross the area
        segments = segments[((across >= 0) & (across < width)).any(1)]
        color = mix(painter.theme.well, painter.theme.track, 0.55)
        if len(segments) <= _MAX_LINES:
            for x0, y0, x1, y1 in segments.tolist():
                pygame.draw.aaline(surface, color, (x0, y0), (x1, y1))
        else:
            _draw_pixel_lines(surface, segments, color)

    def _paint_shapes(self, surface: Surface, painter: Painter, size: int, nodes: _Nodes) -> None:
        marks = self._marks[nodes.at]
        for mark, style in MARKS.items():
            is_mark = marks == mark
            # goals are few and must be visible at every zoom
            pixels = max(size, painter.px(9)) if mark is TreeMark.GOAL else size
            places = nodes.right[is_mark], nodes.down[is_mark]
            draw_shapes(surface, painter, places, style.shape, pixels, ink(painter, style.color))

    def _paint_labels(
        self, surface: Surface, painter: Painter, viewport: Viewport, nodes: _Nodes, below: int
    ) -> None:
        """Write the expansion number and the ranking value ``below`` pixels under each node."""
        size, across = painter.type_size(12.5), round(viewport.scale[0])
        widest = painter.text_width(f"{self.tree.expanded}  {self.letter} 99", Face.FIGURES, size)
        top = below + painter.px(3)
        height = round(size * 1.2)
        if widest > across or top + height > viewport.scale[1] - below:
            return  # there is no room between the nodes
        for place, right, down in zip(*(values.tolist() for values in nodes), strict=True):
            node = int(self.tree.order[place])
            label = "" if node >= self.tree.expanded else f"{node + 1:,}  "
            if not np.isnan(self.tree.f[node]):
                label += f"{self.letter} {self.rank_of(node):g}"
            area = Rect(0, down + top, across, height)
            area.centerx = right
            ground = Rect(0, 0, painter.text_width(label, Face.FIGURES, size) + 4, area.height)
            ground.center = area.center  # over the edges
            surface.fill(painter.theme.well, ground)
            painter.write(surface, label, Face.FIGURES, size, painter.theme.text_muted, area,
                          align=0.5)  # fmt: skip

    def rank_of(self, node: int) -> float:
        """Return the value that ranks a node in the frontier."""
        f = float(self.tree.f[node])
        return max(f, 2.0 * int(self.tree.g[node])) if self.letter == "p" else f

    def _paint_boards(
        self, surface: Surface, painter: Painter, nodes: _Nodes, cell: int, present: int | None
    ) -> None:
        corners = []
        for place, right, down in zip(*(values.tolist() for values in nodes), strict=True):
            node, mark = int(self.tree.order[place]), TreeMark(self._marks[place])
            board = self._board(painter, self.tree.board(node), mark, cell)
            width, height = board.get_size()
            left, top = right - width // 2, down - height // 2
            if node == present:
                thick = painter.px(3)
                ring = left - thick, top - thick, width + 2 * thick, height + 2 * thick
                surface.fill(painter.theme.text, ring)
            surface.blit(board, (left, top))
            corners.append((MARKS[mark], (left + width, top)))
        for style, corner in corners:
            # a rim for contrast
            draw_shape(surface, painter, corner, Shape.DISC, MARK_UNITS + 4, painter.theme.well)
            color = ink(painter, style.color)
            draw_shape(surface, painter, corner, style.shape, MARK_UNITS, color)

    def _board(self, painter: Painter, board: Board, mark: TreeMark, cell: int) -> Surface:
        """Return the image of a board with a frame in the colour of its mark."""
        goal, edge = self.goal, _edge(painter)

        def draw() -> Surface:
            card = Surface(self._size(painter, cell))
            card.fill(ink(painter, MARKS[mark].color))
            inside = card.get_rect().inflate(-2 * edge, -2 * edge)
            card.fill(painter.theme.tray, inside)
            MiniBoard(board, goal, self.skin).draw(card, painter, inside)
            return card

        return painter.cached(("tree", board, goal, self.skin, mark, cell), draw)

    def _size(self, painter: Painter, cell: int) -> tuple[int, int]:
        border = max(6, 3 * _gap(cell)) + 2 * _edge(painter)
        return self.goal.columns * cell + border, self.goal.rows * cell + border

    def _paint_path(
        self, surface: Surface, painter: Painter, viewport: Viewport, path: Ints
    ) -> None:
        if len(path) < 2:
            return
        places = self._place[path]
        points = np.stack(viewport.places(self._x[places], self._layer[places]), 1)
        # drop points on the same pixel and points far outside the area
        beyond = 2 * viewport.scale[1] + 2
        near = (points[:, 1] > -beyond) & (points[:, 1] < viewport.area.height + beyond)
        points = points[near]
        points = points[np.append(True, np.any(np.diff(points, axis=0), axis=1))]
        if len(points) > 1:
            line = points.tolist()
            thick = painter.px(3)
            pygame.draw.lines(surface, painter.theme.well, False, line, thick + 2)
            pygame.draw.lines(surface, painter.theme.text, False, line, thick)


def _edge(painter: Painter) -> int:
    return max(2, painter.px(2))


def _gap(cell: int) -> int:
    return max(1, round(cell / 14))


def _draw_pixel_lines(surface: Surface, segments: NDArray[np.int32], color: Color) -> None:
    """Draw lines as a limited number of pixels. segments: shape (n, 4), rows x0, y0, x1, y1."""
    across, along = segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1]
    longest = np.maximum(abs(across), abs(along))
    counts = np.minimum(longest, max(2, _MAX_PIXELS // len(segments))) + 1
    # each line starts at another fraction of a step, because equal starts would form stripes
    begin = (np.arange(len(segments)) * _GOLDEN) % 1 - (np.cumsum(counts) - counts)
    share = np.arange(counts.sum(), dtype=np.float32)
    share += np.repeat(begin.astype(np.float32), counts)
    right, down = (
        np.repeat(start, counts) + (np.repeat(step.astype(np.float32), counts) * share).astype(int)
        for start, step in ((segments[:, 0], across / counts), (segments[:, 1], along / counts))
    )
    stamp(surface, right, down, Shape.SQUARE, 1, color)
