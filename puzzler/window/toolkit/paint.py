"""Drawing of text with the bundled fonts, and of shapes, sharp at any scale."""

from __future__ import annotations

import io
import re
from bisect import bisect
from collections.abc import Callable, Hashable, Iterator, Sequence
from copy import copy
from enum import Enum
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, TypeVar

import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.fill import Shapes
from puzzler.window.toolkit.theme import Color, Theme

LONGEST = 1000
"""The maximum number of characters in a line; longer text is cut before it is measured."""
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_SPACES = re.compile("[\t\n\v\f\r\x85\u2028\u2029]+")
_UNDRAWABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # control characters: a NUL cannot be drawn at all
    "\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"  # invisible, or changing the text direction
    "\ud800-\udfff]"  # lone surrogates, as in file names that are not UTF-8
)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def drawable(text: str) -> str:
    """Convert any text to one line that a font can draw.

    Line breaks and all kinds of spaces become spaces. Other undrawable characters become the
    replacement character.
    """
    text = _cut(text)
    if text.isprintable():
        return text
    return _UNDRAWABLE.sub(REPLACEMENT, _SPACES.sub(" ", text))


_PLACES = (
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansSymbols2-Regular.ttf",
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
    "/System/Library/Fonts/Supplemental/Arial Unicode.ttf",
    "/System/Library/Fonts/Apple Symbols.ttf",
    "C:/Windows/Fonts/segoeui.ttf",
    "C:/Windows/Fonts/seguiemj.ttf",
    "C:/Windows/Fonts/msyh.ttc",
    "C:/Windows/Fonts/malgun.ttf",
    "C:/Windows/Fonts/msgothic.ttc",
)
"""Fonts of Linux distributions, macOS and Windows with many characters."""
_NO_CHARACTER = "\U0010ffff"
_INVISIBLE = re.compile("[\ufe00-\ufe0f]")
"""Variation selectors, which choose between a black and a coloured emoji."""
_SIZE = re.compile(r"\(?[0-9]+x[0-9]+\W*")
_JOINED = re.compile(r"(?<=[0-9])x(?=[0-9])")
"""The fonts draw an x between digits as a multiplication sign."""


@cache
def system_fonts() -> tuple[Path, ...]:
    """The installed fonts that supplement the bundled ones."""
    return tuple(place for place in map(Path, _PLACES) if place.is_file())


def has_glyph(font: pygame.font.Font, character: str) -> bool:
    """Whether the font can draw the character. pygame reports the box that replaces it instead."""
    return bool(font.metrics(character) != font.metrics(_NO_CHARACTER))


def parts_of(text: str) -> Iterator[str]:
    """Split a line before and after each x that the font must not change, as in board-4x4.txt.

    An x between digits is a multiplication sign only if the word has nothing else, as in 4x4.
    """
    if not _JOINED.search(text):
        yield text
        return
    words = (
        word if _SIZE.fullmatch(word) else _JOINED.sub("\0x\0", word)
        for word in re.split("([ \xa0])", text)
    )
    yield from "".join(words).split("\0")


def runs_of(
    text: str, font_of: Callable[[str], pygame.font.Font | None], fallback: pygame.font.Font
) -> Iterator[tuple[pygame.font.Font, str]]:
    """Split a line into (font, text). Characters without a font are replaced.

    font_of: returns the font that has a character. fallback: draws the replacement character.
    """
    for part in parts_of(_INVISIBLE.sub("", text)):
        for font, characters in groupby(part, font_of):
            run = "".join(characters)
            yield (fallback, REPLACEMENT * len(run)) if font is None else (font, run)


SMALLEST_TARGET = 32
"""Minimum size in pixels of everything that can be clicked, at any scale."""
SMALLEST_TYPE = 12

_MAX_FONTS = 64
_MAX_LAYOUTS = 1000
_MAX_MEASURED = 4000
_PROBE = 256
"""The font size at which the glyphs of a font are compared."""
_SPACE = "\N{NO-BREAK SPACE}"
_TIME = re.compile(r"[0-9:]+\.[0-9]{2}")
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


class Painter(Shapes):
    """A painter of text and shapes for one theme and one scale, with a cache of measurements."""

    def __init__(self, theme: Theme, scale: float) -> None:
        super().__init__(theme, scale)
        self._fonts: dict[tuple[Face | Path, int], pygame.font.Font] = {}
        self._faces: dict[tuple[Face, str], Face | Path | None] = {}  # by character

    def forget(self) -> None:
        """Clear all caches except the fonts, which another painter may share."""
        super().forget()
        self._widths: dict[tuple[str, Face, int], int] = {}
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
        super(Painter, other).forget()
        return other

    def space(self, units: float) -> int:
        """Units in whole pixels, for gaps and margins; can be 0."""
        return round(units * self.scale)

    def target(self, units: float) -> int:
        """Like ``px``, but at least the minimum size of a target."""
        return max(SMALLEST_TARGET, self.px(units))

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
        if len(digits := _digits(text, face)) > 1:
            return sum([self.text_width(digit, face, pixels) for digit in digits])
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
        key = _cut(text), face, pixels, width
        return self.measured(key, lambda: list(self._lines(*key)))

    def _lines(self, text: str, face: Face, pixels: int, width: int) -> Iterator[str]:
        for paragraph in text.split("\n"):
            line = ""
            for word in self._pieces(paragraph, face, pixels, width):
                longer = f"{line} {word}" if line else word
                if line and self.text_width(longer, face, pixels) > width:
                    yield line
                    longer = word
                line = longer
            yield line

    def measured(self, key: Hashable, measure: Callable[[], Measured]) -> Measured:
        """The result of ``measure``, cached under ``key``."""
        if key not in self._measured:
            if len(self._measured) > _MAX_LAYOUTS:
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
        pictures = [self.text(part, face, pixels, color) for part in _digits(text, face)]
        width = sum([picture.get_width() for picture in pictures])
        font = self._font(face, pixels)
        capital = font.metrics("H")[0]
        height = capital[3] if capital else font.get_ascent()
        left = area.left + round((area.width - width) * align)
        top = area.top + round((area.height + height) / 2) - font.get_ascent()
        place = Rect(left, top, width, pictures[0].get_height())
        for picture in pictures:
            surface.blit(picture, (left, top))
            left += picture.get_width()
        return place

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


def _digits(text: str, face: Face) -> Sequence[str]:
    """Return the characters of a time, which have no kerning, or a sequence of the whole text.

    The many times of a running clock would fill the caches.
    """
    return text if len(text) > 1 and face is Face.FIGURES and _TIME.fullmatch(text) else (text,)


def _spaced(text: str) -> str:
    """Replace spaces by no-break spaces, which are not kerned after a comma or a dot.

    Kerning is rounded to a whole pixel, which is too much for a narrow space in small type.
    """
    return text.replace(" ", _SPACE)
