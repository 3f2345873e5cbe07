"""Drawing of text, icons, rounded shapes and soft shadows, sharp at any scale."""

from __future__ import annotations

import io
import time
from bisect import bisect
from collections.abc import Callable, Hashable, Iterator, Sequence
from copy import copy
from enum import Enum
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.fill import fill_rect
from puzzler.window.toolkit.glyphs import (
    LONGEST,
    drawable,
    has_glyph,
    parts_of,
    runs_of,
    system_fonts,
)
from puzzler.window.toolkit.theme import Color, Theme

SMALLEST_TARGET = 32
"""Minimum size in pixels of everything that can be clicked, at any scale."""
SMALLEST_TYPE = 12

_OVERSAMPLING = 4
_CACHE_BYTES = 48 * 2**20
_CACHE_SECONDS = 60
"""Unused pictures are deleted after this time, at the latest after twice this time."""
_MAX_FONTS = 64
_MAX_WRAPPED = 500
_MAX_MEASURED = 4000
_PROBE = 256
"""The font size at which the glyphs of a font are compared."""
_SPACE = "\N{NO-BREAK SPACE}"
_read = cache(Path.read_bytes)
"""Caches font files, because a font opened by path for each size would keep the file open."""

Measured = TypeVar("Measured")


class Face(Enum):
    """The bundled fonts by purpose. "slanted" is rendered as synthetic italics."""

    BODY = "Inter-Medium.otf"
    STRONG = "Inter-SemiBold.otf"
    DISPLAY = "InterDisplay-SemiBold.otf"
    FIGURES = "Inter-Figures.otf"
    CODE = "JetBrainsMono-Medium.ttf"
    EMPHASIS = "Inter-Medium.otf, slanted"

    __hash__ = object.__hash__  # Enum's is slow, and each measured word needs it


