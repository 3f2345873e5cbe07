"""Words on the picture: one line of text, and a figure with its caption."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect, Surface

from puzzler.window.layout import column
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.toolkit.theme import Color


def label(
    painter: Painter,
    key: str,
    area: Rect,
    words: str,
    *,
    color: Color,
    units: float = 14,
    face: Face = Face.BODY,
    align: float = 0.0,
) -> Part:
    """One line of text in ``area``; too long a line is cut short."""

    def draw(surface: Surface) -> None:
        painter.write(surface, words, face, painter.type_size(units), color, area, align=align)

    return Part(key, area, (words, color, units, face, align), draw)


def icon(painter: Painter, area: Rect, name: str, color: Color) -> Part:
    """An icon in the middle of ``area``, as large as fits."""
    pixels = min(area.size)

    def draw(surface: Surface) -> None:
        drawn = painter.icon(name, pixels, color)
        surface.blit(drawn, drawn.get_rect(center=area.center))

    return Part(f"icon {area.topleft}", area, (name, color), draw)


def figure(
    painter: Painter,
    key: str,
    area: Rect,
    caption: str,
    value: str,
    *,
    units: float = 19,
    value_units: float | None = None,
    align: float = 0.0,
) -> Part:
    """A caption and, below it, a figure in digits of one width; words may be smaller."""

    def draw(surface: Surface) -> None:
        theme = painter.theme
        above, below = column(area, figure_rows(painter, units), painter.px(3))
        painter.write(
            surface,
            caption,
            Face.BODY,
            painter.type_size(12.5),
            theme.text_muted,
            above,
            align=align,
        )
        painter.write(
            surface,
            value,
            Face.FIGURES,
            painter.type_size(value_units or units),
            theme.text,
            below,
            align=align,
        )

    return Part(key, area, (caption, value, units, value_units, align), draw)


def figure_rows(painter: Painter, units: float = 19) -> list[int]:
    """Heights of caption and figure."""
    return [painter.type_size(16), painter.type_size(units * 1.25)]


def in_rows(
    painter: Painter,
    figures: Sequence[tuple[str, str]],
    width: int,
    *,
    units: float = 19,
    gap: int = 0,
) -> list[Sequence[tuple[str, str]]]:
    """Captions and values in as few rows as find room, all of about the same length."""
    if not figures:
        return []
    caption, value = painter.type_size(12.5), painter.type_size(units)
    widest = max(
        max(
            painter.text_width(words, Face.BODY, caption),
            painter.text_width(shown, Face.FIGURES, value),
        )
        for words, shown in figures
    )
    most = max(1, (width + gap) // (widest + gap))
    each = -(-len(figures) // -(-len(figures) // most))
    return [figures[at : at + each] for at in range(0, len(figures), each)]


def hairline(painter: Painter, key: str, area: Rect) -> Part:
    """A line at the lower edge of ``area``, between two rows."""
    thick = max(1, round(painter.scale))
    rect = Rect(area.left, area.bottom - thick, area.width, thick)

    def draw(surface: Surface) -> None:
        surface.fill(painter.theme.panel_edge, rect)

    return Part(key, rect, painter.theme.panel_edge, draw)
