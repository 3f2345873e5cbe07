"""Elements that are only read: text, headings, figures with captions, icons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Unpack

from pygame import Rect, Surface

from puzzler.window.toolkit.element import Context, Element, Frame, Options, Point, Range, Tip
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import Color, mix

LEADING = 1.45
"""The height of a line for the size of its letters."""


def ink(painter: Painter, color: str | Color) -> Color:
    """A colour, or the one of the theme that has this name."""
    return getattr(painter.theme, color) if isinstance(color, str) else color


class Text(Element):
    """Words in as many lines as they need, or in ``lines`` at most.

    What is cut short ends in an ellipsis, and a tooltip shows all of it.
    """

    def __init__(
        self,
        words: str,
        *,
        size: float = 14,
        face: Face = Face.BODY,
        strong: bool = False,
        color: str | Color = "text",
        align: float = 0.0,
        lines: int | None = None,
        leading: float = LEADING,
        **options: Unpack[Options],
    ) -> None:
        """``color`` is a colour or the name of one of the theme's; ``align`` 0 left to 1 right."""
        super().__init__(**options)
        self.words = words
        self.size, self.face = size, Face.STRONG if strong else face
        self.color, self.align, self.lines, self.leading = color, align, lines, leading
        self.is_cut = False
        self._shown: Sequence[str] = ()
        self._pixels = self._line = 0

    def measure_width(self, ui: Context) -> Range:
        painter, pixels, words = ui.painter, self._type(ui), self.words
        lines = words.split("\n") if "\n" in words else (words,)
        wanted = max([painter.text_width(line, self.face, pixels) for line in lines])
        return Range(min(wanted, painter.px(30)), wanted)

    def measure_height(self, ui: Context, width: int) -> Range:
        line = self._type(ui) and self._line
        count = 1 if self.lines == 1 else len(self._wrapped(ui, width))
        if self.lines is not None:
            count = min(count, self.lines)
        return Range(line if self.lines is not None else line * count, line * count)

    def arrange(self, ui: Context, rect: Rect) -> None:
        lines = self._wrapped(ui, rect.width)
        most = max(1, rect.height // max(1, self._line))
        most = most if self.lines is None else min(most, self.lines)
        if len(lines) > most:
            lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
        self._shown = lines
        self.is_cut = not ui.painter.fits(lines[-1], self.face, self._type(ui), rect.width)

    def emit(self, ui: Context, frame: Frame) -> None:
        if not self.words or not self.rect.width:
            return
        if self.tip is not None or self.is_cut:
            frame.target(self)
        painter, pixels, high = ui.painter, self._pixels, self._line
        color, lines, rect = ink(painter, self.color), self._shown, self.rect

        def draw(surface: Surface) -> None:
            top = rect.top + (rect.height - high * len(lines)) // 2
            for number, line in enumerate(lines):
                place = Rect(rect.left, top + number * high, rect.width, high)
                painter.write(surface, line, self.face, pixels, color, place, align=self.align)

        frame.part(rect, (tuple(lines), color, pixels, self.face, self.align), draw)

    def tip_at(self, ui: Context, at: Point | None) -> Tip | None:
        return self.tip if self.tip is not None or not self.is_cut else Tip(self.words)

    def _type(self, ui: Context) -> int:
        """The size of its letters in pixels; the height of a line follows from it."""
        if not self._pixels:
            self._pixels = ui.painter.type_size(self.size)
            self._line = round(self._pixels * self.leading)
        return self._pixels

    def _wrapped(self, ui: Context, width: int) -> Sequence[str]:
        if self.lines == 1:
            return (self.words.replace("\n", " "),)
        return ui.painter.wrapped(self.words, self.face, self._type(ui), max(1, width))


class Heading(Text):
    """One line in the font of titles."""

    def __init__(
        self,
        words: str,
        *,
        size: float = 21,
        color: str | Color = "text",
        align: float = 0.0,
        **options: Unpack[Options],
    ) -> None:
        super().__init__(
            words, size=size, face=Face.DISPLAY, color=color, align=align, lines=1, **options
        )


class Figure(Element):
    """A caption and, below it, a figure in digits of one width."""

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
        """value_size: where the value is words that need smaller letters."""
        super().__init__(**options)
        self.caption, self.value = caption, value
        self.size, self.value_size, self.align = size, value_size or size, align

    def measure_width(self, ui: Context) -> Range:
        painter = ui.painter
        caption = painter.text_width(self.caption, Face.BODY, painter.type_size(12.5))
        value = painter.text_width(self.value, Face.FIGURES, painter.type_size(self.value_size))
        return Range(min(caption, value), max(caption, value))

    def measure_height(self, ui: Context, width: int) -> Range:
        height = sum(self._rows(ui)) + ui.painter.px(3)
        return Range(height, height)

    def emit(self, ui: Context, frame: Frame) -> None:
        super().emit(ui, frame)
        painter, rect, align = ui.painter, self.rect, self.align
        above, below = self._rows(ui)

        def draw(surface: Surface) -> None:
            theme = painter.theme
            place = Rect(rect.left, rect.top, rect.width, above)
            size = painter.type_size(12.5)
            painter.write(
                surface, self.caption, Face.BODY, size, theme.text_muted, place, align=align
            )
            place = Rect(rect.left, place.bottom + painter.px(3), rect.width, below)
            size = painter.type_size(self.value_size)
            painter.write(surface, self.value, Face.FIGURES, size, theme.text, place, align=align)

        look = self.caption, self.value, self.size, self.value_size, align
        frame.part(rect, look, draw)

    def _rows(self, ui: Context) -> tuple[int, int]:
        return ui.painter.type_size(16), ui.painter.type_size(self.size * 1.25)


class Icon(Element):
    """An icon of ``assets/icons``; ``size`` in units."""

    def __init__(
        self,
        name: str,
        *,
        size: float = 20,
        color: str | Color = "text",
        **options: Unpack[Options],
    ) -> None:
        super().__init__(**options)
        self.icon, self.size, self.color = name, size, color

    def measure_width(self, ui: Context) -> Range:
        pixels = ui.painter.px(self.size)
        return Range(pixels, pixels)

    def measure_height(self, ui: Context, width: int) -> Range:
        return self.measure_width(ui)

    def emit(self, ui: Context, frame: Frame) -> None:
        super().emit(ui, frame)
        painter, color = ui.painter, ink(ui.painter, self.color)
        pixels = min(painter.px(self.size), *self.rect.size)

        def draw(surface: Surface) -> None:
            drawn = painter.icon(self.icon, pixels, color)
            surface.blit(drawn, drawn.get_rect(center=self.rect.center))

        frame.part(self.rect, (self.icon, color), draw)


class ProgressBar(Element):
    """A bar filled to ``share``, 0 to 1; an ``open`` one is of a whole that nobody knows."""

    def __init__(self, share: float, *, is_open: bool = False, **options: Unpack[Options]) -> None:
        super().__init__(**options)
        self.share, self.is_open = max(0.0, min(1.0, share)), is_open

    def measure_width(self, ui: Context) -> Range:
        return Range(ui.painter.px(60), ui.painter.px(200))

    def measure_height(self, ui: Context, width: int) -> Range:
        height = ui.painter.px(10)
        return Range(height, height)

    def emit(self, ui: Context, frame: Frame) -> None:
        super().emit(ui, frame)
        painter, rect, filled = ui.painter, self.rect, round(self.rect.width * self.share)

        def draw(surface: Surface) -> None:
            theme, radius = painter.theme, rect.height // 2
            painter.box(surface, rect, radius, mix(theme.panel, theme.track, 0.55))
            if filled:
                part = Rect(rect.left, rect.top, max(filled, rect.height), rect.height)
                painter.box(
                    surface, part, radius, theme.text_muted if self.is_open else theme.accent
                )

        frame.part(rect, (filled, self.is_open), draw)


class Canvas(Element):
    """A picture of the caller's own: ``look`` says what it depends on, ``draw`` draws it."""

    def __init__(
        self,
        look: object,
        draw: Callable[[Surface, Painter, Rect], None],
        *,
        aspect: float | None = None,
        **options: Unpack[Options],
    ) -> None:
        """``aspect`` is width by height, where it is to keep one."""
        super().__init__(**options)
        self.look, self.draw, self.aspect = look, draw, aspect

    def measure_height(self, ui: Context, width: int) -> Range:
        wanted = round(width / self.aspect) if self.aspect else 0
        return Range(min(wanted, ui.painter.px(40)), wanted)

    def emit(self, ui: Context, frame: Frame) -> None:
        super().emit(ui, frame)
        painter, rect = ui.painter, self.rect
        look = (self.look, rect.size, painter.scale)
        frame.part(
            rect,
            look,
            lambda surface: self.draw(surface, painter, rect),
            ("canvas", self.key) if self.key is not None else None,
        )