class Painter:
    """A painter for one theme and one scale, with caches of pictures and measurements.

    Parameters named ``units`` are pixels at scale 1; all other sizes are real pixels.
    """

    def __init__(self, theme: Theme, scale: float) -> None:
        self.theme = theme
        self.scale = scale
        self._fonts: dict[tuple[Face | Path, int], pygame.font.Font] = {}
        self._faces: dict[tuple[Face, str], Face | Path | None] = {}  # by character
        self.forget()

    def forget(self) -> None:
        """Clear all caches except the fonts, which another painter may share."""
        self._forget_surfaces()
        self._pixels: dict[float, int] = {}
        self._widths: dict[tuple[str, Face, int], int] = {}
        self._wrapped: dict[tuple[str, Face, int, int], list[str]] = {}
        self._measured: dict[Hashable, Any] = {}

    def close(self) -> None:
        """Release the fonts. Fonts that are released after pygame.font.quit leak."""
        self._fonts.clear()
        self.forget()

    def at_scale(self, scale: float) -> Painter:
        """A painter at another scale, with the same fonts."""
        other = copy(self)
        other.scale = scale
        other.forget()
        return other

    def in_theme(self, theme: Theme) -> Painter:
        """A painter in another theme, with the same measurements."""
        other = copy(self)
        other.theme = theme
        other._forget_surfaces()
        return other

    def _forget_surfaces(self) -> None:
        self._surfaces: dict[Hashable, Surface] = {}
        self._older: dict[Hashable, Surface] = {}
        self._bytes = 0
        """The size of the newer surfaces."""
        self._due = 0.0

    def px(self, units: float) -> int:
        """Units in whole pixels, at least one."""
        pixels = self._pixels.get(units)
        if pixels is None:
            pixels = self._pixels[units] = max(1, round(units * self.scale))
        return pixels

    def space(self, units: float) -> int:
        """Units in whole pixels, for gaps and margins; can be 0."""
        return round(units * self.scale)

    def target(self, units: float) -> int:
        """Like ``px``, but at least the minimum size of a target."""
        return max(SMALLEST_TARGET, self.px(units))

    # ------------------------------------------------------------------ text

    def type_size(self, units: float) -> int:
        """Like ``px``, but at least the minimum size of readable letters."""
        return max(SMALLEST_TYPE, self.px(units))

    def text(self, text: str, face: Face, pixels: int, color: Color) -> Surface:
        """One line of text. pixels: the font size. Undrawable characters are replaced."""
        text = drawable(text)
        return self.cached(
            ("text", text, face, pixels, color), lambda: self._render(text, face, pixels, color)
        )

    def _render(self, text: str, face: Face, pixels: int, color: Color) -> Surface:
        font = self._font(face, pixels)
        runs = self._runs(text, face, pixels)
        pictures = [(run.render(part, True, color), run.get_ascent()) for run, part in runs]
        if len(runs) == 1 and runs[0][0] is font:
            return pictures[0][0]
        width = sum(picture.get_width() for picture, _ in pictures)
        line, left = Surface((max(1, width), font.get_height()), pygame.SRCALPHA), 0
        for picture, ascent in pictures:
            line.blit(picture, (left, font.get_ascent() - ascent))
            left += picture.get_width()
        return line

    def _runs(self, text: str, face: Face, pixels: int) -> list[tuple[pygame.font.Font, str]]:
        """Split a drawable line into parts, each with the font that can draw it."""
        if text.isascii():
            font = self._font(face, pixels)
            return [(font, part) for part in parts_of(_spaced(text))]

        def font_of(character: str) -> pygame.font.Font | None:
            name = self._name_of_font(face, character)
            return None if name is None else self._font(name, pixels)

        fallback = self._font(Face.CODE, pixels)
        return list(runs_of(_spaced(text), font_of, fallback))

    def _name_of_font(self, face: Face, character: str) -> Face | Path | None:
        """Return the font that has the character: the face, another bundled one, or the system's.

        None if no font has the character.
        """
        if character.isascii():
            return face
        key = face, character
        if key not in self._faces:
            names: list[Face | Path] = [face, Face.CODE, *system_fonts()]
            has = (name for name in names if has_glyph(self._font(name, _PROBE), character))
            self._faces[key] = next(has, None)
        return self._faces[key]

    def text_width(self, text: str, face: Face, pixels: int) -> int:
        """The width of a line of text in pixels."""
        key = text, face, pixels
        width = self._widths.get(key)
        if width is None:
            runs = self._runs(drawable(text), face, pixels)
            width = sum(font.size(part)[0] for font, part in runs)
            if len(self._widths) >= _MAX_MEASURED:
                self._widths.clear()
            if len(text) <= LONGEST:
                self._widths[key] = width
        return width

    def fitted(self, text: str, face: Face, pixels: int, width: int) -> str:
        """Shorten text with an ellipsis if it is wider than ``width``."""
        text = drawable(text)
        if self.text_width(text, face, pixels) <= width:
            return text
        count = bisect(
            range(1, len(text) + 1),
            width,
            key=lambda length: self.text_width(text[:length].rstrip() + "…", face, pixels),
        )
        return text[:count].rstrip() + "…"

    def wrapped(self, text: str, face: Face, pixels: int, width: int) -> list[str]:
        """Break text into lines of at most ``width``, at spaces and line ends.

        A word that is wider than a line is split.
        """
        if len(text) > LONGEST:
            text = text[: LONGEST - 1] + "…"
        key = text, face, pixels, width
        if key not in self._wrapped:
            if len(self._wrapped) > _MAX_WRAPPED:
                self._wrapped.clear()
            lines = []
            for paragraph in text.split("\n"):
                line = ""
                for word in self._pieces(paragraph, face, pixels, width):
                    longer = f"{line} {word}" if line else word
                    if line and self.text_width(longer, face, pixels) > width:
                        lines.append(line)
                        longer = word
                    line = longer
                lines.append(line)
            self._wrapped[key] = lines
        return self._wrapped[key]

    def measured(self, key: Hashable, measure: Callable[[], Measured]) -> Measured:
        """The result of ``measure``, cached under ``key``."""
        if key not in self._measured:
            if len(self._measured) > _MAX_WRAPPED:
                self._measured.clear()
            self._measured[key] = measure()
        found: Measured = self._measured[key]
        return found

    def _pieces(self, paragraph: str, face: Face, pixels: int, width: int) -> Iterator[str]:
        """The words of a paragraph. Words wider than a line are split."""
        for token in paragraph.split(" "):
            word = token
            while len(word) > 1 and self.text_width(word, face, pixels) > width:
                length = max(1, len(self.fitted(word, face, pixels, width)) - 1)
                yield word[:length]
                word = word[length:]
            yield word

    def write(
        self,
        surface: Surface,
        text: str,
        face: Face,
        pixels: int,
        color: Color,
        area: Rect,
        *,
        align: float = 0.0,
    ) -> Rect:
        """Draw one line into ``area``, centred by the height of capitals. Return its place.

        align: 0 is left, 0.5 is centred, 1 is right. Text that is too wide is shortened.
        """
        text = self.fitted(text, face, pixels, area.width)
        picture = self.text(text, face, pixels, color)
        font = self._font(face, pixels)
        capital = font.metrics("H")[0]
        height = capital[3] if capital else font.get_ascent()
        left = area.left + round((area.width - picture.get_width()) * align)
        top = area.top + round((area.height + height) / 2) - font.get_ascent()
        return surface.blit(picture, (left, top))

    def write_lines(
        self,
        surface: Surface,
        lines: Sequence[str],
        height: int,
        face: Face,
        pixels: int,
        color: Color,
        area: Rect,
        *,
        align: float = 0.0,
    ) -> None:
        """Draw lines of equal height, centred vertically in ``area``. See ``write``."""
        top = area.top + (area.height - height * len(lines)) // 2
        for number, line in enumerate(lines):
            place = Rect(area.left, top + number * height, area.width, height)
            self.write(surface, line, face, pixels, color, place, align=align)

    def _font(self, face: Face | Path, pixels: int) -> pygame.font.Font:
        key = face, pixels
        if key not in self._fonts:
            if len(self._fonts) >= _MAX_FONTS:
                del self._fonts[next(iter(self._fonts))]
            if isinstance(face, Path):
                self._fonts[key] = pygame.font.Font(face, pixels)
                return self._fonts[key]
            file, _, slant = face.value.partition(", ")
            data = io.BytesIO(_read(self.theme.assets / "fonts" / file))
            self._fonts[key] = pygame.font.Font(data, pixels)
            self._fonts[key].italic = bool(slant)
        return self._fonts[key]

    # ---------------------------------------------------------------- shapes

    def icon(self, name: str, pixels: int, color: Color) -> Surface:
        """The icon ``assets/icons/NAME.svg`` at this size, in this colour."""

        def draw() -> Surface:
            file = self.theme.assets / "icons" / f"{name}.svg"
            icon = pygame.image.load_sized_svg(str(file), (pixels, pixels)).convert_alpha()
            icon.fill((*color, 255), special_flags=pygame.BLEND_RGBA_MULT)
            return icon

        return self.cached(("icon", name, pixels, color), draw)

    def rounded(
        self, width: int, height: int, radius: int, color: Color, alpha: int = 255
    ) -> Surface:
        """A filled rectangle with smooth round corners."""
        radius = min(radius, width // 2, height // 2)

        def draw() -> Surface:
            shape = Surface((width, height), pygame.SRCALPHA)
            shape.fill((*color, alpha))
            self.round_off(shape, radius)
            return shape

        return self.cached(("rounded", width, height, radius, color, alpha), draw)

    def round_off(self, shape: Surface, radius: int) -> None:
        """Give a surface with transparency smooth round corners."""
        if radius <= 0:
            return
        width, height = shape.get_size()
        for right, low in product((False, True), (False, True)):
            place = (width - radius) * right, (height - radius) * low
            corner = self._corner(radius, right, low)
            shape.blit(corner, place, special_flags=pygame.BLEND_RGBA_MULT)

    def box(
        self,
        surface: Surface,
        rect: Rect,
        radius: int,
        fill: Color,
        edge: Color | None = None,
        line: int = 0,
    ) -> None:
        """Draw a rounded rectangle. edge: colour of an inner border, ``line`` pixels wide."""
        if edge is not None:
            self.box(surface, rect, radius, edge)
            line = line or self.px(1)
            rect, radius = rect.inflate(-2 * line, -2 * line), radius - line
        # straight parts are filled directly, so that only corners are cached
        radius = max(0, min(radius, rect.width // 2, rect.height // 2))
        fill_rect(surface, rect.inflate(0, -2 * radius), fill)
        if not radius:
            return
        for top in (rect.top, rect.bottom - radius):
            across = Rect(rect.left + radius, top, rect.width - 2 * radius, radius)
            fill_rect(surface, across, fill)
        corners = self.rounded(2 * radius, 2 * radius, radius, fill)
        for right, low in product((0, 1), (0, 1)):
            left = rect.right - radius if right else rect.left
            top = rect.bottom - radius if low else rect.top
            surface.blit(corners, (left, top), (right * radius, low * radius, radius, radius))

    def raised(
        self, surface: Surface, rect: Rect, radius: int, fill: Color, blur: int, alpha: int
    ) -> None:
        """Draw a box with a hairline and a shadow."""
        self.shadow(surface, rect, radius, blur, alpha)
        self.box(surface, rect, radius, fill, self.theme.panel_edge)

    def ring(self, surface: Surface, rect: Rect, radius: int, color: Color, thick: int) -> None:
        """Draw an outline just inside ``rect``."""

        def draw(width: int, height: int) -> Surface:
            shape = self.rounded(width, height, radius, color).copy()
            inner = shape.get_rect().inflate(-2 * thick, -2 * thick)
            hole = self.rounded(inner.width, inner.height, max(0, radius - thick), (255, 255, 255))
            shape.blit(hole, (thick, thick), special_flags=pygame.BLEND_RGBA_SUB)
            # the subtraction also removed colour: restore a single colour
            mask = Surface(shape.get_size(), pygame.SRCALPHA)
            mask.fill((*color, 0))
            shape.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
            return shape

        self._spread(surface, rect, max(radius, thick), ("ring", radius, color, thick), draw)

    def wedge(
        self, surface: Surface, color: Color, tip: tuple[float, float], half: float, height: float
    ) -> None:
        """Draw a triangle that points down at ``tip``, or up if ``height`` is negative."""
        (x, y), base = tip, tip[1] - height
        pygame.draw.polygon(surface, color, [(x - half, base), (x + half, base), (x, y)])

    def shadow(
        self,
        surface: Surface,
        rect: Rect,
        radius: int,
        blur: int,
        alpha: int,
        color: Color | None = None,
    ) -> None:
        """Draw a soft shadow, or a glow, around a rounded rectangle that is drawn over it later.

        The shadow extends ``blur`` pixels beyond ``rect`` on every side.
        """
        color = color or self.theme.shadow

        def draw(across: int, down: int) -> Surface:
            # drawn small and enlarged, because a blurred shape has no detail to lose
            part = max(1, blur // 4)
            small = Surface((-(-across // part), -(-down // part)), pygame.SRCALPHA)
            small.fill((*color, 0))
            core = Rect(blur // part, blur // part, 0, 0)
            core.width = max(1, (across - 2 * blur) // part)
            core.height = max(1, (down - 2 * blur) // part)
            pygame.draw.rect(small, (*color, alpha), core, border_radius=radius // part)
            soft = pygame.transform.box_blur(pygame.transform.box_blur(small, 2), 1)
            return pygame.transform.smoothscale(soft, (across, down))

        key = "shadow", radius, blur, alpha, color
        self._spread(surface, rect.inflate(2 * blur, 2 * blur), 2 * blur + radius, key, draw)

    def _spread(
        self,
        surface: Surface,
        rect: Rect,
        corner: int,
        key: Hashable,
        draw: Callable[[int, int], Surface],
    ) -> None:
        """Draw a frame into ``rect``. draw: draws the frame for a width and height.

        Only a small frame is drawn and cached. Its edges are stretched, and its middle is not
        drawn.
        """
        size = min(rect.width, 2 * corner + 1), min(rect.height, 2 * corner + 1)
        picture = self.cached((key, size), lambda: draw(*size))
        if size == rect.size:
            surface.blit(picture, rect)
            return
        columns, rows = (_stretches(*lengths) for lengths in zip(size, rect.size, strict=True))
        for column, row in product(columns, rows):
            (left, wide, x, across), (top, high, y, down) = column, row
            place = Rect(rect.left + x, rect.top + y, across, down)
            is_middle = column is columns[1] and row is rows[1]
            if is_middle or not place.colliderect(surface.get_clip()):
                continue
            piece = picture.subsurface(left, top, wide, high)
            if piece.get_size() != place.size:
                name = key, size, (left, top), place.size
                piece = self.cached(name, partial(pygame.transform.scale, piece, place.size))
            surface.blit(piece, place)

    def _corner(self, radius: int, right: bool, low: bool) -> Surface:
        """A mask of a rounded corner, in white."""

        def draw() -> Surface:
            large = Surface((radius * _OVERSAMPLING,) * 2, pygame.SRCALPHA)
            large.fill((255, 255, 255, 0))
            centre = radius * _OVERSAMPLING
            pygame.draw.circle(large, (255, 255, 255, 255), (centre, centre), centre)
            small = pygame.transform.smoothscale(large, (radius, radius))
            return pygame.transform.flip(small, right, low)

        return self.cached(("corner", radius, right, low), draw)

    def cached(self, key: Hashable, draw: Callable[[], Surface]) -> Surface:
        """The surface returned by ``draw``, cached under ``key``."""
        surface = self._surfaces.get(key)
        if surface is None:
            older = self._older.pop(key, None)
            surface = self._surfaces[key] = draw() if older is None else older
            self._bytes += surface.get_pitch() * surface.get_height()
            if self._bytes > _CACHE_BYTES // 2 or time.monotonic() > self._due:
                # drop surfaces that were not used since the last time
                self._older, self._surfaces, self._bytes = self._surfaces, {}, 0
                self._due = time.monotonic() + _CACHE_SECONDS
        return surface


def _stretches(short: int, long: int) -> list[tuple[int, int, int, int]]:
    """Stretch ``short`` pixels to ``long`` by repeating the middle pixel; both ends are unchanged.

    Returns three parts as (source start, source length, target start, target length).
    """
    first, more = short // 2, long - short
    last = short - first - 1
    return [
        (0, first, 0, first),
        (first, 1, first, 1 + more),
        (first + 1, last, first + 1 + more, last),
    ]


def _spaced(text: str) -> str:
    """Replace spaces by no-break spaces, which are not kerned after a comma or a dot.

    Kerning is rounded to a whole pixel, which is too much for a narrow space in small type.
    """
    return text.replace(" ", _SPACE)
