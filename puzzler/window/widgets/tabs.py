"""Tabs: a segmented choice of what is shown below it."""

from __future__ import annotations

from pygame import Rect, Surface

from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.widgets.control import Touch
from puzzler.window.widgets.segmented import Segmented, Value


class Tabs(Segmented[Value]):
    """Words on a line; the line is thick below the chosen one."""

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        theme = painter.theme
        line = max(1, round(painter.scale))
        surface.fill(
            theme.panel_edge, Rect(self.rect.left, self.rect.bottom - line, self.rect.width, line)
        )
        over = self.segment_at(touch.at)
        for index, ((value, words), rect) in enumerate(
            zip(self.options, self.segments(), strict=True)
        ):
            is_lit = value == self.chosen or index == over
            ink = theme.text if is_lit else theme.text_muted
            painter.write(surface, words, Face.STRONG, painter.type_size(15), ink, rect, align=0.5)
            if value == self.chosen:
                thick = painter.px(3)
                mark = Rect(rect.left, rect.bottom - thick, rect.width, thick)
                painter.box(surface, mark, thick // 2, theme.accent)
