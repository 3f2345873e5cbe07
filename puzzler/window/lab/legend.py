"""A legend: samples of what is drawn, each with its words, in as many rows as they need."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from pygame import Rect, Surface

from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.labels import Canvas, Text
from puzzler.window.toolkit.layout import Column, Row, Wrap
from puzzler.window.toolkit.paint import Painter


class Entry(NamedTuple):
    """A sample and its words."""

    words: str
    look: Hashable
    """What the sample's picture depends on, besides theme and scale."""
    draw: Callable[[Surface, Painter, Rect], None]
    tip: str = ""


def legend(entries: Sequence[Entry], *, is_column: bool = False) -> Element:
    """The entries side by side, or one below the other."""
    rows = [
        Row(
            Canvas(entry.look, entry.draw, width=30, height=23),
            Text(entry.words, size=13.5, color="text_muted", lines=1),
            tip=Tip(entry.tip) if entry.tip else None,
            key=("legend", entry.words),
        )
        for entry in entries
    ]
    return Column(*rows, gap=0) if is_column else Wrap(*rows, gap=18, line_gap=0, grow=1)
