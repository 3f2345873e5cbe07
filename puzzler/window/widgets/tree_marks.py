"""What the nodes of a search tree are drawn as: each kind has a shape, a colour and a name."""

from __future__ import annotations

import numpy as np
from pygame import Rect, Surface

from puzzler.search.tree import Mark
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.toolkit.theme import Color, Theme
from puzzler.window.widgets.stamps import Shape, draw_shapes

MARK_TITLES = {
    Mark.CLOSED: "closed",
    Mark.FRONTIER: "frontier",
    Mark.PRUNED: "cut off",
    Mark.GOAL: "goal",
}

SHAPES = {
    Mark.CLOSED: Shape.DISC,
    Mark.FRONTIER: Shape.RING,
    Mark.PRUNED: Shape.CROSS,
    Mark.GOAL: Shape.DIAMOND,
}
"""What a node is drawn as: told apart without colour."""


def mark_color(theme: Theme, mark: Mark) -> Color:
    """The colour of a kind of node."""
    return {
        Mark.CLOSED: theme.accent,
        Mark.FRONTIER: theme.bound,
        Mark.PRUNED: theme.text_muted,
        Mark.GOAL: theme.good,
    }[mark]


def draw_mark(
    surface: Surface, painter: Painter, mark: Mark, at: tuple[int, int], size: int
) -> None:
    """The shape of a node, with a rim that parts it from what lies below."""
    place = np.array(at[:1], np.int32), np.array(at[1:], np.int32)
    theme = painter.theme
    draw_shapes(surface, painter, place, Shape.DISC, size + 2 * painter.px(2), theme.well)
    draw_shapes(surface, painter, place, SHAPES[mark], size, mark_color(theme, mark))


def mark_sample(painter: Painter, key: str, area: Rect, mark: Mark) -> Part:
    """The shape of a kind of node, for a legend."""
    size = max(9, painter.px(11))

    def draw(surface: Surface) -> None:
        place = np.array([area.centerx], np.int32), np.array([area.centery], np.int32)
        draw_shapes(surface, painter, place, SHAPES[mark], size, mark_color(painter.theme, mark))

    shape = Rect(0, 0, size + 2, size + 2)
    shape.center = area.center
    return Part(key, area.union(shape), (mark, painter.theme, size), draw)
