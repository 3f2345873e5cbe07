"""Icons, rounded shapes, soft shadows and fast fills, sharp at any scale."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from functools import lru_cache, partial
from itertools import groupby, product

import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.theme import Color, Theme

_OVERSAMPLING = 4
_CACHE_BYTES = 48 * 2**20
_CACHE_SECONDS = 60
"""Unused pictures are deleted after this time, at the latest after twice this time."""


def fill_rect(surface: Surface, rect: Rect, color: tuple[int, ...]) -> None:
    """Like ``surface.fill``, but up to thirty times as fast.

    SDL's fill bypasses the CPU cache, which is slow if rows are not aligned with cache lines.
    """
    left, top, width, height = rect.clip(surface.get_clip())
    if width < 16:
        surface.fill(color, (left, top, width, height))
    elif height:
        right, low = left + width - 1, top + height - 1
        corners = (left, top), (right, top), (right, low), (left, low)
        pygame.draw.polygon(surface, color, corners)


def fill_gradient(surface: Surface, area: Rect, height: int, top: Color, bottom: Color) -> None:
    """Fill ``area`` with its part of an opaque vertical gradient of ``height`` pixels."""
    for shade, first, last in _shades(height, top, bottom):
        if first < area.bottom and area.top < last:
            fill_rect(surface, area.clip((area.left, first, area.width, last - first)), shade)


@lru_cache(maxsize=128)
def _shades(height: int, top: Color, bottom: Color) -> list[tuple[tuple[int, ...], int, int]]:
    """The colours of a gradient, each with its first row and the row after its last row."""
    colors = Surface((1, 2), pygame.SRCALPHA)
    colors.set_at((0, 0), top)
    colors.set_at((0, 1), bottom)
    column = pygame.image.tobytes(pygame.transform.smoothscale(colors, (1, height)), "RGBA")
    rows = groupby(range(height), lambda row: column[4 * row : 4 * row + 4])
    return [(tuple(color), first, first + 1 + len(rest)) for color, (first, *rest) in rows]


class Shapes:
    """Draws icons, rounded shapes and shadows for one theme and one scale, with a cache.

    Parameters named ``units`` are pixels at scale 1; all other sizes are real pixels.
    """

    def __init__(self, theme: Theme, scale: float) -> None:
        self.theme, self.scale = theme, scale
        self.forget()

    def forget(self) -> None:
        """Clear the caches."""
        self._surfaces: dict[Hashable, Surface] = {}
        self._older: dict[Hashable, Surface] = {}
        self._bytes = 0
        """The size of the newer surfaces."""
        self._due = 0.0
        self._pixels: dict[float, int] = {}

    def px(self, units: float) -> int:
        """Units in whole pixels, at least one."""
        pixels = self._pixels.get(units)
        if pixels is None:
            pixels = self._pixels[units] = max(1, round(units * self.scale))
        return pixels

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
            # black, so that only the opacity is subtracted
            hole = self.rounded(inner.width, inner.height, max(0, radius - thick), (0, 0, 0))
            shape.blit(hole, (thick, thick), special_flags=pygame.BLEND_RGBA_SUB)
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
