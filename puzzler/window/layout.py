"""Rows and columns: how a rectangle is shared out, so that no widget knows a pixel number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect


@dataclass(frozen=True)
class Grow:
    """A share of whatever the fixed parts leave over."""

    weight: float = 1


Size = int | Grow
"""Pixels, or a share of the rest."""


def row(area: Rect, sizes: Sequence[Size], gap: int = 0) -> list[Rect]:
    """``area`` cut into columns side by side, ``gap`` pixels apart."""
    rects, left = [], area.left
    for width in _lengths(area.width, sizes, gap):
        rects.append(Rect(left, area.top, width, area.height))
        left += width + gap
    return rects


def column(area: Rect, sizes: Sequence[Size], gap: int = 0) -> list[Rect]:
    """``area`` cut into rows one below the other, ``gap`` pixels apart."""
    rects, top = [], area.top
    for height in _lengths(area.height, sizes, gap):
        rects.append(Rect(area.left, top, area.width, height))
        top += height + gap
    return rects


def inset(area: Rect, across: int, down: int | None = None) -> Rect:
    """``area`` without a margin of ``across`` at the sides and ``down`` above and below."""
    return area.inflate(-2 * across, -2 * (across if down is None else down))


def middle(area: Rect, width: int, height: int) -> Rect:
    """A rectangle of this size in the middle of ``area``."""
    rect = Rect(0, 0, width, height)
    rect.center = area.center
    return rect


def _lengths(total: int, sizes: Sequence[Size], gap: int) -> list[int]:
    """Whole pixels for each part; the rest is shared so that the parts fill ``total`` exactly."""
    rest = total - gap * (len(sizes) - 1) - sum(size for size in sizes if isinstance(size, int))
    weight = sum(size.weight for size in sizes if isinstance(size, Grow))
    lengths, taken, given = [], 0.0, 0
    for size in sizes:
        if isinstance(size, int):
            lengths.append(size)
            continue
        taken += size.weight
        upto = round(max(rest, 0) * taken / weight)
        lengths.append(upto - given)
        given = upto
    return lengths
