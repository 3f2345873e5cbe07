"""What the nodes of a search tree are drawn as: each kind has a shape, a colour and a name."""

from __future__ import annotations

import numpy as np
from pygame import Rect, Surface

from puzzler.search.tree import Mark
from puzzler.window.lab.shapes import Shape, draw_shapes
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.theme import Color, Theme

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


def draw_mark_sample(surface: Surface, painter: Painter, area: Rect, mark: Mark) -> None:
    """The shape of a kind of node, for a legend."""
    place = np.array([area.centerx], np.int32), np.array([area.centery], np.int32)
    size, color = max(9, painter.px(11)), mark_color(painter.theme, mark)
    draw_shapes(surface, painter, place, SHAPES[mark], size, color)
