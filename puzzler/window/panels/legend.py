"""A legend: samples of what is drawn, each with its words, in a column or in rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pygame import Rect

from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.label import label

_TYPE_UNITS = 13.5
_SAMPLE_UNITS = 30
_GAP_UNITS = 8
_APART_UNITS = 18
_LINE = 1.75
"""Height of a line, in letters."""


@dataclass(frozen=True)
class Entry:
    """A sample and its words."""

    words: str
    sample: Callable[[Painter, str, Rect], Part]
    """Draws it under a key into a small rectangle."""


def legend_width(painter: Painter, entries: Sequence[Entry]) -> int:
    """What a column of them asks for."""
    return max((_width(painter, entry) for entry in entries), default=0)


def legend_height(painter: Painter, entries: Sequence[Entry], width: int) -> int:
    """What rows of them ask for at this width."""
    line = _line(painter)
    return max((rect.bottom for _, rect in _places(painter, entries, width)), default=line)


def legend_places(painter: Painter, area: Rect, entries: Sequence[Entry]) -> list[Rect]:
    """Where each of them stands."""
    return [place.move(area.topleft) for _, place in _places(painter, entries, area.width)]


def legend(painter: Painter, area: Rect, entries: Sequence[Entry]) -> Iterator[Part]:
    """From the upper left of ``area``, in as many rows as they need."""
    sample_width = painter.px(_SAMPLE_UNITS)
    for entry, at in zip(entries, legend_places(painter, area, entries), strict=True):
        side = Rect(at.left, at.top, sample_width, at.height)
        yield entry.sample(painter, f"sample {entry.words}", side)
        left = side.right + painter.px(_GAP_UNITS)
        words = Rect(left, at.top, area.right - left, at.height)
        yield label(
            painter,
            f"legend {entry.words}",
            words,
            entry.words,
            color=painter.theme.text_muted,
            units=_TYPE_UNITS,
        )


def _places(painter: Painter, entries: Sequence[Entry], width: int) -> Iterator[tuple[Entry, Rect]]:
    left, top, line = 0, 0, _line(painter)
    for entry in entries:
        own = _width(painter, entry)
        if left and left + own > width:
            left, top = 0, top + line
        yield entry, Rect(left, top, min(own, width), line)
        left += own + painter.px(_APART_UNITS)


def _width(painter: Painter, entry: Entry) -> int:
    words = painter.text_width(entry.words, Face.BODY, painter.type_size(_TYPE_UNITS))
    return painter.px(_SAMPLE_UNITS) + painter.px(_GAP_UNITS) + words + 1


def _line(painter: Painter) -> int:
    return round(painter.type_size(_TYPE_UNITS) * _LINE)
