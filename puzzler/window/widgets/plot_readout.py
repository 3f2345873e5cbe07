"""The values beside the pointer of a plot."""

from __future__ import annotations

from pygame import Rect, Surface

from puzzler.game.watch.plots import Reading
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.widgets.control import Point
from puzzler.window.widgets.plot_curves import draw_sample
from puzzler.window.widgets.plot_layout import SAMPLE_UNITS, TYPE_UNITS


def draw_readout(
    surface: Surface,
    painter: Painter,
    within: Rect,
    reading: Reading,
    beside: Point,
) -> None:
    """A card with the moment and a row for each curve, on the side that has more room."""
    theme, size = painter.theme, painter.type_size(TYPE_UNITS)
    line, pad, gap = round(size * 1.5), painter.px(8), painter.px(10)
    sample = painter.px(SAMPLE_UNITS)
    names = [curve.full_title for curve, _ in reading.rows]
    name_width = max((painter.text_width(n, Face.BODY, size) for n in names), default=0)
    values = [words for _, words in reading.rows]
    value_width = max((painter.text_width(v, Face.FIGURES, size) for v in values), default=0)
    width = sample + painter.px(6) + name_width + gap + value_width
    width = max(width, painter.text_width(reading.title, Face.STRONG, size)) + 2 * pad
    card = Rect(0, 0, min(width, within.width), line * (1 + len(names)) + 2 * pad)
    left, top = beside
    is_left = left - within.left > within.right - left
    card.left = left - gap - card.width if is_left else left + gap
    card.centery = top
    card.clamp_ip(within)
    painter.box(surface, card, painter.px(8), theme.panel, theme.track)
    row = Rect(card.left + pad, card.top + pad, card.width - 2 * pad, line)
    painter.write(surface, reading.title, Face.STRONG, size, theme.text, row)
    for (curve, value), name in zip(reading.rows, names, strict=True):
        row.top += line
        draw_sample(surface, painter, curve, Rect(row.left, row.top, sample, line))
        place = Rect(row)
        place.left += sample + painter.px(6)
        place.width = row.right - place.left
        painter.write(surface, name, Face.BODY, size, theme.text_muted, place)
        painter.write(surface, value, Face.FIGURES, size, theme.text, place, align=1.0)
