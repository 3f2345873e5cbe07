"""Elements without input: text, headings, figures with captions, icons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Unpack

from pygame import Rect, Surface

from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Access, Element, Options, Point, Range, Tip, exactly
from puzzler.window.toolkit.frame import Frame
from puzzler.window.toolkit.paint import SMALLEST_TYPE, Face, Painter
from puzzler.window.toolkit.theme import Color, mix

LEADING = 1.45
"""The ratio of line height to letter size."""


def ink(painter: Painter, color: str | Color) -> Color:
    """Resolve the name of a colour of the theme. Colours are returned unchanged."""
    return getattr(painter.theme, color) if isinstance(color, str) else color


class TextOptions(Options, total=False):
    """Options of texts."""

    size: float
    smaller: Sequence[float]
    """Smaller sizes to try, in this order, if the text does not fit into ``lines``."""
    face: Face
    strong: bool
    color: str | Color
    """A colour, or the name of a colour of the theme."""
    align: float
    """0 is left, 0.5 is centred, 1 is right."""
    lines: int | None
    leading: float
    """The ratio of line height to letter size."""


class Text(Element):
    """Text wrapped into as many lines as needed, or at most ``lines``.

    Text that does not fit ends in an ellipsis, and a tooltip shows the whole text.
    """

    size: float = 14
    smaller: Sequence[float] = ()
    face = Face.BODY
    strong = False
    color: str | Color = "text"
    align = 0.0
    lines: int | None = None
    leading = LEADING
    is_cut = False
    _fitted: tuple[int, int, Sequence[str]] | None = None
    _shown: Sequence[str] = ()

    def __init__(self, text: str, **options: Unpack[TextOptions]) -> None:
        self.text = text
        self.set_options(options)
        if self.strong:
            self.face = Face.STRONG

    def measure_width(self, ui: Context) -> Range:
        painter, text = ui.painter, self.text
        pixels = painter.type_size(self.size)
        lines = text.split("\n") if "\n" in text else (text,)
        preferred = max([painter.text_width(line, self.face, pixels) for line in lines])
        return Range(min(preferred, painter.px(30)), preferred)

    def measure_height(self, ui: Context, width: int) -> Range:
        pixels, lines = self._fit(ui, width)
        line = round(pixels * self.leading)
        if self.lines is not None:
            return Range(line, line * min(len(lines), self.lines))
        return exactly(line * len(lines))

    def arrange(self, ui: Context, rect: Rect) -> None:
        pixels, lines = self._fit(ui, rect.width)
        max_lines = max(1, rect.height // max(1, round(pixels * self.leading)))
        max_lines = max_lines if self.lines is None else min(max_lines, self.lines)
        if len(lines) > max_lines:
            lines = [*lines[: max_lines - 1], " ".join(lines[max_lines - 1 :])]
        self._shown = lines
        self.is_cut = ui.painter.text_width(lines[-1], self.face, pixels) > rect.width

    def emit(self, ui: Context, frame: Frame) -> None:
        if not self.text or not self.rect.width:
            return
        if self.tip is not None or self.is_cut:
            frame.target(self)
        painter, lines, rect = ui.painter, self._shown, self.rect
        pixels, color = self._fit(ui, rect.width)[0], ink(painter, self.color)

        def draw(surface: Surface) -> None:
            high = round(pixels * self.leading)
            painter.write_lines(
                surface, lines, high, self.face, pixels, color, rect, align=self.align
            )

        frame.part(rect, (tuple(lines), color, pixels, self.face, self.align), draw)

    def tip_at(self, ui: Context, at: Point | None) -> Tip | None:
        return self.tip if self.tip is not None or not self.is_cut else Tip(self.text)

    role = "LABEL"

    def access(self, ui: Context) -> Access | None:
        if not self.text.strip():
            return None
        note = "" if self.tip is None or self.tip.text == self.text else self.tip.text
        return Access(role=self.role, name=self.text, note=note, key=self.key, rect=self.rect)

    def _fit(self, ui: Context, width: int) -> tuple[int, Sequence[str]]:
        """The size of the letters in pixels, and the lines of the text."""
        if self._fitted is not None and self._fitted[0] == width:
            return self._fitted[1:]
        painter = ui.painter
        for size in (self.size, *self.smaller):
            pixels = painter.type_size(size)
            if self.lines == 1:
                lines: Sequence[str] = (self.text.replace("\n", " "),)
                fits = painter.text_width(lines[0], self.face, pixels) <= width
            else:
                lines = painter.wrapped(self.text, self.face, pixels, max(1, width))
                fits = self.lines is None or len(lines) <= self.lines
            if fits:
                break
        self._fitted = width, pixels, lines
        return pixels, lines


class Notice(Text):
    """A message in up to two lines, in the largest size that fits.

    Two lines have about the same width, so that the second line is not a single word.
    """

    SIZES = 15, 14, 13, 0
    """The sizes to try in this order, in units; 0 is the smallest readable size."""
    color = "text_muted"
    align = 0.5
    leading = 1.3
    lines = 2

    def measure_height(self, ui: Context, width: int) -> Range:
        sizes = SMALLEST_TYPE, ui.painter.type_size(self.SIZES[0])
        return Range(*(2 * round(pixels * self.leading) for pixels in sizes))

    def arrange(self, ui: Context, rect: Rect) -> None:
        for size in self.SIZES:
            self.size, self._fitted = size, None
            super().arrange(ui, rect)
            if not self.is_cut:
                break
        pixels, lines = self._fit(ui, rect.width)
        if len(lines) == self.lines and not self.is_cut and " ".join(lines) == self.text:
            split, width = self.text.split(" "), ui.painter.text_width
            halves = [[" ".join(split[:at]), " ".join(split[at:])] for at in range(1, len(split))]
            widths = [max(width(line, self.face, pixels) for line in half) for half in halves]
            self._shown = halves[widths.index(min(widths))]


class Heading(Text):
    """One line in the font for titles."""

    size = 21
    role = "HEADING"
    face = Face.DISPLAY
    lines = 1


class Canvas(Element):
    """A picture drawn by a function. ``look`` is a value that changes when the picture changes.

    Subclasses override ``draw``, because passing a bound method as ``paint`` would create a
    reference cycle.
    """

    def __init__(
        self,
        look: object,
        paint: Callable[[Surface, Painter, Rect], None] | None = None,
        **options: Unpack[Options],
    ) -> None:
        """paint: draws the picture into a rectangle."""
        super().__init__(**options)
        self.look, self.paint = look, paint

    role = "IMAGE"
    spoken_value = ""
    """The value for screen readers."""

    def access(self, ui: Context) -> Access | None:
        name = self.accessible_name or ("" if self.tip is None else self.tip.text)
        value = self.spoken_value
        return Access(self.role, name, value, key=self.key, rect=self.rect) if name else None

    def draw(self, surface: Surface, painter: Painter, rect: Rect) -> None:
        """Draw the picture into ``rect``."""
        if self.paint is not None:
            self.paint(surface, painter, rect)

    def emit(self, ui: Context, frame: Frame) -> None:
        super().emit(ui, frame)
        painter, rect = ui.painter, self.rect
        look = (self.look, rect.size, painter.scale)
        key = None if self.key is None else ("canvas", self.key)
        frame.part(rect, look, lambda surface: self.draw(surface, painter, rect), key)


class Figure(Canvas):
    """A caption with a number below it. Without a value the figure is empty but keeps its size."""

    def __init__(
        self,
        caption: str,
        value: str,
        *,
        size: float = 19,
        value_size: float | None = None,
        align: float = 0.0,
        **options: Unpack[Options],
    ) -> None:
        """value_size: size of the value if it differs from ``size``, such as for long text."""
        value_size = value_size or size
        super().__init__((caption, value, size, value_size, align), **options)
        self.caption, self.value = caption, value
        self.size, self.value_size, self.align = size, value_size, align

    def measure_width(self, ui: Context) -> Range:
        painter = ui.painter
        caption = painter.text_width(self.caption, Face.BODY, painter.type_size(12.5))
        value = painter.text_width(self.value, Face.FIGURES, painter.type_size(self.value_size))
        return Range(min(caption, value), max(caption, value))

    def measure_height(self, ui: Context, width: int) -> Range:
        painter = ui.painter
        below = painter.type_size(self.size * 1.25)
        return exactly(painter.type_size(16) + painter.px(3) + below)

    def access(self, ui: Context) -> Access | None:
        if not self.value:
            return None
        note = "" if self.tip is None else self.tip.text
        return Access(role="LABEL", name=f"{self.caption} {self.value}", note=note, rect=self.rect)

    def emit(self, ui: Context, frame: Frame) -> None:
        if self.value:
            super().emit(ui, frame)

    def draw(self, surface: Surface, painter: Painter, rect: Rect) -> None:
        theme, align, high = painter.theme, self.align, painter.type_size(self.size * 1.25)
        head = Rect(*rect.topleft, rect.width, painter.type_size(16))
        low = Rect(rect.left, head.bottom + painter.px(3), rect.width, high)
        small, large = painter.type_size(12.5), painter.type_size(self.value_size)
        painter.write(surface, self.caption, Face.BODY, small, theme.text_muted, head, align=align)
        painter.write(surface, self.value, Face.FIGURES, large, theme.text, low, align=align)


class Meter(Canvas):
    """A progress bar. share: 0 to 1. is_open: the end is unknown, so the bar is muted."""

    min_units, preferred_units = 20, 100
    role, accessible_name = "PROGRESS_INDICATOR", "Progress"

    def __init__(
        self,
        share: float,
        *,
        is_open: bool = False,
        color: str = "accent",
        **options: Unpack[Options],
    ) -> None:
        self.share = max(0.0, min(1.0, share))
        self.color = "text_muted" if is_open else color
        self.spoken_value = "" if is_open else f"{round(100 * self.share)} %"
        super().__init__((self.share, self.color), **options)

    def measure_height(self, ui: Context, width: int) -> Range:
        return exactly(max(3, ui.painter.px(3)))

    def draw(self, surface: Surface, painter: Painter, rect: Rect) -> None:
        theme, radius, filled = painter.theme, rect.height // 2, round(rect.width * self.share)
        painter.box(surface, rect, radius, mix(theme.panel, theme.track, 0.55))
        if filled:
            part = Rect(*rect.topleft, max(filled, rect.height), rect.height)
            painter.box(surface, part, radius, ink(painter, self.color))


class Icon(Canvas):
    """An icon of ``assets/icons``. size: in units."""

    def __init__(
        self,
        name: str,
        *,
        size: float = 20,
        color: str | Color = "text",
        **options: Unpack[Options],
    ) -> None:
        super().__init__((name, color), **options)
        self.icon, self.size, self.color = name, size, color
        self.min_units = self.preferred_units = self.high_units = size

    def draw(self, surface: Surface, painter: Painter, rect: Rect) -> None:
        pixels = min(painter.px(self.size), *rect.size)
        picture = painter.icon(self.icon, pixels, ink(painter, self.color))
        surface.blit(picture, picture.get_rect(center=rect.center))
